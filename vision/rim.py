"""Looks for a checker's rim around a die's foot: with the board laid flat it is a circle, of a size known roughly."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice import Point
from vision.upright import Upright

FINE = 230.0
"""Pixels for the width of a half."""
RADII = tuple(range(15, 23))
"""Of a checker, in those pixels: six of them stand side by side in a half."""
REACH, REACH_HIDDEN = 0.9, 0.6
"""How far from a checker's middle a die's foot may be, in radii; less where the die itself hides some of the rim."""
STEP = 2.0
"""From one middle that is tried to the next."""
SIDE = 97
WAYS = 24
"""Directions that are told apart; a rim is as well the change from light to dark as the other way round."""
CLEAR = 3.0
"""The least change from one pixel to the next that shows a rim."""
ASKEW = 4
"""By so many of the ways a change may point past the middle."""
BESIDE = 3
"""Pixels around the die that its own outline spoils."""
SEEN = 0.5
"""How much of a rim must be free of the die."""
DOUBT = 4.0
"""So many points more would have to be seen of every rim."""
GRAIN = 2.0
"""To so many pixels of the picture a foot on the bare board is told."""
Image = NDArray[Any]


def rim(picture: Image, view: Upright, foot: Point, scale: float, die: Sequence[Point] = ()) -> float:
    """Return how much of a rim shows around a foot, from 0 to 1, apart from where the die hides it.

    The picture was made smaller by `scale`; `die` is all that shows of the die, if it lies there in that picture.
    """
    matrix = view.laid_flat(*foot, SIDE / 2 / FINE, SIDE)
    larger = np.array([[1 / scale, 0, 0.5 / scale - 0.5], [0, 1 / scale, 0.5 / scale - 0.5], [0, 0, 1]])
    flat = cv2.warpPerspective(picture, matrix @ larger, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    places, ways = _circles(REACH_HIDDEN if die else REACH)
    hits = _changes(flat).ravel()[places] >> ways & 1
    if not die:
        return float(hits.mean(1).max())
    seen = _free(matrix, die).ravel()[places]
    count = seen.sum(1)
    shares = (hits * seen).sum(1) / (count + DOUBT)
    return float(shares[count >= SEEN * places.shape[1]].max(initial=0.0))


class BareBoard:
    """The board without dice, which stays the same for many pictures, and where a rim was looked for on it."""

    def __init__(self, picture: Image, scale: float) -> None:
        """Take it in the size in which it is looked at, and how much smaller that is."""
        self._picture, self._scale = picture, scale
        self._known: dict[Point, float] = {}

    def rim(self, view: Upright, foot: Point) -> float:
        """Return how much of a rim shows around a foot: a die that lies still trembles a little."""
        near = (round(foot[0] / GRAIN) * GRAIN, round(foot[1] / GRAIN) * GRAIN)
        if near not in self._known:
            self._known[near] = rim(self._picture, view, near, self._scale)
        return self._known[near]


def _changes(flat: Image) -> NDArray[np.int32]:
    """Return for each pixel a bit for each way in which the picture changes there."""
    soft = cv2.GaussianBlur(flat.astype(np.float32), (0, 0), 0.8)
    across, down = (cv2.split(cv2.Sobel(soft, cv2.CV_32F, *axis, scale=1 / 8)) for axis in ((1, 0), (0, 1)))
    x, y = across[0], down[0]
    for other_x, other_y in zip(across[1:], down[1:], strict=True):
        # The colour that changes most.
        more = cv2.compare(cv2.magnitude(other_x, other_y), cv2.magnitude(x, y), cv2.CMP_GT)
        x, y = cv2.copyTo(other_x, more, x), cv2.copyTo(other_y, more, y)
    bits: NDArray[np.int32] = _near()[cv2.convertScaleAbs(cv2.phase(x, y), alpha=WAYS / np.pi)]
    bits[cv2.magnitude(x, y) <= CLEAR] = 0
    return bits


@lru_cache(maxsize=1)
def _near() -> NDArray[np.int32]:
    """Return for each way, all round and the first once more, the bits of all that are near enough to it."""
    near = [sum(1 << (way + by) % WAYS for by in range(-ASKEW, ASKEW + 1)) for way in range(2 * WAYS + 1)]
    return np.array(near, np.int32)


@lru_cache(maxsize=2)
def _circles(reach: float) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
    """Return the pixels on every circle that may be a rim, and which way each of them looks."""
    turns = np.arange(2 * WAYS)
    x, y = (way(turns * np.pi / WAYS) for way in (np.cos, np.sin))
    middle, rows = (SIDE - 1) / 2, []
    for radius in RADII:
        far = min(reach * radius, middle - radius)
        tried = np.arange(-(far // STEP) * STEP, far + 0.1, STEP)
        for across in tried:
            for down in tried:
                if np.hypot(across, down) <= far:
                    spots = [np.rint(middle + by + radius * way) for by, way in ((down, y), (across, x))]
                    rows.append(spots[0] * SIDE + spots[1])
    return np.array(rows).astype(np.intp), (turns % WAYS).astype(np.int32)


def _free(matrix: Image, die: Sequence[Point]) -> NDArray[np.bool_]:
    """Return which pixels the die does not hide."""
    spots = cv2.perspectiveTransform(np.array(die, np.float64)[None], np.array(matrix))[0]
    hidden = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillConvexPoly(hidden, cv2.convexHull(np.rint(spots).astype(np.int32)), 1)
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * BESIDE + 1, 2 * BESIDE + 1))
    return np.asarray(cv2.dilate(hidden, around) == 0)
