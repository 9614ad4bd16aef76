"""An old journal is brought up to date with a copy kept of how it was; what fails leaves it as it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.database import FILE, WriterLock
from companion.journal.schema import STEPS, statements
from companion.journal.store import Journal
from companion.journal.trouble import Code, JournalError
from tests.journal.played import files, played, put

TO_2 = statements("ALTER TABLE players ADD COLUMN club TEXT", "UPDATE players SET club = 'none'")
TO_3 = statements("CREATE TABLE clubs (name TEXT) STRICT", "INSERT INTO clubs VALUES ('none')")
FAILING = statements("CREATE TABLE clubs (name TEXT) STRICT", "UPDATE players SET club = 'none'")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a journal of version 1 in it."""
    with Journal.open(tmp_path) as journal:
        put(journal, played())
    return tmp_path


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def clubs(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [club for (club,) in connection.execute("SELECT club FROM players")]


def test_step_by_step_with_a_copy_of_each(folder: Path) -> None:
    with Journal.open(folder, (*STEPS, TO_2, TO_3)) as journal:
        assert journal.resume(1) == played().table
        assert journal.check() == []
    assert version(folder / FILE) == 3
    assert clubs(folder / FILE) == ["none", "none"]
    for number in (2, 3):
        copy = folder / f"journal-before-version-{number}.sqlite3"
        assert version(copy) == number - 1
        copy.rename(folder / FILE)
        with Journal.open(folder, (*STEPS, TO_2)[: number - 1]) as journal:
            assert journal.resume(1) == played().table


def test_what_was_only_in_the_wal_is_in_the_copy(folder: Path) -> None:
    with Journal.open(folder) as journal:
        put(journal, played(seed="late"))
        whole = {name: data for name, data in files(folder).items() if name.startswith(FILE)}
    for name, data in whole.items():
        (folder / name).write_bytes(data)
    with Journal.open(folder, (*STEPS, TO_2)) as journal:
        assert len(journal.matches()) == 2
    (folder / "journal-before-version-2.sqlite3").rename(folder / FILE)
    with Journal.open(folder) as journal:
        assert journal.resume(2) == played(seed="late").table


def test_a_step_that_fails_changes_nothing(folder: Path) -> None:
    before = files(folder)[FILE]
    with pytest.raises(JournalError, match=r"as it was, and journal-before-version-2\.sqlite3 is a copy") as raised:
        Journal.open(folder, (*STEPS, FAILING))
    assert raised.value.code is Code.MIGRATION
    assert files(folder)[FILE] == before
    assert version(folder / "journal-before-version-2.sqlite3") == 1
    with Journal.open(folder) as journal:
        assert journal.resume(1) == played().table


def test_no_copy_is_overwritten(folder: Path) -> None:
    for _ in range(2):
        with pytest.raises(JournalError):
            Journal.open(folder, (*STEPS, FAILING))
    assert {"journal-before-version-2.sqlite3", "journal-before-version-2-2.sqlite3"} <= set(files(folder))


def test_a_step_that_worked_stays_when_the_next_fails(folder: Path) -> None:
    with pytest.raises(JournalError, match="before-version-4"):
        Journal.open(folder, (*STEPS, TO_2, TO_3, FAILING))
    assert version(folder / FILE) == 3
    assert clubs(folder / FILE) == ["none", "none"]


def test_nothing_is_migrated_under_a_program_that_writes(folder: Path) -> None:
    lock = WriterLock(folder)
    lock.take()
    with pytest.raises(JournalError) as raised:
        Journal.open(folder, (*STEPS, TO_2))
    assert raised.value.code is Code.BUSY
    lock.give_back()
    with Journal.open(folder, (*STEPS, TO_2)):
        assert version(folder / FILE) == 2


def test_what_is_up_to_date_is_not_copied(folder: Path) -> None:
    with Journal.open(folder):
        assert not [name for name in files(folder) if "before" in name]


@pytest.mark.parametrize("left", [b"", b"half of a journal"])
def test_a_loss_of_power_while_it_is_made(tmp_path: Path, left: bytes) -> None:
    for name in (f"{FILE}.new", f"{FILE}.new-journal"):
        (tmp_path / name).write_bytes(left)
    with Journal.open(tmp_path) as journal:
        assert journal.resume(put(journal, played())) == played().table
    assert not [name for name in files(tmp_path) if ".new" in name]
