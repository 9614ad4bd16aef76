"""Counts pips by geometry alone: blobs, light or dark, where the six patterns have them and nowhere else."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice import Point

SIDE = 40
MARGIN = 6
"""Pixels around the face when it is laid flat."""
SPREADS = (0.20, 0.225, 0.25, 0.275)
PATTERNS: dict[int, list[tuple[int, ...]]] = {
    1: [(4,)],
    2: [(0, 8), (2, 6)],
    3: [(0, 4, 8), (2, 4, 6)],
    4: [(0, 2, 6, 8)],
    5: [(0, 2, 4, 6, 8)],
    6: [(0, 2, 3, 5, 6, 8), (0, 1, 2, 6, 7, 8)],
}
"""Places of a three by three grid that hold a pip, for every way a face may lie."""
FAINTEST = 5.0
_SPOTS = np.array([[round(MARGIN + SIDE * (0.5 + step * spread)) for step in (-1, 0, 1)] for spread in SPREADS])
_ROWS, _COLUMNS = (grid.reshape(len(SPREADS), 9) for grid in np.broadcast_arrays(_SPOTS[:, :, None], _SPOTS[:, None]))
_WAYS = [(value, places) for value, ways in PATTERNS.items() for places in ways]
_FILLED = np.array([[place in places for place in range(9)] for _, places in _WAYS])
_VALUES = np.array([value for value, _ in _WAYS])
Image = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Count:
    """How many pips the geometry finds, and how much better that fits than any other number."""

    value: int
    margin: float


def count(picture: Image, corners: Sequence[Point]) -> Count | None:
    """Return the number of pips on a face with these corners, or None where nothing stands out."""
    face = _laid_flat(picture, corners)
    value, strength, margin = max((_fit(blobs) for blobs in _blobs(face)), key=lambda fit: fit[1])
    return Count(value, margin) if strength > FAINTEST else None


def _laid_flat(picture: Image, corners: Sequence[Point]) -> Image:
    inner, outer = MARGIN, MARGIN + SIDE
    goal = np.array([[inner, inner], [outer, inner], [outer, outer], [inner, outer]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), goal)
    side = SIDE + 2 * MARGIN
    grey = cv2.warpPerspective(picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return grey.astype(np.float32)


def _blobs(face: Image) -> list[Image]:
    """Return how much each pixel looks like a dark and like a light pip, the strongest of the three colours."""
    dark: Image = np.full(face.shape[:2], -1e3, np.float32)
    light: Image = dark.copy()
    for radius in (0.075, 0.105):
        inner = cv2.GaussianBlur(face, (0, 0), radius * SIDE * 0.6)
        outer = cv2.GaussianBlur(face, (0, 0), radius * SIDE * 1.3)
        for away in cv2.split(cv2.subtract(inner, outer)):
            dark, light = cv2.max(dark, -away), cv2.max(light, away)
    return [dark, light]


def _fit(blobs: Image) -> tuple[int, float, float]:
    """Return the value that fits best at any spread, how strong its marks are, and by how much it fits better."""
    marks = cv2.dilate(blobs, np.ones((5, 5), np.uint8))[_ROWS, _COLUMNS]
    return max((_fit_marks(some) for some in marks), key=lambda fit: fit[2] * max(fit[1], 1))


def _fit_marks(marks: Image) -> tuple[int, float, float]:
    top = float(marks.max())
    if top <= 0:
        return 0, 0.0, 0.0
    filled, empty = np.where(_FILLED, marks, np.inf).min(1), np.where(_FILLED, -np.inf, marks).max(1)
    fits = (filled - empty) / top
    best = int(fits.argmax())
    value = int(_VALUES[best])
    return value, top, float(fits[best] - fits[value != _VALUES].max())
