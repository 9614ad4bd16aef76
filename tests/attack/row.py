"""What an attack has measured, and the table that is printed of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles


@dataclass(frozen=True, slots=True)
class Row:
    """One figure, as it is printed; `goal` says what it should be, `met` whether it is."""

    name: str
    figure: str
    goal: str = ""
    met: bool = True


def p95(values: Sequence[float]) -> float:
    """The 95th percentile."""
    return quantiles(values, n=20)[-1] if len(values) > 1 else max(values, default=float("inf"))


def slowest(name: str, seconds: Sequence[float], most: float) -> Row:
    """How long the slowest answer took; one that did not come at all counts as infinite."""
    worst = max(seconds, default=float("inf"))
    lost = sum(one == float("inf") for one in seconds)
    figure = f"{worst:.2f} s" if not lost else f"{lost} of {len(seconds)} unanswered"
    return Row(name, figure, f"< {most:g} s", worst < most)


def printed(rows: Sequence[Row], before: Sequence[Row] = ()) -> str:
    """Return a table of the rows, beside those of an old revision if there are any."""
    old = {row.name: row.figure for row in before}
    head = ("", *(["before"] if old else []), "now", "goal", "met")
    lines = [head, *((r.name, *([old.get(r.name, "-")] if old else []), r.figure, r.goal, _met(r)) for r in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def _met(row: Row) -> str:
    if not row.goal:
        return ""
    return "yes" if row.met else "NO"
