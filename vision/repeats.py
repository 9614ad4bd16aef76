"""Pictures that come again before the next is due: a slow camera in a fast stream sends each of them several times."""

from __future__ import annotations

from collections import deque
from statistics import median

import numpy as np

from vision.pictures import Picture

KNOWN, PACE_OF = 3, 9
"""The pace of new pictures is known after so many, and is that of so many last ones."""
PAUSE = 0.35
"""Seconds without a new picture after which nothing is known of the pace: all may have lain still."""
LATE = 1.5
"""A picture that so many times its pace later is still the same shows that nothing has moved."""


class Repeats:
    """Tells them apart from pictures that show that nothing has moved."""

    def __init__(self) -> None:
        self._last: Picture = np.zeros((0, 0), np.uint8)
        self._new_at = self._taken_at = float("-inf")
        self._paces: deque[float] = deque(maxlen=PACE_OF)

    def is_one(self, picture: Picture, at: float) -> bool:
        """Tell whether a picture says nothing, as it is only the last one once more."""
        same = np.array_equal(picture, self._last)
        if same and len(self._paces) >= KNOWN and at - self._taken_at <= LATE * median(self._paces):
            return True
        if not same:
            if at - self._new_at < PAUSE:
                self._paces.append(at - self._new_at)
            self._new_at, self._last = at, picture
        self._taken_at = at
        return False
