"""Puff and kin of the reference, on the booklets' examples and on cases reasoned out by hand."""

from __future__ import annotations

from tests.brute.enumerator import outcomes
from tests.brute.expect import blacks, make, same, white_results, whites
from tests.brute.start import start_case


def test_puff_entering() -> None:
    start = start_case("puff")
    assert white_results(start | {"dice": [4, 2]}) == [{2: 1, 4: 1}]
    assert {3: 2, 4: 2} in white_results(start | {"dice": [3, 3]})
    second = start | {"dice": [5, 5], "memory": {"doubles": {"white": 1, "black": 0}}}
    found = outcomes(second)
    # the bottoms are a right: none to four
    assert same([whites(o) for o in found], [{5: 4}, {5: 4, 2: 1}, {5: 4, 2: 2}, {5: 4, 2: 3}, {5: 4, 2: 4}])
    assert all(o["again"] and o["memory"]["doubles"] == {"white": 2, "black": 0} for o in found)


def test_puff_doubles_memory() -> None:
    case = start_case("puff") | {"dice": [4, 2], "memory": {"doubles": {"white": 1, "black": 0}}}
    assert outcomes(case)[0]["memory"] == {"doubles": {"white": 0, "black": 0}}
    by_game = case | {"options": {"doubles_count": "game"}, "memory": {"doubles": {"white": 1, "black": 3}}}
    assert outcomes(by_game)[0]["memory"] == {"doubles": {"white": 1, "black": 3}}
    # a double that cannot be played counts, and the throw again stays
    blocked = make("puff", (4, 4), {}, {4: 2, 3: 2}, reserve=(15, 0))
    (only,) = outcomes(blocked)
    assert only["again"]
    assert only["memory"] == {"doubles": {"white": 1, "black": 0}}


def test_puff_entered_does_not_go_on() -> None:
    # two in reserve: both numbers enter; one in reserve: the other number is free (D33)
    assert white_results(make("puff", (4, 2), {10: 1}, reserve=(2, 0))) == [{2: 1, 4: 1, 10: 1}]
    assert same(
        white_results(make("puff", (4, 2), {10: 1}, reserve=(1, 0))),
        [{6: 1, 10: 1}, {2: 1, 14: 1}, {4: 1, 12: 1}],
    )
    assert same(white_results(make("puff", (4, 2), {10: 1}, {6: 2}, reserve=(1, 0))), [{2: 1, 14: 1}, {4: 1, 12: 1}])


def test_puff_lower_first() -> None:
    # 4-2 with all on the board: 10-12-16; the 4 first is barred
    assert white_results(make("puff", (4, 2), {10: 1}, {12: 2})) == [{10: 1}]
    # the higher cannot follow
    assert white_results(make("puff", (4, 2), {10: 1}, {16: 2})) == [{12: 1}]
    # D17: 10-12 lets the 4 be used (12-16), 1-3 does not (3-7 and 1-5 and 10-14 are held)
    case = make("puff", (4, 2), {10: 1, 1: 1}, {7: 2, 5: 2, 14: 2})
    assert white_results(case) == [{1: 1, 16: 1}]


def test_puff_only_one_number_while_entering() -> None:
    # D18: one on the bar, both may enter, then neither can go on: the player chooses
    case = make("puff", (4, 2), {}, {6: 2}, bar=(1, 0))
    assert same(white_results(case), [{2: 1}, {4: 1}])


def test_puff_tops_and_bottoms() -> None:
    # all on the board, only one top can be used: no bottom
    case = make("puff", (2, 2), {1: 1}, {5: 2})
    assert white_results(case) == [{3: 1}]
    # all tops used: none to two bottoms
    free = make("puff", (2, 2), {1: 1}, {20: 2})
    assert same(white_results(free), [{5: 1}, {10: 1}, {15: 1}])
    # D20: the throw began with checkers to enter, the top is held, the bottom enters
    entering = make("puff", (2, 2), {10: 1}, {2: 2}, bar=(1, 0))
    assert same(white_results(entering), [{10: 1}, {5: 1, 10: 1}, {10: 2}, {5: 1, 15: 1}])
    # tops first: entered with a bottom, the lapsed tops do not come back
    (*_, deepest) = sorted(sum(p * n for p, n in whites(o).items()) for o in outcomes(entering))
    assert deepest == 20


def test_puff_bar_before_reserve() -> None:
    (only,) = outcomes(make("puff", (4, 2), {}, {4: 2}, bar=(1, 0), reserve=(5, 0)))
    assert only["bar"]["white"] == 0
    assert only["reserve"]["white"] == 5


def test_puff_bears_off() -> None:
    (won,) = outcomes(make("puff", (6, 5), {24: 2}, {10: 2}))
    assert won["won"]
    found = outcomes(make("puff", (6, 6), {24: 1}, {10: 2}))
    assert len(found) == 1
    assert found[0]["won"]
    assert not found[0]["again"]
    assert found[0]["memory"] == {"doubles": {"white": 0, "black": 0}}


def test_puff_long_both_rise() -> None:
    case = make("puff_long", (4, 2), {}, {4: 1, 2: 2}, reserve=(15, 0))
    (only,) = outcomes(case)
    assert whites(only) == {4: 1}
    assert only["bar"]["black"] == 1
    black = make("puff_long", (4, 2), {20: 2}, {}, turn="black", reserve=(0, 15))
    (only,) = outcomes(black)
    assert blacks(only) == {4: 1, 2: 1}
    # the 5 takes 20 off and the 6 takes 19; or 19-24 and the 6 takes 20
    found = outcomes(make("puff_long", (6, 5), {1: 2}, {19: 1, 20: 1}, turn="black"))
    assert [(blacks(o), o["won"]) for o in found] == [({24: 1}, False), ({}, True)]


def test_russian_choice_from_two_on() -> None:
    one = make("puff_russian", (4, 2), {}, {20: 2}, reserve=(15, 0))
    assert white_results(one) == [{2: 1, 4: 1}]
    # the throw begins with one: any order, and the second number is free once two stand
    begin = make("puff_russian", (4, 2), {10: 1}, {20: 2}, reserve=(14, 0))
    assert same(
        white_results(begin),
        [{2: 1, 4: 1, 10: 1}, {6: 1, 10: 1}, {2: 1, 14: 1}, {4: 1, 12: 1}],
    )
    # the throw begins with two: lower first
    free = make("puff_russian", (4, 2), {10: 1, 11: 1}, {2: 2, 12: 2, 13: 2}, reserve=(13, 0))
    assert white_results(free) == [{10: 1, 11: 1}]
    gate = make("puff_russian", (4, 2), {10: 1, 11: 1}, {2: 2, 12: 2}, reserve=(13, 0), russian_gate=4)
    assert white_results(gate) == [{4: 1, 10: 1, 11: 1}]
    bar = make("puff_russian", (4, 2), {10: 1, 11: 1}, {4: 2}, bar=(1, 0), reserve=(12, 0))
    assert all(o["bar"]["white"] == 0 and o["points"][1] + o["points"][5] >= 1 for o in outcomes(bar))


def test_russian_new_throw() -> None:
    case = make("puff_russian", (3, 3), {10: 2}, {20: 2})
    for outcome in outcomes(case):
        pips = sum(point * number for point, number in whites(outcome).items()) - 20
        assert outcome["again"] == (pips == 2 * 3 + 2 * 4)
        assert outcome["memory"]["doubles"]["white"] == int(outcome["again"])
    # D23: 18-19, 24 off, 19 off leaves one number unused; 18-19-20, 20 off, 24 off does not
    merged = make("puff_russian", (1, 1), {18: 1, 24: 2}, {1: 2})
    (one_left,) = [o for o in outcomes(merged) if whites(o) == {24: 1}]
    assert one_left["again"]
    assert one_left["memory"]["doubles"]["white"] == 1


def test_dutch_gate() -> None:
    case = make("puff_dutch", (4, 2), {10: 1}, {12: 1, 14: 1})
    assert white_results(case) == [{10: 1}]
    free = case | {"memory": {"gate": {"white": True, "black": False}}}
    (only,) = outcomes(free)
    assert only["bar"]["black"] == 1
    assert only["memory"] == {"doubles": {"white": 0, "black": 0}, "gate": {"white": True, "black": False}}
    # in passing: 17-19 brings the right, then 10-14 hits, or 19-23
    passing = make("puff_dutch", (4, 2), {10: 1, 17: 1}, {14: 1})
    hits = [o for o in outcomes(passing) if o["bar"]["black"]]
    assert same([whites(o) for o in hits], [{14: 1, 19: 1}])
    assert all(o["memory"]["gate"]["white"] for o in hits)
    # landing on 19 by a hit is not yet allowed
    on_gate = make("puff_dutch", (4, 2), {17: 1}, {19: 1})
    assert white_results(on_gate) == [{17: 1}]
    # pace 20 brings nothing, but with gate = "home" it does
    beyond = make("puff_dutch", (4, 2), {10: 1, 18: 1}, {14: 1})
    assert not any(o["bar"]["black"] for o in outcomes(beyond))
    at_home = beyond | {"options": {"gate": "home"}}
    assert any(o["bar"]["black"] for o in outcomes(at_home))
    # the same position by two ways, one through 19: the right goes with it (D23)
    two_ways = make("puff_dutch", (4, 2), {17: 1, 15: 1}, {2: 2})
    through = [o for o in outcomes(two_ways) if whites(o) == {15: 1, 23: 1}]
    assert through[0]["memory"]["gate"]["white"]


def test_dutch_gate_for_black() -> None:
    # Black falls: its pace 19 is point 6
    case = make("puff_dutch", (4, 2), {2: 1}, {8: 1}, turn="black")
    (only,) = outcomes(case)
    assert only["bar"]["white"] == 1
    assert only["memory"]["gate"] == {"white": False, "black": True}


def test_revertier_pile_and_singles() -> None:
    start = start_case("revertier")
    assert same(white_results(start | {"dice": [5, 4]}), [{1: 13, 5: 1, 6: 1}, {1: 14, 10: 1}])
    # 6-6: 1-7 twice is a band: 1-7-13, then bottoms of 1
    sixes = white_results(start | {"dice": [6, 6]})
    assert {1: 14, 13: 1} in sixes
    assert all(number == 1 for result in sixes for point, number in result.items() if 2 <= point <= 11)
    assert {1: 13, 2: 1, 13: 1} in sixes
    assert {1: 14, 15: 1} in sixes


def test_revertier_entering() -> None:
    # pace 1 holds the pile, pace 4 an own checker
    case = make("revertier", (4, 1), {1: 5, 4: 1}, {20: 2}, bar=(1, 0))
    assert white_results(case) == [{1: 5, 4: 1}]
    free = make("revertier", (4, 1), {4: 1}, {20: 2}, bar=(1, 0))
    # the 1 enters, then the 4 goes on with any: 1-5, 4-8
    assert same(white_results(free), [{4: 1, 5: 1}, {1: 1, 8: 1}])
    blot = make("revertier", (4, 2), {}, {4: 1, 2: 2}, bar=(2, 0))
    (only,) = outcomes(blot)
    assert only["bar"] == {"white": 1, "black": 1}


def test_revertier_huckes_are_free() -> None:
    case = make("revertier", (4, 2), {8: 1}, {20: 2})
    assert white_results(case) == [{14: 1}]
    alone = make("revertier", (4, 1), {11: 1, 9: 1}, {16: 2, 13: 2, 15: 2})
    # lower first: 11-12 or 9-10; then 4: 12-16 held, 9-13 held, 10-14 open, 11-15 held
    assert white_results(alone) == [{11: 1, 14: 1}]
