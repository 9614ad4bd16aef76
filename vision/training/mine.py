"""Gathers what the finder takes for dice and is none: the teller learns most from that."""

from collections.abc import Iterable, Iterator

import cv2
import numpy as np

from vision import crop
from vision.finder import Finder, Spot, apart
from vision.training.canvas import Canvas, Truth
from vision.training.data import FAR, up_near
from vision.training.faces import Array, Rng

BEST = 13.0
"""The length of an edge that the finder sees best."""
MOST = 10
"""Pieces from one picture."""
LARGEST_PICTURE = 1100
SIZES = range(-2, 4)
"""Half octaves around the size at which the picture's dice are found: what is found at a wrong one is none."""


def mistaken(
    rng: Rng, finder: Finder, canvases: Iterable[Canvas], size: crop.Size = crop.QUICK
) -> Iterator[tuple[Array, Array]]:
    """Return pieces around spots that are no dice, and where up is in each."""
    for canvas in canvases:
        wrong = [spot for spot in _spots(rng, finder, canvas) if not any(_meant(spot, t) for t in canvas.things)]
        for spot in wrong[:MOST]:
            edge = spot.edge * float(np.exp(rng.normal(0, 0.08)))
            piece, matrix = crop.cut(canvas.picture, (spot.x, spot.y), edge, float(rng.uniform(0, 2 * np.pi)), size)
            yield piece, up_near(canvas, np.array([spot.x, spot.y]), matrix)


def _spots(rng: Rng, finder: Finder, canvas: Canvas) -> list[Spot]:
    edges = [thing.edge for thing in canvas.things]
    edge = float(np.median(edges)) if edges else float(rng.uniform(11, 36))
    spots: list[Spot] = []
    for scale in (BEST / edge * 2 ** (step / 2) for step in SIZES):
        if max(canvas.picture.shape) * scale <= LARGEST_PICTURE:
            way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            spots += finder.spots(cv2.resize(canvas.picture, None, fx=scale, fy=scale, interpolation=way), scale)
    return apart(spots)


def _meant(spot: Spot, thing: Truth) -> bool:
    """Say whether a spot is this thing, or too near to something hidden to tell."""
    apart_by = thing.off(np.array([spot.x, spot.y]))
    if thing.hidden and apart_by < 1:
        return True
    return thing.kind != "none" and apart_by < FAR and 0.6 < spot.edge / thing.edge < 1.7
