"""What the set-up chooses: where it is kept, what it goes before, and that the owner's file stays as it is."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from companion.config import Config, ConfigError, load
from companion.service.upkeep.settings import FILE, Settings, read_chosen, usable_chosen

BY_HAND = "# My own notes.\n[board]\nport = '/dev/ttyS9'   # the old one\n[camera]\nfps = 20\n"


def by_hand(folder: Path) -> Path:
    file = folder / "mine.toml"
    file.write_text(BY_HAND, encoding="utf-8")
    return file


def settings(folder: Path, file: Path | None = None, **given: object) -> Settings:
    named = {name.replace("__", "."): value for name, value in given.items()}
    return Settings(load(file), folder / "data", file=file, given=named)


def test_what_is_chosen_goes_before_the_file_and_lasts(tmp_path: Path) -> None:
    file = by_hand(tmp_path)
    one = settings(tmp_path, file)
    assert (one.setting("board.port").value, one.setting("board.port").source) == ("/dev/ttyS9", "file")
    one.choose({"board.port": "/dev/ttyUSB3", "camera.source": "0"})
    again = settings(tmp_path, file)
    assert again.config.board.port == "/dev/ttyUSB3"
    assert again.config.camera.fps == 20
    chosen = again.setting("board.port")
    assert (chosen.source, chosen.elsewhere) == ("chosen", "/dev/ttyS9")
    assert again.setting("camera.source").elsewhere is None
    assert file.read_text(encoding="utf-8") == BY_HAND


def test_a_mark_before_a_file_does_no_harm(tmp_path: Path) -> None:
    file = by_hand(tmp_path)
    file.write_text(BY_HAND, encoding="utf-8-sig")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / FILE).write_text("[board]\ncorner = 24\n", encoding="utf-8-sig")
    one = settings(tmp_path, file)
    assert one.setting("board.port").source == "file"
    assert one.setting("board.corner").value == 24


def test_it_can_be_taken_back(tmp_path: Path) -> None:
    file = by_hand(tmp_path)
    one = settings(tmp_path, file)
    one.choose({"board.port": "auto", "board.corner": 24})
    one.take_back(("board.port",))
    assert one.config.board.port == "/dev/ttyS9"
    assert read_chosen(tmp_path / "data") == {"board.corner": 24}


def test_the_command_line_goes_first(tmp_path: Path) -> None:
    one = settings(tmp_path, board__port="/dev/given")
    one.choose({"board.port": "/dev/other"})
    assert (one.setting("board.port").value, one.setting("board.port").source) == ("/dev/given", "given")


def test_only_what_can_be_is_kept(tmp_path: Path) -> None:
    one = settings(tmp_path)
    with pytest.raises(ConfigError, match=r"board\.corner"):
        one.choose({"board.corner": 7})
    assert not (tmp_path / "data" / FILE).exists()
    one.choose({"log.level": "debug"})
    assert one.config.log.level == "info"


def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    one = settings(tmp_path)
    one.choose({"camera.source": "rtsp://who:secret@camera/"})
    assert stat.S_IMODE((tmp_path / "data" / FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["not toml", "[board]\ncorner = 5\n", "[panel]\nport = 80\n", "[board]\nport = 1\n"])
def test_a_damaged_file_is_told_and_done_without(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as why:
        read_chosen(tmp_path)
    assert usable_chosen(tmp_path) == ({}, str(why.value))


def test_it_is_fresh_until_something_is_configured(tmp_path: Path) -> None:
    assert settings(tmp_path).is_fresh
    assert not settings(tmp_path, by_hand(tmp_path)).is_fresh
    one = settings(tmp_path)
    one.choose({"camera.source": "off"})
    assert not one.is_fresh


def test_every_option_has_its_origin(tmp_path: Path) -> None:
    assert {one.source for one in Settings(Config(), tmp_path).all()} == {"default"}
