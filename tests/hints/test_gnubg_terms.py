"""Positions and stakes as GNU Backgammon has them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.hints.advice import Stakes
from companion.hints.gnubg_script import board_after
from companion.hints.gnubg_terms import LONGEST, Terms, board_of, id_of, knows, reduced
from companion.rules.board import Path
from companion.rules.games import GAMES, configured
from companion.rules.gnu_position import position_of_id
from companion.rules.notation import write_international
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.rules.position import start_position
from companion.rules.turn import BAR, OFF
from tests.bench.positions import mid_game_turns
from tests.hints.gnubg_tools import BACKGAMMON, START, position, turn


def test_the_opponent_comes_first_and_each_counts_from_the_own_end() -> None:
    at = position({6: 2, "bar": 1}, {24: 3})
    assert board_of(at, Player.WHITE) == board_of(at, Player.BLACK)[::-1]
    theirs, own = board_of(at, Player.WHITE)
    assert (own[5], own[24], sum(own)) == (2, 1, 3)
    assert (theirs[0], sum(theirs)) == (3, 3)


def test_checkers_in_reserve_stand_on_the_bar() -> None:
    start = start_position(configured("snake"))
    theirs, _ = board_of(start, Player.WHITE)
    assert theirs[24] == 9
    back = position_of_id(BACKGAMMON, id_of(start, Player.WHITE), Player.WHITE)
    assert (back.bar.black, back.points) == (9, start.points)


def test_which_games_it_knows() -> None:
    assert {name for name in GAMES if knows(configured(name))} == {"backgammon", "snake"}
    assert not knows(configured("backgammon", [("hit_to_start", True)]))
    assert not knows(configured("snake", [("handicap", 10)]))


def test_moves_are_made_on_a_board_as_by_our_engine() -> None:
    for at in mid_game_turns(30, seed=2):
        plays = legal_plays(at)
        before = [list(side) for side in board_of(at.position, at.player)]
        path = at.game.path(at.player)
        for outcome in plays.sorted()[:20]:
            steps = plays[outcome].steps
            moves = [[_place(path, step.source), _place(path, step.target)] for step in steps]
            after = board_after(before, moves)
            expected = board_of(outcome.position, at.player)
            assert tuple(map(tuple, after)) == expected, write_international(at, plays[outcome])


def _place(path: Path, place: int) -> int:
    """Return the program's number of a place: 25 is the bar, 0 the tray."""
    if place in {BAR, OFF}:
        return 25 if place == BAR else 0
    return 25 - path.pace(place)


scores = some.integers(0, 200)
stakes_of_matches = some.builds(
    lambda length, white, black, cube, owner: Stakes(
        length, Pair(min(white, length - 1), min(black, length - 1)), 1 << cube, owner
    ),
    some.integers(1, 200),
    scores,
    scores,
    some.integers(0, 15),
    some.sampled_from([None, *Player]),
)


@given(stakes_of_matches)
def test_a_match_is_made_as_short_as_can_be_and_stays_worth_the_same(stakes: Stakes) -> None:
    short = reduced(stakes)
    needs = stakes.score.map(lambda points: stakes.length - points)
    now = short.score.map(lambda points: short.length - points)
    assert short.length == max(now) <= LONGEST
    assert min(now) >= 1
    if stakes.cube >= min(LONGEST, max(needs)):
        assert (short.length, short.cube) == (1, 1)
    else:
        assert now == needs.map(lambda need: min(need, LONGEST))
        assert short.cube == stakes.cube < LONGEST
    assert reduced(short) == short


@pytest.mark.parametrize("cube", [2, 64, 32768])
def test_for_money_only_whose_the_cube_is_counts(cube: int) -> None:
    owned = Stakes(cube=cube, owner=Player.BLACK, jacoby=True)
    assert reduced(owned) == replace(owned, cube=2)
    assert reduced(replace(owned, owner=None)).cube == 1


def test_other_stakes_are_other_rules_and_other_plies_are_not() -> None:
    rules = {Terms.of(stakes, 2).rules for stakes in (Stakes(), Stakes(length=1), Stakes(jacoby=True))}
    assert len(rules) == 3
    assert Terms.of(Stakes(), 0).rules == Terms.of(Stakes(), 2).rules


def test_the_commands_set_the_position_last() -> None:
    *others, last = Terms.of(Stakes(beavers=True), 1).commands(turn((3, 1)))
    assert last.startswith(f"set gnubgid {id_of(START, Player.WHITE)}:")
    assert "set beavers 3" in others
    assert any(one.endswith("plies 1") for one in others)
