"""Whether the camera still hangs as it did, on the drawn boards."""

import cv2
import numpy as np
import pytest

from vision.mounting import Mounting, compare, reference_in, reference_of
from vision.pictures import Picture
from vision.virtual.board import LOOKS, calibration_of
from vision.virtual.camera import Fittings, VirtualCamera
from vision.virtual.lens import Lens
from vision.virtual.optics import Optics
from vision.virtual.source import STANDARD
from vision.virtual.stage import Moved, Pass


def seen(
    look: str = "green", optics: Optics | None = None, lens: Lens | None = None, *, playing: bool = True
) -> Picture:
    camera = VirtualCamera(Fittings(optics or Optics(), LOOKS[look], lens=lens or Lens()))
    if playing:
        camera.stage.add(Moved(-1.0, STANDARD))
        camera.stage.add(Pass(0.0, (40.0, -30.0), stays=5.0))
    picture = camera.picture(2.0)
    assert picture is not None
    return picture


@pytest.mark.parametrize("look", LOOKS)
def test_checkers_a_hand_and_dim_light_are_no_other_mounting(look: str) -> None:
    empty = seen(look, playing=False)
    assert compare(empty, seen(look)).mounting is Mounting.SAME
    assert compare(empty, seen(look, lens=Lens(exposure=0.5))).mounting is Mounting.SAME


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("aim", [(5.0, 0.0), (0.0, 8.0), (30.0, -20.0), (70.0, 10.0)])
def test_a_camera_that_was_pushed_is_noticed(look: str, aim: tuple[float, float]) -> None:
    found = compare(seen(look, playing=False), seen(look, Optics(aim=aim)))
    assert found.mounting is Mounting.MOVED
    assert found.shift == pytest.approx(np.hypot(*aim) / Optics().span, rel=0.15)


def test_a_picture_that_shows_nothing_is_no_answer() -> None:
    nothing = np.full_like(seen(), 30)
    assert compare(seen(), nothing).mounting is Mounting.UNSURE
    assert compare(nothing, seen()).mounting is Mounting.UNSURE


@pytest.mark.parametrize(
    ("then", "today"),
    [((640, 480), (320, 240)), ((320, 240), (640, 480)), ((1282, 960), (640, 480)), ((642, 480), (640, 480))],
)
def test_pictures_of_another_size_are_compared_too(then: tuple[int, int], today: tuple[int, int]) -> None:
    reference, pushed = seen(playing=False), seen(optics=Optics(aim=(25.0, -10.0)))
    assert compare(cv2.resize(reference, then), cv2.resize(pushed, today)).mounting is Mounting.MOVED
    assert compare(cv2.resize(reference, then), cv2.resize(seen(), today)).mounting is Mounting.SAME


@pytest.mark.parametrize("size", [(1, 640), (640, 1), (2, 2)])
def test_there_is_nothing_to_compare_in_a_line(size: tuple[int, int]) -> None:
    line = cv2.resize(seen(), size)
    assert compare(line, line).mounting is Mounting.UNSURE


def test_pictures_of_another_shape_cannot_be_compared() -> None:
    assert compare(seen(), seen()[:300]).mounting is Mounting.UNSURE


def test_the_reference_is_small_and_can_be_read_again() -> None:
    picture = seen(optics=Optics(size=(1280, 960)))
    text = reference_of(picture)
    assert len(text) < 120_000
    calibration = calibration_of(Optics(), 15.0)
    assert reference_in(calibration) is None
    kept = reference_in(type(calibration)(calibration.left, calibration.right, reference=text))
    assert kept is not None
    assert kept.shape == (480, 640)
    assert compare(kept, picture).mounting is Mounting.SAME
    for rubbish in ("rubbish", "Überrest"):
        assert reference_in(type(calibration)(calibration.left, calibration.right, reference=rubbish)) is None
