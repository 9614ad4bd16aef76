"""The dice test: throws are taken, judged, drawn and kept."""

from __future__ import annotations

import numpy as np

from companion.service.upkeep.dice_test import THROWS, DiceTest
from tests.vision.stand_ins import die_at
from vision import events
from vision.watching import Told

PICTURE = np.zeros((120, 160, 3), np.uint8)


def thrown(*values: int | None) -> Told:
    dice = tuple(die_at(40 * at + 30, 40, value) for at, value in enumerate(values))
    return Told(events.Thrown(1.0, dice), PICTURE)


def invalid(*values: int | None) -> Told:
    dice = tuple(die_at(40 * at + 30, 40, value) for at, value in enumerate(values))
    return Told(events.Invalid(1.0, dice, (events.Flaw.COCKED, events.Flaw.UNREADABLE), "Odd."), PICTURE)


LIFTED = Told(events.Lifted(2.0), PICTURE)


def test_nothing_is_taken_before_it_begins() -> None:
    test = DiceTest()
    test.hear(thrown(6, 1))
    assert test.throws == ()


def test_five_throws_are_taken_and_judged() -> None:
    test = DiceTest()
    test.begin()
    for number in range(THROWS + 1):
        test.hear(thrown(6, 1 + number % 6))
        test.hear(LIFTED)
    assert [one.read for one in test.throws] == [(6, 1), (6, 2), (6, 3), (6, 4), (6, 5)]
    for number in range(1, THROWS):
        assert test.answer(number, None)
    assert test.answer(THROWS, (1, 1))
    assert [one.right for one in test.throws] == [True] * 4 + [False]
    assert test.throws[-1].was == (1, 1)
    assert (test.is_over, test.running) == (True, False)


def test_dice_that_are_read_anew_are_the_same_throw() -> None:
    test = DiceTest()
    test.begin()
    test.hear(invalid(6, None))
    assert [(one.read, one.flaws) for one in test.throws] == [((), ("cocked", "unreadable"))]
    test.hear(thrown(6, 2))
    assert [(one.read, one.flaws) for one in test.throws] == [((6, 2), ())]
    test.answer(1, None)
    test.hear(thrown(6, 3))
    assert len(test.throws) == 2, "what has been judged stays"


def test_what_was_read_rightly_may_be_told_in_either_order() -> None:
    test = DiceTest()
    test.begin()
    test.hear(thrown(6, 2))
    test.answer(1, (2, 6))
    assert test.throws[0].right is True
    assert not test.answer(9, None)


def test_each_throw_has_a_small_picture() -> None:
    test = DiceTest()
    test.begin()
    test.hear(thrown(6, 2))
    picture = test.picture(1)
    assert picture is not None
    assert picture[:3] == b"\xff\xd8\xff"
    test.begin()
    assert test.picture(1) is None


def test_it_is_kept() -> None:
    test = DiceTest()
    test.begin()
    test.hear(invalid(6, None))
    test.answer(1, (6, 5))
    assert DiceTest(test.encode()).throws == test.throws
    assert DiceTest({"throws": "nonsense"}).throws == ()
