"""Finds what may be a die: marks of a small network in the picture at one or more sizes."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import network

WEIGHTS = Path(__file__).parent / "weights" / "finder.onnx.xz"
CALIBRATED_WEIGHTS = WEIGHTS.with_name("finder_calibrated.onnx.xz")
"""Sees more where the board and its dice are known, and too much elsewhere."""
CELL = 4
STEP = 8
"""The network takes pictures whose sides are multiples of this."""
HALVES = ("near", "far")
"""What the lower half of the network puts out."""
EDGE = 16.0
"""The length of a die's edge that it knows best; it finds half an octave more and less."""
FAINTEST = 0.2
LIKE_SIZED = 1.6
"""Of two spots in one place that differ more, one may be a pip of the other: that is not decided here."""
Image = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that may be the middle of a die's upper face, and the length of its edge, in pixels of the picture."""

    x: float
    y: float
    edge: float
    score: float


def top_of(weights: Path) -> Path:
    """Return the file of a network's upper half."""
    return weights.with_name(weights.name.replace(".", "_top.", 1))


class Finder:
    """The network and how to ask it; it comes in two halves, as OpenCV is slow at what joins them."""

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._net, self._top = network(weights), network(top_of(weights))

    def spots(self, picture: Image, scale: float) -> list[Spot]:
        """Return the spots in a picture that was made smaller by this factor; they count in pixels of the large one."""
        high, wide = picture.shape[:2]
        padded = cv2.copyMakeBorder(picture, 0, -high % STEP, 0, -wide % STEP, cv2.BORDER_REPLICATE)
        near, far = self._net.ask_for(HALVES, cv2.dnn.blobFromImage(padded, 1 / 255))
        planes = self._top.ask(_joined(near, far))[0]
        heat = 1 / (1 + np.exp(-planes[0]))
        return [_spot(planes, heat, row, column, scale) for row, column in _peaks(heat)]


def _joined(near: Image, far: Image) -> Image:
    """Return what is seen near by with what is seen from afar, each of its pixels spread over two by two."""
    joined = near.copy()
    parts = np.split(far, 4, axis=1)
    for part, (down, across) in zip(parts, np.ndindex(2, 2), strict=True):
        joined[:, :, down::2, across::2] += part
    return joined


def _peaks(heat: Image) -> list[tuple[int, int]]:
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > FAINTEST))
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _spot(planes: Image, heat: Image, row: int, column: int, scale: float) -> Spot:
    across, down, size = (float(v) for v in planes[1:, row, column])
    x, y = ((at + shift + 0.5) * CELL - 0.5 for at, shift in ((column, across), (row, down)))
    edge = EDGE * float(np.exp(np.clip(size, -0.7, 0.7)))
    return Spot((x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5, edge / scale, float(heat[row, column]))


def apart(spots: list[Spot]) -> list[Spot]:
    """Return the best of those that mean the same die, the brightest first."""
    kept: list[Spot] = []
    for spot in sorted(spots, key=lambda spot: -spot.score):
        if all(_far(spot, other) for other in kept):
            kept.append(spot)
    return kept


def _far(one: Spot, other: Spot) -> bool:
    larger, smaller = max(one.edge, other.edge), min(one.edge, other.edge)
    return larger > LIKE_SIZED * smaller or float(np.hypot(one.x - other.x, one.y - other.y)) > 0.5 * larger
