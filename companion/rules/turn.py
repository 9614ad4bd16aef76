"""A turn and what can come of it: steps, plays, outcomes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from companion.rules.game import Game
from companion.rules.memory import Memory
from companion.rules.players import Player
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT, Position

BAR, OFF, RESERVE = BAR_AT, OFF_AT, RESERVE_AT
"""Places of a step besides the points 1-24."""


@dataclass(frozen=True, slots=True)
class Step:
    """One checker moved by one number, from place to place as the board names them."""

    number: int
    source: int
    target: int
    hit: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """All steps of one throw, in an order in which they are legal."""

    steps: tuple[Step, ...] = ()
    scored: int = 0

    @property
    def hits(self) -> tuple[int, ...]:
        """The points on which a checker was hit, in order."""
        return tuple(step.target for step in self.steps if step.hit)

    @property
    def borne_off(self) -> int:
        """How many checkers left the board."""
        return sum(step.target == OFF for step in self.steps)


class Outcome(NamedTuple):
    """What a play leads to: a named tuple, because a throw can have a hundred thousand of them."""

    position: Position
    scored: int
    won: bool
    again: bool
    memory: Memory

    @property
    def order(self) -> int:
        """The key by which outcomes are sorted: points, bar, tray, points scored."""
        return self.position.order << 8 | self.scored


@dataclass(frozen=True, slots=True)
class Turn:
    """A position with a throw: what a play is made from."""

    game: Game
    position: Position
    player: Player
    dice: tuple[int, int]
    memory: Memory = field(default_factory=Memory)
    begun: tuple[Step, ...] = ()
    """Steps of this throw made before the position came about (a game continued in mid-throw)."""
