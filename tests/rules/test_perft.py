"""Counts of distinct outcomes made by the brute-force enumerator: one line a position, two throws deep."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.casefile import read_case
from companion.rules.following import Following, following, next_turn
from companion.rules.games import GAMES
from companion.rules.judge import ALL_THROWS
from companion.rules.plays import legal_plays
from companion.rules.turn import Outcome, Turn
from tests.effort import tried

FOLDER = Path(__file__).parents[1] / "perft"
THROWS = sorted(ALL_THROWS)
DOUBLES = range(1, 7)
DEEPEST = tried(60_000, 10**9)
"""Positions with more outcomes are counted one throw deep."""


def lines(game: str) -> list[str]:
    text = (FOLDER / f"{game}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def positions() -> Iterator[Any]:
    for game in GAMES:
        for number, line in enumerate(lines(game), 1):
            case, counts, deep = line.split(" | ")
            yield pytest.param(json.loads(case), [int(one) for one in counts.split()], deep, id=f"{game}-{number}")


@pytest.mark.parametrize(("case", "counts", "deep"), list(positions()))
def test_counts_agree_two_throws_deep(case: dict[str, Any], counts: list[int], deep: str) -> None:
    turns = [read_case({**case, "dice": list(dice)}).turn for dice in THROWS]
    assert [len(legal_plays(turn)) for turn in turns] == counts
    if deep != "-" and int(deep) <= DEEPEST:
        assert sum(after(turn, outcome) for turn in turns for outcome in legal_plays(turn)) == int(deep)


def after(turn: Turn, outcome: Outcome) -> int:
    """How many outcomes everything has that can come after an outcome."""
    then = following(turn, outcome)
    return sum(len(legal_plays(one)) for one in coming(turn, outcome, then)) if then else 0


def coming(turn: Turn, outcome: Outcome, then: Following) -> list[Turn]:
    if then.names_double:
        return [next_turn(turn.game, outcome, then, (2, 1), named) for named in DOUBLES]
    return [next_turn(turn.game, outcome, then, dice) for dice in ([then.dice] if then.dice else THROWS)]


def test_every_game_has_its_positions() -> None:
    for game in GAMES:
        assert len(lines(game)) >= 20
