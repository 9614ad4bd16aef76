"""What an adviser says of a turn: every play by what it is worth, and what to do with the cube."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.rules.players import Pair, Player
from companion.rules.position import Position
from companion.rules.turn import Outcome, Turn


class AdviserError(Exception):
    """No advice could be got; the message says why, in words for people."""


class AwayError(AdviserError):
    """Who was to be asked is not there: to ask about something else is as vain."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely the player wins, and by how much; a gammon counts among the wins, a backgammon among the gammons."""

    win: float
    win_gammon: float = 0.0
    win_backgammon: float = 0.0
    lose_gammon: float = 0.0
    lose_backgammon: float = 0.0


@dataclass(frozen=True, slots=True)
class RatedPlay:
    """A legal play and what it is worth to the player who makes it."""

    outcome: Outcome
    equity: float
    """In points of a game at the cube's present value; in Tric-Trac, in games won."""
    chances: Chances
    plies: int
    """How far ahead this play was looked at."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a position is worth to the player who is about to throw, over all throws."""

    equity: float
    """As that of a play; the cube stays where it is."""
    chances: Chances


class CubeAction(Enum):
    """What is best before the throw."""

    NO_DOUBLE = "no_double"
    DOUBLE_TAKE = "double_take"
    DOUBLE_DROP = "double_drop"
    TOO_GOOD = "too_good"
    """Worth more played on for a gammon than cashed by a double."""


@dataclass(frozen=True, slots=True)
class CubeAdvice:
    """What no double, a double taken and a double dropped are worth to the player on roll."""

    action: CubeAction
    no_double: float
    double_take: float
    double_drop: float
    chances: Chances
    plies: int
    beaver: bool = False
    """The double would be so wrong that the opponent should double at once in return."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What the game is played for; `length` 0 is money."""

    length: int = 0
    score: Pair[int] = Pair(0, 0)  # noqa: RUF009 - it never changes
    cube: int = 1
    owner: Player | None = None
    """Who alone may turn the cube; None while it is in the middle."""
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    has_cube: bool = True


class Adviser(Protocol):
    """One who knows; may take its time, so it is never asked by the thread that keeps the table."""

    @property
    def name(self) -> str:
        """Its name and version."""

    def plays(self, turn: Turn, stakes: Stakes, plies: int) -> list[RatedPlay]:
        """Return legal plays, the best first; at least the best few, exactly rated."""

    def rate(self, turn: Turn, outcome: Outcome, stakes: Stakes, plies: int) -> RatedPlay:
        """Return what one play is worth."""

    def before_throw(self, turn: Turn, stakes: Stakes, plies: int) -> Worth:
        """Return what a turn was worth before its dice were thrown: luck is measured from here."""

    def cube(self, position: Position, player: Player, stakes: Stakes, plies: int) -> CubeAdvice:
        """Return what the player on roll should do with the cube before throwing."""
