"""When readings agree."""

import pytest

from tests.vision.stand_ins import die_at
from vision.dice import Die, Half
from vision.settling import Settling, alike, edge_of, near

ONE, OTHER = die_at(100, 100, 6), die_at(200, 100, 5)


def settled(*looks: tuple[Die, ...], pause: float = 0.05) -> Settling:
    settling = Settling()
    for number, dice in enumerate(looks):
        settling.add(number * pause, dice)
    return settling


def test_three_readings_that_are_the_same_agree_in_any_order() -> None:
    assert settled((ONE, OTHER), (OTHER, ONE)).agreed() is None
    assert settled((ONE, OTHER), (OTHER, ONE), (ONE, OTHER)).agreed() == (ONE, OTHER)


def test_one_slip_of_the_reader_is_passed_over() -> None:
    assert settled((ONE,), (), (ONE,), (ONE,)).agreed() == (ONE,)
    assert settled((ONE,), (), (), (ONE,), (ONE,)).agreed() is None
    assert settled((ONE,), (ONE,), (ONE,), ()).agreed() is None


def test_two_are_enough_where_pictures_come_slowly() -> None:
    assert settled((ONE,), (ONE,), pause=0.3).agreed() == (ONE,)


@pytest.mark.parametrize(
    "last",
    [
        (die_at(100, 100, 5),),
        (die_at(112, 100, 6),),
        (die_at(100, 100, 6, flat=False),),
        (die_at(100, 100, 6, on_checker=True),),
        (die_at(100, 100, 6, half=Half.BAR),),
        (ONE, OTHER),
        (),
    ],
)
def test_a_reading_that_differs_begins_anew(last: tuple[Die, ...]) -> None:
    settling = settled((ONE,), (ONE,), (ONE,), last)
    assert settling.agreed() is None
    settling.add(0.25, last)
    settling.add(0.3, last)
    assert settling.agreed() == last


def test_the_value_of_a_leaning_die_may_come_and_go() -> None:
    leaning = [die_at(100, 100, value, flat=False) for value in (3, None, 2)]
    assert settled(*((die,) for die in leaning)).agreed() is not None


def test_small_steps_of_the_reader_are_no_motion() -> None:
    assert settled((die_at(100, 100),), (die_at(101.5, 99),), (die_at(99, 100.5),)).agreed() is not None


def test_what_most_readings_say_counts_for_each_die_by_itself() -> None:
    doubted = die_at(200, 100, None)
    looks = [(ONE, OTHER), (ONE, doubted)] * 5
    told = settled(*looks).mostly()
    assert told is not None
    assert [die.value for die in told] == [6, 5]
    wrong = die_at(200, 100, 2)
    told = settled(*looks, (ONE, wrong)).mostly()
    assert told is not None
    assert [die.value for die in told] == [6, None]


def test_there_is_no_majority_of_few_readings_or_of_dice_that_come_and_go() -> None:
    assert settled((ONE,), (ONE,)).mostly() is None
    assert settled(*([(ONE,), ()] * 5)).mostly() is None
    assert settled().agreed() is None


def test_what_was_before_a_motion_is_forgotten() -> None:
    settling = settled((ONE,), (ONE,), (ONE,))
    settling.forget()
    assert settling.agreed() is None


def test_how_long_an_edge_is_and_what_is_near() -> None:
    assert edge_of(die_at(0, 0, edge=24.0)) == pytest.approx(24.0)
    assert edge_of(Die(6, 0, 0, ())) == 20.0
    assert near(ONE, die_at(108, 100))
    assert not near(ONE, die_at(110, 100))
    assert alike((), ())
