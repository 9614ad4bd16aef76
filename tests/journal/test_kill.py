"""What was acknowledged survives a kill at any moment, and a WAL that ends anywhere in its last frame."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.database import FILE, connect
from companion.journal.lines import event_lines
from companion.journal.store import Journal
from tests.checkout import ROOT
from tests.effort import tried
from tests.journal.played import WALL, append, played, written

WAL = f"{FILE}-wal"
KILLS = 40
HEAD, FRAME = 32, 24 + 4096
"""Of a WAL, in bytes."""


def test_nothing_acknowledged_is_lost_to_a_kill() -> None:
    command = [sys.executable, "-m", "tests.journal.kill", str(KILLS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"killed {KILLS} times: all of ")


@pytest.fixture
def torn(tmp_path: Path) -> Path:
    """A folder as a loss of power leaves it, with some events in the database and the last few in the WAL alone."""
    match = played()
    with Journal.open(tmp_path / "live") as journal:
        append(journal, written(match.agreement, match.events[:20]))
        journal._database._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for number in range(20, 24):
            journal.append(1, [match.events[number]], WALL, match.tables[number + 1])
        (tmp_path / "left").mkdir()
        for name in (FILE, WAL):
            shutil.copy(tmp_path / "live" / name, tmp_path / "left" / name)
    return tmp_path / "left"


def events_left(folder: Path, wal: bytes) -> int:
    """How many events are there with this WAL: all of them whole, and the table their fold."""
    match = played()
    again = folder.with_name("again")
    again.mkdir()
    shutil.copy(folder / FILE, again / FILE)
    (again / WAL).write_bytes(wal)
    with Journal.open(again) as journal:
        events = journal.events(1)
        assert [one.event for one in events] == list(match.events[: len(events)])
        assert journal.match(1).score == match.tables[len(events)].match.score
    shutil.rmtree(again)
    return len(events)


def test_a_wal_cut_off_anywhere_in_its_last_frame(torn: Path) -> None:
    wal = (torn / WAL).read_bytes()
    assert (len(wal) - HEAD) % FRAME == 0
    assert events_left(torn, wal) == 24
    for size in range(len(wal) - FRAME, len(wal), tried(7, 1)):
        assert lines_left(torn, wal[:size]) == 23
    assert {events_left(torn, wal[:size]) for size in range(len(wal) - FRAME, len(wal), 97)} == {23}


def lines_left(folder: Path, wal: bytes) -> int:
    """How many lines are there with this WAL, read without writing anything: it is tried often."""
    (folder / WAL).write_bytes(wal)
    with closing(connect(folder / FILE, "ro")) as connection:
        rows = connection.execute("SELECT body FROM events WHERE seq > 0 ORDER BY seq").fetchall()
        assert connection.execute("SELECT events FROM matches").fetchall() == [(len(rows),)]
    assert [body for (body,) in rows] == [line.body for line in event_lines(played().events[: len(rows)], WALL)]
    return len(rows)


def test_a_wal_with_rubbish_in_its_last_frame(torn: Path) -> None:
    wal = (torn / WAL).read_bytes()
    for at in range(len(wal) - FRAME, len(wal), 97):
        assert events_left(torn, wal[:at] + bytes([wal[at] ^ 1]) + wal[at + 1 :]) == 23


def test_frames_are_lost_from_the_end(torn: Path) -> None:
    wal = (torn / WAL).read_bytes()
    left = [events_left(torn, wal[:size]) for size in range(HEAD, len(wal) + 1, FRAME)]
    assert left == sorted(left)
    assert (left[0], left[-1]) == (20, 24)
    assert events_left(torn, b"") == 20
