"""What the journal keeps is for its owner alone, from the first moment, and also where it was not before."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.database import FILE, back_up
from companion.journal.salvage import set_aside
from companion.journal.store import Journal
from tests.journal.played import played, put

OPEN = 0o077


@pytest.fixture(autouse=True)
def everybody_may_read() -> Iterator[None]:
    """What is made is for everybody, as with most people's settings."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.stat().st_mode & OPEN)


def use(folder: Path) -> None:
    """Do all that makes a file."""
    with Journal.open(folder) as journal:
        number = put(journal, played())
        journal.keep_evidence(number, 1, b"a picture")
        journal.cache(number, 1, b"steps")
        back_up(folder / FILE, "for-a-test")
        assert {f"{FILE}-wal", f"{FILE}-shm", "cache.sqlite3", "journal.lock"} <= {
            path.name for path in folder.iterdir()
        }
        assert open_to_others(folder) == []


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    use(tmp_path / "data")
    assert open_to_others(tmp_path) == []
    set_aside(tmp_path / "data")
    Journal.open(tmp_path / "data").close()
    assert open_to_others(tmp_path) == []


def test_one_from_before_is_closed_to_others_when_it_is_opened(tmp_path: Path) -> None:
    use(tmp_path)
    for path in (*tmp_path.iterdir(), tmp_path):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with Journal.open(tmp_path) as journal:
        assert journal.matches()
        assert open_to_others(tmp_path) == []
    # The folder itself may be there for other things, too.
    assert tmp_path.stat().st_mode & OPEN == 0o055


def test_one_that_belongs_to_somebody_else_is_read_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(tmp_path)
    (tmp_path / FILE).chmod(0o644)

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", refuse)
    with Journal.open(tmp_path) as journal:
        assert journal.matches()


def test_sqlite_gives_what_it_makes_the_mode_of_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "any.sqlite3"
    path.touch(0o600)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE one (two)")
    assert open_to_others(tmp_path) == []
    connection.close()
