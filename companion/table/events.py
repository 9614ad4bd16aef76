"""What happens at a table: observations of the devices, and what people enter or decide. Times are milliseconds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.match.score import Choice
from companion.rules.players import Player
from companion.table.reading import BoardReading

Dice = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and when."""

    at: int


@dataclass(frozen=True, slots=True)
class BoardSeen(Event):
    """The sensor board has settled on a reading."""

    reading: BoardReading


@dataclass(frozen=True, slots=True)
class BoardLost(Event):
    """The sensor board reports no more: plays are entered by hand until it does again."""


@dataclass(frozen=True, slots=True)
class TimePassed(Event):
    """Nothing has happened for a while: a turn that is over can be judged, or a flag has fallen."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it lies: in the half to the right of a player, or outside the playing surface."""

    value: int
    """0 where it cannot be read; such a die is told only if it does not count, however it would be read."""
    half: Player | None
    flat: bool = True
    on_checker: bool = False


@dataclass(frozen=True, slots=True)
class DiceSeen(Event):
    """Dice have come to rest: all that lie on the board now."""

    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class DiceLifted(Event):
    """The dice are gone from the board."""


@dataclass(frozen=True, slots=True)
class ClockHit(Event):
    """A player has pressed the clock."""

    player: Player


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A player says, by a button or on the panel, that the play is made."""

    player: Player


@dataclass(frozen=True, slots=True)
class ThrowEntered(Event):
    """A throw told by hand: both dice, or the one die of an opening."""

    player: Player
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayEntered(Event):
    """A play told by hand, in either notation; empty: nothing is moved."""

    player: Player
    play: str


@dataclass(frozen=True, slots=True)
class DoubleNamed(Event):
    """The double that is played after a 1-2."""

    player: Player
    number: int


class CubeAction(Enum):
    """What is done with the cube."""

    OFFER = "offer"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"


@dataclass(frozen=True, slots=True)
class CubeMoved(Event):
    """A player offers the cube or answers."""

    player: Player
    action: CubeAction


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A player offers to lose a single game, a gammon or a backgammon (1 to 3)."""

    player: Player
    level: int


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """The opponent accepts a resignation or agrees to call the game off, or plays on."""

    player: Player
    accepted: bool


@dataclass(frozen=True, slots=True)
class CallOffWanted(Event):
    """A player would call the game off; it is if the opponent agrees."""

    player: Player


class Way(Enum):
    """The ways out that a referee offers when a play does not fit."""

    THROW_WAS = "throw_was"
    CHANGE = "change"
    STAND = "stand"
    BOARD_IS_RIGHT = "board_is_right"
    PLAY_WAS = "play_was"


@dataclass(frozen=True, slots=True)
class WayChosen(Event):
    """What the players decide when a play does not fit, or which of several plays it was."""

    way: Way
    dice: Dice | None = None
    choice: int | None = None
    """Which of the plays that were asked about, from 1."""


@dataclass(frozen=True, slots=True)
class FlagClaimed(Event):
    """A player claims the match because the opponent's time is up."""

    player: Player


@dataclass(frozen=True, slots=True)
class NextGame(Event):
    """The next game begins; after a game of Tric-Trac its winner says whether fresh or from where it stands."""

    player: Player | None = None
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class SessionEnded(Event):
    """The players stop."""
