"""How exposed blots are: the throws that hit them, counted for many positions at once.

Each position's points are the bits of one integer (bit k is pace k of the player who hits, bit 0 the bar), so that a
step of a number is one shift for all positions together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import numpy as np

from companion.hints.nets.arrays import Bytes, Flags, Floats, Masks
from companion.rules.board import POINTS
from companion.rules.game import Doubles, Game, Hits, Order

Steps = tuple[int, ...]
ON_BOARD = np.uint32(((1 << POINTS) - 1) << 1)
HUCKEN = np.uint32(1 << 12 | 1 << 13)
ENDS = np.uint32(1 << 1 | 1 << POINTS)
THROWS = [(low, high) for low in range(1, 7) for high in range(low, 7)]
CHANCE = np.array([(1 if low == high else 2) / 36 for low, high in THROWS], np.float32)
ZONES = np.array([0x3F << first for first in (1, 7, 13, 19)], np.uint32)
"""The quarters of the path, as bits."""


def as_masks(flags: Flags) -> Masks:
    """Return rows of flags for 24 paces as integers: bit k is pace k."""
    wide = np.zeros((len(flags), 32), np.bool_)
    wide[:, 1 : POINTS + 1] = flags
    masks: Masks = np.packbits(wide, axis=1, bitorder="little").view(np.uint32)[:, 0]
    return masks


@dataclass(frozen=True, slots=True)
class Ground:
    """What one player may hit, by that player's paces."""

    own: Masks
    waiting: Bytes
    """Checkers that must enter before others move."""
    blots: Masks
    closed: Masks


@lru_cache(maxsize=64)
def ways(game: Game) -> list[list[Steps]]:
    """Return for each of the 21 throws what one checker can travel by it, step by step."""
    return [_double_ways(game, low) if low == high else _two_ways(game, low, high) for low, high in THROWS]


def _two_ways(game: Game, low: int, high: int) -> list[Steps]:
    orders: list[Steps] = [(low,), (high,), (low, high)]
    return orders if game.order is Order.LOWER_FIRST else [*orders, (high, low)]


def _double_ways(game: Game, number: int) -> list[Steps]:
    if game.doubles is Doubles.TOP_AND_BOTTOM:
        under = 7 - number
        steps = (number, number, under, under)
        return [steps[first:last] for first in range(4) for last in range(first + 1, 5)]
    most = 4 if game.doubles is Doubles.FOUR_STEPS else 2
    return [(number,) * count for count in range(1, most + 1)]


def hits(game: Game, ground: Ground) -> Masks:
    """Return for each throw (rows) and position (columns) the blots that it can hit."""
    blots = ground.blots
    if game.start_pile:
        blots = blots & ~ENDS
    closed = ground.closed
    if game.hucke:
        blots, closed = blots & ~HUCKEN, closed | HUCKEN & np.uint32(1 << 13)
    open_points = ON_BOARD & ~closed
    reach = _Reach(game, Ground(ground.own, ground.waiting, blots, closed), open_points)
    return np.stack([reach.by(sequences) for sequences in ways(game)])


class _Reach:
    """What can be reached from where the checkers of some positions stand."""

    def __init__(self, game: Game, ground: Ground, open_points: Masks) -> None:
        self._ground, self._open = ground, open_points
        must_enter = ground.waiting > 0
        first = ground.own
        if game.start_pile:
            pile = np.uint32(1 << 1)
            first = np.where(first & pile, pile, first)
        self._first: Masks = np.where(must_enter, np.uint32(1), first)
        self._may_go_on: Masks = np.where(ground.waiting > 1, np.uint32(0), ON_BOARD)
        self._others: Masks = np.where(ground.waiting == 1, ground.own, np.uint32(0))
        self._others_wait = bool(self._others.any())
        self._landed: dict[Steps, Masks] = {}

    def by(self, sequences: list[Steps]) -> Masks:
        """Return the blots that a throw hits."""
        found = np.zeros_like(self._first)
        for steps in sequences:
            found |= self._reached(steps)
        if self._others_wait:
            numbers = {steps[0] for steps in sequences if len(steps) == 1}
            for entering, then in permutations(numbers, 2):
                found |= self._after_entering(entering, then)
        return found & self._ground.blots

    def _reached(self, steps: Steps) -> Masks:
        if steps not in self._landed:
            before = self._reached(steps[:-1]) & self._open & self._may_go_on if len(steps) > 1 else self._first
            self._landed[steps] = (before << np.uint32(steps[-1])) & ON_BOARD
        return self._landed[steps]

    def _after_entering(self, entering: int, then: int) -> Masks:
        """Return where others may go once the one checker that waits has entered."""
        enters = self._open & np.uint32(1 << entering)
        return np.where(enters, (self._others << np.uint32(then)) & ON_BOARD, np.uint32(0))


def hit_chances(game: Game, ground: Ground) -> Floats:
    """Return for each position how likely any blot is hit, then for each quarter of the hitter's path."""
    found = hits(game, ground)
    columns = [found != 0, *((found & zone) != 0 for zone in ZONES)]
    return np.stack([CHANCE @ column for column in columns], axis=1)


def closed_points(game: Game, counts: Bytes) -> Flags:
    """Return where the opponent of these checkers cannot land."""
    closed: Flags = counts >= (1 if game.hits is Hits.MARKED else 2)
    return closed
