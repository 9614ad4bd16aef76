"""What the host tells the board."""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from typing import ClassVar, Self

from firmware_bridge.payloads import SHORT, VERSION, Light, ProtocolError, least
from firmware_bridge.reports import Calibration

_WANTED = Struct("<HB")
LIGHTS_A_BYTE = 4
RESET_KEY = b"\xa5\x5a"


@dataclass(frozen=True, slots=True)
class HostHello:
    """Who are you? I speak these versions."""

    TYPE: ClassVar[int] = 0x41
    lowest: int = VERSION
    highest: int = VERSION

    def encode(self) -> bytes:
        """Return the payload."""
        return bytes((self.lowest, self.highest))

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """Read the payload."""
        return cls(*least(payload, 2)[:2])


class Bare:
    """A message without a payload: its type says it all."""

    __slots__ = ()

    def encode(self) -> bytes:
        """Return the payload."""
        return b""

    @classmethod
    def decode(cls, _payload: bytes) -> Self:
        """Read the payload."""
        return cls()


@dataclass(frozen=True, slots=True)
class SnapshotWanted(Bare):
    """Tell me what lies where."""

    TYPE: ClassVar[int] = 0x42


@dataclass(frozen=True, slots=True)
class Lights:
    """Set every light; those not mentioned go out."""

    TYPE: ClassVar[int] = 0x43
    lights: tuple[Light, ...] = ()

    def encode(self) -> bytes:
        """Return the payload."""
        packed = sum(light << 2 * at for at, light in enumerate(self.lights))
        return packed.to_bytes((len(self.lights) + LIGHTS_A_BYTE - 1) // LIGHTS_A_BYTE, "little")

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """Read the payload."""
        return cls(tuple(Light(byte >> shift & 3) for byte in payload for shift in (0, 2, 4, 6)))


@dataclass(frozen=True, slots=True)
class RawMode:
    """Tell me what the sensors measure after every so many scans; 0: no more."""

    TYPE: ClassVar[int] = 0x44
    every: int

    def encode(self) -> bytes:
        """Return the payload."""
        return bytes((self.every,))

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """Read the payload."""
        return cls(least(payload, 1)[0])


@dataclass(frozen=True, slots=True)
class ButtonSeen:
    """That event has come."""

    TYPE: ClassVar[int] = 0x45
    number: int

    def encode(self) -> bytes:
        """Return the payload."""
        return SHORT.pack(self.number)

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """Read the payload."""
        return cls(*SHORT.unpack(least(payload, SHORT.size)))


@dataclass(frozen=True, slots=True)
class Tare(Bare):
    """What the sensors measure now is the empty board."""

    TYPE: ClassVar[int] = 0x46


@dataclass(frozen=True, slots=True)
class Calibrate(Calibration):
    """Store this for some channels."""

    TYPE: ClassVar[int] = 0x47


@dataclass(frozen=True, slots=True)
class CalibrationWanted:
    """Tell me what is stored for some channels."""

    TYPE: ClassVar[int] = 0x48
    first: int
    count: int

    def encode(self) -> bytes:
        """Return the payload."""
        return _WANTED.pack(self.first, self.count)

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """Read the payload."""
        return cls(*_WANTED.unpack(least(payload, _WANTED.size)))


@dataclass(frozen=True, slots=True)
class Reset:
    """Start anew."""

    TYPE: ClassVar[int] = 0x49

    def encode(self) -> bytes:
        """Return the payload."""
        return RESET_KEY

    @classmethod
    def decode(cls, payload: bytes) -> Self:
        """Read the payload."""
        if payload[:2] != RESET_KEY:
            msg = "a reset without its key"
            raise ProtocolError(msg)
        return cls()
