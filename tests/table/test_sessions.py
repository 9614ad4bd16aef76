"""Every scripted table goes as its file says."""

import re
from pathlib import Path

import pytest

from companion.rules.games import GAMES
from companion.table.codes import REJECTED, SAID, WAITING
from tests.table.script import replayed

FOLDER = Path(__file__).parents[1] / "sessions"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_session_goes_as_written(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# "), "a session says what it shows"
    assert replayed(text) == text


def test_there_are_sessions() -> None:
    assert len(FILES) >= 64


def test_every_code_comes_up_in_some_session() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in FILES)
    codes = {mark: set(re.findall(rf"^  {mark}\[(\w+)\]", text, re.MULTILINE)) for mark in ("", "! ", r"\.\.\. ")}
    assert codes[""] == set(SAID)
    assert codes[r"\.\.\. "] == set(WAITING)
    assert codes["! "] >= {str(why) for why in REJECTED}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_in_some_session(name: str) -> None:
    assert any(f"> game {name}\n" in text or f"> game {name} " in text for text in map(Path.read_text, FILES))
