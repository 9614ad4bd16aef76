"""Whether a camera still looks at the board as it did when it was calibrated."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.pictures import Picture, as_jpeg, from_jpeg, grey, shrunk, size_of

WIDTH = 640
"""Pictures are compared at most so wide."""
SMALLEST = 32
"""There is nothing to compare in pictures that are less high or wide."""
ROUNDING = 0.01
"""Pictures of one shape may differ by so much in height once they are equally wide."""
FEATURES = 900
ALIKE = 0.8
"""A feature counts if the next best one is that much less like it: points and checkers all look the same."""
ENOUGH = 14
"""So many features must agree on how the picture moved."""
ALLOWED = 0.006
"""The corners may be off by so much of the picture's width."""
QUALITY = 80


class Mounting(Enum):
    """What comparing two pictures tells of the camera."""

    SAME = "same"
    MOVED = "moved"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Comparison:
    """How far the board's corners moved, in parts of the picture's width; none if that cannot be told."""

    shift: float | None
    agreeing: int

    @property
    def mounting(self) -> Mounting:
        """Return what that means."""
        if self.shift is None:
            return Mounting.UNSURE
        return Mounting.SAME if self.shift <= ALLOWED else Mounting.MOVED


def reference_of(picture: Picture) -> str:
    """Return a picture to keep with the calibration."""
    return base64.b64encode(as_jpeg(shrunk(grey(picture), WIDTH), QUALITY)).decode("ascii")


def reference_in(calibration: Calibration) -> Picture | None:
    """Return the picture that was kept with a calibration, if there is one."""
    try:
        return from_jpeg(base64.b64decode(calibration.reference), in_colour=False)
    except ValueError:
        return None


def compare(reference: Picture, now: Picture) -> Comparison:
    """Tell how far the picture moved since the reference; checkers and hands may be elsewhere."""
    width = min(WIDTH, size_of(reference)[0], size_of(now)[0])
    then, today = shrunk(grey(reference), width), shrunk(grey(now), width)
    if min(then.shape) < SMALLEST or abs(len(then) - len(today)) > ROUNDING * len(then):
        return Comparison(None, 0)
    starts, ends = _matches(then, today)
    if len(starts) < ENOUGH:
        return Comparison(None, len(starts))
    # A camera that is pushed shifts, turns and hardly grows: four numbers, so few features are enough.
    # OpenCV gives none where there is no answer, though its types do not say so.
    found: tuple[Picture | None, Picture | None] = cv2.estimateAffinePartial2D(
        starts, ends, method=cv2.RANSAC, ransacReprojThreshold=2.5
    )
    matrix, kept = found
    agreeing = int(np.count_nonzero(kept)) if kept is not None else 0
    if matrix is None or agreeing < ENOUGH:
        return Comparison(None, agreeing)
    return Comparison(_shift(matrix, size_of(then)), agreeing)


def _matches(then: Picture, today: Picture) -> tuple[Picture, Picture]:
    finder = cv2.ORB.create(nfeatures=FEATURES, fastThreshold=12)
    points, words = finder.detectAndCompute(then, None)
    points_now, words_now = finder.detectAndCompute(today, None)
    nothing = np.zeros((0, 2), np.float32)
    if len(points) < 2 or len(points_now) < 2:
        return nothing, nothing
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(words, words_now, k=2)
    good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < ALIKE * pair[1].distance]
    starts = np.array([points[match.queryIdx].pt for match in good], np.float32).reshape(-1, 2)
    ends = np.array([points_now[match.trainIdx].pt for match in good], np.float32).reshape(-1, 2)
    return starts, ends


def _shift(matrix: Picture, size: tuple[int, int]) -> float:
    wide, high = size
    # A tenth inside the picture: that is about where the board's corners are.
    corners = np.array([(x * wide, y * high) for x in (0.1, 0.9) for y in (0.1, 0.9)])
    moved = corners @ matrix[:, :2].T + matrix[:, 2]
    return float(np.hypot(*(moved - corners).T).max()) / wide
