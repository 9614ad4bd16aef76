"""Cuts what may be a die out of a picture, at the size and brightness that the network knows."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE = 48
EDGE = 20.0
"""The length of a die's edge in the cut-out piece."""
LOUDER = 3.0
"""Where up is hardly shows from above, and is told to the network so much larger."""
Image = NDArray[Any]
Up = tuple[float, float]


def cut(picture: Image, x: float, y: float, edge: float, angle: float = 0.0) -> tuple[Image, Image]:
    """Return the piece around a point, where a die's edge has that length, and the 2x3 matrix that made it."""
    scale = EDGE / edge
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = np.hstack([turn, ((SIDE - 1) / 2 - turn @ [x, y])[:, None]])
    if scale < 0.75:
        picture, matrix = _softened(picture, x, y, edge, matrix)
    piece = cv2.warpAffine(picture, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return piece, np.hstack([turn, ((SIDE - 1) / 2 - turn @ [x, y])[:, None]])


def planes(piece: Image, up: Up | None, *, roughly: bool = False) -> NDArray[np.float32]:
    """Return what the network takes in: the piece, evened out, and where up is; of that perhaps only the direction."""
    pixels = piece.astype(np.float32)
    pixels = (pixels - pixels.mean()) / (pixels.std() + 4)
    across, down = up or (0.0, 0.0)
    known, louder = 1.0 if up else 0.0, LOUDER
    if up and roughly:
        known, louder = 0.5, 1 / max(float(np.hypot(across, down)), 1e-6)
    hint = np.empty((3, SIDE, SIDE), np.float32)
    hint[0], hint[1], hint[2] = louder * across, louder * down, known
    return np.concatenate([pixels.transpose(2, 0, 1), hint])


def _softened(picture: Image, x: float, y: float, edge: float, matrix: Image) -> tuple[Image, Image]:
    reach = edge * SIDE / EDGE
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    part = picture[top : int(y + reach) + 2, left : int(x + reach) + 2]
    if part.size == 0:
        return picture, matrix
    moved = matrix.copy()
    moved[:, 2] += matrix[:, :2] @ [left, top]
    return cv2.GaussianBlur(part, (0, 0), 0.4 * edge / EDGE), moved
