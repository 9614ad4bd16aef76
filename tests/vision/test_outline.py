"""The board's outline, proposed without markers."""

import numpy as np
import pytest

from vision.mounting import Mounting, compare, reference_in
from vision.outline import propose
from vision.virtual.board import LOOKS, calibration_of, draw_board
from vision.virtual.camera import Fittings
from vision.virtual.optics import Optics
from vision.virtual.source import STANDARD
from vision.virtual.stage import EMPTY


@pytest.mark.parametrize(
    ("look", "optics", "playing"),
    [
        ("blue", Optics(size=(1280, 960), roll=-4.0), False),
        ("brown", Optics(span=420.0), True),
    ],
    ids=["blue", "brown"],
)
def test_the_corners_of_a_drawn_board_are_proposed(look: str, optics: Optics, *, playing: bool) -> None:
    picture = Fittings().lens.seen(draw_board(optics, LOOKS[look], STANDARD if playing else EMPTY), set(), 3)
    found, true = propose(picture), calibration_of(optics, 15.0)
    assert found is not None
    apart = np.array((*found.left, *found.right)) - np.array((*true.left, *true.right))
    assert float(np.hypot(*apart.T).max()) < 0.015 * optics.size[0]
    assert (found.how, found.size, found.die_px) == ("outline", optics.size, None)
    reference = reference_in(found)
    assert reference is not None
    assert compare(reference, picture).mounting is Mounting.SAME


@pytest.mark.parametrize("kind", ["grey", "noise"])
def test_where_there_is_no_board_none_is_proposed(kind: str) -> None:
    noise = np.random.default_rng(2).integers(0, 256, (240, 320, 3)).astype(np.uint8)
    assert propose(noise if kind == "noise" else np.full_like(noise, 99)) is None


@pytest.mark.parametrize("size", [(1080, 2340), (4000, 200)], ids=["phone", "panorama"])
def test_in_a_picture_that_no_board_would_fit_none_is_proposed(size: tuple[int, int]) -> None:
    assert propose(np.full((size[1], size[0], 3), 99, np.uint8)) is None
