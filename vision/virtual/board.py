"""The drawn board: surface, points, frame, bar and checkers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from companion.rules.players import Player
from companion.rules.position import Setup
from vision.calibration import Calibration, Corners
from vision.pictures import Picture
from vision.virtual.optics import Array, Optics

Colour = tuple[int, int, int]
"""Blue, green, red."""

HALF_WIDTH, DEPTH, BAR, FRAME = 150.0, 250.0, 24.0, 15.0
CHECKER, CHECKER_HIGH = 24.0, 6.0
POINT_WIDTH = HALF_WIDTH / 6
FINE = 3.0
"""Pixels for a millimetre in the drawing of the surface."""
MARGIN = 90.0
"""How much of the table beside the board is drawn."""
EDGE = BAR / 2 + HALF_WIDTH
OUTER = (EDGE + FRAME, DEPTH / 2 + FRAME)
SHARPER = 2
"""Checkers are drawn so many times larger, and then shrunk, so that their rims are smooth."""
STRIP = 64
"""So many rows at a time are reckoned with in fractions, which take four or eight times the room of pixels."""


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a board and its checkers."""

    table: Colour = (72, 84, 92)
    frame: Colour = (38, 62, 104)
    felt: Colour = (78, 96, 52)
    points: tuple[Colour, Colour] = ((168, 196, 214), (42, 48, 128))
    white: Colour = (206, 226, 236)
    black: Colour = (44, 40, 38)

    def checker(self, player: Player) -> Colour:
        """Return the colour of a player's checkers."""
        return self.white if player is Player.WHITE else self.black


LOOKS = {
    "green": Look(),
    "blue": Look(
        (58, 60, 62), (30, 34, 40), (126, 84, 40), ((198, 206, 208), (120, 52, 26)), (214, 226, 230), (42, 38, 150)
    ),
    "brown": Look(
        (120, 134, 140), (44, 66, 96), (96, 128, 158), ((36, 50, 78), (150, 190, 214)), (196, 214, 222), (48, 40, 44)
    ),
}


def point_middle(point: int) -> tuple[float, float]:
    """Return where a point meets the frame: 1 is bottom right, 12 bottom left, 13 top left, 24 top right."""
    column = point - 1 if point <= 12 else 24 - point
    across = EDGE - POINT_WIDTH * (column + 0.5) - (BAR if column >= 6 else 0.0)
    return across, -DEPTH / 2 if point <= 12 else DEPTH / 2


def checker_places(setup: Setup) -> list[tuple[float, float, int, Player]]:
    """Return every checker on points and bar: x, y, how many lie below it, whose it is; from below to above."""
    places = [
        (*_on_point(point, number), number // 5, player)
        for player in Player
        for point, count in enumerate(setup.sides[player].points, 1)
        for number in range(count)
    ]
    for player, upwards in ((Player.WHITE, -1), (Player.BLACK, 1)):
        bar = range(setup.sides[player].bar)
        places += [(0.0, upwards * (30.0 + CHECKER * (number % 3)), number // 3, player) for number in bar]
    return sorted(places, key=lambda place: place[2])


def _on_point(point: int, number: int) -> tuple[float, float]:
    across, edge = point_middle(point)
    inwards = (number % 5 + 0.52) * CHECKER
    return across, edge + (inwards if edge < 0 else -inwards)


def regions(optics: Optics) -> tuple[Corners, Corners]:
    """Return the corners of both halves as the picture shows them."""
    return _corners(optics, -EDGE, -BAR / 2), _corners(optics, BAR / 2, EDGE)


@lru_cache(maxsize=4)
def calibration_of(optics: Optics, die: float) -> Calibration:
    """Return the calibration that is true for this camera, for dice of so many millimetres."""
    left, right = regions(optics)
    size = die * optics.scale_at(np.array([0.0, 0.0, die]))
    return Calibration(left, right, size, optics.size, "virtual")


def _corners(optics: Optics, start: float, end: float) -> Corners:
    deep = DEPTH / 2
    seen = optics.seen([(start, deep, 0), (end, deep, 0), (end, -deep, 0), (start, -deep, 0)])
    first, second, third, fourth = ((float(x), float(y)) for x, y in seen)
    return first, second, third, fourth


def draw_board(optics: Optics, look: Look, setup: Setup, seed: int = 0) -> Picture:
    """Return the table as the camera sees it, without dice."""
    picture = _bare(optics, look, seed).copy()
    places = checker_places(setup)
    _shadow(picture, [_disc(optics, x + 2.5, y - 3.5, 0, CHECKER / 2 + 1) for x, y, _, _ in places])
    for x, y, below, player in places:
        _draw_checker(picture, optics, (x, y, below * CHECKER_HIGH), look.checker(player))
    return cv2.resize(picture, optics.size, interpolation=cv2.INTER_AREA)


def strips(high: int) -> Iterator[slice]:
    """Return the rows of a picture of that height, some at a time."""
    return (slice(top, min(top + STRIP, high)) for top in range(0, high, STRIP))


@lru_cache(maxsize=1)
def _bare(optics: Optics, look: Look, seed: int) -> Picture:
    """Return the board without checkers; it is the same whatever moves on it."""
    wide, high = optics.size
    surface = _surface(look, seed)
    large = np.diag([SHARPER, SHARPER, 1.0]) @ optics.ground(FINE, (-OUTER[0] - MARGIN, OUTER[1] + MARGIN))
    size = (wide * SHARPER, high * SHARPER)
    return cv2.warpPerspective(surface, large, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _surface(look: Look, seed: int) -> Picture:
    chance = np.random.default_rng(seed)
    wide, high = round(2 * (OUTER[0] + MARGIN) * FINE), round(2 * (OUTER[1] + MARGIN) * FINE)
    drawing = np.full((high, wide, 3), look.table, dtype=np.uint8)
    _grain(drawing, chance, 5.0)
    _box(drawing, (-OUTER[0] - 4, -OUTER[1] - 6), (OUTER[0] + 6, OUTER[1] + 2), tuple(c // 2 for c in look.table))
    cv2.GaussianBlur(drawing, (0, 0), 4, dst=drawing)
    _box(drawing, (-OUTER[0], -OUTER[1]), OUTER, look.frame)
    _box(drawing, (-OUTER[0] + 2, -OUTER[1] + 2), (OUTER[0] - 2, OUTER[1] - 2), _brighter(look.frame, 1.15))
    for start in (-EDGE, BAR / 2):
        _draw_half(drawing, look, start)
    _grain(drawing, chance, 4.0)
    return drawing


def _draw_half(drawing: Picture, look: Look, start: float) -> None:
    deep = DEPTH / 2
    _box(drawing, (start, -deep), (start + HALF_WIDTH, deep), look.felt)
    for number in range(6):
        left = start + number * POINT_WIDTH
        for sign in (-1, 1):
            tip = (left + POINT_WIDTH / 2, sign * deep * 0.16)
            corners = [(left + 1, sign * deep), (left + POINT_WIDTH - 1, sign * deep), tip]
            colour = look.points[(number + (sign > 0)) % 2]
            cv2.fillConvexPoly(drawing, _pixels(corners), colour, cv2.LINE_AA)
    # The frame stands higher and throws a shadow, as the light comes from the top left.
    for near, far in (((start, deep - 5), (start + HALF_WIDTH, deep)), ((start, -deep), (start + 4, deep))):
        _darken(drawing, near, far)


def _box(drawing: Picture, low: tuple[float, float], top: tuple[float, float], colour: tuple[int, ...]) -> None:
    (left, bottom), (right, upper) = _pixels([low, top])
    cv2.rectangle(drawing, (int(left), int(upper)), (int(right), int(bottom)), colour, cv2.FILLED)


def _darken(drawing: Picture, low: tuple[float, float], top: tuple[float, float]) -> None:
    (left, bottom), (right, upper) = _pixels([low, top])
    part = drawing[upper:bottom, left:right]
    part[:] = (part * 0.7).astype(np.uint8)


def _pixels(points: list[tuple[float, float]]) -> Array:
    moved = [((x + OUTER[0] + MARGIN) * FINE, (OUTER[1] + MARGIN - y) * FINE) for x, y in points]
    return np.round(moved).astype(np.int32)


def _brighter(colour: Colour, by: float) -> Colour:
    blue, green, red = (min(255, int(part * by)) for part in colour)
    return blue, green, red


def _grain(drawing: Picture, chance: np.random.Generator, much: float) -> None:
    high, wide = drawing.shape[:2]
    coarse = chance.normal(0.0, much, (high // 4 + 1, wide // 24 + 1)).astype(np.float32)
    waves = cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_CUBIC)[..., None]
    for rows in strips(high):
        drawing[rows] = np.clip(drawing[rows] + waves[rows], 0, 255)


def _disc(optics: Optics, x: float, y: float, z: float, radius: float) -> Array:
    angles = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    rim = np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles), np.full(28, z)])
    return optics.seen(rim) * SHARPER


def _shadow(picture: Picture, shapes: list[Array]) -> None:
    mask = np.zeros(picture.shape[:2], dtype=np.uint8)
    for shape in shapes:
        cv2.fillConvexPoly(mask, np.round(shape).astype(np.int32), 110)
    soft = cv2.blur(mask, (9, 9))
    for rows in strips(len(picture)):
        picture[rows] -= (picture[rows] * (soft[rows, :, None] / 255.0)).astype(np.uint8)


def _draw_checker(picture: Picture, optics: Optics, foot: tuple[float, float, float], colour: Colour) -> None:
    x, y, z = foot
    bottom, top = (_disc(optics, x, y, height, CHECKER / 2) for height in (z, z + CHECKER_HIGH))
    body = cv2.convexHull(np.vstack([bottom, top]).astype(np.float32)).reshape(-1, 2)
    _fill(picture, body, _brighter(colour, 0.6))
    for radius, light in ((0.5, 1.0), (0.47, 1.08), (0.36, 0.86), (0.33, 1.0)):
        _fill(picture, _disc(optics, x, y, z + CHECKER_HIGH, CHECKER * radius), _brighter(colour, light))


def _fill(picture: Picture, shape: Array | Picture, colour: Colour) -> None:
    cv2.fillConvexPoly(picture, np.round(shape).astype(np.int32), colour, cv2.LINE_AA)
