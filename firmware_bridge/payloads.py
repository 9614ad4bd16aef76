"""What the messages of the protocol have in common: their values, and how payloads are read."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from struct import Struct
from typing import ClassVar, Protocol, TypeVar

VERSION = 1
SHORT = Struct("<H")


class ProtocolError(ValueError):
    """A right frame that says nothing this version knows: why, as part of a sentence."""


class Message(Protocol):
    """Whatever one side tells the other."""

    TYPE: ClassVar[int]

    def encode(self) -> bytes:
        """Return the payload."""

    @classmethod
    def decode(cls, payload: bytes) -> Message:
        """Read the payload, or raise `ProtocolError`."""


class Feature(IntFlag):
    """What a board can do besides."""

    LIGHTS = 1
    RAW = 2
    CALIBRATION = 4


class Why(IntEnum):
    """Why a snapshot was sent."""

    CHANGED = 0
    ASKED = 1
    SECOND = 2


class Result(IntEnum):
    """What became of a command."""

    DONE = 0
    UNKNOWN = 1
    OUT_OF_RANGE = 2
    BUSY = 3
    NOT_STORED = 4
    UNABLE = 5


class Light(IntEnum):
    """What a light does."""

    OFF = 0
    ON = 1
    BLINKING = 2
    BLINKING_FAST = 3


class Start(IntEnum):
    """Why the board started last."""

    POWER = 0
    BUTTON = 1
    LOW_VOLTAGE = 2
    WATCHDOG = 3
    COMMAND = 4


def least(payload: bytes, size: int) -> bytes:
    """Return the first bytes of the payload, or raise `ProtocolError` where there are not so many."""
    if len(payload) < size:
        msg = f"it has {len(payload)} bytes where {size} are needed"
        raise ProtocolError(msg)
    return payload[:size]


def even(data: bytes, one: Struct) -> bytes:
    """Return the data without what is no whole one at the end."""
    return data[: len(data) // one.size * one.size]


M = TypeVar("M", Why, Result)


def member(kind: type[M], value: int) -> M:
    """Return the member of that value, or raise `ProtocolError`."""
    try:
        return kind(value)
    except ValueError as error:
        msg = f"it says {value} where only 0 to {max(kind)} are known"
        raise ProtocolError(msg) from error
