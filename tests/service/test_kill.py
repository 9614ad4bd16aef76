"""Whenever the service is killed, all that was shown is in the journal, and the match goes on from there."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

from companion.journal.store import Journal
from tests.checkout import ROOT
from tests.service.playing import running

KILLS = 6


def play_and_kill(folder: Path, lines: int) -> list[str]:
    """What a service said of itself until it was killed, after so many lines or a little later."""
    command = [sys.executable, "-m", "tests.service.kill", str(folder)]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    said = [child.stdout.readline() for _ in range(lines)]
    child.send_signal(signal.SIGKILL)
    said += child.stdout.readlines()
    child.stdout.close()
    assert child.wait() == -signal.SIGKILL
    return [line for line in said if line.endswith("\n")]


def test_nothing_that_was_shown_is_lost_to_a_kill(tmp_path: Path) -> None:
    chance = random.Random(7)
    for _ in range(KILLS):
        match, seq, phase, turn = play_and_kill(tmp_path, chance.randint(1, 25))[-1].split()
        with Journal.open(tmp_path) as journal:
            written = journal.match(int(match)).events
            assert written in {int(seq), int(seq) + 1}
            assert journal.check() == []
        with running(tmp_path) as service:
            view = service.view()
            assert view.match == int(match)
            if written == int(seq):
                assert (view.phase, str(view.turn)) == (phase, turn)
