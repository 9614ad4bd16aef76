"""Openly licensed photographs of dice, to learn what no drawing has: kinds, values, and what is no die at all."""

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.finder import Finder, Spot
from vision.training.canvas import Canvas, Truth
from vision.training.faces import Array

OPEN = ("MIT", "CC BY", "CC0")
"""How the licences begin under which one may learn from a picture."""
LARGEST = 1100
"""The longer side of what is kept of a picture."""
SIZES = range(9)
"""Half octaves of sizes at which dice are looked for."""
LEFT_OUT = ("s12",)
"""A source with ringed dice: who learns from it sees dice in hinges, on 4 of 16 photographed boards."""
NEAR = 0.35
"""A label is good to about a third of a die's edge."""

SURE = 0.6
"""A spot counts beside the brightest one if it has this share of its score."""


def photographs(folder: Path, finder: Finder, without: Collection[str] = ()) -> Iterator[Canvas]:
    """Return the pictures of a labelled folder, each die as large as the finder says; sources can be left out."""
    for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        source = entry["file"].split("_")[0]
        if not entry["licence"].startswith(OPEN) or source in {*LEFT_OUT, *without} or entry.get("moving"):
            continue
        picture = cv2.imread(str(folder / entry["file"]))
        if picture is not None:
            yield _canvas(picture, entry["dice"], finder)


def _canvas(picture: Array, labels: list[dict[str, Any]], finder: Finder) -> Canvas:
    scale = min(1.0, LARGEST / max(picture.shape))
    if scale < 1:
        picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    spots = list(_spots(picture, finder))
    found = [(label, _best(spots, np.array([label["x"], label["y"]]) * scale)) for label in labels]
    edges = [spot.edge for _, spot in found if spot]
    usual = float(np.median(edges)) if edges else 0.0
    return Canvas(picture, tuple(_truth(label, spot, scale, usual) for label, spot in found))


def _spots(picture: Array, finder: Finder) -> Iterator[Spot]:
    for step in SIZES:
        scale = 2 ** (-step / 2)
        if min(picture.shape[:2]) * scale > 45:
            small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            yield from finder.spots(small, scale)


def _best(spots: list[Spot], centre: Array) -> Spot | None:
    near = [spot for spot in spots if np.hypot(spot.x - centre[0], spot.y - centre[1]) < NEAR * spot.edge]
    sure = max((spot.score for spot in near), default=0.0) * SURE
    # What is found inside a larger one is a pip, or a ring of it.
    return max((spot for spot in near if spot.score >= sure), key=lambda spot: spot.edge, default=None)


def _truth(label: dict[str, Any], spot: Spot | None, scale: float, usual: float) -> Truth:
    """Return what is known of a die, which is nothing of how it lies; one that was not found is passed over."""
    known = spot is not None and label["value"] is not None and 0.6 * usual < spot.edge < 1.6 * usual
    centre = np.array([spot.x, spot.y] if spot and known else [label["x"] * scale, label["y"] * scale])
    edge = spot.edge if spot and known else usual
    corners = (centre + edge / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])).astype(np.float32)
    value = label["value"] or 0
    return Truth("die", value, corners, centre, edge, None, flat=True, on_checker=False, hidden=not known)
