"""What a table shows now, as it is told to a hall: small, and finished."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.broker.shape import SAFE, Many, Text, Whole

Who = Literal["white", "black"]
Code = Annotated[str, Text(64, r"[A-Za-z0-9_.-]{0,64}")]
Sentence = Annotated[str, Text(2000)]
Name = Annotated[str, Text(200)]
Wall = Annotated[int, Whole()]
"""Unix time in milliseconds, by the table's own clock."""
Count = Annotated[int, Whole(-SAFE)]
Uid = Annotated[str, Text(64, r"[0-9A-Za-z][0-9A-Za-z_-]{0,63}")]
"""What a match is called wherever it is written."""
Checkers = Annotated[int, Whole(-99, 99)]
Pile = Annotated[int, Whole(0, 99)]
MOST_CALLS, MOST_DEVICES, MOST_POINTS, MOST_DICE = 20, 20, 24, 4
MOST_STAKE = 2**40


@dataclass(frozen=True, slots=True)
class Said:
    """Something for people: told in their language by the template and what fills it, else as the English text."""

    code: Annotated[str, Text(64)]
    params: Annotated[tuple[tuple[Annotated[str, Text(64)], int | Sentence], ...], Many(20)] = ()
    text: Sentence = ""
    template: Sentence = ""


@dataclass(frozen=True, slots=True)
class Names:
    """A text for each player."""

    white: Name
    black: Name


@dataclass(frozen=True, slots=True)
class Counts:
    """A number for each player."""

    white: Count
    black: Count


@dataclass(frozen=True, slots=True)
class Piles:
    """Checkers beside the points, of each player: drawn one by one, so that there must not be too many."""

    white: Pile
    black: Pile


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube: the stake, whose it is (None: in the middle), and what is offered."""

    value: Annotated[int, Whole(1, MOST_STAKE)]
    owner: Who | None = None
    offer: Annotated[int, Whole(1, MOST_STAKE)] | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock as it stands when the message is sent; the delay is spent before the reserve."""

    kind: Code
    reserve_ms: Counts
    delay_ms: Count
    running: Who | None = None
    paused: bool = False
    flagged: Who | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """Where checkers lie: + is White's, - Black's; point 1 first."""

    points: Annotated[tuple[Checkers, ...], Many(24, 24)]
    bar: Piles
    off: Piles
    reserve: Piles


@dataclass(frozen=True, slots=True)
class Match:
    """The match that is being played."""

    uid: Uid
    game: Code
    names: Names
    length: Said | None
    score: Counts
    game_number: Count
    phase: Code
    number: Count | None = None
    """Which it is in the table's journal."""
    crawford: bool = False
    tournament: bool = False
    turn: Who | None = None
    asked: Who | None = None
    winner: Who | None = None
    cube: Cube | None = None
    clock: Clock | None = None
    points: Counts | None = None
    board: Board | None = None
    dice: Annotated[tuple[Annotated[int, Whole(1, 6)], ...], Many(MOST_DICE)] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """Why the referee is wanted, and since when."""

    kind: Code
    text: Said
    since: Wall
    points: Annotated[tuple[Annotated[int, Whole(1, 24)], ...], Many(MOST_POINTS)] = ()


@dataclass(frozen=True, slots=True)
class Device:
    """A part of the installation, and how it is."""

    name: Code
    state: Code
