"""What the benchmark says: progress on stderr, tables on stdout, and the best of noisy timings."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Sequence

ROUNDS = 5
ENOUGH_SECONDS = 2.0


def progress(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def show(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], *notes: str) -> None:
    """Write a table: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [_line(row, widths) for row in (head, ["-" * width for width in widths], *rows)]
    sys.stdout.write("\n".join(["", title, "", *lines, "", *notes, ""]))
    sys.stdout.flush()


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    return "  ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]).rstrip()


def verdict(*, met: bool) -> str:
    return "met" if met else "MISSED"


def seconds_of(work: Callable[[], object]) -> float:
    """Return the processor time that `work` takes once; what it built is given back outside the time."""
    gc.collect()
    start = time.process_time()
    built = work()
    seconds = time.process_time() - start
    del built
    return seconds


def best_of(work: Callable[[], object]) -> float:
    """Return the best of some rounds, of fewer where they are long."""
    best = spent = seconds_of(work)
    for _ in range(ROUNDS - 1):
        if spent > ENOUGH_SECONDS:
            break
        seconds = seconds_of(work)
        best, spent = min(best, seconds), spent + seconds
    return best
