"""Matches that are open: gone back to and forth, nothing lost, also over a restart; and long ones gone through."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.journal.store import Journal
from companion.service import TableService, TableView, desk
from companion.service.bookmark import FILE, marked
from tests.journal.played import played, put
from tests.service.playing import MONEY, begun, done, play, running, until


def other_match(service: TableService) -> TableView:
    agreed: dict[str, Any] = {**MONEY, "names": {"white": "Ada", "black": "Bo"}}
    return begun(service, agreed)


def test_an_open_match_is_gone_back_to_and_the_present_one_kept(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        begun(service)
        play(service, "white", "8/5 6/5")
        first = service.view()
        other_match(service)
        (row,) = service.open_matches()
        assert (row.number, row.game_name, row.score.white, row.length.code) == (1, "Backgammon", 0, "length_money")
        view = done(service.go_back(1, "white"))
        assert (view.match, view.uid, view.turn, view.game_board) == (1, first.uid, "black", first.game_board)
        assert view.log == first.log
        (row,) = service.open_matches()
        assert (row.number, row.names.white) == (2, "Ada")
        view = done(service.go_back(2, "white"))
        assert view.phase == "playing"
        play(service, "white", "8/5 6/5")
    with Journal.open(tmp_path) as journal:
        assert [row.events for row in journal.matches()] == [3, 3]


def test_what_was_gone_back_to_goes_on_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        begun(service)
        other_match(service)
        done(service.go_back(1, "white"))
    with running(tmp_path) as service:
        assert service.view().match == 1
        other_match(service)
    with running(tmp_path) as service:
        assert service.view().match == 3
        assert [row.number for row in service.open_matches()] == [2, 1]


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"no-such-match\n"])
def test_a_damaged_mark_is_no_mark(tmp_path: Path, text: bytes) -> None:
    with running(tmp_path) as service:
        begun(service)
        other_match(service)
    (tmp_path / FILE).write_bytes(text)
    with running(tmp_path) as service:
        assert service.view().match == 2


@pytest.mark.parametrize("number", [0, 2, 3, 77])
def test_only_another_open_match_can_be_gone_back_to(tmp_path: Path, number: int) -> None:
    with running(tmp_path) as service:
        begun(service)
        done(service.post({"event": "session_ended"}, "white"))
        begun(service)
        answer = service.go_back(number, "white")
        assert not answer.ok
        assert answer.message is not None
        assert answer.message.code == "not_open"
        assert service.view().match == 2
    assert marked(tmp_path) is None


def test_nothing_is_left_that_is_not_written(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with running(folder, retry_s=60.0) as service:
        begun(service)
        before = other_match(service)
        shutil.move(folder, tmp_path / "away")
        answer = service.post({"event": "turn_ended", "player": "white"}, "white")
        assert answer.view.trouble
        answer = service.go_back(1, "white")
        assert not answer.ok
        assert service.view().uid == before.uid


def test_a_long_match_is_gone_through_in_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("backgammon", 1, "resumed")
    with Journal.open(tmp_path) as journal:
        put(journal, match)
    monkeypatch.setattr(desk, "TOLD_EVERY", 20)
    shown: list[TableView] = []
    show = TableService._resuming

    def watched(service: TableService, waiting: Any) -> None:
        show(service, waiting)
        shown.append(service.view())

    monkeypatch.setattr(TableService, "_resuming", watched)
    with running(tmp_path) as service:
        told = [dict(view.waiting.params) for view in shown]
        assert [one["done"] for one in told] == list(range(20, len(match.events) + 1, 20))
        assert {one["count"] for one in told} == {len(match.events)}
        assert [view.version for view in shown] == sorted({view.version for view in shown})
        view = until(service, lambda view: view.match == 1)
        assert view.version > shown[-1].version
        assert len(view.log) == 30


def test_a_match_that_is_being_gone_through_does_not_hold_up_the_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played("backgammon", 1, "resumed")
    with Journal.open(tmp_path) as journal:
        put(journal, match)
    monkeypatch.setattr(desk, "TOLD_EVERY", 10)
    show, count = TableService._resuming, list[int]()

    def stopped(service: TableService, waiting: Any) -> None:
        service._stopping.set()
        count.append(1)
        show(service, waiting)

    monkeypatch.setattr(TableService, "_resuming", stopped)
    service = TableService(tmp_path)
    service.start()
    service.stop()
    assert len(count) == 1
    assert not service._thread.is_alive()
    with Journal.open(tmp_path) as journal:
        assert journal.match(1).events == len(match.events)
