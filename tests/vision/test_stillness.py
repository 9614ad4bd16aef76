"""The cheap look at every frame: what moves, and where."""

import cv2
import numpy as np
import pytest

from vision.pictures import Picture
from vision.stillness import Stillness

CHANCE = np.random.default_rng(3)
BOARD = cv2.resize(CHANCE.integers(40, 200, (12, 16, 3)).astype(np.uint8), (640, 480), interpolation=cv2.INTER_NEAREST)


def frame(x: int | None = None, *, light: float = 0.0, noise: float = 2.0) -> Picture:
    """Return the board with a square at x, in noise."""
    picture = BOARD.astype(np.float32) + light
    if x is not None:
        picture[230:252, x : x + 22] = 215 + light
    return np.clip(picture + CHANCE.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)


def watched(*frames: Picture) -> Stillness:
    stillness = Stillness()
    for number, one in enumerate(frames):
        stillness.look(one, number / 10)
    return stillness


@pytest.mark.parametrize("noise", [0.0, 3.0, 8.0])
def test_noise_is_no_motion(noise: float) -> None:
    stillness = watched(*(frame(100, noise=noise) for _ in range(12)))
    assert stillness.moving == 0
    assert stillness.still_since(1.1) >= 0.8


def test_the_light_as_a_whole_is_no_motion() -> None:
    stillness = watched(*(frame(100, light=light) for light in (0, 2, 5, 9, 14, 20, 26)))
    assert stillness.moving == 0


def test_what_moves_is_known_by_its_place() -> None:
    stillness = watched(frame(100), frame(100), frame(108))
    assert stillness.moving > 0
    assert stillness.still_since(0.2) == 0
    assert stillness.still_near((90, 220, 140, 260), 0.2) == 0
    assert stillness.still_near((300, 220, 350, 260), 0.2) > 0.1


def test_what_creeps_is_no_stillness() -> None:
    stillness = watched(*(frame(100 + 2 * step) for step in range(8)))
    assert stillness.still_near((100, 220, 150, 260), 0.7) < 0.15


def test_another_size_begins_anew() -> None:
    stillness = watched(frame(), frame(), frame())
    stillness.look(cv2.resize(frame(), (320, 180)), 0.3)
    assert stillness.still_since(0.3) == 0
    assert stillness.scale == 2.0
