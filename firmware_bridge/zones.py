"""What lies where on a sensor board: its zones, what their sensors tell, and the bytes of a snapshot."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice

NO_CHECKER, NO_TAG = 0, 0xFFFF
NO_COUNT = 0xFF
OR_MORE = 0x80
WEAK, FAULT = 4, 8
COUNT_BYTES, TAG_BYTES = 3, 2
POINTS = 24
SHARED_BAR = 2


class Kind(IntEnum):
    """What a zone is."""

    POINTS = 0
    BARS = 1
    TRAYS = 2


FIRST_AND_LAST = {Kind.POINTS: (1, POINTS), Kind.BARS: (0, SHARED_BAR), Kind.TRAYS: (0, 1)}
"""The first and the last zone that there can be of each kind."""


class Sensing(IntEnum):
    """What the board tells of a zone."""

    PRESENCE = 1
    COLOUR = 2
    COUNT = 3
    IDENTITY = 4


class Checker(IntEnum):
    """What one slot shows."""

    NONE = 0
    A = 1
    B = 2
    UNKNOWN = 3


@dataclass(frozen=True, slots=True)
class Slot:
    """One slot of a zone with presence or colour."""

    checker: Checker = Checker.NONE
    weak: bool = False
    fault: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """A number of checkers, or at least so many."""

    count: int = 0
    or_more: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """How many checkers of each colour, and of unknown colour, lie in a zone."""

    a: Number = Number()
    b: Number = Number()
    unknown: Number = Number()
    fault: bool = False


@dataclass(frozen=True, slots=True)
class Tag:
    """Which checker lies in a slot: odd numbers are colour A, even ones colour B, 0 is none."""

    number: int = NO_CHECKER
    fault: bool = False

    @property
    def checker(self) -> Checker:
        """Which colour lies there."""
        return Checker.NONE if not self.number else Checker.A if self.number % 2 else Checker.B


Sensor = Slot | Counts | Tag
Sensors = tuple[Sensor, ...]
"""What the sensors of one zone show: its slots from the edge, or its one count."""
Board = tuple[Sensors, ...]
"""What all zones show, in the order of HELLO."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A point, a half of the bar or a tray; points and sides as the board counts them."""

    kind: Kind
    number: int
    slots: int
    sensing: Sensing

    @property
    def sensors(self) -> int:
        """How many values a snapshot holds of it."""
        return 1 if self.sensing is Sensing.COUNT else self.slots


@dataclass(frozen=True, slots=True)
class Group:
    """Zones of one kind that follow each other and are sensed alike."""

    kind: Kind
    first: int
    count: int
    slots: int
    sensing: Sensing

    @property
    def zones(self) -> tuple[Zone, ...]:
        """Every zone of it."""
        numbers = range(self.first, self.first + self.count)
        return tuple(Zone(self.kind, number, self.slots, self.sensing) for number in numbers)

    @property
    def size(self) -> int:
        """How many bytes of a snapshot tell of it."""
        if self.sensing is Sensing.COUNT:
            return COUNT_BYTES * self.count
        slots = self.slots * self.count
        return TAG_BYTES * slots if self.sensing is Sensing.IDENTITY else (slots + 1) // 2


def zones_of(groups: Iterable[Group]) -> tuple[Zone, ...]:
    """Return all zones in the order of HELLO."""
    return tuple(zone for group in groups for zone in group.zones)


def size_of(groups: Iterable[Group]) -> int:
    """Return how many bytes the data of a snapshot have."""
    return sum(group.size for group in groups)


def flaw(groups: Sequence[Group]) -> str | None:
    """Say why a board with these zones is of no use, if it is."""
    named: set[tuple[Kind, int]] = set()
    for number, group in enumerate(groups, 1):
        wrong = _flaw(group, named)
        if wrong is not None:
            return f"group {number} {wrong}"
        named.update((zone.kind, zone.number) for zone in group.zones)
    return None if any(kind is Kind.POINTS for kind, _ in named) else "it names no points"


def _flaw(group: Group, named: Collection[tuple[Kind, int]]) -> str | None:
    low, high = FIRST_AND_LAST[group.kind]
    last = group.first + group.count - 1
    if not group.count:
        return "has no zones"
    if not low <= group.first <= last <= high:
        return f"names zones {group.first} to {last}, where there are only {low} to {high}"
    if not group.slots and group.sensing is not Sensing.COUNT:
        return "has no slots"
    if any((zone.kind, zone.number) in named for zone in group.zones):
        return "names a zone that is named before"
    return None


def pack(groups: Iterable[Group], board: Board) -> bytes:
    """Return the data of a snapshot that shows `board`."""
    zones = iter(board)
    return b"".join(_packed(group, [one for zone in islice(zones, group.count) for one in zone]) for group in groups)


def unpack(groups: Iterable[Group], data: bytes) -> Board:
    """Return what the data of a snapshot show; they must have the size that HELLO has told."""
    return tuple(_unpacked(groups, data))


def _unpacked(groups: Iterable[Group], data: bytes) -> Iterator[Sensors]:
    at = 0
    for group in groups:
        sensors = _sensors(group.sensing, data[at : at + group.size])
        at += group.size
        step = group.zones[0].sensors
        yield from (tuple(sensors[index * step : (index + 1) * step]) for index in range(group.count))


def _sensors(sensing: Sensing, data: bytes) -> list[Sensor]:
    if sensing is Sensing.COUNT:
        return [_counts(data[at : at + COUNT_BYTES]) for at in range(0, len(data), COUNT_BYTES)]
    if sensing is Sensing.IDENTITY:
        numbers = (int.from_bytes(data[at : at + TAG_BYTES], "little") for at in range(0, len(data), TAG_BYTES))
        return [Tag(fault=True) if number == NO_TAG else Tag(number) for number in numbers]
    return [SLOTS[half] for byte in data for half in (byte & 0xF, byte >> 4)]


SLOTS = tuple(
    Slot(fault=True) if bits & FAULT else Slot(Checker(bits & 3), weak=bool(bits & WEAK)) for bits in range(16)
)
"""What each half byte means."""


def _counts(data: bytes) -> Counts:
    if NO_COUNT in data:
        return Counts(fault=True)
    a, b, unknown = (Number(byte & ~OR_MORE, bool(byte & OR_MORE)) for byte in data)
    return Counts(a, b, unknown)


def _packed(group: Group, sensors: list[Sensor]) -> bytes:
    if group.sensing in {Sensing.COUNT, Sensing.IDENTITY}:
        return b"".join(map(_bytes_of, sensors))
    halves = [_bits(one) for one in sensors] + [0] * (len(sensors) % 2)
    return bytes(low | high << 4 for low, high in zip(halves[::2], halves[1::2], strict=True))


def _bits(sensor: Sensor) -> int:
    if not isinstance(sensor, Slot):
        msg = f"a slot with presence or colour cannot be {sensor}"
        raise TypeError(msg)
    return sensor.checker | WEAK * sensor.weak | FAULT * sensor.fault


def _bytes_of(sensor: Sensor) -> bytes:
    if isinstance(sensor, Tag):
        return (NO_TAG if sensor.fault else sensor.number).to_bytes(TAG_BYTES, "little")
    if not isinstance(sensor, Counts):
        msg = f"a count or an identity cannot be {sensor}"
        raise TypeError(msg)
    if sensor.fault:
        return bytes([NO_COUNT] * COUNT_BYTES)
    return bytes(number.count | OR_MORE * number.or_more for number in (sensor.a, sensor.b, sensor.unknown))
