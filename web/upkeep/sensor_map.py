"""The sensors of a board as a picture: what is to be drawn, and where; the template only writes it down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.service.upkeep.values import BoardLook, Place, Sensor, Stand, ZoneView
from web.drawing import point_name
from web.language import gettext as _

PITCH, BAR, TRAY, MARGIN, LABEL = 70.0, 70.0, 80.0, 14.0, 30.0
DEEP, MIDDLE = 250.0, 88.0
HALF_POINTS, POINTS = 6, 24
WIDE = 2 * MARGIN + 2 * HALF_POINTS * PITCH + BAR + TRAY
HIGH = 2 * (MARGIN + LABEL + DEEP) + MIDDLE
SPOT = 22.0
"""How far from the middle the board's own numbers stand."""
TALLEST = 42.0
"""The most that a slot takes of a point's depth."""
MARKS = {"seen": "✓", "weak": "~", "fault": "✗", "stuck": "!", "unseen": ""}
Mode = Literal["plain", "walk", "heat"]
FULL = 3.0
"""A sensor that feels so many times what a checker takes is drawn at its hottest."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A sensor."""

    x: float
    y: float
    wide: float
    high: float
    kind: str
    """The classes that it is drawn by."""
    heat: float | None
    checker: str
    """Whose checker it shows: white, black, a, b, unknown; empty for none."""
    mark: str

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.wide / 2, self.y + self.high / 2

    @property
    def radius(self) -> float:
        """How large a checker is drawn in it."""
        return min(self.wide, self.high) / 2 - 2


@dataclass(frozen=True, slots=True)
class Lane:
    """A zone: a point, a bar or a tray."""

    x: float
    y: float
    wide: float
    high: float
    label: str
    label_y: float
    kind: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Map:
    """The whole picture."""

    wide: float
    high: float
    lanes: tuple[Lane, ...]


def sensor_map(look: BoardLook, mode: Mode) -> Map:
    """Return the picture of a board: with what the walk found, with how strongly each sensor feels, or neither."""
    return Map(WIDE, HIGH, tuple(_lane(at, zone, look, mode) for at, zone in enumerate(look.zones)))


def _lane(at: int, zone: ZoneView, look: BoardLook, mode: Mode) -> Lane:
    x, wide, is_top = _where(zone.place)
    top = MARGIN + LABEL if is_top else HIGH - MARGIN - LABEL - DEEP
    # A bar that both share lies across the middle.
    if is_top is None:
        top = (HIGH - DEEP) / 2
    label_y = MARGIN + LABEL - 9 if is_top else HIGH - MARGIN - 8
    walk = look.walk
    kinds = ["asked"] * (at == walk.asked) + ["elsewhere"] * (at in walk.elsewhere) if mode == "walk" else []
    cells = tuple(_cells(zone.sensors, (x, top, wide), mode=mode, is_top=is_top is not False))
    return Lane(x, top, wide, DEEP, _label(zone.place), label_y, " ".join(kinds), cells)


def _where(place: Place) -> tuple[float, float, bool | None]:
    """Return where a zone begins, how wide it is, and whether it is at the upper edge (None: in the middle)."""
    right = MARGIN + 2 * HALF_POINTS * PITCH + BAR
    if place.kind == "point":
        return _column(place.number), PITCH, place.number > POINTS // 2
    x, wide = (MARGIN + HALF_POINTS * PITCH, BAR) if place.kind == "bar" else (right, TRAY)
    if place.owner is not None:
        return x, wide, place.owner == "black"
    return x, wide, None if place.number > 1 else place.number == 1


def _column(point: int) -> float:
    column = point - 1 - POINTS // 2 if point > POINTS // 2 else POINTS // 2 - point
    return MARGIN + column * PITCH + (BAR if column >= HALF_POINTS else 0)


def _cells(sensors: Sequence[Sensor], lane: tuple[float, float, float], *, mode: Mode, is_top: bool) -> list[Cell]:
    x, top, wide = lane
    high = min(TALLEST, DEEP / max(1, len(sensors)))
    cells = []
    for at, one in enumerate(sensors):
        y = top + at * high if is_top else top + DEEP - (at + 1) * high
        cells.append(_cell(one, (x + 4, y + 1.5, wide - 8, high - 3), mode))
    return cells


def _cell(one: Sensor, box: tuple[float, float, float, float], mode: Mode) -> Cell:
    strength = one.strength if mode == "heat" else None
    warm = min(1.0, strength / FULL) if strength is not None else None
    checker = one.showing if one.showing not in {"empty", "fault"} else ""
    kind, mark = "cell", str(one.count) if one.count else ""
    if mode == "heat":
        kind = f"cell is-{one.trouble}" if one.trouble else "cell"
        mark = mark or {"fault": "✗", "stuck": "!", "weak": "~", "flicker": "≈", "colour": "?"}.get(one.trouble, "")
    elif mode == "walk":
        kind = f"cell is-{one.verdict}" if one.verdict else "cell"
        mark = mark or MARKS.get(one.verdict, "")
    return Cell(*box, kind, warm, checker, mark)


def _label(place: Place) -> str:
    if place.kind == "point":
        return point_name(place.number) if place.of_game else str(place.number)
    return _("Bar") if place.kind == "bar" else _("Off")


def stand_zones(stand: Stand) -> tuple[tuple[float, float, str], ...]:
    """Return where the board's own points 1, 12, 13 and 24 are in the picture if it stands like that."""
    corner, _colour = stand
    spots = []
    for own in (1, 12, 13, 24):
        point = _point(own, corner)
        y = HIGH / 2 + (-SPOT if point > POINTS // 2 else SPOT)
        spots.append((_column(point) + PITCH / 2, y, str(own)))
    return tuple(spots)


def _point(own: int, corner: int) -> int:
    """Return the game's name for the board's own point, where its point 1 is at a corner of the game."""
    half = POINTS // 2
    ways = {1: own, POINTS: POINTS + 1 - own, half + 1: (own + half - 1) % POINTS + 1, half: (half - own) % POINTS + 1}
    return ways[corner]
