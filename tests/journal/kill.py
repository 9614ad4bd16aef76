"""Kills a program that plays and writes, again and again, and looks what is left: `python -m tests.journal.kill 300`.

The child goes on with the match where its journal stands, writes event by event and says each number once it is on
disk. It is killed (SIGKILL) at a random moment; then every number it has said must be there, the state must be the
fold, and nothing half.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from companion.journal.recorder import Recorder
from companion.journal.store import Journal
from tests.journal.played import WALL, Played, played

LONGEST_LIFE_S = 0.08
LONGEST_MATCH = 300
"""So many events, and then the child begins the next match."""


def live(folder: Path, match: Played, said: int) -> None:
    """Be the child: play until killed."""
    with Journal.open(folder) as journal:
        while True:
            recorder = _going_on(journal, match)
            for seq in range(len(recorder.recorded) + 1, LONGEST_MATCH + 1):
                recorder.record(match.events[seq - 1], WALL)
                if recorder.trouble:
                    os.write(said, f"trouble {recorder.trouble.sentence}\n".encode())
                    return
                os.write(said, f"{recorder.match} {seq}\n".encode())


def _going_on(journal: Journal, match: Played) -> Recorder:
    rows = journal.matches()
    if rows and rows[0].events < LONGEST_MATCH:
        return Recorder.resume(journal, rows[0].number)
    return Recorder.begin(journal, match.agreement, WALL)


def kill_once(folder: Path, match: Played, seconds: float) -> dict[int, int]:
    """Let a child live so long; return which event of which match it said last was on disk."""
    heard, said = os.pipe()
    child = os.fork()
    if not child:
        os.close(heard)
        live(folder, match, said)
        os._exit(1)
    os.close(said)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    with os.fdopen(heard) as lines:
        numbers = [line.split() for line in lines]
    assert os.WTERMSIG(status) == signal.SIGKILL, numbers[-1:]
    return {int(number): int(seq) for number, seq in numbers}


def all_there(folder: Path, match: Played, acknowledged: dict[int, int]) -> dict[int, int]:
    """Return how much of each match is there: all that was acknowledged, at most one event more, nothing half."""
    found = {}
    with Journal.open(folder) as journal:
        newest = max((row.number for row in journal.matches()), default=0)
        assert newest - max(acknowledged, default=0) in {0, 1}
        acknowledged = acknowledged | ({newest: 0} if newest and newest not in acknowledged else {})
        for number, seq in acknowledged.items():
            events = journal.events(number)
            assert seq <= len(events) <= min(seq + 1, LONGEST_MATCH)
            assert [one.event for one in events] == list(match.events[: len(events)])
            assert journal.resume(number) == match.tables[len(events)]
            row = journal.match(number)
            assert row.score == match.tables[len(events)].match.score
            assert len(journal.games(number)) == row.games == len(match.tables[len(events)].games)
            found[number] = len(events)
        assert journal.check() == []
    return found


def kill_many(times: int, seed: int) -> tuple[int, int]:
    """Kill so often, in a few folders; return how many events are there, and in how many matches."""
    chance, match = random.Random(seed), played("backgammon", 1, "kill")
    events = matches = 0
    for _ in range(0, times, 20):
        with tempfile.TemporaryDirectory() as name:
            acknowledged: dict[int, int] = {}
            for _ in range(min(20, times)):
                acknowledged |= kill_once(Path(name), match, chance.uniform(0, LONGEST_LIFE_S))
                acknowledged = all_there(Path(name), match, acknowledged)
            events += sum(acknowledged.values())
            matches += len(acknowledged)
        times -= 20
    return events, matches


def main() -> None:
    """Kill as often as the command line says."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    events, matches = kill_many(times, seed)
    sys.stdout.write(f"killed {times} times: all of {events} events in {matches} matches are there\n")


if __name__ == "__main__":
    main()
