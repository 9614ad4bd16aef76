"""The doubling cube: found beside the board, read whichever way up, and never seen where there is none."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from tests.vision.scenes import Scene, scenes
from vision import crop
from vision.cube import CubeReader
from vision.dice import Cube
from vision.numerals import NUMBER, Numerals
from vision.reader import DiceReader
from vision.teller import CUBES
from vision.training.faces import Array
from vision.training.numerals import OTHER, pieces
from vision.virtual.camera import Fittings, VirtualCamera
from vision.virtual.source import STANDARD
from vision.virtual.stage import Moved

SCENES = scenes()
WITH_CUBE = [scene for scene in SCENES if scene.cube]


def read(scene: Scene) -> Cube | None:
    return CubeReader(scene.calibration).read(scene.picture)


def test_its_number_is_read_on_rendered_boards() -> None:
    found = [(scene.cube, read(scene)) for scene in SCENES if scene.cube]
    seen = [(truth, cube) for truth, cube in found if cube]
    assert len(seen) >= 0.8 * len(found) >= 4
    for truth, cube in seen:
        assert math.dist((cube.x, cube.y), (truth["x"], truth["y"])) < 15
        assert cube.value in {None, truth["value"]}
    assert sum(cube.value is not None for _, cube in seen) >= 0.8 * len(found)


def test_none_is_seen_where_there_is_none() -> None:
    without = [scene for scene in SCENES if not scene.cube]
    assert len(without) >= 5
    assert [scene.name for scene in without if read(scene)] == []


@pytest.mark.parametrize("value", CUBES)
def test_every_number_is_read_on_the_drawn_board(value: int) -> None:
    camera = VirtualCamera(Fittings(cube=value))
    camera.stage.add(Moved(0.0, STANDARD))
    picture = camera.picture(1.0)
    assert picture is not None
    found = CubeReader(camera.calibration).read(picture)
    assert found is not None
    assert found.value == value


def test_dice_are_read_as_well_whether_the_cube_is_asked_for_or_not() -> None:
    scene = WITH_CUBE[0]
    reader = DiceReader(scene.calibration)
    without, with_cube = reader.read(scene.picture), reader.read(scene.picture, cube=True)
    assert without.cube is None
    assert with_cube.cube is not None
    assert without.dice == with_cube.dice


def plain(text: str) -> Array:
    """A type that OpenCV brings along."""
    page = np.zeros((240, 480), np.uint8)
    cv2.putText(page, text, (20, 180), cv2.FONT_HERSHEY_DUPLEX, 4, 255, 9, cv2.LINE_AA)
    return page


def test_numbers_drawn_in_another_type_are_told_from_all_else() -> None:
    drawn = list(pieces(np.random.default_rng(4), [plain], 300))
    assert {kind for _, kind in drawn} == set(range(OTHER + 1))
    net = Numerals()
    chances = [net.chances(cv2.cvtColor(piece, cv2.COLOR_GRAY2BGR)) for piece, _ in drawn]
    sure = [(int(np.argmax(one)), kind) for one, (_, kind) in zip(chances, drawn, strict=True) if max(one) > 0.8]
    # Some of the drawn pieces show hardly anything.
    assert len(sure) > 0.6 * len(drawn)
    assert sum(told == kind for told, kind in sure) > 0.95 * len(sure)


def test_a_number_may_stand_any_way_up() -> None:
    page = np.full((120, 120, 3), 200, np.uint8)
    cv2.rectangle(page, (20, 20), (100, 100), (240, 240, 240), cv2.FILLED)
    cv2.putText(page, "64", (28, 76), cv2.FONT_HERSHEY_DUPLEX, 1.7, (30, 30, 30), 4, cv2.LINE_AA)
    net = Numerals()
    for turn in np.linspace(0, 2 * np.pi, 12):
        piece, _ = crop.cut(page, (60, 60), 80, float(turn), NUMBER)
        assert int(np.argmax(net.chances(piece))) == CUBES.index(64)
