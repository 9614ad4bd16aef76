"""Both Tric-Tracs of the reference, on the booklets' examples and on cases reasoned out by hand."""

from __future__ import annotations

from tests.brute.enumerator import outcomes
from tests.brute.expect import blacks, make, same, white_results, whites
from tests.brute.start import start_case


def test_trictrac_start() -> None:
    start = start_case("trictrac")
    assert same(white_results(start | {"dice": [5, 4]}), [{1: 13, 5: 1, 6: 1}, {1: 14, 10: 1}])
    # 6-5: 1-12 would end alone on the Hucke; 6-6: 1-13 on the other one's
    assert white_results(start | {"dice": [6, 5]}) == [{1: 13, 6: 1, 7: 1}]
    assert white_results(start | {"dice": [6, 6]}) == [{1: 13, 7: 2}]
    assert all(o["again"] for o in outcomes(start | {"dice": [6, 6]}))
    assert not any(o["again"] for o in outcomes(start | {"dice": [6, 5]}))


def test_trictrac_pile_first() -> None:
    case = make("trictrac", (3, 2), {1: 2, 10: 1, 3: 1}, {24: 10})
    assert same(
        white_results(case),
        [{3: 2, 4: 1, 10: 1}, {1: 1, 3: 1, 6: 1, 10: 1}],
    )
    last = make("trictrac", (3, 2), {1: 1, 15: 1}, {24: 10})
    # the last one leaves, then any checker goes
    assert same(white_results(last), [{6: 1, 15: 1}, {4: 1, 17: 1}, {3: 1, 18: 1}])
    # the pile cannot leave with either number: nothing else may move
    stuck = make("trictrac", (3, 2), {1: 1, 15: 1}, {3: 2, 4: 2})
    assert white_results(stuck) == [{1: 1, 15: 1}]


def test_trictrac_takes_the_hucke() -> None:
    case = make("trictrac", (4, 2), {8: 1, 10: 1}, {24: 10})
    assert {12: 2} in white_results(case)
    for result in white_results(case):
        assert result.get(12, 0) != 1
    # D9: not through the empty own Hucke
    through = make("trictrac", (4, 2), {8: 1}, {10: 2})
    assert white_results(through) == [{8: 1}]


def test_trictrac_hucke_leaves_in_twos() -> None:
    two = make("trictrac", (4, 3), {12: 2}, {24: 10})
    assert white_results(two) == [{15: 1, 16: 1}]
    # one of the ways is blocked: neither leaves
    blocked = make("trictrac", (4, 3), {12: 2}, {16: 2})
    assert white_results(blocked) == [{12: 2}]
    three = make("trictrac", (4, 3), {12: 3}, {24: 10})
    assert white_results(three) == [{12: 2, 19: 1}]
    # D10: arrive with one number, leave with the other
    swap = make("trictrac", (4, 3), {12: 2, 9: 1}, {24: 10})
    assert {12: 2, 16: 1} in white_results(swap)
    assert {9: 1, 15: 1, 16: 1} in white_results(swap)
    assert {9: 1, 12: 1, 19: 1} not in white_results(swap)
    assert {12: 2, 16: 1} in white_results(swap)


def test_trictrac_never_the_other_hucke() -> None:
    case = make("trictrac", (5, 3), {8: 1}, {24: 10})
    # 8-13 is barred; 8-11-16 goes
    assert white_results(case) == [{16: 1}]
    passing = make("trictrac", (5, 3), {8: 1}, {11: 2})
    assert white_results(passing) == [{8: 1}]


def test_trictrac_privilege() -> None:
    case = make("trictrac", (4, 2), {9: 1, 11: 1}, {24: 10})
    # beside 9-11-15, 9-11 11-15, 11-15-17 and the like
    assert {12: 2} in white_results(case)
    assert {12: 1, 11: 1} not in white_results(case)
    ordinary = make("trictrac", (4, 2), {9: 1, 11: 1, 8: 1, 10: 1}, {24: 10})
    # 8 and 10 can take it in the ordinary way: no privilege
    assert {8: 1, 10: 1, 12: 2} not in white_results(ordinary)
    assert {9: 1, 11: 1, 12: 2} in white_results(ordinary)
    occupied = make("trictrac", (4, 2), {9: 1, 11: 1}, {13: 2})
    assert {12: 2} not in white_results(occupied)  # D11
    pile = make("trictrac", (4, 2), {9: 1, 11: 1, 1: 1}, {24: 10})
    assert {12: 2, 1: 1} not in white_results(pile)
    double = make("trictrac", (4, 4), {9: 2}, {24: 10})
    # 9-13 is barred: the privilege or nothing (D30)
    assert same(white_results(double), [{9: 2}, {12: 2}])
    one = make("trictrac", (4, 4), {9: 1}, {24: 10})
    assert white_results(one) == [{9: 1}]


def test_trictrac_player_chooses_the_only_number() -> None:
    # D7: 20 goes to 22 or to 23, both then off: always both; blocked so that only one goes
    case = make("trictrac", (4, 2), {9: 1}, {15: 2})
    # 9-13 barred; 9-11, then 11-15 is blocked
    assert white_results(case) == [{11: 1}]
    either = make("trictrac", (3, 2), {14: 1}, {19: 2})
    assert same(white_results(either), [{16: 1}, {17: 1}])


def test_trictrac_bears_off_from_anywhere_in_the_game() -> None:
    case = make("trictrac", (6, 1), {18: 1, 5: 1}, {24: 15})
    off = [o for o in outcomes(case) if o["off"]["white"] == 14]
    assert off
    assert all(o["scored"] == 1 for o in off)


def test_trictrac_hits_go_to_the_start() -> None:
    case = make("trictrac", (3, 2), {14: 1}, {16: 1, 19: 1})
    best = max(outcomes(case), key=lambda o: o["scored"])
    assert best["scored"] == 2
    assert blacks(best) == {24: 2}
    assert best["memory"] == {"score": {"white": 2, "black": 0}}


BRIDGE = {7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 2}


def test_trictrac_great_bridge() -> None:
    case = make("trictrac", (2, 1), {**BRIDGE, 14: 1, 19: 1}, {24: 10})
    held = [o for o in outcomes(case) if all(o["points"][p - 1] >= 2 for p in BRIDGE)]
    assert held
    assert all(o["scored"] == 2 for o in held)
    # also where nothing can be played: the number 1 leads only to the Huckes or on a band
    stuck = make("trictrac", (6, 6), {**BRIDGE}, {14: 2, 15: 2, 16: 2, 17: 2, 18: 2})
    (only,) = outcomes(stuck)
    assert only["scored"] == 2
    assert only["again"]
    won = make("trictrac", (6, 6), {**BRIDGE}, {14: 2, 15: 2, 16: 2, 17: 2, 18: 2}, memory={"score": {"white": 10}})
    (only,) = outcomes(won)
    assert only["won"]
    assert not only["again"]
    assert only["memory"]["score"] == {"white": 12, "black": 0}


def test_trictrac_first_step_wins() -> None:
    memory = {"score": {"white": 11, "black": 3}}
    case = make("trictrac", (6, 5), {20: 1, 3: 1}, {24: 15}, memory=memory)
    found = outcomes(case)
    # 20 off at once, with either number; or 3 goes first (8 or 9) and 20 goes off with the other
    assert same([whites(o) for o in found if o["won"]], [{3: 1}, {8: 1}, {9: 1}])
    # or both numbers by the other checker
    assert same([whites(o) for o in found if not o["won"]], [{14: 1, 20: 1}])
    # no bridge is counted with the first step
    bridged = make("trictrac", (6, 5), {**BRIDGE, 23: 1}, {24: 15}, memory=memory)
    assert any(o["won"] and o["scored"] == 1 and whites(o) == BRIDGE for o in outcomes(bridged))


def test_trictrac_winning_from_the_hucke() -> None:
    memory = {"score": {"white": 11}}
    case = make("trictrac", (4, 2), {12: 2}, {16: 1, 24: 9}, memory=memory)
    # the 4 hits and wins; the 2 could have followed. Two first, then the 4 hits: also won
    assert same([whites(o) for o in outcomes(case) if o["won"]], [{12: 1, 16: 1}, {14: 1, 16: 1}])
    held = make("trictrac", (4, 2), {12: 2}, {16: 1, 14: 2}, memory=memory)
    (only,) = outcomes(held)
    assert not only["won"]
    assert whites(only) == {12: 2}


def test_trictrac_refill() -> None:
    case = make("trictrac", (3, 2), {23: 1}, {24: 9, 3: 2}, memory={"score": {"white": 4}})
    # the one goes off with the 2 and the 15 stand on 1 at once; the 3 is played from there (the 2 ends on a band)
    (only,) = outcomes(case)
    assert whites(only) == {4: 1, 1: 14}
    assert only["off"]["white"] == 0
    assert only["scored"] == 1
    won = make("trictrac", (3, 2), {23: 1}, {24: 9, 3: 2}, memory={"score": {"white": 11}})
    (only,) = outcomes(won)
    assert only["won"]
    assert only["off"]["white"] == 15


def test_old_no_bands_on_the_own_side() -> None:
    case = make("trictrac_old", (3, 2), {3: 1}, {20: 1}, reserve=(14, 0))
    # 3 is taken: enter on 2 and go on to 5, or go 3-6; go 3-5 and enter on 3; go 3-5-8 or 3-6-8
    assert same(white_results(case), [{2: 1, 6: 1}, {3: 1, 5: 1}, {8: 1}])
    # the second 4 cannot enter beside the first
    (only,) = outcomes(start_case("trictrac_old") | {"dice": [4, 4]})
    assert whites(only) == {8: 1}
    assert only["again"]


def test_old_marks() -> None:
    # 3-6: one own checker, blots 3 and 9 ahead; the way by 6 is free
    case = make("trictrac_old", (3, 6), {14: 1}, {17: 1, 23: 1}, reserve=(0, 5))
    assert {o["scored"] for o in outcomes(case)} == {2}
    # both ways closed for the sum, and the blot is no place to land
    closed = make("trictrac_old", (3, 6), {14: 1}, {17: 1, 20: 2, 23: 1})
    (only,) = outcomes(closed)
    assert only["scored"] == 1
    assert whites(only) == {14: 1}
    # reserve checkers do not mark; one blot counts once
    two = make("trictrac_old", (3, 6), {14: 1, 17: 1}, {20: 1, 5: 1}, reserve=(3, 0))
    assert {o["scored"] for o in outcomes(two)} == {1}
    own = make("trictrac_old", (3, 2), {3: 1, 5: 1}, {8: 1}, reserve=(3, 0))
    assert {o["scored"] for o in outcomes(own)} == {1}


def test_old_win_by_marks() -> None:
    case = make("trictrac_old", (3, 6), {14: 1}, {17: 1}, memory={"score": {"white": 11, "black": 4}})
    (only,) = outcomes(case)
    assert only["won"]
    assert only["points"] == case["points"]
    assert only["memory"]["score"] == {"white": 12, "black": 4}


def test_old_one_black_checker_blocks() -> None:
    case = make("trictrac_old", (3, 2), {14: 1}, {16: 1, 17: 1})
    (only,) = outcomes(case)
    assert whites(only) == {14: 1}


def test_old_privilege_and_refill() -> None:
    case = make("trictrac_old", (4, 2), {9: 1, 11: 1, 1: 1}, {24: 1}, reserve=(3, 3))
    assert {12: 2, 1: 1} in white_results(case)
    last = make("trictrac_old", (4, 2), {23: 1}, {5: 2})
    # off with one number, back in reserve, and in with the other
    assert same(white_results(last), [{2: 1}, {4: 1}])
    for outcome in outcomes(last):
        assert not outcome["won"]
        assert outcome["off"]["white"] == 0
        assert outcome["reserve"]["white"] == 14
        assert outcome["scored"] == 0
