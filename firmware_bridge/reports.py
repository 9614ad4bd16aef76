"""What the board tells the host."""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from typing import ClassVar, Self

from firmware_bridge.frames import LONGEST_PAYLOAD
from firmware_bridge.payloads import (
    SHORT,
    VERSION,
    Feature,
    ProtocolError,
    Result,
    Start,
    Why,
    even,
    least,
    member,
)
from firmware_bridge.zones import Group, Kind, Sensing, flaw

_HEAD = Struct("<B8s3BB")
_ABILITIES = Struct("<5B")
_GROUP = Struct("<5B")
_SNAPSHOT = Struct("<HIBBB")
_STATUS = Struct("<IIHHHHBB")
_BUTTON = Struct("<HBBI")
_ACK = Struct("<BBB")
_TUNING = Struct("<HH")
KNOWN_FEATURES = Feature.LIGHTS | Feature.RAW | Feature.CALIBRATION
NOTHING_BESIDES = Feature(0)
PART_DATA = LONGEST_PAYLOAD - _SNAPSHOT.size


@dataclass(frozen=True, slots=True)
class Head:
    """What every version says of itself for ever."""

    board: bytes
    version: int = VERSION
    firmware: tuple[int, int, int] = (0, 0, 0)
    boot: int = 0

    @property
    def name(self) -> str:
        """The board's id as people read it."""
        return self.board.hex()

    def encode(self) -> bytes:
        """Return the first bytes of HELLO."""
        return _HEAD.pack(self.version, self.board, *self.firmware, self.boot)


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """The HELLO of a board of another version: only its head can be read."""

    TYPE: ClassVar[int] = 0x01
    head: Head

    def encode(self) -> bytes:
        """Return the payload."""
        return self.head.encode()

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """Read the payload."""
        version, board, major, minor, patch, boot = _HEAD.unpack(least(payload, _HEAD.size))
        return cls(Head(board, version, (major, minor, patch), boot))


@dataclass(frozen=True, slots=True)
class Hello:
    """Who the board is, and what it senses where."""

    TYPE: ClassVar[int] = 0x01
    head: Head
    groups: tuple[Group, ...]
    features: Feature = NOTHING_BESIDES
    lights: int = 0
    buttons: int = 0
    scans: int = 0

    def encode(self) -> bytes:
        """Return the payload."""
        abilities = _ABILITIES.pack(self.features, self.lights, self.buttons, self.scans, len(self.groups))
        groups = (_GROUP.pack(one.kind, one.first, one.count, one.slots, one.sensing) for one in self.groups)
        return self.head.encode() + abilities + b"".join(groups)

    @classmethod
    def decode(cls, payload: bytes) -> Hello | OtherVersion:
        """Read the payload: of another version its head."""
        stranger = OtherVersion.decode(payload)
        if stranger.head.version != VERSION:
            return stranger
        begin = _HEAD.size + _ABILITIES.size
        *abilities, count = _ABILITIES.unpack(least(payload, begin)[_HEAD.size : begin])
        rest = least(payload, begin + count * _GROUP.size)[begin:]
        groups = tuple(_group(number, values) for number, values in enumerate(_GROUP.iter_unpack(rest), 1))
        wrong = flaw(groups)
        if wrong is not None:
            raise ProtocolError(wrong)
        # Bits of later versions are none of this one's business.
        return cls(stranger.head, groups, Feature(abilities[0]) & KNOWN_FEATURES, *abilities[1:])


def _group(number: int, values: tuple[int, ...]) -> Group:
    kind, first, count, slots, sensing = values
    if kind not in set(Kind):
        msg = f"group {number} is of the unknown kind {kind}"
        raise ProtocolError(msg)
    if sensing not in set(Sensing):
        msg = f"group {number} has the unknown sensing {sensing}"
        raise ProtocolError(msg)
    return Group(Kind(kind), first, count, slots, Sensing(sensing))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What lies where: one part of it."""

    TYPE: ClassVar[int] = 0x02
    number: int
    milliseconds: int
    why: Why
    data: bytes
    part: int = 0
    parts: int = 1

    def encode(self) -> bytes:
        """Return the payload."""
        return _SNAPSHOT.pack(self.number, self.milliseconds, self.why, self.part, self.parts) + self.data

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """Read the payload."""
        number, milliseconds, why, part, parts = _SNAPSHOT.unpack(least(payload, _SNAPSHOT.size))
        if part >= parts:
            msg = f"it is part {part} of {parts}, and parts are counted from 0"
            raise ProtocolError(msg)
        return cls(number, milliseconds, member(Why, why), payload[_SNAPSHOT.size :], part, parts)


@dataclass(frozen=True, slots=True)
class Status:
    """How the board is."""

    TYPE: ClassVar[int] = 0x03
    milliseconds: int
    scans: int
    bad_frames: int = 0
    lost_bytes: int = 0
    unsent_frames: int = 0
    unsent_buttons: int = 0
    start: int = Start.POWER
    faults: int = 0

    def encode(self) -> bytes:
        """Return the payload."""
        errors = (self.bad_frames, self.lost_bytes, self.unsent_frames, self.unsent_buttons)
        return _STATUS.pack(self.milliseconds, self.scans, *errors, self.start, self.faults)

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """Read the payload."""
        return cls(*_STATUS.unpack(least(payload, _STATUS.size)))


@dataclass(frozen=True, slots=True)
class Button:
    """Somebody has pressed a button, or let it go."""

    TYPE: ClassVar[int] = 0x04
    number: int
    button: int
    pressed: bool
    milliseconds: int

    def encode(self) -> bytes:
        """Return the payload."""
        return _BUTTON.pack(self.number, self.button, self.pressed, self.milliseconds)

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """Read the payload."""
        number, button, pressed, milliseconds = _BUTTON.unpack(least(payload, _BUTTON.size))
        if pressed > 1:
            msg = f"it says {pressed} where only 0 to 1 are known"
            raise ProtocolError(msg)
        return cls(number, button, bool(pressed), milliseconds)


@dataclass(frozen=True, slots=True)
class Raw:
    """What some sensors measure."""

    TYPE: ClassVar[int] = 0x05
    first: int
    values: tuple[int, ...]

    def encode(self) -> bytes:
        """Return the payload."""
        return SHORT.pack(self.first) + b"".join(map(SHORT.pack, self.values))

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """Read the payload."""
        (first,) = SHORT.unpack(least(payload, SHORT.size))
        return cls(first, tuple(value for (value,) in SHORT.iter_unpack(even(payload[2:], SHORT))))


@dataclass(frozen=True, slots=True)
class Ack:
    """The answer to a command."""

    TYPE: ClassVar[int] = 0x06
    command: int
    seq: int
    result: Result = Result.DONE

    def encode(self) -> bytes:
        """Return the payload."""
        return _ACK.pack(self.command, self.seq, self.result)

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """Read the payload."""
        command, seq, result = _ACK.unpack(least(payload, _ACK.size))
        return cls(command, seq, member(Result, result))


@dataclass(frozen=True, slots=True)
class Tuning:
    """What is stored for a channel: its value with no checker, and how far from it a checker begins."""

    tare: int
    threshold: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """What is stored for some channels."""

    TYPE: ClassVar[int] = 0x07
    first: int
    channels: tuple[Tuning, ...]

    def encode(self) -> bytes:
        """Return the payload."""
        return SHORT.pack(self.first) + b"".join(_TUNING.pack(one.tare, one.threshold) for one in self.channels)

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """Read the payload."""
        (first,) = SHORT.unpack(least(payload, SHORT.size))
        return cls(first, tuple(Tuning(*pair) for pair in _TUNING.iter_unpack(even(payload[2:], _TUNING))))
