"""The journal: as it is, and with each fault; what is whole is never told to be set aside."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.journal.trouble import Code, JournalError
from companion.service.doctor import journal as doctor
from companion.service.doctor.journal import MENDS, look_at_journal
from companion.service.ledger import MENDABLE
from tests.service.doctor.stage import case, codes
from tests.service.playing import begun, running
from tests.small_disks import small_disk


def only(data: Path) -> tuple[str, ...]:
    (one,) = look_at_journal(case(data))
    return codes(one)


def journal(data: Path) -> Path:
    with running(data) as service:
        begun(service)
    return data / "journal.sqlite3"


def test_no_journal_yet(tmp_path: Path) -> None:
    assert only(tmp_path) == ("unused", "journal_none")
    assert list(tmp_path.iterdir()) == []


def test_a_journal_that_is_whole(tmp_path: Path) -> None:
    journal(tmp_path)
    assert only(tmp_path) == ("well", "journal_sound")


def changed_event(file: Path) -> None:
    written = file.read_bytes()
    assert b'"event"' in written
    file.write_bytes(written.replace(b'"event"', b'"evemt"'))


def wiped_page(file: Path) -> None:
    file.write_bytes(bytes(4096) + file.read_bytes()[4096:])


def newer_version(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 99")


def foreign_file(file: Path) -> None:
    file.write_bytes(b"no database at all" * 100)


def folder_in_its_place(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize(
    ("fault", "mend"),
    [
        (changed_event, "set_aside"),
        (wiped_page, "set_aside"),
        (newer_version, "update"),
        (foreign_file, "move_away"),
        (folder_in_its_place, "move_away"),
    ],
)
def test_each_fault_has_its_own_mend(tmp_path: Path, fault: Callable[[Path], None], mend: str) -> None:
    fault(journal(tmp_path))
    assert only(tmp_path) == ("mend", "said", mend)


def test_a_journal_that_another_program_holds(tmp_path: Path) -> None:
    with closing(sqlite3.connect(journal(tmp_path))) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        (one,) = look_at_journal(case(tmp_path))
    assert codes(one) == ("mend", "said", "find_user")
    assert str(tmp_path / "journal.sqlite3") in one.mends[0].text


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own."""
    with small_disk(tmp_path / "disk", "4m") as folder:
        yield folder


def test_a_whole_journal_on_a_full_disk(disk: Path) -> None:
    journal(disk)
    with (disk / "ballast").open("wb", buffering=0) as ballast, suppress(OSError):
        while True:
            ballast.write(bytes(4096))
    (one,) = look_at_journal(case(disk))
    assert codes(one) == ("mend", "said", "make_room")
    assert "is full" in one.what.text
    (disk / "ballast").unlink()
    assert only(disk) == ("well", "journal_sound")


@pytest.mark.parametrize("code", Code)
def test_what_the_panel_does_not_set_aside_is_not_told_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: Code
) -> None:
    def refuse(_folder: Path, *, make: bool) -> None:
        assert not make
        raise JournalError(code, "It says why.")

    (tmp_path / "journal.sqlite3").touch()
    monkeypatch.setattr(doctor, "Database", refuse)
    mend = only(tmp_path)[2]
    assert (mend == "set_aside") == (code in MENDABLE)
    assert MENDS.get(code, mend) == mend


@pytest.mark.parametrize(("flags", "mend"), [(os.ST_RDONLY, "check_disk"), (0, "own_folder")])
def test_a_journal_that_can_only_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: int, mend: str
) -> None:
    def refuse(_folder: Path, *, make: bool) -> None:
        raise JournalError(Code.READ_ONLY, f"It can only be read; made: {make}.")

    class Status:
        f_flag = flags

    (tmp_path / "journal.sqlite3").touch()
    monkeypatch.setattr(doctor, "Database", refuse)
    monkeypatch.setattr(os, "statvfs", lambda _path: Status)
    assert only(tmp_path) == ("mend", "said", mend)
