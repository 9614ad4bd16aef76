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

FOLDER = Path(__file__).parents[1] / "perft"
PROCESSES = 2
HEADER = """\
# {game}: how many distinct outcomes positions have, as tests/brute counts them.
# {{case without dice}} | outcomes of the throws 1-1 2-1 2-2 3-1 3-2 3-3 4-1 ... 6-6 | sum two throws deep
# Two throws deep: over all 21 throws and their outcomes, the outcomes of everything that can come next - the 21
# throws of the player who throws next, the six doubles to name after an Acey Deucey 1-2, or the one 1-2 that was
# given; nothing after a win. "-" where it was not counted.
"""


def line(task: tuple[dict[str, Any], bool]) -> str:
    """The file's line for a position."""
    case, deep = task
    first = " ".join(str(number) for number in counts(case))
    second = str(two_deep(case)) if deep else "-"
    return f"{json.dumps(case, separators=(',', ':'))} | {first} | {second}"


def two_deep(case: dict[str, Any]) -> int:
    """The outcomes of all second throws after all outcomes of all first ones."""
    count_of.cache_clear()
    total = 0
    for dice in THROWS:
        first = with_dice(case, dice)
        for outcome in outcomes(first):
            total += sum(count_of(json.dumps(following)) for following in next_cases(first, outcome))
    return total


@cache
def count_of(case: str) -> int:
    """The outcomes of a case told as JSON: many first throws lead to the same second ones."""
    return count(json.loads(case))


def main(games: list[str]) -> None:
    """Write the games' files."""
    FOLDER.mkdir(exist_ok=True)
    with multiprocessing.Pool(PROCESSES) as pool:
        tasks: list[tuple[str, tuple[dict[str, Any], bool]]] = []
        for game, (small, big) in zip(games, pool.imap(chosen, games, chunksize=1), strict=True):
            tasks += [(game, (case, True)) for case in small] + [(game, (case, False)) for case in big]
            tell(f"{game}: {len(small)} positions and {len(big)} bigger ones chosen")
        lines: dict[str, list[str]] = {game: [] for game in games}
        for done, (game, text) in enumerate(zip((game for game, _ in tasks), pool.imap(line, by_case(tasks)), strict=True)):
            lines[game].append(text)
            tell(f"{done + 1} of {len(tasks)}: {game}")
    for game, found in lines.items():
        text = HEADER.format(game=game) + "\n".join(found) + "\n"
        (FOLDER / f"{game}.txt").write_text(text, encoding="utf-8")


def by_case(tasks: list[tuple[str, tuple[dict[str, Any], bool]]]) -> list[tuple[dict[str, Any], bool]]:
    """The tasks without the game's name."""
    return [task for _, task in tasks]


def tell(text: str) -> None:
    """Show how far it has got."""
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
