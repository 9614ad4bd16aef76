"""The brute-force reference on the booklets' examples and on cases reasoned out by hand."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from tests.brute.enumerator import count, outcomes
from tests.brute.expect import blacks, make, same, white_results, whites
from tests.brute.following import THROWS, next_cases
from tests.brute.model import CHECKERS, GAMES, WHITE_FALLS
from tests.brute.placed import Counts, mirrored
from tests.brute.start import start_case
from tests.brute.walk import walk

SOME = 25  # throws of a walk
KEYS = {"points", "bar", "reserve", "off", "scored", "won", "again", "memory"}


def moved(start: dict[str, Any], *moves: tuple[int, int]) -> list[int]:
    """The points after White's moves without a hit."""
    points = list(start["points"])
    for origin, target in moves:
        points[origin - 1] -= 1
        points[target - 1] += 1
    return points


OPENINGS: list[tuple[tuple[int, int], list[tuple[int, int]]]] = [
    ((6, 5), [(24, 18), (18, 13)]),
    ((6, 4), [(24, 20), (24, 18)]),
    ((6, 4), [(8, 2), (6, 2)]),
    ((6, 4), [(13, 9), (9, 3)]),
    ((6, 3), [(24, 21), (24, 18)]),
    ((6, 2), [(24, 22), (24, 18)]),
    ((6, 1), [(13, 7), (8, 7)]),
    ((5, 4), [(24, 20), (13, 8)]),
    ((5, 3), [(8, 3), (6, 3)]),
    ((5, 2), [(13, 8), (13, 11)]),
    ((5, 1), [(24, 23), (23, 18)]),
    ((4, 3), [(13, 10), (13, 9)]),
    ((4, 2), [(8, 4), (6, 4)]),
    ((4, 1), [(24, 23), (13, 9)]),
    ((3, 2), [(13, 10), (13, 11)]),
    ((3, 1), [(8, 5), (6, 5)]),
    ((2, 1), [(24, 22), (22, 21)]),
    ((2, 1), [(13, 11), (6, 5)]),
    ((6, 6), [(24, 18)] * 2 + [(13, 7)] * 2),
    ((5, 5), [(13, 8), (8, 3)] * 2),
    ((4, 4), [(24, 20)] * 2 + [(13, 9)] * 2),
    ((3, 3), [(24, 21)] * 2 + [(8, 5)] * 2),
    ((2, 2), [(24, 22), (22, 20)] * 2),
    ((1, 1), [(8, 7)] * 2 + [(6, 5)] * 2),
]


@pytest.mark.parametrize(("dice", "moves"), OPENINGS)
def test_recommended_opening(dice: tuple[int, int], moves: list[tuple[int, int]]) -> None:
    start = start_case("backgammon")
    results = [outcome["points"] for outcome in outcomes(start | {"dice": list(dice)})]
    assert moved(start, *moves) in results


@pytest.mark.parametrize("game", GAMES)
def test_form(game: str) -> None:
    for case in walk(game, {}, 13, SOME):
        found = outcomes(case)
        assert found
        assert count(case) == len(found)
        keys = [
            (o["points"], [o["bar"][c] for c in o["bar"]], [o["off"][c] for c in o["off"]], o["scored"]) for o in found
        ]
        assert all(first < second for first, second in pairwise(keys))
        assert outcomes(case | {"dice": case["dice"][::-1]}) == found
        for outcome in found:
            assert set(outcome) == KEYS
            assert not (outcome["won"] and outcome["again"])
            assert all(list(outcome[place]) == ["white", "black"] for place in ("bar", "reserve", "off"))
            for colour, sign in (("white", 1), ("black", -1)):
                on_board = sum(sign * n for n in outcome["points"] if sign * n > 0)
                assert on_board + sum(outcome[place][colour] for place in ("bar", "reserve", "off")) == CHECKERS
            json.dumps(outcome)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "snake"])
def test_colours_are_mirrored(game: str) -> None:
    """The same case seen from the other side has the same outcomes."""
    for case in walk(game, {}, 13, SOME):
        found = [json.dumps(mirrored(outcome, game)) for outcome in outcomes(case)]
        assert sorted(found) == sorted(json.dumps(outcome) for outcome in outcomes(mirrored(case, game)))


# Backgammon


def test_hit_by_way_of_an_intermediate_point() -> None:
    case = make("backgammon", (5, 3), {24: 1}, {20: 2, 19: 2, 16: 1})
    (only,) = outcomes(case)
    assert whites(only) == {16: 1}
    assert only["bar"] == {"white": 0, "black": 1}


def test_sum_is_not_a_step() -> None:
    case = make("backgammon", (5, 4), {24: 1}, {20: 2, 19: 2})
    (only,) = outcomes(case)
    assert only["points"] == case["points"]
    held = make("backgammon", (6, 3), {24: 1}, {20: 2, 19: 2, 18: 2})
    assert white_results(held) == [{15: 1}]
    assert white_results(make("backgammon", (6, 3), {24: 1}, {21: 2, 18: 2})) == [{24: 1}]


def test_bear_off_examples() -> None:
    stand = {6: 2, 4: 1}
    found = outcomes(make("backgammon", (6, 4), stand))
    assert {6: 1} in [whites(o) for o in found if o["off"]["white"] == 14]
    # 6-5: one off from 6, and the other must move 6-1
    assert white_results(make("backgammon", (6, 5), stand)) == [{4: 1, 1: 1}]
    # 5-3: 6-1, and one of 6-3 or 4-1
    assert same(white_results(make("backgammon", (5, 3), stand)), [{4: 1, 3: 1, 1: 1}, {6: 1, 1: 2}])
    cleared = {4: 4, 2: 2}
    (five_four,) = outcomes(make("backgammon", (5, 4), cleared))
    assert whites(five_four) == {4: 2, 2: 2}
    (sixes,) = outcomes(make("backgammon", (6, 6), cleared))
    assert whites(sixes) == {2: 2}


def test_distances_hit() -> None:
    expected = [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3]
    hits = []
    for distance in range(1, 13):
        total = 0
        for dice in THROWS:
            case = make("backgammon", (dice[0], dice[1]), {24: 1}, {24 - distance: 1})
            if any(o["bar"]["black"] for o in outcomes(case)):
                total += 1 if dice[0] == dice[1] else 2
        hits.append(total)
    assert hits == expected


def test_greatest_use_and_higher() -> None:
    # either number goes, not both: the higher
    assert white_results(make("backgammon", (6, 5), {24: 1}, {13: 2})) == [{18: 1}]
    # the 6 is blocked, only the 5 goes
    assert white_results(make("backgammon", (6, 5), {24: 1}, {18: 2, 13: 2})) == [{19: 1}]
    assert white_results(make("backgammon", (6, 5), {24: 1}, {18: 2, 13: 2}, ravensburger=True)) == [{24: 1}]
    # higher or nothing does not hinder the lower number first where both go
    assert white_results(make("backgammon", (6, 5), {24: 1}, {18: 2}, ravensburger=True)) == [{13: 1}]
    # 13-7 and 8-7 are barred: 8-2, with 13-12 or 2-1
    alive = make("backgammon", (6, 1), {13: 1, 8: 1}, {7: 2, 6: 2})
    assert white_results(alive) == [{2: 1, 12: 1}, {1: 1, 13: 1}]


def test_booklet_two_on_the_bar() -> None:
    held = {19: 2}
    entered = make("backgammon", (6, 3), {}, held, bar=(2, 0))
    assert white_results(entered) == [{22: 1}]
    nothing = make("backgammon", (6, 3), {}, held, bar=(2, 0), ravensburger=True)
    assert white_results(nothing) == [{}]
    three_held = make("backgammon", (6, 3), {}, {22: 2}, bar=(2, 0), ravensburger=True)
    assert white_results(three_held) == [{19: 1}]
    assert white_results(make("backgammon", (6, 3), {}, {}, bar=(2, 0))) == [{22: 1, 19: 1}]


def test_entering_comes_first() -> None:
    # the 6 is held; the 3 enters, then the 6 is moved by any checker
    case = make("backgammon", (6, 3), {13: 1}, {19: 2}, bar=(1, 0))
    assert same(white_results(case), [{22: 1, 7: 1}, {16: 1, 13: 1}])


def test_one_step_short_of_home() -> None:
    """The 6 brings the last one home, the 1 then bears off or moves."""
    case = make("backgammon", (6, 1), {7: 1, 1: 1})
    # 7-1 and 1 off; or 7-6 and 6 off
    assert white_results(case) == [{1: 1}]
    outside = make("backgammon", (6, 1), {8: 1, 1: 1})
    # 8-2, then 2-1 or 1 off; or 8-7-1
    assert same(white_results(outside), [{1: 2}, {2: 1}])


def test_greatest_use_beats_the_last_bear_off() -> None:
    # D24 does not show here: 4 off at once or 4-2 and off, the position is the same
    (only,) = outcomes(make("backgammon", (4, 2), {4: 1}))
    assert only["won"]
    assert only["off"] == {"white": 15, "black": 15}
    # here it does: the 5 alone would win, but 5-4 hits, and the 5 then bears off
    (only,) = outcomes(make("backgammon", (5, 1), {5: 1}, {4: 1}))
    assert only["won"]
    assert only["bar"]["black"] == 1


def test_bearing_off_only_the_rearmost() -> None:
    # a checker is further back: the 5 must move it; then 4 is the rearmost and goes off, then two 3s
    assert white_results(make("backgammon", (5, 5), {6: 1, 4: 1, 3: 3})) == [{1: 1, 3: 1}]
    # the 2 cannot bear off from 1 while a checker is further back
    assert white_results(make("backgammon", (2, 2), {5: 1, 1: 2})) == [{1: 1}]
    assert white_results(make("backgammon", (2, 2), {5: 2, 1: 1})) == [{1: 3}]


def test_hit_to_start() -> None:
    free = make("backgammon", (2, 1), {10: 1}, {8: 1, 12: 2}, hit_to_start=True)
    assert any(blacks(o) == {1: 1, 12: 2} and o["bar"]["black"] == 0 for o in outcomes(free))
    # D3: white holds point 1, by a band or by a blot
    for number in (1, 2):
        held = make("backgammon", (2, 1), {10: 1, 1: number}, {8: 1, 12: 2}, hit_to_start=True)
        hit = [o for o in outcomes(held) if blacks(o) == {12: 2}]
        assert hit
        assert all(o["bar"]["black"] == 1 for o in hit)
    # hit on its own pace 1: the hitter stands there
    on_start = make("backgammon", (2, 1), {3: 1, 12: 1}, {1: 1}, hit_to_start=True)
    assert any(o["bar"]["black"] == 1 for o in outcomes(on_start))
    # put back beside its own
    beside = make("backgammon", (2, 1), {10: 1}, {8: 1, 1: 2}, hit_to_start=True)
    assert any(blacks(o) == {1: 3} for o in outcomes(beside))


def test_closed_board() -> None:
    case = make("backgammon", (6, 6), {8: 3}, dict.fromkeys(range(19, 25), 2), bar=(1, 0))
    (only,) = outcomes(case)
    assert only["points"] == case["points"]
    assert only["memory"] == {}


# Snake


def test_snake_reserve_first() -> None:
    start = start_case("snake", turn="black")
    assert start["reserve"] == {"white": 0, "black": 9}
    assert start["points"][:3] == [-2, -2, -2]
    (only,) = outcomes(start | {"dice": [5, 4]})
    assert blacks(only) == {1: 2, 2: 2, 3: 2, 4: 1, 5: 1}
    assert start_case("snake", {"handicap": 8})["reserve"]["black"] == 2
    # point 6 is White's band
    (only,) = outcomes(start | {"dice": [6, 5]})
    assert blacks(only) == {1: 2, 2: 2, 3: 2, 5: 1}


def test_snake_bar_before_reserve() -> None:
    case = make("snake", (5, 4), {13: 2}, {1: 2}, turn="black", bar=(0, 1), reserve=(0, 3))
    (only,) = outcomes(case)
    assert only["bar"]["black"] == 0
    assert only["reserve"]["black"] == 2
    last = make("snake", (5, 4), {13: 2}, {20: 2}, turn="black", reserve=(0, 1))
    # the other number goes on with any checker; bearing off needs all home
    assert same([blacks(o) for o in outcomes(last)], [{9: 1, 20: 2}, {5: 1, 20: 1, 24: 1}])


def test_snake_handicap_wins_with_fewer() -> None:
    case = make("snake", (6, 5), {13: 2}, {24: 2}, turn="black")
    case["off"]["black"] = 6
    (only,) = outcomes(case)
    assert only["won"]
    assert only["off"]["black"] == 8


# Acey Deucey


def test_acey_deucey_mixes_entering_and_moving() -> None:
    case = make("acey_deucey", (5, 4), {24: 1}, reserve=(14, 0))
    assert same(
        white_results(case),
        [{24: 1, 20: 1, 21: 1}, {24: 1, 16: 1}, {20: 2}, {19: 1, 21: 1}, {15: 1}],
    )


def test_acey_deucey_one_two() -> None:
    case = make("acey_deucey", (1, 2), {}, reserve=(15, 0))
    for outcome in outcomes(case):
        assert outcome["again"]
        assert outcome["memory"] == {"named": 0, "ace_deuces": 1}
    assert same(white_results(case), [{24: 1, 23: 1}, {22: 1}])
    following = next_cases(case, outcomes(case)[0])
    assert [c["memory"]["named"] for c in following] == [1, 2, 3, 4, 5, 6]
    assert {c["turn"] for c in following} == {"white"}


def test_acey_deucey_unusable_one_two() -> None:
    black = {24: 2}
    case = make("acey_deucey", (1, 2), {}, black, bar=(2, 0), memory={"ace_deuces": 1})
    (only,) = outcomes(case)
    assert whites(only) == {23: 1}
    assert not only["again"]
    assert only["memory"] == {"named": 0, "ace_deuces": 0}
    (passed,) = outcomes(case | {"options": {"pass_on": True}})
    assert passed["memory"] == {"named": 0, "ace_deuces": 0, "passed": True}
    following = next_cases(case, passed)
    assert [(c["turn"], c["memory"]["named"]) for c in following] == [("black", n) for n in range(1, 7)]
    assert "passed" not in following[0]["memory"]


def test_acey_deucey_named_double() -> None:
    case = make("acey_deucey", (1, 2), {}, reserve=(15, 0), memory={"named": 6, "ace_deuces": 1})
    assert {19: 4} in white_results(case)
    assert {13: 2} in white_results(case)
    for outcome in outcomes(case):
        assert outcome["again"]
        assert outcome["memory"] == {"named": 0, "ace_deuces": 1}
    # D5: not playable at all, the new throw stays
    blocked = make("acey_deucey", (6, 6), {}, {19: 2}, bar=(2, 0), memory={"named": 6, "ace_deuces": 2})
    (only,) = outcomes(blocked)
    assert only["again"]
    assert only["memory"] == {"named": 0, "ace_deuces": 2}


def test_acey_deucey_third_one_two() -> None:
    case = make("acey_deucey", (2, 1), {5: 2, 3: 1, 20: 1}, {1: 2}, memory={"ace_deuces": 2}, third_ace_deuce=True)
    (only,) = outcomes(case)
    assert whites(only) == {20: 1, 5: 2}
    assert only["bar"]["white"] == 1
    assert not only["again"]
    assert only["memory"] == {"named": 0, "ace_deuces": 0, "given": True}
    (following,) = next_cases(case, only)
    assert following["turn"] == "black"
    assert following["dice"] == [1, 2]
    assert following["memory"] == {"named": 0, "ace_deuces": 0, "given": True}
    # the given one is played, with its naming, but does not count
    received = outcomes(following)
    assert all(o["again"] and o["memory"] == {"named": 0, "ace_deuces": 0} for o in received)
    # without the option it is one more
    usual = outcomes(case | {"options": {}})
    assert all(o["memory"] == {"named": 0, "ace_deuces": 3} for o in usual)
    # none on the board: none
    reserve = make("acey_deucey", (1, 2), {}, reserve=(15, 0), memory={"ace_deuces": 2}, third_ace_deuce=True)
    (only,) = outcomes(reserve)
    assert only["bar"]["white"] == 0


def test_acey_deucey_win_ends_the_row() -> None:
    case = make("acey_deucey", (1, 2), {1: 1, 2: 1}, {1 + 12: 2}, memory={"ace_deuces": 1})
    won = [o for o in outcomes(case) if o["won"]]
    assert won
    assert all(o["memory"] == {"named": 0, "ace_deuces": 0} and not o["again"] for o in won)
    single = make("acey_deucey", (1, 2), {1: 1}, {13: 2}, pass_on=True)
    (only,) = outcomes(single)
    assert only["won"]
    assert only["memory"] == {"named": 0, "ace_deuces": 0}


def test_european_needs_the_exact_number() -> None:
    off_with = []
    for dice in THROWS:
        found = outcomes(make("acey_deucey_european", (dice[0], dice[1]), {2: 1}))
        if any(o["won"] for o in found):
            assert all(o["won"] for o in found)
            off_with.append(tuple(dice))
    assert off_with == [(1, 1), (2, 1), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)]


@pytest.mark.parametrize("game", GAMES)
def test_paths(game: str) -> None:
    """One checker in the middle goes the way of its path."""
    for turn, sign in (("white", 1), ("black", -1)):
        stand: Counts = {18: 1}
        case = make(game, (2, 1), stand if turn == "white" else {}, stand if turn == "black" else {}, turn=turn)
        rising = (game in WHITE_FALLS) != (turn == "white") or game in ("puff_long", "puff_russian")
        (only,) = outcomes(case)
        assert only["points"][(21 if rising else 15) - 1] == sign
