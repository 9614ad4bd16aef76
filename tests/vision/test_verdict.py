"""What dice that lie are worth, and how that is told."""

import pytest

from tests.vision.stand_ins import die_at
from vision.dice import Die, Half
from vision.events import Flaw
from vision.verdict import flaws_of, sentence_of

FIVE, TWO = die_at(100, 100, 5, half=Half.RIGHT), die_at(150, 100, 2, half=Half.RIGHT)


@pytest.mark.parametrize(
    ("dice", "flaws", "says"),
    [
        ((FIVE, TWO), (), ""),
        ((die_at(1, 1, 5), die_at(2, 2, 2)), (), ""),
        ((FIVE, die_at(150, 100, 2, half=Half.LEFT)), (Flaw.SPLIT,), "The dice lie in different halves."),
        ((FIVE, die_at(9, 9, 2, half=Half.RIGHT, flat=False)), (Flaw.COCKED,), "A die on the right half is leaning."),
        (
            (FIVE, die_at(9, 9, 2, half=Half.RIGHT, on_checker=True)),
            (Flaw.ON_CHECKER,),
            "The 2 on the right half lies on a checker.",
        ),
        ((FIVE, die_at(9, 9, 2, half=Half.BAR)), (Flaw.OUTSIDE,), "The 2 lies on the bar."),
        (
            (FIVE, die_at(9, 9, None, half=Half.OUTSIDE)),
            (Flaw.OUTSIDE, Flaw.UNREADABLE),
            "A die lies outside the playing surface. A die cannot be read for sure.",
        ),
        ((FIVE, die_at(9, 9, None)), (Flaw.UNREADABLE,), "A die cannot be read for sure."),
        ((FIVE,), (Flaw.ONE_DIE,), "Only one die is to be seen."),
        ((FIVE, TWO, FIVE), (Flaw.TOO_MANY,), "3 dice are to be seen; a throw is two."),
    ],
)
def test_every_reason_is_found_and_told(dice: tuple[Die, ...], flaws: tuple[Flaw, ...], says: str) -> None:
    assert flaws_of(dice) == flaws
    assert sentence_of(dice) == says


def test_all_reasons_are_named_at_once() -> None:
    dice = (die_at(9, 9, None, half=Half.LEFT, flat=False), die_at(50, 9, 3, half=Half.RIGHT, on_checker=True))
    assert flaws_of(dice) == (Flaw.COCKED, Flaw.ON_CHECKER, Flaw.SPLIT)
