"""The picture kept of a throw: small, with what was read drawn in, for whoever doubts it later."""

from __future__ import annotations

from collections.abc import Iterable

from vision.dice import Die
from vision.drawing import annotated, captioned
from vision.pictures import Picture, as_jpeg, shrunk, size_of

WIDTH = 640
LARGEST = 60_000
"""In bytes."""
QUALITIES = (80, 65, 50, 35)


def evidence(picture: Picture, dice: Iterable[Die], words: str = "", largest: int = LARGEST) -> bytes:
    """Return a JPEG of at most so many bytes."""
    drawn = captioned(shrunk(annotated(picture, dice), WIDTH), words)
    while True:
        for quality in QUALITIES:
            data = as_jpeg(drawn, quality)
            if len(data) <= largest:
                return data
        wide, _ = size_of(drawn)
        drawn = shrunk(drawn, wide * 3 // 4)
