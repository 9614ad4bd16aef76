"""How far the set-up is, over restarts and damage."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.service.upkeep.progress import FILE, STEPS, Keeper, Progress


def test_it_goes_on_where_it_was_left(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "data")
    assert keeper.progress.next == STEPS[0]
    keeper.step("language", "done")
    keeper.step("pin", "skipped")
    keeper.change(walk={"board": "1"}, dice={"throws": []}, put_off=True)
    assert Keeper(tmp_path / "data").progress == keeper.progress
    assert keeper.progress.next == "board"


def test_when_all_is_decided_nothing_is_next() -> None:
    assert Progress(dict.fromkeys(STEPS, "done")).next is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"steps": 1, "put_off": 0, "walk": {}, "dice": {}}', "\x00"])
def test_a_damaged_file_begins_anew(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert Keeper(tmp_path).progress == Progress()


def test_what_cannot_be_written_is_kept_in_memory(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    keeper = Keeper(tmp_path / "data")
    keeper.step("pin", "done")
    assert keeper.progress.steps == {"pin": "done"}
