"""How many of the 36 throws hit a blot at a distance: counted, by the doubles of each game.

Counted is one throw and one checker, on a way that is free; numbers that this checker does not need are used by others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product

FARTHEST = 23
"""No blot is farther from a checker on the board."""
THROWS = 36
SIDES = 6
ALL_THROWS = tuple(product(range(1, SIDES + 1), range(1, SIDES + 1)))
Dice = tuple[int, int]
Reach = Callable[[int], set[int]]
"""The distances that a double of a number brings a checker to."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A distance with the throws that hit there, as many as they are of 36."""

    distance: int
    direct: bool
    """Whether every throw hits that shows the distance itself."""
    combined: tuple[Dice, ...]
    """The other throws, the higher number first."""
    count: int

    @property
    def percent(self) -> int:
        """The count in a hundred throws."""
        return round(100 * self.count / THROWS)


def _times(most: int) -> Reach:
    return lambda number: {number * times for times in range(1, most + 1)}


def _both_sides(most: int) -> Reach:
    counts = range(most + 1)
    return lambda number: {top * number + below * (7 - number) for top in counts for below in counts} - {0}


DOUBLES: Mapping[str, tuple[Reach, ...]] = {
    "four": (_times(4),),
    "ace_deuce": (_times(4),),
    "twice": (_times(2),),
    "top_bottom": (_both_sides(2), _both_sides(4)),
}
"""By the word of the facts: what doubles reach; a second entry is for the second double in a turn and on."""


def reached(dice: Dice, double: Reach, *, ace_deuce: bool) -> set[int]:
    """Return every distance at which this throw hits."""
    first, second = dice
    if first == second:
        return double(first)
    plain = {first, second, first + second}
    if ace_deuce and plain == {1, 2, 3}:
        # A double is named and played after it, by the same checker or by another.
        return plain | {start + more for start in (0, *plain) for named in range(1, 7) for more in double(named)}
    return plain


def chances(doubles: str) -> tuple[tuple[Chance, ...], ...]:
    """Return the table of a game, by the word for its doubles; two where the second double counts more."""
    return tuple(_table(double, ace_deuce=doubles == "ace_deuce") for double in DOUBLES[doubles])


def _table(double: Reach, *, ace_deuce: bool) -> tuple[Chance, ...]:
    hits = {dice: reached(dice, double, ace_deuce=ace_deuce) for dice in ALL_THROWS}
    rows = (_chance(distance, hits) for distance in range(1, FARTHEST + 1))
    return tuple(row for row in rows if row.count)


def _chance(distance: int, hits: Mapping[Dice, set[int]]) -> Chance:
    throws = [dice for dice, reach in hits.items() if distance in reach]
    combined = sorted({(max(dice), min(dice)) for dice in throws if distance not in dice}, reverse=True)
    return Chance(distance, distance <= SIDES, tuple(combined), len(throws))
