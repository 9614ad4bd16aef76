"""Pictures with what was read drawn in."""

import numpy as np
import pytest

from tests.vision.stand_ins import die_at
from vision.dice import Cube
from vision.drawing import BAD, GOOD, UNSURE, annotated, captioned, colour_of
from vision.evidence import LARGEST, evidence
from vision.pictures import Picture, from_jpeg
from vision.virtual.board import calibration_of
from vision.virtual.camera import VirtualCamera
from vision.virtual.optics import Optics


@pytest.fixture
def picture() -> Picture:
    taken = VirtualCamera().picture(0.0)
    assert taken is not None
    return taken


def changed(one: Picture, other: Picture) -> list[int]:
    """Return left, top, right and bottom of what differs."""
    rows, columns = np.nonzero((one != other).any(axis=2))
    return [int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max())]


def test_a_die_is_drawn_where_it_lies_and_the_picture_itself_is_left(picture: Picture) -> None:
    before = picture.copy()
    left, top, right, bottom = changed(picture, annotated(picture, [die_at(300, 200, 4)]))
    assert (picture == before).all()
    assert 285 <= left <= 292
    assert 175 <= top <= 192
    assert 310 <= right <= 330
    assert 208 <= bottom <= 214


def test_cube_and_halves_are_drawn_too(picture: Picture) -> None:
    cube = Cube(4, 320, 240, ((310, 230), (330, 230), (330, 250), (310, 250)))
    drawn = annotated(picture, (), cube, calibration_of(Optics(), 15.0))
    left, top, right, bottom = changed(picture, drawn)
    assert right - left > 500
    assert bottom - top > 350


@pytest.mark.parametrize(
    ("more", "colour"),
    [
        ({}, GOOD),
        ({"flat": False}, BAD),
        ({"on_checker": True}, BAD),
        ({"value": None}, UNSURE),
        ({"moving": True}, UNSURE),
    ],
)
def test_the_colour_tells_whether_a_die_counts(more: dict[str, object], colour: tuple[int, int, int]) -> None:
    assert colour_of(die_at(1, 1, **more)) == colour  # type: ignore[arg-type]


def test_words_stand_above_the_picture(picture: Picture) -> None:
    told = captioned(picture, "Thrown: 6-5, fünf")
    assert told.shape[0] > picture.shape[0]
    assert (told[-picture.shape[0] :] == picture).all()
    assert told[: -picture.shape[0]].max() > 150


@pytest.mark.parametrize("wide", [320, 640, 1280])
def test_evidence_is_small_and_can_be_looked_at(wide: int) -> None:
    chance = np.random.default_rng(1)
    noisy = chance.integers(0, 256, (wide * 3 // 4, wide, 3)).astype(np.uint8)
    data = evidence(noisy, [die_at(100, 100)], "Thrown: 6-6")
    assert len(data) <= LARGEST
    shown = from_jpeg(data)
    assert shown is not None
    assert shown.shape[1] <= 640


def test_an_ordinary_picture_keeps_its_size(picture: Picture) -> None:
    shown = from_jpeg(evidence(picture, [die_at(300, 200)]))
    assert shown is not None
    assert shown.shape[1] == 640
