"""Where "up" points in the picture: how a vertical edge of a die shows, found from the board's corners."""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.dice import Point

TALL = (1.7, 1.75, 1.8, 1.85, 1.9, 1.95, 2.0)
"""Heights of a half that boards have, with its width as 1."""
FOCAL = (0.65, 0.8, 0.95, 1.1, 1.3, 1.5, 1.75, 2.1)
"""Focal lengths that cameras above tables have, with the longer side of the picture as 1."""
USUAL_TALL, USUAL_FOCAL = 1.84, 1.25
DIE_SHARE = 0.075
"""The usual edge of a die, with the width of a half as 1."""


Floats: TypeAlias = NDArray[np.float64]
Guess: TypeAlias = tuple[float, Floats, Floats, Floats]
"""How badly it fits, rotation, shift, lens."""


@dataclass(frozen=True, slots=True)
class Upright:
    """The camera's place above the board: rotation, shift and focal length, with the width of a half as 1."""

    turn: Floats
    shift: Floats
    lens: Floats
    die: float
    """The length of a die's edge."""

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return how far the upper end of an edge that stands at this pixel shows from its foot, in edges."""
        spot = self._on_board(x, y)
        ends = self._seen(np.array([spot, spot - [0, 0, self.die]]))
        away = self.turn @ spot + self.shift
        length = float(self.lens[0, 0]) * self.die / float(np.linalg.norm(away))
        across, down = (ends[1] - ends[0]) / length
        return float(across), float(down)

    def foot(self, top: Point, edge: float) -> Point:
        """Return the foot of an edge that stands there and has its upper end at this pixel; `edge` is its length."""
        across, down = self.at(*top)
        return top[0] - across * edge, top[1] - down * edge

    def edge_at(self, x: float, y: float) -> float:
        """Return how many pixels the edge of a die takes there."""
        away = self.turn @ self._on_board(x, y) + self.shift
        return float(self.lens[0, 0]) * self.die / float(np.linalg.norm(away))

    def laid_flat(self, x: float, y: float, reach: float, side: int) -> Floats:
        """Return the map to a square of so many pixels: the board seen from above, that far around a pixel."""
        around = np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]) * reach
        seen = self._seen(self._on_board(x, y) + around).astype(np.float32)
        goal = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - 0.5
        return np.asarray(cv2.getPerspectiveTransform(seen, goal))

    def _on_board(self, x: float, y: float) -> Floats:
        ray = self.turn.T @ np.linalg.solve(self.lens, np.array([x, y, 1.0]))
        eye = -self.turn.T @ self.shift
        return np.asarray(eye - ray * (eye[2] / ray[2]))

    def _seen(self, spots: Floats) -> Floats:
        local = (spots @ self.turn.T + self.shift) @ self.lens.T
        return np.asarray(local[:, :2] / local[:, 2:])


Place = tuple[Calibration, Upright]
"""How a camera is calibrated for pictures of a size, and where it is."""


class Places:
    """Where a camera is for pictures of any size; none where that is not known."""

    def __init__(self, calibration: Calibration | None) -> None:
        self._calibration = calibration
        self._last: tuple[tuple[int, int], Calibration, Upright | None] | None = None

    def of(self, size: tuple[int, int]) -> Place | None:
        """Return the place for pictures of a size: it takes a while to find, once for pictures that stay as large."""
        if self._calibration is None:
            return None
        if self._last is None or self._last[0] != size:
            scaled = self._calibration.scaled_to(size)
            self._last = size, scaled, upright(scaled, size)
        _, calibration, place = self._last
        return None if place is None else (calibration, place)


def upright(calibration: Calibration, size: tuple[int, int]) -> Upright | None:
    """Return the camera's place, or None where the corners allow none."""
    corners = np.array([*calibration.left, *calibration.right], np.float64)
    guesses = [_guess(corners, size, tall, focal) for tall in TALL for focal in FOCAL]
    found = [guess for guess in guesses if guess is not None]
    if not found:
        return None
    _, turn, shift, lens = min(found, key=lambda guess: guess[0])
    place = Upright(turn, shift, lens, DIE_SHARE)
    if calibration.die_px:
        middle = corners.mean(0)
        share = DIE_SHARE * calibration.die_px / place.edge_at(float(middle[0]), float(middle[1]))
        place = Upright(turn, shift, lens, share)
    return place


def _guess(corners: Floats, size: tuple[int, int], tall: float, focal: float) -> Guess | None:
    wide, high = size
    length = focal * max(size)
    lens = np.array([[length, 0, wide / 2], [0, length, high / 2], [0, 0, 1.0]])
    gap = _gap(corners)
    across = np.array([0, 1, 1, 0, 1 + gap, 2 + gap, 2 + gap, 1 + gap])
    down = np.array([0, 0, tall, tall, 0, 0, tall, tall])
    board = np.stack([across, down, np.zeros(8)], 1)
    done, turn, shift = cv2.solvePnP(board, corners, lens, None, flags=cv2.SOLVEPNP_ITERATIVE)
    if not done:
        return None
    seen = cv2.projectPoints(board, turn, shift, lens, None)[0].reshape(-1, 2)
    miss = float(np.sqrt(((seen - corners) ** 2).sum(1).mean())) / max(size)
    prior = (np.log(tall / USUAL_TALL) / 0.04) ** 2 + (np.log(focal / USUAL_FOCAL) / 0.35) ** 2
    return (miss / 0.0015) ** 2 + prior, np.array(cv2.Rodrigues(turn)[0]), np.array(shift, np.float64).reshape(3), lens


def _gap(corners: Floats) -> float:
    top = [float(np.linalg.norm(corners[a] - corners[b])) for a, b in ((0, 1), (1, 4), (4, 5))]
    foot = [float(np.linalg.norm(corners[a] - corners[b])) for a, b in ((3, 2), (2, 7), (7, 6))]
    return (top[1] + foot[1]) / (0.5 * (top[0] + top[2] + foot[0] + foot[2]))
