"""When the second teller is asked, and what both say together."""

import cv2
import numpy as np
import pytest

from vision import crop
from vision.dice import Point
from vision.finder import Spot
from vision.levels import Image, Levels
from vision.looking import LARGE, Looking
from vision.looks import UNCALIBRATED, Look
from vision.teller import Telling

UP = (0.0, -0.2)
MIDDLE = 100.0
ENOUGH = UNCALIBRATED.enough


def telling(die: float, value: int, share: float = 0.99, edge: float = 60.0) -> Telling:
    rest = (1 - share) / 5
    reach = edge / 2
    corners: tuple[Point, ...] = tuple(
        (MIDDLE + x * reach, MIDDLE + y * reach) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    values = tuple(share if one == value else rest for one in range(1, 7))
    return Telling(die, 0.0, values, (0.0,) * 6, 0.95, 0.02, 0.01, corners, UP)


class Says:
    """An eye that says the same whenever it looks, and counts how often it does."""

    def __init__(self, *tellings: Telling) -> None:
        self.tellings, self.asked = tellings, 0

    def tell(self, _levels: Levels, _spot: Spot, _angle: float, _up: crop.Up | None = None) -> Telling:
        self.asked += 1
        return self.tellings[(self.asked - 1) % len(self.tellings)]

    tell_upright = tell


def five(edge: float) -> Image:
    """Draw a white die with five pips."""
    picture = np.full((200, 200, 3), 90, np.uint8)
    low, high = (round(MIDDLE + way * edge / 2) for way in (-1, 1))
    cv2.rectangle(picture, (low, low), (high, high), (240, 240, 240), -1)
    for x, y in ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)):
        place = round(MIDDLE + x * edge / 4), round(MIDDLE + y * edge / 4)
        cv2.circle(picture, place, round(edge / 11), (20, 20, 20), -1, cv2.LINE_AA)
    return picture


def looking(quick: Says, sharp: Says) -> Looking:
    return Looking(quick, sharp)  # type: ignore[arg-type]


@pytest.fixture
def levels() -> Levels:
    return {1.0: five(60.0)}


SPOT = Spot(MIDDLE, MIDDLE, 60.0, 0.6)


def test_one_look_is_enough_for_a_die_that_is_beyond_doubt(levels: Levels) -> None:
    for at_table in (True, False):
        quick, sharp = Says(telling(0.99, 5)), Says(telling(0.99, 5))
        eyes = looking(quick, sharp)
        look = eyes.at_table(levels, SPOT, UP) if at_table else eyes.anywhere(levels, SPOT, ENOUGH)
        assert look is not None
        assert (look.telling.value, look.agree, look.counts_agree) == (5, True, True)
        assert (quick.asked, sharp.asked) == (1, 0)


@pytest.mark.parametrize(
    ("sharp", "is_die"),
    [
        (telling(0.9, 5), True),
        (telling(0.1, 5), False),
        (telling(0.9, 4), False),
    ],
    ids=["a die", "no die", "another value"],
)
def test_at_a_table_the_sharp_teller_decides_on_what_shows_its_value_clearly(
    levels: Levels, sharp: Telling, *, is_die: bool
) -> None:
    look = looking(Says(telling(0.1, 5)), Says(sharp)).at_table(levels, SPOT, UP)
    assert (look is not None) == is_die
    assert look is None or look.telling == sharp


def test_at_a_table_the_sharp_teller_is_not_asked_about_what_shows_nothing(levels: Levels) -> None:
    sharp = Says(telling(0.9, 5))
    assert looking(Says(telling(0.1, 5, share=0.5)), sharp).at_table(levels, SPOT, UP) is None
    assert sharp.asked == 0


@pytest.mark.parametrize(("score", "again"), [(0.6, True), (0.3, False)])
def test_what_was_clearly_found_is_looked_at_again(levels: Levels, score: float, *, again: bool) -> None:
    hardly, surely = telling(0.1, 5, share=0.5), telling(0.99, 5)
    quick = Says(hardly, surely)
    look = looking(quick, Says(hardly)).at_table(levels, Spot(MIDDLE, MIDDLE, 60.0, score), UP)
    assert (look is not None) == again
    assert look is None or look.telling == surely


def test_what_the_pips_do_not_confirm_is_no_die_for_the_sharp_teller_alone(levels: Levels) -> None:
    assert looking(Says(telling(0.1, 6)), Says(telling(0.9, 6))).at_table(levels, SPOT, UP) is None


def test_anywhere_the_hopeless_is_not_looked_at_again(levels: Levels) -> None:
    quick, sharp = Says(telling(0.01, 5)), Says(telling(0.9, 5))
    assert looking(quick, sharp).anywhere(levels, SPOT, ENOUGH) is None
    assert (quick.asked, sharp.asked) == (1, 0)


def test_anywhere_both_tellers_together_may_be_sure(levels: Levels) -> None:
    look = looking(Says(telling(0.55, 5)), Says(telling(0.97, 5))).anywhere(levels, SPOT, ENOUGH)
    assert look is not None
    assert look.evidence > ENOUGH
    assert not look.all_round


@pytest.mark.parametrize(("edge", "told"), [(LARGE + 10, True), (LARGE - 10, False)])
def test_a_large_face_that_is_clear_from_all_sides_speaks_for_a_die(edge: float, *, told: bool) -> None:
    quick, sharp = Says(telling(0.1, 5, edge=edge)), Says(telling(0.5, 5, edge=edge))
    look = looking(quick, sharp).anywhere({1.0: five(edge)}, Spot(MIDDLE, MIDDLE, edge, 0.6), ENOUGH)
    assert look is not None
    assert look.all_round == told
    assert (look.evidence > ENOUGH) == told


def test_tellers_that_read_different_values_do_not_agree(levels: Levels) -> None:
    look = looking(Says(telling(0.2, 5)), Says(telling(0.4, 4))).anywhere(levels, SPOT, ENOUGH)
    assert look is not None
    assert not look.agree
    assert not look.all_round


def test_what_is_new_on_the_board_and_clear_to_both_tellers_speaks_for_a_die(levels: Levels) -> None:
    def seen(sharp: Telling, *, new: bool) -> Look | None:
        return looking(Says(telling(0.15, 5)), Says(sharp)).at_table(levels, SPOT, UP, new=new)

    look = seen(telling(0.16, 5), new=True)
    assert look is not None
    assert look.all_round
    assert seen(telling(0.16, 5), new=False) is None
    assert seen(telling(0.16, 4), new=True) is None
    assert seen(telling(0.16, 5, share=0.5), new=True) is None


def test_of_what_is_new_and_beyond_doubt_the_sharp_teller_is_not_asked(levels: Levels) -> None:
    sharp = Says(telling(0.99, 5))
    assert looking(Says(telling(0.99, 5)), sharp).at_table(levels, SPOT, UP, new=True) is not None
    assert sharp.asked == 0
