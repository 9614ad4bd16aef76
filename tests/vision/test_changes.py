"""Where new dice can lie: where the picture is not as the board was, whatever noise and light do."""

import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.calibration import load
from vision.changes import changes
from vision.dice import Die
from vision.reader import DiceReader

SEQUENCE = Path(__file__).parent / "data" / "sequence"
EDGE = 16.0
Image = NDArray[np.uint8]


def noisy(page: NDArray[Any], seed: int, strength: float = 4.0) -> Image:
    noise = np.random.default_rng(seed).normal(0, strength, page.shape)
    return np.clip(page + noise, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def page() -> NDArray[np.float32]:
    coarse = np.random.default_rng(0).uniform(40, 160, (12, 16, 3)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (640, 480), interpolation=cv2.INTER_CUBIC), np.float32)


def with_dice(page: NDArray[np.float32], *spots: tuple[int, int]) -> NDArray[np.float32]:
    """White dice with a black pip."""
    thrown = page.copy()
    for x, y in spots:
        thrown[y - 8 : y + 8, x - 8 : x + 8] = 230
        thrown[y - 2 : y + 2, x - 2 : x + 2] = 20
    return thrown


def test_noise_is_nothing_new(page: NDArray[np.float32]) -> None:
    for strength in (0, 2, 6, 12):
        assert changes(noisy(page, 1, strength), noisy(page, 2, strength), EDGE).boxes == []


def test_a_little_more_light_is_nothing_new(page: NDArray[np.float32]) -> None:
    assert changes(noisy(page + 4, 1), noisy(page, 2), EDGE).boxes == []


def test_where_a_die_came_it_is_searched_and_nowhere_else(page: NDArray[np.float32]) -> None:
    new = changes(noisy(with_dice(page, (200, 300)), 1), noisy(page, 2), EDGE)
    boxes = new.boxes
    assert boxes is not None
    ((left, top, right, bottom),) = boxes
    assert left < 200 - 2 * EDGE < 200 + 2 * EDGE < right < 200 + 5 * EDGE
    assert top < 300 - 2 * EDGE < 300 + 2 * EDGE < bottom < 300 + 5 * EDGE
    assert new.at(200, 300)
    assert not new.at(200, 200)
    assert not new.at(-5, 9999)


@pytest.mark.parametrize(("second", "parts"), [((230, 310), 1), ((450, 120), 2)])
def test_dice_beside_each_other_are_searched_for_together(
    page: NDArray[np.float32], second: tuple[int, int], parts: int
) -> None:
    boxes = changes(with_dice(page, (200, 300), second), page, EDGE).boxes
    assert boxes is not None
    assert len(boxes) == parts


def test_in_another_light_all_is_searched(page: NDArray[np.float32]) -> None:
    assert changes(noisy(0.6 * page, 1), noisy(page, 2), EDGE).boxes is None


def test_dice_far_and_wide_are_searched_for_in_one_piece(page: NDArray[np.float32]) -> None:
    spots = [(x, y) for x in range(60, 640, 90) for y in range(60, 480, 90)]
    assert changes(with_dice(page, *spots), page, EDGE).boxes is None


def test_knowing_the_board_before_changes_no_reading() -> None:
    reader = DiceReader(load(SEQUENCE / "regions.json"))
    board = cv2.imread(str(SEQUENCE / "frame_002.jpg"))
    assert board is not None
    for number in (16, 20, 35):
        frame = cv2.imread(str(SEQUENCE / f"frame_{number:03d}.jpg"))
        assert frame is not None
        whole = [die for die in reader.read(frame).dice if not die.moving]
        told = [die for die in reader.read(frame, before=board).dice if not die.moving]
        assert len(told) == len(whole) == (2 if number < 30 else 0)
        assert all(_alike(*dice) for dice in zip(told, whole, strict=True))


def _alike(one: Die, other: Die) -> bool:
    said = [(die.value, die.flat, die.half) for die in (one, other)]
    return said[0] == said[1] and math.dist((one.x, one.y), (other.x, other.y)) < 3
