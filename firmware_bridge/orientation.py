"""How a board stands on the table: which of its corners is White's point 1, and which colour White plays."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from companion.rules.board import POINTS, booklet_name
from companion.rules.players import Player
from firmware_bridge.zones import Kind, Sensing, Zone

HALF = POINTS // 2
CORNERS = (1, HALF, HALF + 1, POINTS)
SIDES = 2


@dataclass(frozen=True, slots=True)
class Orientation:
    """The point of the game where the board's own point 1 is, and whose checkers the board calls A."""

    corner: int = 1
    colour_a: Player = Player.WHITE

    def __post_init__(self) -> None:
        if self.corner not in CORNERS:
            msg = f"the board's first point is at a corner: {', '.join(map(str, CORNERS))}, not {self.corner}"
            raise ValueError(msg)

    def point(self, number: int) -> int:
        """Return the point that the board calls `number`, and just so the board's number of a point."""
        match self.corner:
            case 1:
                return number
            case 24:
                return POINTS + 1 - number
            case 13:
                return (number + HALF - 1) % POINTS + 1
            case _:
                return (HALF - number) % POINTS + 1

    def sits_at(self, side: int) -> Player:
        """Return who sits at a side of the board: White at that of the points 1 to 12."""
        return Player.WHITE if (side == 0) is (self.corner in {1, HALF}) else Player.BLACK


EVERY = tuple(Orientation(corner, player) for corner, player in product(CORNERS, Player))


def possible(zones: tuple[Zone, ...]) -> tuple[Orientation, ...]:
    """Return all ways a board may stand; where it tells no colours, it does not matter which is A."""
    if all(zone.sensing is Sensing.PRESENCE for zone in zones):
        return tuple(one for one in EVERY if one.colour_a is Player.WHITE)
    return EVERY


def name_of(zone: Zone, slot: int, orientation: Orientation | None) -> str:
    """Return what people call a sensor."""
    place = _place(zone, orientation)
    if zone.sensing is Sensing.COUNT or zone.slots == 1:
        return place
    return f"{place}, slot {slot + 1} from the edge"


def _place(zone: Zone, orientation: Orientation | None) -> str:
    if zone.kind is Kind.POINTS:
        if orientation is None:
            return f"the board's point {zone.number}"
        return f"point {booklet_name(orientation.point(zone.number))}"
    what = "bar" if zone.kind is Kind.BARS else "tray"
    if zone.number >= SIDES:
        return f"the {what}"
    if orientation is None:
        return f"the {what} at the board's {'first' if zone.number == 0 else 'second'} side"
    return f"the {what} at {orientation.sits_at(zone.number).value.title()}'s side"
