"""What the throw watcher tells. Times are seconds, in the clock of the frames."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from vision.dice import Die


class Flaw(Enum):
    """Why a throw does not count."""

    COCKED = "cocked"
    ON_CHECKER = "on_checker"
    OUTSIDE = "outside"
    SPLIT = "split"
    ONE_DIE = "one_die"
    TOO_MANY = "too_many"
    UNREADABLE = "unreadable"


class Blind(Enum):
    """Why the camera cannot be relied on."""

    COVERED = "covered"
    DARK = "dark"
    BLURRED = "blurred"
    MOVED = "moved"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that was noticed, and when."""

    at: float


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    """Two dice lie as a throw should; `dice` is all that lie."""

    dice: tuple[Die, ...]

    @property
    def values(self) -> tuple[int, ...]:
        """What was thrown, the higher number first."""
        return values_of(self.dice)


@dataclass(frozen=True, slots=True)
class Invalid(Event):
    """Dice lie, but not as a throw should; `flaws` names every reason, `sentence` tells it to people."""

    dice: tuple[Die, ...]
    flaws: tuple[Flaw, ...]
    sentence: str

    @property
    def values(self) -> tuple[int, ...]:
        """What can be read, the higher number first."""
        return values_of(self.dice)


@dataclass(frozen=True, slots=True)
class Lifted(Event):
    """The dice that were told of are gone."""


@dataclass(frozen=True, slots=True)
class HandSeen(Event):
    """A hand, or something else from outside, has come into the picture."""


@dataclass(frozen=True, slots=True)
class HandGone(Event):
    """The hand has left the picture."""


@dataclass(frozen=True, slots=True)
class CameraBlind(Event):
    """From now on nothing is told of dice: the camera is covered, in the dark, moved or lost."""

    why: Blind


@dataclass(frozen=True, slots=True)
class CameraBack(Event):
    """The camera sees the board again as it should."""


def values_of(dice: tuple[Die, ...]) -> tuple[int, ...]:
    """Return the values that could be read, the highest first."""
    return tuple(sorted((die.value for die in dice if die.value is not None), reverse=True))
