"""Hands that carry checkers as people do: what they do, and when, to get from one board to another.

One by one or two at once, lifted or slid over the points between, with hits taken to the bar before or after, and at
times something else first that is put back.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.rules.board import BAR, OFF, POINTS, RESERVE
from companion.rules.game import Game
from companion.rules.players import Player
from companion.rules.position import Setup
from firmware_bridge.virtual.seat import Place

TWO_AT_ONCE, SLIDES, RESTS, SKIPS = 0.3, 0.3, 0.2, 0.4
"""How often two checkers go together, one is slid, is put down on its way, and passes a point unfelt."""


@dataclass(frozen=True, slots=True)
class Carry:
    """A checker that has to get from one place to another."""

    player: Player
    source: Place
    target: Place


@dataclass(frozen=True, slots=True)
class Lift:
    """A checker is lifted into a hand."""

    at: float
    player: Player
    place: Place
    hand: int = 0


@dataclass(frozen=True, slots=True)
class Put:
    """What is in a hand is put down; `passing`: it only slides by, beside what lies there."""

    at: float
    player: Player
    place: Place
    hand: int = 0
    passing: bool = False


Movement = Lift | Put


def order(game: Game, player: Player, place: Place) -> int:
    """Return how far along its path a place is."""
    if isinstance(place, int):
        return game.path(player).pace(place)
    return {BAR: 0, RESERVE: 0, OFF: POINTS + 1}[place]


def carries(game: Game, before: Setup, after: Setup) -> list[Carry]:
    """Return which checkers have to be carried where, each player's rearmost first."""
    found = []
    for player in Player:
        was, will = (Counter(dict(setup.sides[player].places())) for setup in (before, after))
        leave = sorted((was - will).elements(), key=lambda place: order(game, player, place))
        come = sorted((will - was).elements(), key=lambda place: order(game, player, place))
        found += [Carry(player, *way) for way in zip(leave, come, strict=False)]
    return found


class Hands:
    """The hands of the player who moves; `pace` stretches all times."""

    def __init__(self, game: Game, player: Player, chance: random.Random, pace: float = 1.0) -> None:
        self.game, self.player, self.chance, self.pace = game, player, chance, pace
        self._now = 0.0

    def play(self, before: Setup, after: Setup, otherwise: Setup | None = None, begin: float = 0.0) -> list[Movement]:
        """Return all movements to get to `after`; before that something is tried and put back, if given."""
        self._now = begin
        movements: list[Movement] = []
        if otherwise is not None:
            movements += self._try(self._in_any_order(carries(self.game, before, otherwise)))
        movements += self._carry(self._in_any_order(carries(self.game, before, after)))
        return movements

    def slid(self, carry: Carry, begin: float = 0.0) -> list[Movement]:
        """Return the movements of one checker that is slid."""
        self._now = begin
        return list(self._slide(carry))

    def _try(self, wanted: list[Carry]) -> Iterator[Movement]:
        some = wanted[: self.chance.randint(1, len(wanted))] if wanted else []
        yield from self._carry(some)
        self._wait(0.3, 2.0)
        back = [Carry(carry.player, carry.target, carry.source) for carry in reversed(some)]
        yield from self._carry(back, slides=0.0)

    def _in_any_order(self, wanted: list[Carry]) -> list[Carry]:
        """Return the own checkers in any order, and the opponent's first, last or between."""
        self.chance.shuffle(wanted)
        where = self.chance.choice(("first", "last", "between"))
        if where != "between":
            wanted.sort(key=lambda carry: (carry.player is self.player) is (where == "first"))
        return wanted

    def _carry(self, wanted: Iterable[Carry], slides: float = SLIDES) -> Iterator[Movement]:
        left = list(wanted)
        while left:
            self._wait(0.15, 0.8)
            if len(left) > 1 and self.chance.random() < TWO_AT_ONCE:
                yield from self._together(left.pop(0), left.pop(0))
            else:
                carry = left.pop(0)
                may_slide = isinstance(carry.source, int) and isinstance(carry.target, int)
                slide = may_slide and self.chance.random() < slides
                yield from self._slide(carry) if slide else self._lift_and_put(carry)

    def _lift_and_put(self, carry: Carry) -> Iterator[Movement]:
        yield Lift(self._now, carry.player, carry.source)
        stops = self._between(carry)
        if stops and self.chance.random() < RESTS:
            stop = self.chance.choice(stops)
            yield Put(self._wait(0.1, 0.6), carry.player, stop)
            yield Lift(self._wait(0.1, 0.9), carry.player, stop)
        yield Put(self._wait(0.15, 1.2), carry.player, carry.target)

    def _slide(self, carry: Carry) -> Iterator[Movement]:
        """Slide a checker: it is felt on points on its way for a moment, and between them not at all."""
        yield Lift(self._now, carry.player, carry.source)
        for stop in self._between(carry):
            if self.chance.random() >= SKIPS:
                yield Put(self._wait(0.03, 0.1), carry.player, stop, passing=True)
                yield Lift(self._wait(0.04, 0.2), carry.player, stop)
        yield Put(self._wait(0.03, 0.15), carry.player, carry.target)

    def _together(self, *pair: Carry) -> Iterator[Movement]:
        """Carry two with both hands: the second is put down a little late."""
        for hand, carry in enumerate(pair):
            yield Lift(self._wait(0.0, 0.25), carry.player, carry.source, hand)
        self._wait(0.15, 0.8)
        for hand, carry in enumerate(pair):
            yield Put(self._wait(0.0, 0.45), carry.player, carry.target, hand)

    def _between(self, carry: Carry) -> list[Place]:
        """Return the points that a checker of the mover passes."""
        first, last = (order(self.game, carry.player, place) for place in (carry.source, carry.target))
        if carry.player is not self.player or first > last:
            return []
        path = self.game.path(carry.player)
        return [path.point(pace) for pace in range(first + 1, last)]

    def _wait(self, least: float, most: float) -> float:
        """Let time pass, and return when it is then."""
        self._now += self.pace * self.chance.uniform(least, most)
        return self._now
