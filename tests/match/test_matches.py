"""Matches told in lines: score, Crawford, cube, and what is refused."""

import pytest

from companion.match.refused import SENTENCES, Code, ImpossibleMatch, Refused
from companion.match.score import Crawford, How, begin
from companion.rules.players import Pair, Player
from tests.match.script import Case, Table, act, rules_of, table_of, told

ALL = told("matches.jsonl")


def about(case: Case) -> str:
    return str(case["about"])


@pytest.mark.parametrize("case", [case for case in ALL if "refused" not in case], ids=about)
def test_it_goes_as_told(case: Case) -> None:
    table = table_of(case)
    for line in case["play"]:
        table = act(table, line)
    check_match(table, case)
    check_results(table, case)


@pytest.mark.parametrize("case", [case for case in ALL if "refused" in case], ids=about)
def test_the_last_line_is_refused(case: Case) -> None:
    table = table_of(case)
    for line in case["play"][:-1]:
        table = act(table, line)
    with pytest.raises(Refused) as refused:
        act(table, case["play"][-1])
    assert refused.value.code == case["refused"]
    assert dict(refused.value.params) == case.get("params", dict(refused.value.params))


def check_match(table: Table, case: Case) -> None:
    match = table.match
    assert list(match.score) == case.get("score", case.get("from", [0, 0]))
    assert match.winner is (Player(case["winner"]) if "winner" in case else None)
    assert match.is_over == case.get("over", "winner" in case)
    if "crawford" in case:
        assert match.crawford is Crawford(case["crawford"])
        assert match.is_crawford_game == (case["crawford"] == "now")
    if "cube_now" in case:
        value, owner = case["cube_now"]
        assert (table.stake.cube.value, table.stake.cube.owner) == (value, Player(owner))


def check_results(table: Table, case: Case) -> None:
    results = table.match.results
    for name, found in {
        "whole": [result.points for result in results],
        "counted": [result.counted for result in results],
        "how": [result.how.value for result in results],
    }.items():
        assert found == case.get(name, found)


@pytest.mark.parametrize("case", told("misfits.jsonl"))
def test_what_does_not_fit_is_said(case: Case) -> None:
    if not case["misfits"]:
        rules_of(case)
        return
    with pytest.raises(ImpossibleMatch) as impossible:
        rules_of(case)
    assert [misfit.code for misfit in impossible.value.misfits] == case["misfits"]
    assert str(impossible.value) == " ".join(str(misfit) for misfit in impossible.value.misfits)


@pytest.mark.parametrize("score", [(5, 0), (0, 5), (-1, 2)])
def test_a_match_does_not_begin_beyond_its_end(score: tuple[int, int]) -> None:
    with pytest.raises(ImpossibleMatch) as impossible:
        begin(rules_of({"length": 5}), Pair(*score))
    assert [misfit.code for misfit in impossible.value.misfits] == [Code.SCORE_BEYOND_LENGTH]


def test_a_match_can_begin_after_its_crawford_game() -> None:
    match = begin(rules_of({"length": 5}), Pair(4, 1), Crawford.OVER)
    assert not match.is_crawford_game


def test_games_left_are_known_where_they_are_fixed() -> None:
    table = table_of({"game": "trictrac", "length": {"games": 12}})
    assert table.match.games_left == 12
    assert act(table, "white wins 4").match.games_left == 11
    assert table_of({"length": 5}).match.games_left is None


def test_every_way_to_end_a_game_is_told() -> None:
    told_ways = {how for case in told("matches.jsonl") for how in case.get("how", [])}
    assert told_ways == {how.value for how in How}


def test_every_code_is_told_at_least_once() -> None:
    named = {case["refused"] for name in ("matches.jsonl", "clocks.jsonl") for case in told(name) if "refused" in case}
    named |= {code for case in told("misfits.jsonl") for code in case["misfits"]}
    elsewhere = {Code.SCORE_BEYOND_LENGTH, Code.CHOICE_PENDING, Code.NO_CHOICE, Code.NOT_THE_WINNER}
    assert named | elsewhere == set(Code)
    assert set(SENTENCES) == set(Code)
