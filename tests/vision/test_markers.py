"""Markers printed, laid on the drawn board and found again."""

import re
from functools import cache, lru_cache
from itertools import combinations

import cv2
import numpy as np
import pytest

from vision.calibration import Calibration, CalibrationError
from vision.markers import PLACES, Print, calibrate, draw_marker, find_markers
from vision.mounting import Mounting, compare, reference_in
from vision.pictures import Picture
from vision.virtual.board import BAR, DEPTH, EDGE, LOOKS, calibration_of, draw_board
from vision.virtual.camera import Fittings
from vision.virtual.optics import Optics
from vision.virtual.source import STANDARD
from vision.virtual.stage import EMPTY

SHEET = Print()
FINE = 8
DIE = 15.0


def paper(number: int) -> Picture:
    """Return the cut paper of a marker, so many pixels for a millimetre."""
    white = round(SHEET.margin * FINE)
    marker = draw_marker(number, round(SHEET.marker * FINE))
    return cv2.copyMakeBorder(marker, white, white, white, white, cv2.BORDER_CONSTANT, value=255)


def corner_of(number: int) -> tuple[float, float]:
    """Return the top left corner, in millimetres on the table, of the paper in its place."""
    place, side = PLACES[number], SHEET.marker + 2 * SHEET.margin
    left, right = (-EDGE, -BAR / 2) if place.half == "left" else (BAR / 2, EDGE)
    x = right - side if place.corner in {1, 2} else left
    y = -DEPTH / 2 + side if place.corner in {2, 3} else DEPTH / 2
    return x, y


def laid(
    optics: Optics,
    *,
    without: tuple[int, ...] = (),
    instead: dict[int, int] | None = None,
    turned: tuple[int, ...] = (),
) -> Picture:
    """Return the drawn board with the papers on it; some lie in place of others, or are turned by a quarter."""
    picture = empty_board(optics).copy()
    for number in PLACES:
        if number not in without:
            covered, pixels = lying(optics, number, (instead or {}).get(number, number), turned=number in turned)
            picture[covered] = pixels
    noisy: Picture = Fittings().lens.seen(picture, set(), 1)
    return noisy


@lru_cache(maxsize=4)
def empty_board(optics: Optics) -> Picture:
    return draw_board(optics, LOOKS["green"], EMPTY)


@cache
def lying(optics: Optics, place: int, number: int, *, turned: bool) -> tuple[tuple[Picture, ...], Picture]:
    """Return which pixels a paper covers that lies in a place, and what they are then."""
    drawing = np.rot90(paper(number), turned).copy()
    matrix = optics.ground(FINE, corner_of(place))
    flat = cv2.warpPerspective(drawing, matrix, optics.size, flags=cv2.INTER_AREA, borderValue=0)
    covered = np.nonzero(cv2.warpPerspective(np.full_like(drawing, 255), matrix, optics.size) > 127)
    return covered, cv2.cvtColor(flat, cv2.COLOR_GRAY2BGR)[covered] * 0.8


def furthest(one: Calibration, other: Calibration) -> float:
    corners = [np.array((*calibration.left, *calibration.right)) for calibration in (one, other)]
    return float(np.hypot(*(corners[0] - corners[1]).T).max())


@pytest.mark.parametrize(
    "optics",
    [Optics(), Optics(size=(1280, 960)), Optics(shifted=(60.0, -150.0), roll=6.0)],
    ids=["640", "1280", "tilted"],
)
def test_the_corners_and_the_size_of_a_die_are_found(optics: Optics) -> None:
    found = calibrate(laid(optics), die_mm=DIE, camera="0")
    true = calibration_of(optics, DIE)
    assert furthest(found, true) < 3.2 * optics.size[0] / 640
    assert found.die_px == pytest.approx(true.die_px, rel=0.06)
    assert (found.size, found.camera, found.how) == (optics.size, "0", "markers")


def test_the_picture_kept_with_it_shows_the_same_mounting_when_the_game_is_on() -> None:
    reference = reference_in(calibrate(laid(Optics())))
    assert reference is not None
    playing = draw_board(Optics(), LOOKS["green"], STANDARD)
    assert compare(reference, playing).mounting is Mounting.SAME


def test_markers_that_are_not_seen_are_named_with_their_places() -> None:
    with pytest.raises(CalibrationError, match=r"3 \(right half, bottom right corner\)") as caught:
        calibrate(laid(Optics(), without=(2, 7)))
    assert "8 (left half" in str(caught.value)
    assert "1 (" not in str(caught.value)


def named_as_wrong(picture: Picture) -> list[int]:
    with pytest.raises(CalibrationError, match="wrong corners") as caught:
        calibrate(picture)
    return [int(number) - 1 for number in re.findall(r"(\d) \(", str(caught.value))]


VIEWS = [Optics(), Optics(size=(1280, 960), shifted=(60.0, -150.0), roll=-6.0)]


@pytest.mark.parametrize("optics", VIEWS, ids=["straight", "tilted"])
@pytest.mark.parametrize("pair", [*combinations(PLACES, 2)])
def test_two_papers_that_are_exchanged_are_named(optics: Optics, pair: tuple[int, int]) -> None:
    one, other = pair
    assert named_as_wrong(laid(optics, instead={one: other, other: one})) == [one, other]


@pytest.mark.parametrize("optics", VIEWS, ids=["straight", "tilted"])
@pytest.mark.parametrize("papers", [(0,), (5,), (2, 7), (1, 4, 6)])
def test_papers_that_are_turned_are_named(optics: Optics, papers: tuple[int, ...]) -> None:
    assert named_as_wrong(laid(optics, turned=papers)) == list(papers)


def test_papers_that_all_lie_one_corner_on_are_named() -> None:
    assert named_as_wrong(laid(Optics(), instead={number: (number + 1) % 8 for number in PLACES})) == list(PLACES)


def test_a_board_without_markers_has_none() -> None:
    board = draw_board(Optics(), LOOKS["green"], STANDARD)
    assert not find_markers(board)
    with pytest.raises(CalibrationError, match="None of the printed markers"):
        calibrate(board)
