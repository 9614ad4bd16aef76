"""Reads the number on a doubling cube with a network of its own, taught in many types."""

from __future__ import annotations

from pathlib import Path

import cv2

from vision import crop
from vision.networks import network, shares

WEIGHTS = Path(__file__).parent / "weights" / "numerals.onnx.xz"
NUMBER = crop.Size(40, 30.0)
"""How large the piece is that it looks at, and a cube's edge in it."""


class Numerals:
    """The network and how to ask it."""

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._net = network(weights)

    def chances(self, piece: crop.Image) -> tuple[float, ...]:
        """Return the chance of each number of a cube, and of something else last."""
        return shares(self._net.ask(crop.evened(cv2.cvtColor(piece, cv2.COLOR_BGR2GRAY))[None, None])[0])
