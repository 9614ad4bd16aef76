"""Reads the number on a doubling cube with a network of its own, taught in many types."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import crop
from vision.networks import network

WEIGHTS = Path(__file__).parent / "weights" / "numerals.onnx.xz"
NUMBER = crop.Size(40, 30.0)
"""How large the piece is that it looks at, and a cube's edge in it."""


def plane(piece: NDArray[Any]) -> NDArray[np.float32]:
    """Return what the network takes in: a grey piece, evened out."""
    pixels = piece.astype(np.float32)
    return np.asarray((pixels - pixels.mean()) / (pixels.std() + 4), np.float32)[None]


class Numerals:
    """The network and how to ask it."""

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._net = network(weights)

    def chances(self, piece: crop.Image) -> NDArray[np.float32]:
        """Return the chance of each number of a cube, and of something else last."""
        self._net.setInput(plane(cv2.cvtColor(piece, cv2.COLOR_BGR2GRAY))[None])
        powers = self._net.forward()[0]
        shares = np.exp(powers - powers.max())
        return np.asarray(shares / shares.sum())
