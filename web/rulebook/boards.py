"""Boards of the examples: written in short, and changed as hands would change them. Nothing here knows the rules.

The tests hold every board that comes about here against the rules themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from companion.service.view import BoardView, Both, Place, Who
from web.drawing import PLAYERS, POINTS, point_name

NO_PLAY = "-"
HIT = "*"
PLACES: Mapping[str, Place] = {
    **{point_name(point): point for point in range(1, POINTS + 1)},
    **{name: name for name in ("bar", "reserve", "off")},
}


@dataclass(frozen=True, slots=True)
class Hop:
    """One checker from place to place."""

    source: Place
    target: Place
    hit: bool = False


@dataclass(frozen=True)
class Board:
    """How many checkers each player has at each place."""

    sides: Both[Mapping[Place, int]]

    @classmethod
    def read(cls, white: str, black: str) -> Board:
        """Return the board that is written like `1A:2 12A:5 bar:1`, once for each player."""
        return cls(Both(_side(white), _side(black)))

    def count(self, who: Who, place: Place) -> int:
        """Return how many checkers a player has at a place."""
        return self.sides.of(who).get(place, 0)

    def moved(self, who: Who, hop: Hop, hit_to: Place) -> Board:
        """Return the board after one checker was moved, and a hit one put where it belongs."""
        board = self.with_one(who, hop.source, -1).with_one(who, hop.target, 1)
        if hop.hit:
            board = board.with_one(other(who), hop.target, -1).with_one(other(who), hit_to, 1)
        return board

    def with_one(self, who: Who, place: Place, change: int) -> Board:
        """Return the board with checkers added to a place, or taken away."""
        sides = {one: dict(self.sides.of(one)) for one in PLAYERS}
        sides[who][place] = sides[who].get(place, 0) + change
        if sides[who][place] < 0:
            msg = f"{who} has no checker at {place}"
            raise ValueError(msg)
        return Board(Both(sides["white"], sides["black"]))

    @property
    def view(self) -> BoardView:
        """The board as the panel draws it."""
        points = tuple((self.count("white", point), self.count("black", point)) for point in range(1, POINTS + 1))
        return BoardView(points, self._both("bar"), self._both("off"), self._both("reserve"))

    def _both(self, place: Place) -> Both[int]:
        return Both(self.count("white", place), self.count("black", place))


def _side(text: str) -> dict[Place, int]:
    parts = (part.split(":") for part in text.split())
    return {PLACES[name]: int(count) for name, count in parts}


def other(who: Who) -> Who:
    """Return the other player."""
    return "black" if who == "white" else "white"


def hops(play: str) -> Iterator[Hop]:
    """Return every move of a play in the booklets' notation, such as `1A-7A, 2 x 8-5*, bar-4`."""
    if play == NO_PLAY:
        return
    for part in play.split(","):
        several = re.fullmatch(r"\s*(?:(\d) x )?(\S+)\s*", part)
        if several is None:
            msg = f"{part!r} is not a move"
            raise ValueError(msg)
        names = several[2].split("-")
        for _ in range(int(several[1] or 1)):
            yield from (_hop(source, target) for source, target in pairwise(names))


def _hop(source: str, target: str) -> Hop:
    return Hop(PLACES[source.removesuffix(HIT)], PLACES[target.removesuffix(HIT)], target.endswith(HIT))
