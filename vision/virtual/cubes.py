"""Drawn dice and the doubling cube: lit, rounded cubes with pips or numbers, seen in perspective."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.pictures import Picture
from vision.virtual.board import Colour
from vision.virtual.optics import Array, Optics, turned

FACE = 72
"""Pixels of a drawn face."""
ROUND = 0.14
"""How much of an edge is rounded off at each end."""
SHARPER = 3
LIGHT = np.array([-0.42, 0.5, 0.76])
"""Where the light comes from."""
SUN = LIGHT / np.linalg.norm(LIGHT)
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
AXES = {1: (0, 0, 1), 6: (0, 0, -1), 2: (1, 0, 0), 5: (-1, 0, 0), 3: (0, 1, 0), 4: (0, -1, 0)}
"""Which way each face of an unturned die looks; opposite faces make seven."""
UP = {
    1: ((0, 0, 1), 0),
    6: ((1, 0, 0), 180),
    2: ((0, 1, 0), -90),
    5: ((0, 1, 0), 90),
    3: ((1, 0, 0), 90),
    4: ((1, 0, 0), -90),
}
"""The turn that brings a face up: axis and degrees."""
CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)


@dataclass(frozen=True, slots=True)
class DieLook:
    """How a pair of dice looks."""

    body: Colour = (224, 234, 238)
    pip: Colour = (28, 26, 24)
    edge: float = 14.0
    """In millimetres."""


DICE_LOOKS = {
    "ivory": DieLook(),
    "black": DieLook((40, 36, 34), (226, 232, 236)),
    "red": DieLook((44, 36, 172), (228, 234, 238)),
    "blue": DieLook((150, 70, 24), (228, 234, 238)),
}


@dataclass(frozen=True)
class Solid:
    """A cube in space: its middle, how it is turned, and what is on its faces."""

    middle: Array
    turn: Array
    look: DieLook
    numbers: tuple[int, ...] = ()
    """Of the doubling cube: the number on each face; none: it is a die."""

    @property
    def corners(self) -> Array:
        """The eight corners before they are rounded off."""
        return np.asarray(self.middle + CORNERS * self.look.edge / 2 @ self.turn.T, dtype=np.float64)

    @property
    def lowest(self) -> float:
        """How high its lowest corner is."""
        return float(self.corners[:, 2].min())

    def face(self, value: int) -> Array:
        """Return the corners of a face, as they go round."""
        across, up = _sides(value)
        out = np.array(AXES[value], dtype=np.float64)
        square = [out - across + up, out + across + up, out + across - up, out - across - up]
        return np.asarray(self.middle + np.array(square) * self.look.edge / 2 @ self.turn.T, dtype=np.float64)


def pose(value: int, yaw: float, tilt: float = 0.0, towards: float = 0.0) -> Array:
    """Return how a die is turned that shows a value, and leans by some degrees in a direction."""
    axis, degrees = UP[value]
    lean = turned((-np.sin(np.deg2rad(towards)), np.cos(np.deg2rad(towards)), 0.0), tilt)
    return np.asarray(lean @ turned((0, 0, 1), yaw) @ turned(axis, degrees), dtype=np.float64)


def upper_value(turn: Array) -> int:
    """Return which face looks most upwards."""
    return max(AXES, key=lambda value: float((turn @ np.array(AXES[value]))[2]))


def shadow_on(solid: Solid, ground: float) -> Array:
    """Return where the rays of light that a cube stops would have met the ground."""
    corners = solid.corners
    drop = np.maximum(corners[:, 2:] - ground, 0.0) / SUN[2]
    return np.asarray(corners - drop * SUN, dtype=np.float64)


def draw_solid(picture: Picture, optics: Optics, solid: Solid, opacity: float = 1.0) -> None:
    """Draw a cube into the picture; less than opaque for one of several places that a moving die is in."""
    silhouette = _silhouette(optics, solid)
    left, top = np.floor(silhouette.min(axis=0)).astype(int) - 2
    right, bottom = np.ceil(silhouette.max(axis=0)).astype(int) + 3
    wide, high = optics.size
    if left < 0 or top < 0 or right > wide or bottom > high:
        return
    origin = np.array([left, top])
    size = ((right - left) * SHARPER, (bottom - top) * SHARPER)
    paint, alpha = _painted(optics, solid, (silhouette - origin) * SHARPER, size, origin)
    small = (right - left, bottom - top)
    cover = cv2.resize(alpha, small, interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255 * opacity
    colours = cv2.resize(paint, small, interpolation=cv2.INTER_AREA).astype(np.float32)
    part = picture[top:bottom, left:right]
    part[:] = part * (1 - cover) + colours * cover


def _painted(
    optics: Optics, solid: Solid, silhouette: Array, size: tuple[int, int], origin: Array
) -> tuple[Picture, Picture]:
    seen_faces = [value for value in AXES if _faces_eye(optics, solid, value)]
    lights = {value: _light(optics, solid, value) for value in seen_faces}
    rim = sum(lights.values()) / max(len(lights), 1)
    paint = np.empty((size[1], size[0], 3), dtype=np.uint8)
    paint[:] = np.clip(np.array(solid.look.body) * rim * 1.02, 0, 255).astype(np.uint8)
    alpha = np.zeros((size[1], size[0]), dtype=np.uint8)
    cv2.fillConvexPoly(alpha, np.round(silhouette).astype(np.int32), 255)
    for value in seen_faces:
        _lay_face(paint, (optics.seen(solid.face(value)) - origin) * SHARPER, solid, value, lights[value])
    return paint, alpha


def _lay_face(paint: Picture, corners: Array, solid: Solid, value: int, light: float) -> None:
    number = solid.numbers[value - 1] if solid.numbers else 0
    face, mask = _face(value, number, solid.look.body, solid.look.pip)
    square = np.array([(0, 0), (FACE, 0), (FACE, FACE), (0, FACE)], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    size = (paint.shape[1], paint.shape[0])
    laid = cv2.warpPerspective(face, matrix, size, flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(mask, matrix, size, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    paint[:] = np.clip(paint * (1 - cover) + laid * (cover * light), 0, 255).astype(np.uint8)


def _silhouette(optics: Optics, solid: Solid) -> Array:
    radius = solid.look.edge * ROUND
    inner = solid.middle + CORNERS * (solid.look.edge / 2 - radius) @ solid.turn.T
    angles = np.linspace(0, 2 * np.pi, 10, endpoint=False)
    ring = radius * optics.scale_at(solid.middle) * np.column_stack([np.cos(angles), np.sin(angles)])
    points = (optics.seen(inner)[:, None] + ring[None]).reshape(-1, 2)
    return np.asarray(cv2.convexHull(points.astype(np.float32)).reshape(-1, 2), dtype=np.float64)


def _faces_eye(optics: Optics, solid: Solid, value: int) -> bool:
    out = solid.turn @ np.array(AXES[value], dtype=np.float64)
    return float(out @ (optics.eye - solid.middle - out * solid.look.edge / 2)) > 0


def _light(optics: Optics, solid: Solid, value: int) -> float:
    out = solid.turn @ np.array(AXES[value], dtype=np.float64)
    towards = optics.eye - solid.middle
    half = SUN + towards / np.linalg.norm(towards)
    gloss = max(0.0, float(out @ half / np.linalg.norm(half))) ** 60
    return 0.42 + 0.62 * max(0.0, float(out @ SUN)) + 0.12 * gloss


@lru_cache
def _sides(value: int) -> tuple[Array, Array]:
    out = np.array(AXES[value], dtype=np.float64)
    up = np.array((0.0, 1.0, 0.0) if abs(out[2]) else (0.0, 0.0, 1.0))
    return np.cross(up, out), up


@lru_cache(maxsize=64)
def _face(value: int, number: int, body: Colour, pip: Colour) -> tuple[Picture, Picture]:
    face = np.empty((FACE, FACE, 3), dtype=np.uint8)
    face[:] = body
    if number:
        _write(face, str(number), pip)
    else:
        for x, y in PIPS[value]:
            _dent(face, (round(FACE * (0.5 + x * 0.25)), round(FACE * (0.5 + y * 0.25))), pip)
    mask: Picture = np.zeros((FACE, FACE), dtype=np.uint8)
    near = round(FACE * ROUND)
    cv2.rectangle(mask, (near, near), (FACE - near, FACE - near), 255, cv2.FILLED)
    mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (near * 2 - 5, near * 2 - 5)))
    return face, cv2.blur(mask, (5, 5))


def _dent(face: Picture, middle: tuple[int, int], pip: Colour) -> None:
    radius = round(FACE * 0.095)
    cv2.circle(face, middle, radius, pip, cv2.FILLED, cv2.LINE_AA)
    lighter = (min(255, pip[0] + 36), min(255, pip[1] + 36), min(255, pip[2] + 36))
    cv2.circle(face, (middle[0] + 2, middle[1] + 2), radius // 3, lighter, cv2.FILLED, cv2.LINE_AA)


def _write(face: Picture, text: str, colour: Colour) -> None:
    scale = 1.5 if len(text) == 1 else 1.15
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 3)
    at = ((FACE - wide) // 2, (FACE + high) // 2)
    cv2.putText(face, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, 3, cv2.LINE_AA)
