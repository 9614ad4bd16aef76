"""Every scripted table goes as its file says."""

from pathlib import Path

import pytest

from tests.table.script import replayed

FOLDER = Path(__file__).parents[1] / "sessions"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_session_goes_as_written(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# "), "a session says what it shows"
    assert replayed(text) == text


def test_there_are_sessions() -> None:
    assert len(FILES) >= 30
