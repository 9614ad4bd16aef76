"""What happens on the way to the board, as values with their time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from firmware_bridge.payloads import Message, Result
from firmware_bridge.reports import Calibration, Hello, Raw, Snapshot, Status
from firmware_bridge.zones import Board


class State(Enum):
    """How far the connection has come."""

    ABSENT = "absent"
    OPENING = "opening"
    HELLO = "hello"
    SYNCING = "syncing"
    LIVE = "live"
    STALE = "stale"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of the connection, in words, since when, and over which port."""

    at: float
    state: State
    sentence: str
    port: str = ""


@dataclass(frozen=True, slots=True)
class LineCounts:
    """How well a line carries: frames that came, bytes that were none, numbers left out, and what made no sense."""

    frames: int
    refused: int
    lost: int
    misunderstood: int
    dropped_snapshots: int


@dataclass(frozen=True, slots=True)
class Met:
    """A board has said who it is; `anew`: another one, or started since."""

    at: float
    hello: Hello
    anew: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A whole snapshot has come."""

    at: float
    snapshot: Snapshot
    board: Board


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed, or let go: told once, however often the board says so."""

    at: float
    button: int
    pressed: bool
    milliseconds: int
    age: float = 0.0
    """How many seconds before by the board's clock."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What has been shown is no older than this: it was asked for since."""

    at: float
    since: float


@dataclass(frozen=True, slots=True)
class Told:
    """The board has told how it is, what its sensors measure, or what is stored on it."""

    at: float
    message: Status | Raw | Calibration


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a command; no result: the board has not answered."""

    at: float
    command: Message
    result: Result | None


Happening = Standing | Met | Shown | Heard | Pressed | Told | Answered
