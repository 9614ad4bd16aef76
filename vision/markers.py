"""Finds the printed markers at the corners of the board, and from them the corners of both halves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mean

import cv2
import numpy as np

from vision.calibration import Calibration, CalibrationError, Corners, from_json
from vision.dice import Point
from vision.mounting import reference_of
from vision.pictures import Picture, grey, size_of

DICTIONARY = cv2.aruco.DICT_4X4_50
"""Few large squares, so that a marker of 30 mm is found from a metre away."""
DIE_MM = 15.0
NONE_SEEN = "None of the printed markers is seen: do they lie on the board, flat and in good light?"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a marker belongs, and which of its own corners lies in that corner of the board."""

    half: str
    corner: int
    """0 top left, 1 top right, 2 bottom right, 3 bottom left: of the half, and of the marker."""
    words: str


PLACES = {
    0: Place("left", 0, "left half, top left corner"),
    1: Place("right", 1, "right half, top right corner"),
    2: Place("right", 2, "right half, bottom right corner"),
    3: Place("left", 3, "left half, bottom left corner"),
    4: Place("left", 1, "left half, top right corner, at the bar"),
    5: Place("right", 0, "right half, top left corner, at the bar"),
    6: Place("right", 3, "right half, bottom left corner, at the bar"),
    7: Place("left", 2, "left half, bottom right corner, at the bar"),
}

ROWS = (0, 4, 5, 1), (3, 7, 6, 2)
"""From left to right at the top, and at the bottom."""
TURNED = 0.7
"""The least cosine between the way along a paper's upper edge and the way along that of most others."""


@dataclass(frozen=True, slots=True)
class Print:
    """The sizes on the printed sheet, in millimetres."""

    marker: float = 30.0
    """Side of the black square."""
    margin: float = 4.0
    """White paper around it, up to the cut."""


class MarkersError(CalibrationError):
    """Some of the printed markers are not seen, or lie where they do not belong."""

    def __init__(self, missing: Sequence[int] = (), wrong: Sequence[int] = ()) -> None:
        self.missing, self.wrong = tuple(missing), tuple(wrong)
        super().__init__(self._said())

    @property
    def none_seen(self) -> bool:
        """Whether all of them are missing."""
        return len(self.missing) == len(PLACES)

    def _said(self) -> str:
        if self.none_seen:
            return NONE_SEEN
        if self.missing:
            return f"These markers are not seen: {_named(self.missing)}. Are they flat, uncovered and in good light?"
        named = _named(self.wrong)
        return f"These markers lie at the wrong corners, or turned: {named}. Compare with the drawing on the sheet."


def find_markers(picture: Picture) -> dict[int, Corners]:
    """Return the four corners of every marker that is seen, by its number."""
    corners, numbers = _detected(grey(picture))
    found = {}
    for number, square in zip(numbers, corners, strict=True):
        first, second, third, fourth = ((float(x), float(y)) for x, y in np.asarray(square).reshape(4, 2))
        found[number] = (first, second, third, fourth)
    return found


def calibrate(picture: Picture, sheet: Print | None = None, die_mm: float = DIE_MM, camera: str = "") -> Calibration:
    """Return the calibration that the markers in a picture give, or say what is missing."""
    sheet = sheet or Print()
    markers = {number: corners for number, corners in find_markers(picture).items() if number in PLACES}
    missing = [number for number in PLACES if number not in markers]
    if missing:
        raise MarkersError(missing=missing)
    wrong = misplaced(markers)
    if wrong:
        raise MarkersError(wrong=wrong)
    points = {number: _board_corner(number, markers[number], sheet) for number in PLACES}
    left, right = (_half(points, half) for half in ("left", "right"))
    found = Calibration(left, right, _pixels_per_mm(markers, sheet) * die_mm, size_of(picture), camera, "markers")
    return _checked(found, reference_of(picture))


def misplaced(markers: Mapping[int, Corners]) -> list[int]:
    """Return which of the eight markers lie where another belongs, or are not turned as most of them are."""
    squares = np.array([markers[number] for number in PLACES])
    along, down = (squares[:, 1] - squares[:, 0], squares[:, 3] - squares[:, 0])
    ways = along / np.linalg.norm(along, axis=1, keepdims=True)
    like = ways @ ways.T > TURNED
    upright = like[like.sum(1).argmax()]
    across, below = np.linalg.solve(np.stack([along[upright].mean(0), down[upright].mean(0)], 1), squares.mean(1).T)
    by_row = np.argsort(below, kind="stable").reshape(2, -1)
    lie_at = {
        int(number): place
        for row, places in zip(by_row, ROWS, strict=True)
        for number, place in zip(row[np.argsort(across[row])], places, strict=True)
    }
    return [number for number in PLACES if lie_at[number] != number or not upright[number]]


def draw_marker(number: int, pixels: int) -> Picture:
    """Return a marker as a picture, without a margin."""
    return cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(DICTIONARY), number, pixels)


def _named(numbers: Sequence[int]) -> str:
    return ", ".join(f"{number + 1} ({PLACES[number].words})" for number in numbers)


def _detected(picture: Picture) -> tuple[list[Picture], list[int]]:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), settings)
    # OpenCV gives none where there is no marker, though its types do not say so.
    found: tuple[Sequence[Picture], Picture | None, object] = detector.detectMarkers(picture)
    corners, numbers, _ = found
    return list(corners), [] if numbers is None else [int(number) for number in np.asarray(numbers).reshape(-1)]


def _board_corner(number: int, marker: Corners, sheet: Print) -> Point:
    """Return the corner of the paper that lies in the corner of the board; the black square ends before it."""
    side, margin = sheet.marker, sheet.margin
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    paper = [(-margin, -margin), (side + margin, -margin), (side + margin, side + margin), (-margin, side + margin)]
    matrix = cv2.getPerspectiveTransform(square, np.array(marker, np.float32))
    corner = np.array([paper[PLACES[number].corner]], np.float32).reshape(1, 1, 2)
    x, y = np.asarray(cv2.perspectiveTransform(corner, matrix)).reshape(2)
    return float(x), float(y)


def _half(points: Mapping[int, Point], half: str) -> Corners:
    by_corner = {place.corner: points[number] for number, place in PLACES.items() if place.half == half}
    return by_corner[0], by_corner[1], by_corner[2], by_corner[3]


def _pixels_per_mm(markers: Mapping[int, Corners], sheet: Print) -> float:
    return (
        mean(cv2.arcLength(np.array(corners, np.float32), closed=True) / 4 for corners in markers.values())
        / sheet.marker
    )


def _checked(found: Calibration, reference: str) -> Calibration:
    """Return the calibration if its corners can be those of a board."""
    data = {"left": [list(corner) for corner in found.left], "right": [list(corner) for corner in found.right]}
    try:
        from_json(data)
    except CalibrationError:
        msg = "Some markers lie at the wrong corners, or turned: compare with the drawing on the sheet."
        raise CalibrationError(msg) from None
    return replace(found, reference=reference)
