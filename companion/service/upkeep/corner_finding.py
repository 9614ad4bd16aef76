"""The corners of the board for the panel: found, dragged, kept. Loaded only where there is a camera."""

from __future__ import annotations

from dataclasses import replace

from companion.service.upkeep import calibrating
from companion.service.upkeep.refusal import SetupError, Why
from companion.service.upkeep.values import Points
from vision.calibration import Calibration, CalibrationError
from vision.markers import MarkersError
from vision.pictures import Picture


def found_by(how: str, picture: Picture, camera: str) -> Calibration:
    """Return where the board lies by the markers, or by its outline."""
    try:
        if how == "markers":
            return calibrating.by_markers(picture, camera)
        return calibrating.by_outline(picture, camera)
    except MarkersError as error:
        raise _refused(error) from error
    except CalibrationError as error:
        raise SetupError(Why.MARKERS_WRONG if how == "markers" else Why.NO_OUTLINE) from error


def given(left: Points, right: Points, size: tuple[int, int]) -> Calibration:
    """Return corners as they were dragged."""
    try:
        return calibrating.corners(left, right, size)
    except CalibrationError as error:
        raise SetupError(Why.WRONG_CORNERS) from error


def kept(  # noqa: PLR0913 - all that is known of them
    one: Calibration, proposed: Calibration | None, picture: Picture, camera: str, same_px: float, *, die: bool
) -> Calibration:
    """Return what is to be kept: a proposal that was left as it was, or what was dragged; with the size of a die."""
    try:
        found = calibrating.by_corners(picture, camera, one)
        if proposed is not None and proposed.size == found.size:
            how = proposed.how if _is_same(found, proposed, same_px) else found.how
            found = replace(found, how=how, die_px=proposed.die_px)
    except CalibrationError as error:
        raise SetupError(Why.WRONG_CORNERS) from error
    try:
        return calibrating.with_die(found, picture) if die else found
    except CalibrationError as error:
        raise SetupError(Why.NO_DIE) from error


def _refused(error: MarkersError) -> SetupError:
    if error.none_seen:
        return SetupError(Why.NO_MARKERS)
    numbers = ", ".join(str(number + 1) for number in (*error.missing, *error.wrong))
    return SetupError(Why.MARKERS_MISSING if error.missing else Why.MARKERS_MISPLACED, numbers=numbers)


def _is_same(one: Calibration, other: Calibration, px: float) -> bool:
    pairs = zip((*one.left, *one.right), (*other.left, *other.right), strict=True)
    return all(max(abs(a - c), abs(b - d)) <= px for (a, b), (c, d) in pairs)
