"""Looks at places of a picture with a teller, turned as wanted."""

import numpy as np

from vision import crop
from vision.finder import Spot
from vision.levels import Levels, nearest
from vision.teller import Teller, Telling

UPRIGHT: crop.Up = (0.0, -1.0)
"""Where up is, roughly, for a camera that is not calibrated: it is held upright."""
FINER = 1.2
"""A piece is cut out of the size of the picture in which a die is so much larger than in the piece."""


class Eye:
    """A teller that is told where to look."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller

    def tell(self, levels: Levels, spot: Spot, angle: float, up: crop.Up | None = None) -> Telling:
        """Return what a place shows; of a camera whose place is not known, up is not told."""
        return self._tell(levels, spot, angle, up, roughly=False)

    def tell_upright(self, levels: Levels, spot: Spot, angle: float, up: crop.Up | None = None) -> Telling:
        """Return what a place shows; the camera is held upright if its place is not known."""
        return self._tell(levels, spot, angle, up or UPRIGHT, roughly=up is None)

    def _tell(self, levels: Levels, spot: Spot, angle: float, up: crop.Up | None, *, roughly: bool) -> Telling:
        size = self._teller.size
        scale = nearest(levels, FINER * size.edge / spot.edge)
        x, y = ((at + 0.5) * scale - 0.5 for at in (spot.x, spot.y))
        piece, matrix = crop.cut(levels[scale], (x, y), spot.edge * scale, angle, size)
        if up:
            across, down = matrix[:, :2] @ up * (spot.edge * scale / size.edge)
            up = float(across), float(down)
        matrix[:, 2] += matrix[:, :2] @ [0.5 * scale - 0.5, 0.5 * scale - 0.5]
        matrix[:, :2] *= scale
        return self._teller.tell(piece, up, matrix, roughly=roughly)


def moved_to(spot: Spot, told: Telling) -> Spot:
    """Return the spot moved to where the first look saw the face, unless that is somewhere else."""
    (x, y), edge = told.centre, told.edge
    steady = 0.6 < edge / spot.edge < 1.7 and float(np.hypot(x - spot.x, y - spot.y)) < 0.6 * spot.edge
    return Spot(x, y, edge, spot.score) if steady else spot
