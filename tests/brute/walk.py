"""Random games, as a stream of cases that can come up."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.brute.enumerator import outcomes
from tests.brute.following import THROWS, chance_of, continued, next_cases, with_dice
from tests.brute.model import TRICTRAC
from tests.brute.start import start_case

CALLED_OFF = 400  # throws after which a game is given up: both sides can be blocked for good (D36)
CONTINUED = 0.5  # how many of the won Tric-Tracs go on from where they stand


def walk(game: str, options: dict[str, Any] | None, seed: int, throws: int) -> Iterator[dict[str, Any]]:
    """So many cases with their dice from random games of one kind, each before it is played."""
    chance = random.Random(f"{game} {sorted((options or {}).items())} {seed}")
    case = opening(chance, game, options)
    age = 0
    for _ in range(throws):
        yield case
        age += 1
        outcome = chance.choice(outcomes(case))
        following = None if age >= CALLED_OFF else played(chance, case, outcome)
        if following is None:
            following, age = opening(chance, game, options), 0
        case = following


def opening(chance: random.Random, game: str, options: dict[str, Any] | None) -> dict[str, Any]:
    """The first throw of a new game."""
    start = start_case(game, options, chance.choice(["white", "black"]))
    return thrown(chance, start)


def thrown(chance: random.Random, case: dict[str, Any]) -> dict[str, Any]:
    """The case without dice with a random throw."""
    return picked(chance, [with_dice(case, dice) for dice in THROWS])


def picked(chance: random.Random, cases: list[dict[str, Any]]) -> dict[str, Any]:
    """One of the cases, by the odds of the dice."""
    return chance.choices(cases, [chance_of(case) for case in cases])[0]


def played(chance: random.Random, case: dict[str, Any], outcome: dict[str, Any]) -> dict[str, Any] | None:
    """The case with its dice that follows the outcome, or None where the game is over for good."""
    if not outcome["won"]:
        return picked(chance, next_cases(case, outcome))
    if case["game"] in TRICTRAC and chance.random() < CONTINUED:
        going_on = continued(case, outcome)
        return going_on and thrown(chance, going_on)
    return None
