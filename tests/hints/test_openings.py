"""The openings that the booklets recommend."""

import itertools

import pytest

from companion.hints.openings import FIRST_DOUBLES, OPENINGS, recommended
from companion.rules.games import configured
from companion.rules.notation import parse_international, write_international
from companion.rules.players import Player
from companion.rules.plays import legal_plays
from companion.rules.position import Position, start_position
from companion.rules.turn import Turn
from tests.hints.gnubg_tools import START, turn


def texts(at: Turn) -> set[str]:
    plays = legal_plays(at)
    return {write_international(at, plays[outcome]) for outcome in recommended(plays)}


def after(text: str, dice: tuple[int, int], player: Player) -> Position:
    at = turn(dice, player=player)
    plays = legal_plays(at)
    play = parse_international(at, text, plays)
    return next(outcome.position for outcome in plays if plays[outcome] == play)


def test_every_throw_is_there_once() -> None:
    assert set(OPENINGS) == {(high, low) for low, high in itertools.combinations(range(1, 7), 2)}
    assert set(FIRST_DOUBLES) == {(number, number) for number in range(1, 7)}


@pytest.mark.parametrize("player", Player)
@pytest.mark.parametrize("dice", OPENINGS, ids=str)
def test_each_opening_is_legal_and_found_however_the_dice_lie(dice: tuple[int, int], player: Player) -> None:
    assert len(texts(turn(dice, player=player))) == len(OPENINGS[dice])
    assert texts(turn(dice, player=player)) == texts(turn(dice[::-1], player=player))


def test_the_booklet_has_two_for_one_throw() -> None:
    assert texts(turn((2, 1))) == {"24/21", "13/11 6/5"}


@pytest.mark.parametrize("dice", FIRST_DOUBLES, ids=str)
def test_each_double_is_for_the_second_player(dice: tuple[int, int]) -> None:
    opened = after("13/11 13/8", (5, 2), Player.BLACK)
    assert len(texts(turn(dice, opened))) == 1
    assert not texts(turn((dice[0], dice[0] % 6 + 1), opened))


def test_a_double_that_the_opening_has_blocked_is_not_recommended() -> None:
    blocked = after("13/7 8/7", (6, 1), Player.BLACK)
    assert not texts(turn((6, 6), blocked))


def test_nothing_is_recommended_later_or_in_other_games() -> None:
    assert not texts(turn((3, 1), after("24/20 13/8", (5, 4), Player.WHITE)))
    snake = configured("snake")
    assert not texts(Turn(snake, start_position(snake), Player.WHITE, (3, 1)))
    assert start_position(configured("backgammon")) == START
