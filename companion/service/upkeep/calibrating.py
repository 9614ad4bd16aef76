"""Finding the corners of the board: one way for the command line and for the panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from vision.calibration import Calibration, CalibrationError, check, from_json
from vision.markers import DIE_MM, Print, calibrate
from vision.mounting import reference_of
from vision.outline import propose
from vision.pictures import Picture, size_of
from vision.reader import DiceReader
from vision.settling import doubtful, edge_of

MARKER_MM = 30.0
NO_OUTLINE = "The board's outline is not found. Use the printed markers: 'companion camera sheet'."
NO_DIE = "No die is seen on the board: lay one flat, with light on it, or tell its size with --die-mm."


def by_markers(picture: Picture, camera: str, marker_mm: float = MARKER_MM, die_mm: float = DIE_MM) -> Calibration:
    """Return what the printed markers tell."""
    return calibrate(picture, Print(marker=marker_mm), die_mm, camera)


def by_outline(picture: Picture, camera: str) -> Calibration:
    """Return what the board's edges seem to tell."""
    proposed = propose(picture)
    if proposed is None:
        raise CalibrationError(NO_OUTLINE)
    return replace(proposed, camera=camera)


def by_corners(picture: Picture, camera: str, given: Calibration) -> Calibration:
    """Return corners that somebody has given, for pictures of this size."""
    size = size_of(picture)
    found = replace(given.scaled_to(size), size=size, camera=camera, reference=reference_of(picture))
    check(found)
    return found


def corners(left: Sequence[Sequence[float]], right: Sequence[Sequence[float]], size: tuple[int, int]) -> Calibration:
    """Return corners as somebody has dragged them; raise `CalibrationError` if they cannot be a board's."""
    lists = {"left": [list(one) for one in left], "right": [list(one) for one in right]}
    return from_json({**lists, "size": list(size)})


def with_die(found: Calibration, picture: Picture) -> Calibration:
    """Take the size of a die from the dice that lie there."""
    dice = [die for die in DiceReader(replace(found, die_px=None)).read(picture).dice if die.flat and not doubtful(die)]
    if not dice:
        raise CalibrationError(NO_DIE)
    return replace(found, die_px=median(edge_of(die) for die in dice))
