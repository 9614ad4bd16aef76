"""Real disks that are full or can only be read, where the system lets a test mount one; and a real second program."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.journal.recorder import Recorder
from companion.journal.store import Journal
from companion.journal.trouble import Code, JournalError
from tests.checkout import ROOT
from tests.journal.played import WALL, played, put
from tests.small_disks import mount, small_disk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 400 KB."""
    with small_disk(tmp_path / "disk", "400k") as folder:
        yield folder


def test_a_full_disk(disk: Path) -> None:
    match = played()
    with Journal.open(disk) as journal:
        recorder = Recorder.begin(journal, match.agreement, WALL)
        (disk / "ballast").write_bytes(bytes(120_000))
        for event in match.events:
            recorder.record(event, WALL)
        assert recorder.trouble is not None
        assert recorder.trouble.code is Code.FULL
        assert recorder.trouble.waiting > 100
        assert recorder.table == match.table
        (disk / "ballast").unlink()
        with Journal.open(disk) as other:
            assert len(other.events(1)) == len(match.events) - recorder.trouble.waiting
        assert mount("-o", "remount,size=8m", str(disk))
        assert recorder.retry(WALL) is None
        assert journal.resume(1) == match.table
        assert len(journal.events(1)) == len(match.events)
        assert journal.check() == []


def test_a_picture_on_a_full_disk(disk: Path) -> None:
    with Journal.open(disk) as journal:
        number = put(journal, played())
        with pytest.raises(JournalError, match="is full") as raised:
            journal.keep_evidence(number, 1, bytes(1_000_000))
        assert raised.value.code is Code.FULL
        assert journal.evidence(number) == []
        assert not [path for path in (disk / "evidence").rglob("*") if path.is_file()]
        assert journal.resume(number) == played().table


def test_whether_a_disk_takes_anything_is_known_without_an_event(disk: Path) -> None:
    with Journal.open(disk) as journal:
        put(journal, played())
        events = journal.match(1).events
        journal.try_writing()
        assert journal.match(1).events == events
    assert mount("-o", "remount,ro", str(disk))
    with Journal.open(disk) as journal, pytest.raises(JournalError) as raised:
        journal.try_writing()
    assert raised.value.code is Code.READ_ONLY
    assert mount("-o", "remount,rw", str(disk))
    with Journal.open(disk) as journal:
        with suppress(OSError):
            (disk / "ballast").write_bytes(bytes(400 * 1024))
        with pytest.raises(JournalError) as raised:
            journal.try_writing()
    assert raised.value.code is Code.FULL


def test_no_room_to_begin(disk: Path) -> None:
    (disk / "ballast").write_bytes(bytes(400 * 1024 - 4096))
    with pytest.raises(JournalError) as raised:
        Journal.open(disk)
    assert raised.value.code is Code.FULL
    (disk / "ballast").unlink()
    with Journal.open(disk) as journal:
        assert journal.matches() == []


def test_a_disk_that_can_only_be_read(disk: Path) -> None:
    match = played()
    with Journal.open(disk) as journal:
        Recorder.begin(journal, match.agreement, WALL).record(match.events[0], WALL)
    assert mount("-o", "remount,ro", str(disk))
    with Journal.open(disk) as journal:
        assert [row.events for row in journal.matches()] == [1]
        recorder = Recorder.resume(journal, 1)
        recorder.record(match.events[1], WALL)
        assert recorder.trouble is not None
        assert recorder.trouble.code is Code.READ_ONLY
        with pytest.raises(JournalError, match="can only be read"):
            journal.keep_evidence(1, 1, b"x")
        assert mount("-o", "remount,rw", str(disk))
        assert recorder.retry(WALL) is None
        assert journal.resume(1) == match.tables[2]


OTHER = """
import sys
from pathlib import Path
from companion.journal.store import Journal
from companion.journal.trouble import JournalError
with Journal.open(Path(sys.argv[1])) as journal:
    print([row.events for row in journal.matches()])
    try:
        journal.claim()
    except JournalError as error:
        print(error.code.name)
"""


def test_another_program_reads_and_may_not_write(tmp_path: Path) -> None:
    def other() -> list[str]:
        command = [sys.executable, "-c", OTHER, str(tmp_path)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()

    match = played()
    with Journal.open(tmp_path) as journal:
        recorder = Recorder.begin(journal, match.agreement, WALL)
        for number, event in enumerate(match.events[:3], 1):
            recorder.record(event, WALL)
            assert other() == [f"[{number}]", "BUSY"]
    assert other() == ["[3]"]


def test_a_reader_in_the_middle_does_not_hold_up_the_writer(tmp_path: Path) -> None:
    match = played()
    with Journal.open(tmp_path) as journal, Journal.open(tmp_path) as other:
        recorder = Recorder.begin(journal, match.agreement, WALL)
        with other._database.reading() as connection:
            before = connection.execute("SELECT events FROM matches").fetchall()
            for event in match.events[:3]:
                recorder.record(event, WALL)
            assert recorder.trouble is None
            assert connection.execute("SELECT events FROM matches").fetchall() == before == [(0,)]
        assert len(other.events(1)) == 3
