"""Cuts what may be a die out of a picture, at the size and brightness that the network knows."""

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice import Point


class Size(NamedTuple):
    """How large a cut-out piece is, and how long a die's edge is in it, both in pixels."""

    side: int
    edge: float


QUICK, SHARP = Size(48, 20.0), Size(64, 27.0)
"""For a table, where dice are small and time is short; for any picture, where pips may be small beside their die."""
LOUDER = 3.0
"""Where up is hardly shows from above, and is told to the network so much larger."""
Image = NDArray[Any]
Up = tuple[float, float]


def cut(picture: Image, spot: Point, edge: float, angle: float = 0.0, size: Size = QUICK) -> tuple[Image, Image]:
    """Return the piece around a point, where a die's edge has that length, and the 2x3 matrix that made it."""
    scale, middle = size.edge / edge, (size.side - 1) / 2
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    whole = matrix = np.hstack([turn, (middle - turn @ spot)[:, None]])
    if scale < 0.75:
        picture, matrix = _softened(picture, spot, edge, matrix, size)
    shape = (size.side, size.side)
    piece = cv2.warpAffine(picture, matrix, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return piece, whole


def evened(piece: Image) -> NDArray[np.float32]:
    """Return a piece as networks take it in, whatever its light and contrast."""
    pixels = piece.astype(np.float32)
    return np.asarray((pixels - pixels.mean()) / (pixels.std() + 4), np.float32)


def planes(piece: Image, up: Up | None, *, roughly: bool = False) -> NDArray[np.float32]:
    """Return what the network takes in: the piece, evened out, and where up is; of that perhaps only the direction."""
    pixels = evened(piece)
    across, down = up or (0.0, 0.0)
    known, louder = 1.0 if up else 0.0, LOUDER
    if up and roughly:
        known, louder = 0.5, 1 / max(float(np.hypot(across, down)), 1e-6)
    hint = np.empty((3, *piece.shape[:2]), np.float32)
    hint[0], hint[1], hint[2] = louder * across, louder * down, known
    return np.concatenate([pixels.transpose(2, 0, 1), hint])


def _softened(picture: Image, spot: Point, edge: float, matrix: Image, size: Size) -> tuple[Image, Image]:
    (x, y), reach = spot, edge * size.side / size.edge
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    part = picture[top : int(y + reach) + 2, left : int(x + reach) + 2]
    if part.size == 0:
        return picture, matrix
    moved = matrix.copy()
    moved[:, 2] += matrix[:, :2] @ [left, top]
    return cv2.GaussianBlur(part, (0, 0), 0.4 * edge / size.edge), moved
