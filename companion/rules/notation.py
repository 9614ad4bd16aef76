"""Both notations of a play: the international one, and that of the booklets.

    international   24/18 13/11     24/18*/13     8/5(2) 6/3*(2)         bar/20 6/off     reserve/20     -
    booklets        1A-7A, 12A-11   1A-7A*-12A    2 x 8-5, 2 x 6-3*      bar-5A, 6-off    reserve-5A     -

The international notation counts the points from the mover's own end (24 is farthest, 1 is last), whatever the game
and colour. It follows GNU Backgammon: the steps of a checker are joined, a point on the way is named only where
something was hit, and a hit is marked once. The booklets use the board's own names, and a chain names every point.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.rules.moves import Move, described, missing, moves_of
from companion.rules.plays import Plays, legal_plays
from companion.rules.position import ImpossiblePosition, Position, Setup
from companion.rules.turn import Outcome, Play, Turn
from companion.rules.ways import Way, legal_ways
from companion.rules.wording import BOOKLET, INTERNATIONAL, NotationError, Wording

__all__ = [
    "AmbiguousPlayError",
    "IllegalPlayError",
    "Notation",
    "NotationError",
    "booklet",
    "described_booklet",
    "described_international",
    "international",
    "parse_booklet",
    "parse_international",
    "write_booklet",
    "write_international",
    "write_throw",
]


class IllegalPlayError(NotationError):
    """A text that can be read but is not legal; `after` is the board it describes, for the judge to say why."""

    def __init__(self, message: str, after: Setup) -> None:
        """Take the board that the text describes."""
        super().__init__(message)
        self.after = after


class AmbiguousPlayError(NotationError):
    """A text that leaves open what was hit on the way; `plays` are what it can mean."""

    def __init__(self, message: str, plays: Sequence[Play]) -> None:
        """Take a play for each outcome that the text fits."""
        super().__init__(message)
        self.plays = tuple(plays)


@dataclass(frozen=True)
class Notation:
    """A way of writing plays and of reading them."""

    wording: Wording
    every_stop: bool
    """Whether every point that a checker touches is written, not only those that must be."""

    def write(self, turn: Turn, play: Play) -> str:
        """Return `play` as a text."""
        return self.wording.write(turn.game.path(turn.player), moves_of(turn, play, every_stop=self.every_stop))

    def parse(self, turn: Turn, text: str, plays: Plays | None = None) -> Play:
        """Return a legal play of `turn` that does what `text` says; `plays` saves finding them again."""
        plays = legal_plays(turn) if plays is None else plays
        return plays[self.resolve(plays, text)]

    def resolve(self, plays: Plays, text: str) -> Outcome:
        """Return the outcome that `text` describes.

        The mark of a hit may be left out, but not set where nothing is hit. What is hit on a point that the text does
        not name is taken to be meant only where no other play fits.
        """
        turn = plays.turn
        moves = self._read(turn, text)
        ways = legal_ways(plays, moves)
        if not ways:
            raise _illegal(plays, text, moves)
        marked = frozenset(stop for move in moves for stop in move.hits)
        fitting = [way for way in ways if marked <= way.hits]
        if not fitting:
            wrong = marked.difference(*(way.hits for way in ways)) or marked
            msg = f"{text!r}: nothing is hit on {self._name(turn, min(wrong))}"
            raise NotationError(msg)
        return self._only(plays, text, _closest(fitting, moves))

    def described(self, turn: Turn, text: str) -> Setup:
        """Return the board after what `text` says, legal or not."""
        return described(turn, self._read(turn, text))

    def _read(self, turn: Turn, text: str) -> list[Move]:
        moves = self.wording.read(turn.game.path(turn.player), text)
        empty = missing(turn, moves)
        if empty is not None:
            msg = f"{text!r}: {turn.player.value} has too few checkers on {self._name(turn, empty)}"
            raise NotationError(msg)
        return moves

    def _name(self, turn: Turn, place: int) -> str:
        return self.wording.name(turn.game.path(turn.player), place)

    def _only(self, plays: Plays, text: str, ways: list[Way]) -> Outcome:
        outcomes = list(dict.fromkeys(way.outcome for way in ways))
        if len(outcomes) > 1:
            meant = [plays[outcome] for outcome in outcomes]
            msg = f"{text!r} can mean {' or '.join(self.write(plays.turn, play) for play in meant)}"
            raise AmbiguousPlayError(msg, meant)
        return outcomes[0]


def write_throw(dice: Iterable[int]) -> str:
    """Return dice as players say them: the larger first."""
    return "-".join(map(str, sorted(dice, reverse=True)))


def _closest(ways: list[Way], moves: list[Move]) -> list[Way]:
    """Return the ways with the fewest hits that the text does not name; of those, the ones in its order."""
    named = frozenset(stop for move in moves for stop in move.stops[1:])

    def distance(way: Way) -> tuple[int, bool]:
        return len(way.hits - named), not way.in_order

    least = min(map(distance, ways))
    return [way for way in ways if distance(way) == least]


def _illegal(plays: Plays, text: str, moves: list[Move]) -> IllegalPlayError:
    turn, throw = plays.turn, plays.search.throw
    after = described(turn, moves)
    msg = f"{text!r} is not a legal play of {throw.high}-{throw.low} by {turn.player.value}"
    if _can_be_reached(plays, after):
        msg += "; a legal one ends like it, but not by way of the points it names"
    return IllegalPlayError(msg, after)


def _can_be_reached(plays: Plays, after: Setup) -> bool:
    try:
        return bool(plays.at(Position.of(plays.turn.game, after)))
    except ImpossiblePosition:
        return False


international = Notation(INTERNATIONAL, every_stop=False)
booklet = Notation(BOOKLET, every_stop=True)
write_international, parse_international = international.write, international.parse
write_booklet, parse_booklet = booklet.write, booklet.parse
described_international, described_booklet = international.described, booklet.described
