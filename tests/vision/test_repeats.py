"""Pictures that are sent several times, and such that stay the same because nothing moves."""

import numpy as np
import pytest

from vision.pictures import Picture
from vision.repeats import PAUSE, Repeats

CHANCE = np.random.default_rng(5)


def pictures(many: int) -> list[Picture]:
    return [CHANCE.integers(0, 255, (12, 16, 3)).astype(np.uint8) for _ in range(many)]


@pytest.mark.parametrize("times", [2, 3, 4])
def test_a_picture_that_is_sent_again_before_the_next_is_due_is_one(times: int) -> None:
    repeats = Repeats()
    sent = [(one, step + again / times) for step, one in enumerate(pictures(6)) for again in range(times)]
    told = [repeats.is_one(picture, at * 0.13) for picture, at in sent]
    # After the first ones nobody knows yet when the next is due.
    assert told == [False] * 3 * times + [False, *[True] * (times - 1)] * 3


def test_where_every_picture_is_new_none_is_one() -> None:
    repeats = Repeats()
    assert not any(repeats.is_one(picture, number / 30) for number, picture in enumerate(pictures(20)))


def test_what_stays_the_same_for_long_shows_that_nothing_moves() -> None:
    repeats, moving = Repeats(), pictures(6)
    told = [repeats.is_one(picture, number / 30) for number, picture in enumerate([*moving, *[moving[-1]] * 8])]
    assert told == [False] * 6 + [True, False] * 4


def test_a_long_pause_says_nothing_of_the_pace() -> None:
    repeats, some = Repeats(), pictures(8)
    assert not any(repeats.is_one(picture, number * 2 * PAUSE) for number, picture in enumerate(some))
    assert not repeats.is_one(some[-1], 14 * PAUSE + 0.01)


def test_a_picture_of_another_size_is_new() -> None:
    repeats = Repeats()
    for number in range(4):
        assert not repeats.is_one(np.zeros((12 + number, 16, 3), np.uint8), number / 30)
