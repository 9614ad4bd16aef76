"""The checkers on and beside a board, seen or not: each zone holds some in its slots, and more in a stack on top."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from firmware_bridge.virtual.layout import POINT_SLOTS, SIDE_SLOTS
from firmware_bridge.zones import (
    POINTS,
    Board,
    Checker,
    Counts,
    Group,
    Kind,
    Number,
    Sensing,
    Sensor,
    Sensors,
    Slot,
    Tag,
    Zone,
    zones_of,
)

Where = tuple[Kind, int]
"""A zone by its kind and the board's own number, sensed or not."""
EVERYWHERE: Mapping[Where, int] = {
    **{(Kind.POINTS, number): POINT_SLOTS for number in range(1, POINTS + 1)},
    **{(kind, side): SIDE_SLOTS for kind in (Kind.BARS, Kind.TRAYS) for side in (0, 1)},
}
"""All zones of a board, and how many slots they have where nothing else is said."""


class WorldError(ValueError):
    """What cannot be done with checkers as they lie."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A checker with its number: odd ones are colour A, even ones colour B."""

    number: int

    @property
    def colour(self) -> Checker:
        """Which colour it has."""
        return Checker.A if self.number % 2 else Checker.B


@dataclass(slots=True)
class Room:
    """What lies in one zone."""

    slots: list[Piece | None]
    stack: list[Piece] = field(default_factory=list)

    @property
    def pieces(self) -> list[Piece]:
        """All that lies there, those from the edge first."""
        return [*filter(None, self.slots), *self.stack]


class World:
    """Where every checker is; what is in a hand is nowhere here."""

    def __init__(self, groups: Iterable[Group]) -> None:
        sensed = {(zone.kind, zone.number): zone.slots for zone in zones_of(tuple(groups))}
        self.rooms = {where: Room([None] * slots) for where, slots in {**EVERYWHERE, **sensed}.items()}
        self._next = {Checker.A: 1, Checker.B: 2}

    def clear(self) -> None:
        """Take everything away."""
        for room in self.rooms.values():
            room.slots[:] = [None] * len(room.slots)
            room.stack.clear()
        self._next = {Checker.A: 1, Checker.B: 2}

    def new(self, colour: Checker) -> Piece:
        """Return a checker that was not there before."""
        number = self._next[colour]
        self._next[colour] = number + 2
        return Piece(number)

    def put(self, piece: Piece, where: Where, slot: int | None = None) -> None:
        """Put a checker down: in a slot, in the first free one from the edge, or on top of the others."""
        room = self.rooms[where]
        if slot is None and None not in room.slots:
            room.stack.append(piece)
            return
        at = room.slots.index(None) if slot is None else slot
        if not self.is_free(where, at):
            msg = f"slot {at + 1} is not free there; it has {len(room.slots)} slots"
            raise WorldError(msg)
        room.slots[at] = piece

    def is_free(self, where: Where, slot: int) -> bool:
        """Whether there is such a slot, with nothing in it."""
        slots = self.rooms[where].slots
        return 0 <= slot < len(slots) and slots[slot] is None

    def take(self, where: Where, colour: Checker | None = None, slot: int | None = None) -> Piece:
        """Take a checker away: that in a slot, or the last from the edge, of that colour if one is named."""
        room = self.rooms[where]
        there = room.pieces if slot is None else room.slots[slot : slot + 1]
        fits = [piece for piece in there if piece is not None and colour in {None, piece.colour}]
        if not fits:
            msg = "no such checker lies there"
            raise WorldError(msg)
        piece = fits[-1]
        if piece in room.stack:
            room.stack.remove(piece)
        else:
            # What lay on top comes down.
            room.slots[room.slots.index(piece)] = room.stack.pop(0) if room.stack else None
        return piece

    def count(self, where: Where, colour: Checker) -> int:
        """Return how many checkers of a colour lie in a zone."""
        return sum(piece.colour is colour for piece in self.rooms[where].pieces)


def sensed(groups: Iterable[Group], world: World) -> Board:
    """Return what good sensors show of the world."""
    return tuple(_sensors(zone, world.rooms[zone.kind, zone.number]) for zone in zones_of(groups))


def _sensors(zone: Zone, room: Room) -> Sensors:
    if zone.sensing is Sensing.COUNT:
        a, b = (sum(piece.colour is colour for piece in room.pieces) for colour in (Checker.A, Checker.B))
        return (Counts(Number(a), Number(b)),)
    return tuple(_sensor(zone.sensing, piece) for piece in room.slots)


def _sensor(sensing: Sensing, piece: Piece | None) -> Sensor:
    if sensing is Sensing.IDENTITY:
        return Tag(piece.number) if piece is not None else Tag()
    if piece is None:
        return Slot()
    return Slot(Checker.UNKNOWN if sensing is Sensing.PRESENCE else piece.colour)
