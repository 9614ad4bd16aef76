from dataclasses import replace

import numpy as np
import pytest

from vision import crop
from vision.teller import Teller, Telling, mean

FACE = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))
AS_IT_IS = np.eye(2, 3)


@pytest.fixture(scope="module")
def told() -> Telling:
    noise = np.random.default_rng(3).integers(0, 255, (crop.QUICK.side, crop.QUICK.side, 3)).astype(np.uint8)
    return Teller().tell(noise, (0.1, -0.2), AS_IT_IS)


def test_chances_are_chances(told: Telling) -> None:
    assert sum(told.values) == pytest.approx(1, abs=1e-5)
    assert sum(told.numbers) == pytest.approx(1, abs=1e-5)
    assert all(0 <= share <= 1 for share in (told.die, told.cube, told.flat, told.on_checker, told.moving))
    assert told.value == 1 + told.values.index(max(told.values))


def test_noise_is_no_die(told: Telling) -> None:
    assert told.die < 0.5


def test_corners_are_told_in_pixels_of_the_picture() -> None:
    piece = np.full((crop.QUICK.side, crop.QUICK.side, 3), 90, np.uint8)
    here = Teller().tell(piece, None, AS_IT_IS)
    shifted = Teller().tell(piece, None, np.array([[1.0, 0.0, -30.0], [0.0, 1.0, 12.0]]))
    assert np.array(shifted.corners) - np.array(here.corners) == pytest.approx(np.tile([30.0, -12.0], (4, 1)))


def test_looks_together_say_their_mean(told: Telling) -> None:
    other = replace(told, die=1.0, values=(1.0, 0.0, 0.0, 0.0, 0.0, 0.0), axis=(0.0, 1.0), corners=FACE)
    together = mean([told, other])
    assert together.die == pytest.approx((told.die + 1) / 2)
    assert together.values[0] == pytest.approx((told.values[0] + 1) / 2)
    assert together.axis[1] == pytest.approx((told.axis[1] + 1) / 2)
    assert together.corners == FACE
    assert together.edge == 20
    assert mean([told]) == told
