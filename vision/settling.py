"""When several readings agree: dice count once they are read the same a few times."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.dice import Die

ENOUGH = 3
SPAN = 0.25
"""Seconds that two readings must be apart, where frames come too slowly for three."""
LIKELY = 0.5
"""A reader is less sure than that of what may be no die."""
NEAR = 0.45
"""A die is the same if it lies within so many of its edges."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one frame showed: the dice that lay still in it."""

    at: float
    dice: tuple[Die, ...]


class Settling:
    """Collects readings since the last motion."""

    def __init__(self) -> None:
        self.looks: list[Look] = []

    def add(self, at: float, dice: tuple[Die, ...]) -> None:
        """Take in what a frame showed."""
        self.looks = [*self.looks[-11:], Look(at, dice)]

    def forget(self) -> None:
        """Begin anew: something moved."""
        self.looks = []

    def agreed(self) -> tuple[Die, ...] | None:
        """Return the dice if the last readings are the same, but for one slip; none if they are not, or too few."""
        if not self.looks:
            return None
        *_, last = self.looks
        same = [look for look in self.looks[-ENOUGH - 1 :] if alike(look.dice, last.dice)]
        if len(same) >= ENOUGH:
            return last.dice
        pair = self.looks[-2:]
        slow = len(pair) == 2 and alike(pair[0].dice, last.dice) and last.at - pair[0].at >= SPAN
        return last.dice if slow else None

    def mostly(self) -> tuple[Die, ...] | None:
        """Return what most readings say, each die by itself; a value in dispute is none."""
        if len(self.looks) < 6:
            return None
        count, often = Counter(len(look.dice) for look in self.looks).most_common(1)[0]
        if often * 3 < len(self.looks) * 2:
            return None
        looks = [look for look in self.looks if len(look.dice) == count]
        return tuple(_voted(die, looks) for die in looks[-1].dice)


def edge_of(die: Die) -> float:
    """Return how long a die's edge looks."""
    if len(die.corners) < 2:
        return 20.0
    following = (*die.corners[1:], die.corners[0])
    return sum(math.dist(*pair) for pair in zip(die.corners, following, strict=True)) / len(die.corners)


def doubtful(die: Die) -> bool:
    """Tell whether it may be no die at all."""
    return (die.value is None and die.flat) or die.confidence < LIKELY


def near(one: Die, other: Die, edges: float = NEAR) -> bool:
    """Tell whether two dice lie in the same place."""
    return math.dist((one.x, one.y), (other.x, other.y)) <= edges * max(edge_of(one), edge_of(other), 8.0)


def alike(some: Sequence[Die], others: Sequence[Die]) -> bool:
    """Tell whether two readings show the same dice in the same places."""
    return len(some) == len(others) and all(any(_same(one, other) for other in others) for one in some)


def _same(one: Die, other: Die) -> bool:
    return near(one, other) and _kind(one) == _kind(other)


def _kind(die: Die) -> tuple[object, ...]:
    # The value of a leaning die means little, and comes and goes.
    return (die.value if die.flat else None, die.flat, die.on_checker, die.half)


def _voted(die: Die, looks: list[Look]) -> Die:
    seen = [other for look in looks for other in look.dice if near(die, other)]
    flat = sum(other.flat for other in seen) * 2 > len(seen)
    checker = sum(other.on_checker for other in seen) * 2 > len(seen)
    read = [other.value for other in seen if other.flat == flat and other.value is not None]
    value, votes = Counter(read).most_common(1)[0] if read else (None, 0)
    half = Counter(other.half for other in seen).most_common(1)[0][0]
    sure = votes * 2 >= len(seen) and votes == len(read)
    return replace(die, value=value if sure else None, flat=flat, on_checker=checker, half=half)
