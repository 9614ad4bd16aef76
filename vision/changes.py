"""Where a picture differs from the board before the throw: only there new dice can lie."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[Any]
Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""
CELLS = 4.0
"""Differences are looked at in cells, of which so many make the edge of a die: that takes most of the noise away."""
LEAST = 3.0
"""By so many levels, in the mean over a place as large as a die, it must differ more than most places do."""
MOST = 8.0
"""If most of the picture differs by so much, the light or the camera has changed, and nothing is known."""
BESIDE = 2.0
"""What lies so many edges around a change is searched, too: a network sees little at the edge of what it gets."""
WORTH = 0.6
"""If so much of the picture is to be searched, it is searched in one piece."""


@dataclass(frozen=True)
class Changes:
    """Which cells may show something new, and how many pixels wide a cell is."""

    new: Image
    cell: int

    def at(self, x: float, y: float) -> bool:
        """Tell whether something may be new at this pixel."""
        high, wide = self.new.shape
        row, column = (min(max(int(at / self.cell), 0), most - 1) for at, most in ((y, high), (x, wide)))
        return bool(self.new[row, column])

    @cached_property
    def boxes(self) -> list[Box] | None:
        """Return the parts of the picture in which something new may lie; None stands for all of it."""
        reach = 2 * int(BESIDE * CELLS) + 1
        near = cv2.dilate(self.new, np.ones((reach, reach), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(near)
        found = [(int(left), int(top), int(left + wide), int(top + high)) for left, top, wide, high, _ in stats[1:]]
        boxes = _apart(found)
        area = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)
        if area > WORTH * self.new.size:
            return None
        cell = self.cell
        return [(left * cell, top * cell, right * cell, bottom * cell) for left, top, right, bottom in boxes]


def changes(picture: Image, before: Image, edge: float) -> Changes:
    """Return where a picture differs from an earlier one; dice in it have edges of that length."""
    cell = max(2, int(edge / CELLS))
    size = tuple(-(-side // cell) for side in picture.shape[1::-1])
    small = [cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in (picture, before)]
    apart = cv2.absdiff(*small).astype(np.float32).mean(2)
    side = int(CELLS)
    strength = cv2.blur(apart, (side, side))
    usual = float(np.median(strength))
    return Changes((strength > (usual + LEAST if usual < MOST else -1.0)).astype(np.uint8), cell)


def _apart(boxes: list[Box]) -> list[Box]:
    """Return boxes that do not overlap: those that did are one."""
    for at, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[at + 1 :]:
            if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
                joined = (min(left, other[0]), min(top, other[1]), max(right, other[2]), max(bottom, other[3]))
                return _apart([joined, *(box for box in boxes if box not in {boxes[at], other})])
    return boxes
