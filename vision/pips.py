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
    dark = np.full(face.shape[:2], -1e3, np.float32)
    light = dark.copy()
    for radius in (0.075, 0.105):
        inner = cv2.GaussianBlur(face, (0, 0), radius * SIDE * 0.6)
        outer = cv2.GaussianBlur(face, (0, 0), radius * SIDE * 1.3)
        away = inner - outer
        dark, light = np.maximum(dark, -away.min(2)), np.maximum(light, away.max(2))
    return [dark, light]


def _fit(blobs: Image) -> tuple[int, float, float]:
    return max((_fit_spread(blobs, spread) for spread in SPREADS), key=lambda fit: fit[2] * max(fit[1], 1))


def _fit_spread(blobs: Image, spread: float) -> tuple[int, float, float]:
    marks = _marks(blobs, spread)
    top = float(marks.max())
    if top <= 0:
        return 0, 0.0, 0.0
    fits = {value: max(_score(marks / top, set(places)) for places in ways) for value, ways in PATTERNS.items()}
    order = sorted(fits, key=lambda value: -fits[value])
    return order[0], top, fits[order[0]] - fits[order[1]]


def _marks(blobs: Image, spread: float) -> Image:
    strongest = np.asarray(cv2.dilate(blobs, np.ones((5, 5), np.uint8)))
    at = [round(MARGIN + SIDE * (0.5 + step * spread)) for step in (-1, 0, 1)]
    return np.array([strongest[y, x] for y in at for x in at])


def _score(marks: Image, places: set[int]) -> float:
    filled = [float(marks[place]) for place in places]
    empty = [float(marks[place]) for place in range(9) if place not in places]
    return min(filled) - max(empty)
