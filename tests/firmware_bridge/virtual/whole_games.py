"""Whole random games on the virtual board, clean and under each fault, with all of the way into the record.

Run by `python -m tests.firmware_bridge.virtual.whole_games`.

Each line tells of how many turns the table has seen what was played, asked which of several plays it was, was told it
after saying that it could not see, or noticed later that the board showed another play; and how many stand wrongly.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from companion.rules.games import GAMES, configured
from firmware_bridge.virtual.layout import layout
from firmware_bridge.zones import Group, Sensing
from tests.firmware_bridge.virtual.sitting import Sitting, Tally
from tests.firmware_bridge.virtual.troubles import GOOD, TROUBLES

OWN = "colour, 6 slots, bars and trays"
SENSINGS: Mapping[str, tuple[Group, ...]] = {
    OWN: layout(),
    "colour, 5 slots": layout(slots=5, bars=False, trays=False),
    "presence, 6 slots, bars and trays": layout(Sensing.PRESENCE),
    "presence, 6 slots": layout(Sensing.PRESENCE, bars=False, trays=False),
    "presence, 1 sensor a point": layout(Sensing.PRESENCE, 1, bars=False, trays=False),
    "count": layout(Sensing.COUNT),
    "identity, 15 slots": layout(Sensing.IDENTITY, 15),
}
MOST_TURNS = 400
HEAD = ("games", "ended", "turns", "seen", "asked", "told", "noticed", "wrong")
Case = tuple[str, str, str, int, int]
"""A kind of sensing, a trouble, a game, a seed, and how many turns at most."""


def played(case: Case) -> Tally:
    """Play a game, and say what came of it."""
    sensing, trouble, name, seed, turns = case
    sitting = Sitting(configured(name), TROUBLES[trouble], seed=f"{sensing} {trouble} {seed}", groups=SENSINGS[sensing])
    tally = sitting.play(turns)
    if not sitting.is_recorded() and not tally.wrong:
        tally.counts["wrong"] += 1
        tally.wrong.append(f"{case}: the record was changed later")
    return tally


def line(cells: Iterable[object], name: str) -> str:
    return f"{name:<64}" + "".join(f"{cell:>8}" for cell in cells)


def tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=MOST_TURNS, help="at most so many of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sensing", choices=list(SENSINGS), help="under each fault; own board if left out")
    parser.add_argument("--faults", nargs="*", choices=list(TROUBLES), default=list(TROUBLES))
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--games", nargs="*", choices=list(GAMES), default=list(GAMES))
    arguments = parser.parse_args()
    rows = [(arguments.sensing or OWN, trouble) for trouble in arguments.faults]
    rows += [(sensing, GOOD.name) for sensing in SENSINGS if arguments.sensing is None and sensing != OWN]
    began, wrong = time.monotonic(), []
    tell(line(HEAD, "sensing; fault"))
    with ProcessPoolExecutor(arguments.processes) as pool:
        cases = [(*row, name, arguments.seed, arguments.turns) for row, name in product(rows, arguments.games)]
        results = pool.map(played, cases)
        for sensing, trouble in rows:
            whole = Tally()
            for _ in arguments.games:
                whole.add(next(results))
            tell(line([whole.counts[name] for name in HEAD], f"{sensing}; {trouble}"))
            wrong += [*whole.wrong, *whole.unfinished]
    for one in wrong:
        tell(one)
    tell(f"{time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
