"""Draws into a picture what was read in it."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.dice import Cube, Die, Point
from vision.pictures import Picture, size_of

GOOD, BAD, UNSURE, BLUE = (80, 220, 60), (60, 60, 240), (40, 190, 255), (255, 160, 60)
"""Blue, green, red: for dice that count, that do not, that could not be read, and for the cube."""
STRIP = 18
"""The height of the line of text above a picture that is 640 wide."""


def annotated(
    picture: Picture, dice: Iterable[Die], cube: Cube | None = None, calibration: Calibration | None = None
) -> Picture:
    """Return a copy of the picture with what was read in it."""
    drawn = picture.copy()
    if calibration is not None:
        for half in (calibration.left, calibration.right):
            _outline(drawn, half, (200, 200, 200), 1)
    for die in dice:
        _draw(drawn, die.corners, str(die.value or "?"), colour_of(die))
    if cube is not None:
        _draw(drawn, cube.corners, f"cube {cube.value or '?'}", BLUE)
    return drawn


def captioned(picture: Picture, words: str) -> Picture:
    """Return the picture with a line of text above it."""
    wide, _ = size_of(picture)
    scale = max(wide / 640, 0.5)
    strip = np.full((round(STRIP * scale), wide, 3), 24, np.uint8)
    # The drawn letters know no other signs.
    plain = words.encode("ascii", "replace").decode("ascii")
    cv2.putText(
        strip, plain, (4, round(13 * scale)), cv2.FONT_HERSHEY_SIMPLEX, 0.42 * scale, (235, 235, 235), 1, cv2.LINE_AA
    )
    return np.vstack([strip, picture])


def colour_of(die: Die) -> tuple[int, int, int]:
    """Return the colour for a die: whether it counts, does not, or could not be read."""
    if not die.flat or die.on_checker:
        return BAD
    return UNSURE if die.value is None or die.moving else GOOD


def _draw(picture: Picture, corners: tuple[Point, ...], words: str, colour: tuple[int, int, int]) -> None:
    scale = max(size_of(picture)[0] / 640, 0.5)
    thick = max(1, round(scale))
    _outline(picture, corners, colour, thick)
    x, y = max(corner[0] for corner in corners) + 2, min(corner[1] for corner in corners)
    for line, shade in ((thick + 2, (0, 0, 0)), (thick, colour)):
        cv2.putText(
            picture, words, (round(x), round(y)), cv2.FONT_HERSHEY_SIMPLEX, 0.6 * scale, shade, line, cv2.LINE_AA
        )


def _outline(picture: Picture, corners: tuple[Point, ...], colour: tuple[int, int, int], thick: int) -> None:
    shape = np.round(np.array(corners)).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(picture, [shape], isClosed=True, color=colour, thickness=thick, lineType=cv2.LINE_AA)
