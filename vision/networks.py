"""Opens the small networks, in whichever way the OpenCV at hand runs them fastest."""

import lzma
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def network(path: Path) -> cv2.dnn.Net:
    """Return the network of a file, packed or not; of OpenCV 5's engines the older runs ours in half the time."""
    data = path.read_bytes()
    model = np.frombuffer(lzma.decompress(data) if path.suffix == ".xz" else data, np.uint8)
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(model) if engine is None else cv2.dnn.readNetFromONNX(model, engine)


def shares(row: Floats) -> tuple[float, ...]:
    """Return the chances that a network gives, where one of several things is the case."""
    powers = np.exp(row - row.max())
    return tuple(float(share) for share in powers / powers.sum())
