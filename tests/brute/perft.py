"""Writes tests/perft: how many outcomes positions of every game have, one throw and two throws deep.

Run it from the top of the repository: python -m tests.brute.perft [GAME ...]
"""

from __future__ import annotations

import json
import multiprocessing
import sys
from functools import cache
from pathlib import Path
from typing import Any

from tests.brute.enumerator import count, outcomes
from tests.brute.following import THROWS, next_cases, with_dice
from tests.brute.model import GAMES
from tests.brute.stages import chosen, counts

Task = tuple[dict[str, Any], bool]  # a position, and whether to count it two throws deep

FOLDER = Path(__file__).parents[1] / "perft"
PROCESSES = 2
TOO_DEEP = 450_000  # what would be more two throws deep is not counted to its end
HEADER = """\
# {game}: how many distinct outcomes positions have, as tests/brute counts them.
# {{case without dice}} | outcomes of the throws 1-1 2-1 2-2 3-1 3-2 3-3 4-1 ... 6-6 | sum two throws deep
# Two throws deep: over all 21 throws and their outcomes, the outcomes of everything that can come next - the 21
# throws of the player who throws next, the six doubles to name after an Acey Deucey 1-2, or the one 1-2 that was
# given; nothing after a win. "-" where it was not counted.
"""


def line(task: Task) -> str:
    """The file's line for a position."""
    case, deep = task
    first = " ".join(str(number) for number in counts(case))
    second = two_deep(case) if deep else None
    return f"{json.dumps(case, separators=(',', ':'))} | {first} | {'-' if second is None else second}"


def two_deep(case: dict[str, Any]) -> int | None:
    """The outcomes of all second throws after all outcomes of all first ones, or None where they are too many."""
    count_of.cache_clear()
    total = 0
    for dice in THROWS:
        first = with_dice(case, dice)
        for outcome in outcomes(first):
            total += sum(count_of(json.dumps(following)) for following in next_cases(first, outcome))
            if total > TOO_DEEP:
                return None
    return total


@cache
def count_of(case: str) -> int:
    """The outcomes of a case told as JSON: many first throws lead to the same second ones."""
    return count(json.loads(case))


def main(games: list[str]) -> None:
    """Write the games' files."""
    FOLDER.mkdir(exist_ok=True)
    tasks: list[Task] = []
    of_game: list[str] = []
    lines: dict[str, list[str]] = {game: [] for game in games}
    with multiprocessing.Pool(PROCESSES) as pool:
        for game, (small, big) in zip(games, pool.imap(chosen, games, chunksize=1), strict=True):
            tasks += [(case, True) for case in small] + [(case, False) for case in big]
            of_game += [game] * (len(small) + len(big))
            tell(f"{game}: {len(small)} positions and {len(big)} bigger ones chosen")
        for game, text in zip(of_game, pool.imap(line, tasks), strict=True):
            lines[game].append(text)
            tell(f"{game}: {len(lines[game])} of {of_game.count(game)}")
    for game, found in lines.items():
        text = HEADER.format(game=game) + "\n".join(found) + "\n"
        (FOLDER / f"{game}.txt").write_text(text, encoding="utf-8")


def tell(text: str) -> None:
    """Show how far it has got."""
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
