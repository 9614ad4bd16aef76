"""Boards in the middle of a play, laid by hand: what the hands can still be making for.

White's checkers are on 24 and 13, Black's blot is on 16, the throw is 5-3. That leaves five plays, named by letters:
"a" hits with 24-16, "b" is 24-19 13-10, "c" is 24-21 13-8, "d" is 13-8 13-10, and "e" is 13-5.
"""

from collections.abc import Mapping

import pytest

from companion.rules.games import configured
from companion.rules.players import Pair
from companion.rules.plays import legal_plays
from companion.rules.position import Setup
from companion.rules.progress import on_the_way
from companion.rules.turn import Outcome, Turn
from tests.rules.tables import BLACK, Places, boards, reached, turn

REST: Places = {"off": 12}
ALONE: Places = {16: 1, 1: 14}
HIT: Places = {"bar": 1, 1: 14}
LIFTED: Places = {1: 14}
TURN = turn(configured("backgammon"), {24: 1, 13: 2, **REST}, ALONE, (5, 3))
PLAYS = legal_plays(TURN)
ENDS: Mapping[str, Places] = {
    "a": {16: 1, 13: 2},
    "b": {19: 1, 13: 1, 10: 1},
    "c": {21: 1, 13: 1, 8: 1},
    "d": {24: 1, 8: 1, 10: 1},
    "e": {24: 1, 13: 1, 5: 1},
}


def laid(white: Places, black: Places) -> Setup:
    """The board as it is, the rest in somebody's hand."""
    return Setup.of(Pair(dict(white), dict(black)))


def letters(white: Places, black: Places) -> str:
    """Which plays the hands may be making for."""
    ways = on_the_way(PLAYS, laid({**white, **REST}, black))
    return "".join(letter for letter, outcome in outcomes().items() if outcome in ways)


def outcomes() -> dict[str, Outcome]:
    return {letter: reached(TURN, {**white, **REST}, HIT if letter == "a" else ALONE) for letter, white in ENDS.items()}


def test_these_are_all_the_plays() -> None:
    assert set(outcomes().values()) == set(PLAYS)


@pytest.mark.parametrize(
    ("white", "ways"),
    [
        ({24: 1, 13: 2}, "abcde"),
        ({24: 1, 13: 1}, "bcde"),
        ({13: 2}, "abc"),
        ({13: 1}, "bc"),
        ({24: 1}, "d"),
        ({}, ""),
    ],
    ids=["nothing", "one of 13", "that of 24", "one of each", "both of 13", "all three"],
)
def test_checkers_in_the_hand(white: Places, ways: str) -> None:
    assert letters(white, ALONE) == ways


@pytest.mark.parametrize(
    ("white", "ways"),
    [
        ({21: 1, 13: 2}, "ac"),
        ({19: 1, 13: 2}, "ab"),
        ({24: 1, 13: 1, 10: 1}, "bde"),
        ({24: 1, 13: 1, 8: 1}, "cde"),
        ({21: 1, 13: 1}, "c"),
        ({24: 1, 10: 1}, "d"),
        ({19: 1, 10: 1, 13: 1}, "b"),
        ({24: 1, 13: 1, 5: 1}, "e"),
    ],
)
def test_checkers_slid_as_far_as_one_number(white: Places, ways: str) -> None:
    assert letters(white, ALONE) == ways


@pytest.mark.parametrize(
    ("white", "black"),
    [
        ({24: 1, 13: 2}, LIFTED),
        ({24: 1, 13: 2}, HIT),
        ({13: 2}, LIFTED),
        ({13: 2}, HIT),
        ({21: 1, 13: 2}, LIFTED),
        ({19: 1, 13: 2}, HIT),
        ({16: 1, 13: 2}, ALONE),
        ({16: 1, 13: 2}, LIFTED),
        ({16: 1, 13: 2}, HIT),
    ],
    ids=[
        "the hit checker is lifted first",
        "it is put on the bar first",
        "both are in the hands",
        "it is on the bar, the other in the hand",
        "it is lifted while the other rests on the way",
        "it is on the bar while the other rests on the way",
        "both stand on the point for a moment",
        "it is lifted last",
        "it is put on the bar last",
    ],
)
def test_a_hit_in_any_order_of_the_hands(white: Places, black: Places) -> None:
    assert letters(white, black) == "a"


@pytest.mark.parametrize(
    ("white", "black"),
    [
        ({24: 1, 13: 1, 4: 1}, ALONE),
        ({24: 1, 14: 1, 13: 1}, ALONE),
        ({24: 1, 13: 1, 2: 1}, ALONE),
        ({24: 1, 5: 2}, ALONE),
        ({21: 1, 10: 1, 8: 1}, ALONE),
        ({24: 2, 13: 1}, ALONE),
        ({24: 1, 13: 3}, ALONE),
        ({24: 1, 13: 2}, {17: 1, 1: 14}),
        ({24: 1, 13: 2}, {16: 1, 1: 13}),
        ({24: 1, 13: 2}, {"bar": 1, 1: 13}),
        ({24: 1, 13: 2}, {16: 1, 1: 15}),
        ({24: 1, 13: 1}, LIFTED),
        ({24: 1, 8: 1, 10: 1}, HIT),
    ],
    ids=[
        "one point farther than both numbers",
        "backwards, from 13 to 14",
        "too far",
        "two checkers too far",
        "three checkers moved",
        "backwards, from 13 to 24",
        "a checker too many",
        "a hit checker in the wrong place",
        "a checker lifted that cannot be hit",
        "two checkers gone, one on the bar",
        "one black checker too many",
        "a blot lifted that this play does not hit",
        "a blot on the bar that this play did not hit",
    ],
)
def test_boards_that_can_no_longer_become_a_legal_play(white: Places, black: Places) -> None:
    assert letters(white, black) == ""


DOUBLE = turn(configured("backgammon"), {13: 2, 8: 2, 6: 1, "off": 10}, {1: 15}, (3, 3))


def coming(turn: Turn, white: Places, black: Places, end: Places) -> bool:
    """Whether `end` can still be reached from the board that is laid."""
    return reached(turn, end, black) in on_the_way(legal_plays(turn), laid(white, black))


@pytest.mark.parametrize(
    "now",
    [
        {13: 2, 6: 1},
        {13: 2, 6: 1, 5: 1},
        {8: 2, 6: 1},
        {6: 1},
        {10: 1, 8: 1, 6: 1},
        {10: 2, 5: 2, 6: 1},
        {13: 1, 10: 1, 5: 2, 6: 1},
    ],
)
def test_both_checkers_of_a_double_in_the_hand(now: Places) -> None:
    assert coming(DOUBLE, {**now, "off": 10}, {1: 15}, {10: 2, 5: 2, 6: 1})


def test_a_double_may_have_one_checker_go_on_while_others_wait() -> None:
    assert coming(DOUBLE, {13: 1, 7: 1, 8: 2, 6: 1, "off": 10}, {1: 15}, {13: 1, 4: 1, 8: 1, 5: 1, 6: 1})
    assert not coming(DOUBLE, {13: 1, 7: 1, 8: 2, 6: 1, "off": 10}, {1: 15}, {10: 2, 5: 2, 6: 1})


def test_bearing_off_one_after_the_other() -> None:
    begins = turn(configured("backgammon"), {6: 2, 4: 3}, {24: 15}, (6, 4))
    between: list[Places] = [
        {6: 1, 4: 3, "off": 10},
        {6: 1, 4: 2, "off": 10},
        {6: 1, 4: 2, "off": 11},
        {6: 2, 4: 2, "off": 11},
    ]
    for now in between:
        assert coming(begins, now, {24: 15}, {6: 1, 4: 2})
    assert not coming(begins, {6: 2, 4: 1, "off": 12}, {24: 15}, {6: 1, 4: 2})


def test_entering_from_the_bar() -> None:
    begins = turn(configured("backgammon"), {"bar": 1, 13: 2}, {1: 15}, (5, 3))
    end: Places = {20: 1, 13: 1, 10: 1}
    between: list[Places] = [{13: 2}, {20: 1, 13: 2}, {20: 1, 13: 1}]
    for now in between:
        assert coming(begins, {**now, "off": 12}, {1: 15}, end)
    assert not coming(begins, {22: 1, 13: 2, "off": 12}, {1: 15}, end)


def test_entering_from_the_reserve() -> None:
    begins = turn(configured("puff"), {"reserve": 15}, {"reserve": 15}, (4, 2))
    between: list[Places] = [
        {"reserve": 14},
        {"reserve": 13},
        {"reserve": 14, 4: 1},
        {"reserve": 13, 2: 1},
        {"reserve": 15},
    ]
    for now in between:
        assert coming(begins, now, {"reserve": 15}, {4: 1, 2: 1, "reserve": 13})
    assert not on_the_way(legal_plays(begins), laid({"reserve": 14, 5: 1}, {"reserve": 15}))


def test_a_hit_that_goes_to_the_start_pile() -> None:
    begins = turn(configured("trictrac"), {5: 1, "off": 14}, {8: 1, 24: 14}, (3, 1))
    end = reached(begins, {9: 1}, {24: 15})
    between: list[tuple[Places, Places]] = [
        ({8: 1}, {8: 1, 24: 14}),
        ({8: 1}, {24: 14}),
        ({8: 1}, {24: 15}),
        ({5: 1}, {24: 15}),
    ]
    for white, black in between:
        assert end in on_the_way(legal_plays(begins), laid({**white, "off": 14}, black))


def test_the_privilege_is_seen_coming() -> None:
    begins = turn(configured("trictrac"), {8: 1, 11: 1}, {24: 15}, (5, 2))
    between: list[Places] = [{8: 1}, {11: 1}, {}, {12: 1, 11: 1}, {12: 1}]
    for now in between:
        assert coming(begins, {**now, "off": 13}, {24: 15}, {12: 2})


def test_a_tray_that_is_to_be_emptied_again() -> None:
    begins = turn(configured("trictrac"), {22: 1, "off": 14}, {24: 15}, (5, 3))
    assert boards(begins) == [{1: 14, 4: 1}, {1: 14, 6: 1}]
    between: list[Places] = [{"off": 14}, {"off": 15}, {}, {1: 15}, {1: 14}, {1: 14, 4: 1}]
    for now in between:
        assert coming(begins, now, {24: 15}, {1: 14, 4: 1, "off": 0}), now


def test_black_s_hands_are_read_along_black_s_path() -> None:
    begins = turn(configured("backgammon"), {9: 1, 24: 14}, {1: 1, 12: 2}, (5, 3), BLACK)
    end = reached(begins, {"bar": 1, 24: 14}, {9: 1, 12: 2})
    ways = on_the_way(legal_plays(begins), laid({9: 1, 24: 14}, {4: 1, 12: 2, "off": 12}))
    assert end in ways
    assert len(ways) == 2
