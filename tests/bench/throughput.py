"""How many lines a second `companion plays` answers, and whether it gets slower the longer it runs."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from companion.rules.games import GAMES
from tests.bench.cases import case_of
from tests.bench.report import progress, show, verdict
from tests.bench.walk import walk
from tests.checkout import ROOT

LINES, BLOCK = 5_000, 1_000
MOST_OUTCOMES = 1_500
SEED = 3
RUNS = 3
SLOWER_AT_MOST = 1.1


def measure() -> None:
    """Measure the command and write the table."""
    lines = mixed_lines()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cases.jsonl"
        file.write_text("".join(lines), encoding="utf-8")
        runs = [_timed_run(file, number) for number in range(1, RUNS + 1)]
    start, first, last, whole = (min(column) for column in zip(*runs, strict=True))
    rows = [
        [f"first {BLOCK} lines", f"{BLOCK / first:.0f}"],
        [f"last {BLOCK} lines", f"{BLOCK / last:.0f}"],
        [f"all {LINES} lines, start included", f"{LINES / whole:.0f}"],
    ]
    show(
        "`companion plays`: lines answered a second",
        ("", "lines/s"),
        rows,
        f"Best of {RUNS} runs by the clock on the wall. The first and the last {BLOCK} are the same lines.",
        f"First answer after {start:.2f} s.",
        f"Goal: the last take at most {SLOWER_AT_MOST} times as long as the first."
        f" They take {last / first:.2f} times as long: {verdict(met=last <= SLOWER_AT_MOST * first)}.",
    )


def mixed_lines() -> list[str]:
    """Return cases of all games, mixed; the last block repeats the first, so that the two can be compared."""
    wanted = LINES - BLOCK
    each = -(-wanted // len(GAMES))
    lines = [line for name in GAMES for line in _lines_of(name, each)]
    random.Random(SEED).shuffle(lines)
    return lines[:wanted] + lines[:BLOCK]


def _lines_of(name: str, count: int) -> list[str]:
    progress(f"{count} lines of {name}")
    turns = (turn for turn, plays in walk(GAMES[name].with_options({}), SEED) if len(plays) <= MOST_OUTCOMES)
    return [json.dumps(case_of(turn, {})) + "\n" for turn in islice(turns, count)]


def _timed_run(file: Path, number: int) -> tuple[float, float, float, float]:
    """Return the seconds to the first answer, of the first and the last block, and of it all."""
    progress(f"companion plays, run {number} of {RUNS}")
    command = [sys.executable, "-m", "companion", "plays", str(file)]
    begin = time.perf_counter()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        answered = [time.perf_counter() for _ in process.stdout]
    if len(answered) != LINES or process.returncode:
        msg = f"companion plays answered {len(answered)} of {LINES} lines, status {process.returncode}"
        raise RuntimeError(msg)
    first, last = answered[BLOCK - 1] - answered[0], answered[-1] - answered[-BLOCK]
    return answered[0] - begin, first, last, answered[-1] - begin
