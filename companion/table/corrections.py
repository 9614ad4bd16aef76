"""What the scorer, or both players together, put right at a table: each an event with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.match.score import Crawford
from companion.rules.players import Pair, Player
from companion.rules.position import Setup
from companion.table.events import Dice, Event


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """Both players take so many steps back."""

    steps: int
    agreed: Pair[bool]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ThrowCorrected(Event):
    """The throw of this turn, or of the last one while no other was thrown, was read wrongly."""

    dice: Dice
    reason: str


@dataclass(frozen=True, slots=True)
class ScoreSet(Event):
    """The scorer sets the match score."""

    score: Pair[int]
    reason: str
    crawford: Crawford | None = None
    """Where the match stands with its Crawford game, if the score does not tell."""


@dataclass(frozen=True, slots=True)
class CubeSet(Event):
    """The scorer sets the cube."""

    value: int
    owner: Player | None
    reason: str


@dataclass(frozen=True, slots=True)
class PositionSet(Event):
    """The scorer sets the position, and who is to throw."""

    setup: Setup
    player: Player
    reason: str
    points: Pair[int] | None = None
    """The points of a game that is won by points; None: as they are."""


@dataclass(frozen=True, slots=True)
class ClockSet(Event):
    """The scorer sets a player's time."""

    player: Player
    reserve: int
    reason: str


@dataclass(frozen=True, slots=True)
class ClockStopped(Event):
    """The clock is halted for both."""


@dataclass(frozen=True, slots=True)
class ClockResumed(Event):
    """The clock goes on."""


class Aid(Enum):
    """What the players may be shown besides the game itself."""

    HINT = "hint"
    PIPS = "pips"
    EQUITY = "equity"


@dataclass(frozen=True, slots=True)
class HintWanted(Event):
    """The players would like to be shown something that helps them; what no such event allowed was not shown."""

    agreed: Pair[bool]
    what: Aid = Aid.HINT
