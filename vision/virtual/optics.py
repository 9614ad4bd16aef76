"""Where a point of the table shows in the picture. Millimetres: x right, y away, z up, 0 in the middle of the bar."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Optics:
    """A camera above the table: where it hangs, which way it looks, what its lens does."""

    size: tuple[int, int] = (640, 480)
    height: float = 640.0
    shifted: tuple[float, float] = (12.0, -62.0)
    """How far from the middle of the board it hangs; it looks at the middle."""
    roll: float = 1.2
    """In degrees."""
    aim: tuple[float, float] = (0.0, 0.0)
    """Where it looks at."""
    span: float = 385.0
    """How many millimetres of the table the picture is wide."""

    @cached_property
    def eye(self) -> Array:
        """Where the camera is."""
        return np.array([*self.shifted, self.height])

    @cached_property
    def projection(self) -> Array:
        """The matrix that takes millimetres to pixels."""
        ahead = np.array([*self.aim, 0.0]) - self.eye
        ahead /= np.linalg.norm(ahead)
        right = np.cross(ahead, [0.0, 1.0, 0.0])
        right /= np.linalg.norm(right)
        down = np.cross(ahead, right)
        turn = np.deg2rad(self.roll)
        right, down = right * np.cos(turn) + down * np.sin(turn), down * np.cos(turn) - right * np.sin(turn)
        rotation = np.stack([right, down, ahead])
        wide, high = self.size
        focal = wide * self.height / self.span
        lens = np.array([[focal, 0, wide / 2], [0, focal, high / 2], [0, 0, 1.0]])
        return np.asarray(lens @ np.column_stack([rotation, -rotation @ self.eye]), dtype=np.float64)

    def seen(self, points: npt.ArrayLike) -> Array:
        """Return the pixels at which points of the table show, a row for each."""
        given = np.asarray(points, dtype=np.float64).reshape(-1, 3)
        found = np.column_stack([given, np.ones(len(given))]) @ self.projection.T
        return np.asarray(found[:, :2] / found[:, 2:], dtype=np.float64)

    def ground(self, pixels_per_mm: float, corner: tuple[float, float]) -> Array:
        """Return the map from a drawing of the table's surface, whose top left corner is given, to the picture."""
        to_table = np.array(
            [[1 / pixels_per_mm, 0, corner[0]], [0, -1 / pixels_per_mm, corner[1]], [0, 0, 0], [0, 0, 1.0]]
        )
        return np.asarray(self.projection @ to_table, dtype=np.float64)

    def scale_at(self, point: Array) -> float:
        """Return how many pixels a millimetre is there."""
        here, beside = self.seen([point, point + np.array([1.0, 0.0, 0.0])])
        return float(np.hypot(*(beside - here)))


def turned(axis: npt.ArrayLike, degrees: float) -> Array:
    """Return the rotation about an axis."""
    direction = np.asarray(axis, dtype=np.float64)
    length = float(np.linalg.norm(direction)) or 1.0
    matrix, _ = cv2.Rodrigues(direction / length * np.deg2rad(degrees))
    return np.asarray(matrix, dtype=np.float64)
