"""What may be told of an illegal play without making the table wait: throws that explain it, the way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product

from companion.rules.board import OFF_PACE
from companion.rules.judge import ALL_THROWS
from companion.rules.plays import legal_plays
from companion.rules.position import ImpossiblePosition, Position, Setup
from companion.rules.turn import Turn
from companion.service.view import Place
from companion.table.disputes import way_back
from companion.table.events import Dice
from companion.table.recognition import plays_of

MOST_COMPARED = 3000
"""Among how many legal plays the nearest to an illegal one is looked for: beyond, that would be felt."""


@lru_cache(maxsize=2)
def arrows_back(turn: Turn, after: Setup) -> tuple[tuple[Place, Place], ...]:
    """Return the shortest way to put a play right; nothing where it would take long to find."""
    return tuple(way_back(turn, after)) if len(plays_of(turn)) <= MOST_COMPARED else ()


@lru_cache(maxsize=2)
def explained_by(turn: Turn, after: Setup) -> tuple[Dice, ...]:
    """Return the throws with which a play would be legal, as `throws_that_explain` does.

    A double can have a hundred thousand plays: those whose pips rule it out are not looked for.
    """
    try:
        reached = Position.of(turn.game, after)
    except ImpossiblePosition:
        return ()
    begun = {step.number for step in turn.begun}
    turns = (replace(turn, dice=dice) for dice in ALL_THROWS if begun <= set(dice))
    return tuple(one.dice for one in turns if may_go(one, after) and legal_plays(one).at(reached))


def may_go(turn: Turn, after: Setup) -> bool:
    """Whether the player's checkers have gone as many pips as some of the numbers make."""
    if turn.game.refills or (turn.game.ace_deuce and sorted(turn.dice) == [1, 2]):
        return True
    gone = _pips(turn, after) - _pips(turn, turn.position.setup)
    sums = set(_sums(turn))
    if after.sides[turn.player].off > turn.position.off[turn.player]:
        # A checker may be borne off with more than it needs.
        return gone <= max(sums)
    return gone in sums


def _sums(turn: Turn) -> Iterator[int]:
    search = plays_of(turn).search
    numbers = search.numbers
    if search.top_and_bottom and not search.began_entering:
        yield from (sum(numbers[:used]) for used in range(len(numbers) + 1))
    else:
        for used in product((False, True), repeat=len(numbers)):
            yield sum(number for number, is_used in zip(numbers, used, strict=True) if is_used)


def _pips(turn: Turn, setup: Setup) -> int:
    """Return how many pips the player's checkers have gone in all; bar and reserve are the beginning."""
    side, path = setup.sides[turn.player], turn.game.path(turn.player)
    on_board = sum(path.pace(point) * count for point, count in enumerate(side.points, 1))
    return on_board + OFF_PACE * side.off
