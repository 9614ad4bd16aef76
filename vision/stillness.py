"""What moves in the picture: a cheap look at every frame, so that dice are only read where nothing moves."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture, grey, shrunk, size_of

WIDTH = 160
"""Frames are looked at so many pixels wide."""
STEP = 9.0
"""By how many levels of grey a pixel must change to count, above the noise."""
FEW = 3
"""Fewer changed pixels than that are noise."""

Mask = npt.NDArray[np.bool_]


class Stillness:
    """Knows for each part of the picture when something last moved there."""

    def __init__(self) -> None:
        self.small: npt.NDArray[np.float32] = np.zeros((0, 0), np.float32)
        self.moved_at: npt.NDArray[np.float64] = np.zeros((0, 0))
        self.scale = 1.0
        self.moving = 0
        """How many small pixels moved in the last frame."""
        self._noise = 1.0
        self._at = 0.0
        self._older: list[npt.NDArray[np.float32]] = []

    def look(self, frame: Picture, at: float) -> None:
        """Take in the next frame."""
        small = miniature(frame)
        self._at = at
        if small.shape != self.small.shape:
            self.moved_at = np.full(small.shape, at)
            self._older = []
            self.moving = small.size
        else:
            changed = self._changed(small)
            self.moved_at[changed] = at
            self.moving = int(np.count_nonzero(changed))
        self.scale = size_of(frame)[0] / small.shape[1]
        # What creeps changes little from frame to frame, but shows against the last frame but one.
        self._older = [*self._older[-1:], small]
        self.small = small

    def still_since(self, at: float) -> float:
        """Return for how many seconds nothing at all has moved."""
        return at - float(self.moved_at.max()) if self.moved_at.size else 0.0

    def moved_lately(self, seconds: float) -> Mask:
        """Return where something has moved within so many seconds before the last frame."""
        return self.moved_at >= self._at - seconds

    def still_near(self, box: tuple[float, float, float, float], at: float) -> float:
        """Return for how many seconds nothing has moved in a box: left, top, right, bottom in pixels of the frame."""
        part = self.moved_at[self.cells(box)]
        return at - float(part.max()) if part.size else 0.0

    def cells(self, box: tuple[float, float, float, float]) -> tuple[slice, slice]:
        """Return where a box of the frame is in the small picture."""
        left, top, right, bottom = (side / self.scale for side in box)
        across = slice(max(0, int(left)), max(0, int(np.ceil(right))))
        return slice(max(0, int(top)), max(0, int(np.ceil(bottom)))), across

    def _changed(self, small: npt.NDArray[np.float32]) -> Mask:
        latest = difference(small, self._older[-1])
        self._noise += 0.1 * (min(float(np.median(latest)) * 1.5, 6.0) - self._noise)
        step = STEP + 3.0 * self._noise
        changed = latest > step
        if len(self._older) == 2:
            changed |= difference(small, self._older[0]) > step
        if np.count_nonzero(changed) < FEW:
            changed[:] = False
        return changed


def miniature(frame: Picture) -> npt.NDArray[np.float32]:
    """Return a frame small, grey and a little blurred."""
    return np.asarray(cv2.blur(shrunk(grey(frame), WIDTH), (3, 3)), dtype=np.float32)


def difference(one: npt.NDArray[np.float32], other: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return by how much two small pictures differ, but for the light as a whole."""
    apart = one - other
    return np.asarray(np.abs(apart - np.median(apart)), dtype=np.float32)
