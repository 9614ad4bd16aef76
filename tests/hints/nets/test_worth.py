"""Chances: turned round, put in order, and what they are worth."""

import numpy as np
import pytest

from companion.hints.advice import Chances, Stakes
from companion.hints.nets.terms import Terms
from companion.hints.nets.worth import as_chances, ended, equity, in_order, outputs, turned
from companion.rules.games import GAMES
from companion.rules.players import Pair, Player

ROW = np.array([[0.6, 0.2, 0.05, 0.1, 0.02]], np.float32)
WORTH = 0.2 + 0.25 - 0.12


def test_equity_counts_gammons_and_backgammons() -> None:
    assert equity(ROW)[0] == pytest.approx(WORTH)


def test_turned_round_it_is_worth_the_opposite() -> None:
    assert equity(turned(ROW))[0] == pytest.approx(-WORTH)
    assert np.allclose(turned(turned(ROW)), ROW)


@pytest.mark.parametrize("name", GAMES)
def test_a_won_game_is_worth_what_it_counts(name: str) -> None:
    game = GAMES[name]
    for count in range(1, 2 + outputs(game) // 2):
        assert equity(ended(game, count))[0] == count
        assert equity(turned(ended(game, count)))[0] == -count


def test_a_larger_win_is_never_likelier_than_a_smaller_one() -> None:
    row = np.array([[0.3, 0.4, 0.35, 0.8, 0.9]], np.float32)
    assert in_order(row)[0] == pytest.approx([0.3, 0.3, 0.3, 0.7, 0.7])


def test_chances_by_name() -> None:
    assert as_chances(np.array([0.25], np.float32)) == Chances(0.25)
    chances = as_chances(ROW[0])
    assert (chances.win_gammon, chances.lose_backgammon) == pytest.approx((0.2, 0.02))


def test_for_money_the_terms_are_points() -> None:
    assert Terms(Stakes(), Player.WHITE).equities(ROW)[0] == pytest.approx(WORTH)
    assert Terms(Stakes(cube=4), Player.BLACK).equities(ROW)[0] == pytest.approx(WORTH)


def test_with_jacobys_rule_gammons_count_once_the_cube_was_turned() -> None:
    assert Terms(Stakes(jacoby=True), Player.WHITE).equities(ROW)[0] == pytest.approx(0.2)
    turned_cube = Stakes(jacoby=True, cube=2, owner=Player.BLACK)
    assert Terms(turned_cube, Player.WHITE).equities(ROW)[0] == pytest.approx(WORTH)


def test_at_double_match_point_only_winning_counts() -> None:
    stakes = Stakes(length=5, score=Pair(4, 4))
    assert Terms(stakes, Player.WHITE).equities(ROW)[0] == pytest.approx(0.2)


def test_who_needs_two_gains_nothing_beyond_a_gammon() -> None:
    stakes = Stakes(length=5, score=Pair(3, 3))
    with_backgammons, without = ROW.copy(), ROW.copy()
    without[0, 2] = without[0, 4] = 0
    terms = Terms(stakes, Player.WHITE)
    assert terms.equities(with_backgammons)[0] == pytest.approx(terms.equities(without)[0])
    assert terms.worth(2) == 1.0
