"""A drawn hand with its forearm, and its shadow: an object in the way, no likeness."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.pictures import Picture
from vision.virtual.board import Colour, strips
from vision.virtual.optics import Optics

SKINS: dict[str, Colour] = {"light": (150, 178, 224), "dark": (54, 76, 118)}
SLEEVE: Colour = (96, 64, 52)
HIGH = 45.0
"""How many millimetres above the board it moves."""
FINGERS = (
    (-26.0, 40.0, -34.0, 74.0),
    (-9.0, 50.0, -11.0, 92.0),
    (9.0, 50.0, 10.0, 94.0),
    (25.0, 44.0, 30.0, 84.0),
    (-30.0, 4.0, -56.0, 34.0),
)
"""Each from its root to its tip, in a hand that points up and away: x, y, x, y in millimetres."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Where the palm is, and which way the fingers point (degrees, 90: away from the near player)."""

    x: float
    y: float
    points_to: float = 90.0
    skin: str = "light"
    closed: float = 0.0
    """0: fingers stretched out, 1: a fist."""


@dataclass(frozen=True)
class _Brush:
    """Draws a hand's parts into a mask: how far beside the hand (its shadow), how high, how strong."""

    mask: Picture
    optics: Optics
    hand: Hand
    beside: tuple[float, float] = (0.0, 0.0)
    high: float = HIGH
    strong: int = 255

    def line(self, ends: tuple[float, float, float, float], thick: float) -> None:
        angle = np.deg2rad(self.hand.points_to - 90.0)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        place = np.array([self.hand.x, self.hand.y]) + self.beside
        flat = np.array(ends).reshape(2, 2) @ turn.T + place
        (x, y), (end_x, end_y) = np.round(self.optics.seen([(*point, self.high) for point in flat])).astype(int)
        width = max(1, round(thick * self.optics.scale_at(np.array([*place, self.high]))))
        cv2.line(self.mask, (int(x), int(y)), (int(end_x), int(end_y)), self.strong, width, cv2.LINE_AA)

    def whole(self) -> None:
        for root_x, root_y, tip_x, tip_y in FINGERS:
            share = 1 - 0.65 * self.hand.closed
            self.line((root_x, root_y, root_x + (tip_x - root_x) * share, root_y + (tip_y - root_y) * share), 16.0)
        self.line((0.0, 30.0, 0.0, -8.0), 74.0)
        self.line((0.0, -8.0, 0.0, -700.0), 54.0)


def draw_hand(picture: Picture, optics: Optics, hand: Hand) -> None:
    """Draw the hand into the picture, shadow first."""
    mask = np.zeros(picture.shape[:2], dtype=np.uint8)
    _Brush(mask, optics, hand, (16.0, -22.0), 0.0, 130).whole()
    soft = cv2.blur(mask, (25, 25))
    for part in _parts(soft):
        dark = soft[part].astype(np.float32)[..., None] / 255
        picture[part] = (picture[part] * (1 - dark)).astype(np.uint8)
    shape, sleeve = np.zeros_like(mask), np.zeros_like(mask)
    _Brush(shape, optics, hand).whole()
    _Brush(sleeve, optics, hand).line((0.0, -130.0, 0.0, -700.0), 74.0)
    thick = cv2.distanceTransform(shape, cv2.DIST_L2, 3)
    rim = cv2.blur(shape, (3, 3))
    skin, sleeve_colour = (np.array(colour, dtype=np.float32) for colour in (SKINS[hand.skin], SLEEVE))
    for part in _parts(rim):
        light = np.clip(0.62 + thick[part] / (0.06 * optics.size[0]), 0.0, 1.05)[..., None]
        cover = rim[part].astype(np.float32)[..., None] / 255
        colour = np.where(sleeve[part][..., None] > 0, sleeve_colour, skin) * light
        picture[part] = np.clip(picture[part] * (1 - cover) + colour * cover, 0, 255).astype(np.uint8)


def _parts(mask: Picture) -> Iterator[tuple[slice, slice]]:
    """Return where something is in a mask, some rows at a time."""
    left, top, wide, high = cv2.boundingRect(mask)
    return ((slice(top + rows.start, top + rows.stop), slice(left, left + wide)) for rows in strips(high))
