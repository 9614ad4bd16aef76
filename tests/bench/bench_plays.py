"""How fast legal plays are found: run `python -m tests.bench.bench_plays`, with `--find` to search worst cases anew.

Three tables: backgammon against two other enumerators, the worst cases of every game, and the lines a second of
`companion plays`. The times of a table come from one run, so its ratios mean something on any machine.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.turn import Turn
from tests.bench import throughput, worst_cases
from tests.bench.positions import mid_game_turns
from tests.bench.report import progress, seconds_of, show, verdict
from tests.bench.rivals import Rival, find_sage, rivals

POSITIONS, SEED = 2_000, 1
ROUNDS = 9
GOALS = {"straightforward": 3.0, "bgsage": 1.0}
"""How many times as fast ours must be at least."""


@dataclass(frozen=True)
class Entrant:
    """A rival with the turns prepared for it."""

    rival: Rival
    starts: list[Any]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_plays", description="Measure the legal plays.")
    parser.add_argument("--find", action="store_true", help="search the worst cases anew, write them down and stop")
    if parser.parse_args(argv).find:
        worst_cases.find()
        return 0
    sys.stdout.write(f"Python {platform.python_version()}, {platform.machine()}\n")
    measure_mid_game()
    worst_cases.measure()
    throughput.measure()
    return 0


def measure_mid_game() -> None:
    """Measure all enumerators on the same positions and write the table."""
    progress(f"{POSITIONS} positions of random games")
    turns = mid_game_turns(POSITIONS, SEED)
    entrants = [Entrant(rival, [rival.prepare(turn) for turn in turns]) for rival in rivals()]
    outcomes = check_that_all_agree(entrants, turns)
    doubles = [place for place, turn in enumerate(turns) if turn.dice[0] == turn.dice[1]]
    others = [place for place, turn in enumerate(turns) if turn.dice[0] != turn.dice[1]]
    in_doubles, in_others = best_rounds(entrants, doubles, "doubles"), best_rounds(entrants, others, "other throws")
    together = [sum(pair) for pair in zip(in_doubles, in_others, strict=True)]
    rows = [
        _row(entrant.rival.name, [(together, POSITIONS), (in_others, len(others)), (in_doubles, len(doubles))], place)
        for place, entrant in enumerate(entrants)
    ]
    if find_sage() is None:
        rows.append(["bgsage", *["not installed"], *[""] * 6])
    head = ("backgammon", "positions/s", "ours is", "goal", "others/s", "ours is", "doubles/s", "ours is")
    show(
        f"Distinct outcomes of {POSITIONS} mid-game positions with a throw ({outcomes} outcomes, all find the same)",
        head,
        rows,
        f"'ours is': how many times as fast `len(legal_plays(turn))` is. Best of {ROUNDS} interleaved rounds.",
    )


def check_that_all_agree(entrants: Sequence[Entrant], turns: Sequence[Turn]) -> int:
    """Return how many outcomes there are in all; complain where an enumerator finds others than the first does."""
    progress("do all find the same?")
    outcomes = 0
    for place, turn in enumerate(turns):
        first, *others = (entrant.rival.boards(entrant.starts[place]) for entrant in entrants)
        outcomes += len(first)
        if any(boards != first for boards in others):
            msg = f"the enumerators differ at {turn}"
            raise RuntimeError(msg)
    return outcomes


def best_rounds(entrants: Sequence[Entrant], places: Sequence[int], what: str) -> list[float]:
    """Return the best time of each entrant over some of the turns, taking them in turns."""
    works = [_work(entrant, places) for entrant in entrants]
    rounds = []
    for number in range(1, ROUNDS + 1):
        progress(f"{what}, round {number} of {ROUNDS}")
        rounds.append([seconds_of(work) for work in works])
    return [min(column) for column in zip(*rounds, strict=True)]


def _work(entrant: Entrant, places: Sequence[int]) -> Callable[[], None]:
    timed, starts = entrant.rival.timed, [entrant.starts[place] for place in places]

    def work() -> None:
        for start in starts:
            timed(start)

    return work


def _row(name: str, columns: Sequence[tuple[Sequence[float], int]], place: int) -> list[str]:
    cells = [(f"{count / times[place]:.0f}", times[place] / times[0]) for times, count in columns]
    row = [name, *(text for rate, ratio in cells for text in (rate, f"{ratio:.2f}"))]
    row.insert(3, _goal(name, cells[0][1]))
    return row


def _goal(name: str, ratio: float) -> str:
    return f"{GOALS[name]:.0f}: {verdict(met=ratio >= GOALS[name])}" if name in GOALS else ""


if __name__ == "__main__":
    sys.exit(main())
