"""Who begins, and with what throw."""

import pytest

from companion.rules.games import GAMES
from companion.rules.opening import Opened, dice_each, open_game
from companion.rules.players import Pair, Player

ONE_DIE = ("backgammon", "snake", "acey_deucey", "acey_deucey_european")
PLAYED = ("trictrac",)
ANEW = ("trictrac_old", "puff", "puff_long", "puff_russian", "puff_dutch", "revertier")


def test_every_game_is_told_how_to_begin() -> None:
    assert {*ONE_DIE, *PLAYED, *ANEW} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_how_many_dice_each_throws(name: str) -> None:
    assert dice_each(GAMES[name]) == (1 if name in ONE_DIE else 2)


@pytest.mark.parametrize("name", ONE_DIE)
def test_the_higher_die_begins_and_plays_both(name: str) -> None:
    assert open_game(GAMES[name], Pair((6,), (4,))) == Opened(Player.WHITE, (6, 4))
    assert open_game(GAMES[name], Pair((1,), (2,))) == Opened(Player.BLACK, (1, 2))


@pytest.mark.parametrize("name", PLAYED)
def test_the_higher_total_begins_and_plays_its_own_throw(name: str) -> None:
    assert open_game(GAMES[name], Pair((5, 4), (6, 2))) == Opened(Player.WHITE, (5, 4))
    assert open_game(GAMES[name], Pair((1, 2), (3, 3))) == Opened(Player.BLACK, (3, 3))


@pytest.mark.parametrize("name", ANEW)
def test_the_higher_total_begins_and_throws_anew(name: str) -> None:
    assert open_game(GAMES[name], Pair((5, 4), (6, 2))) == Opened(Player.WHITE, None)
    assert open_game(GAMES[name], Pair((1, 2), (3, 3))) == Opened(Player.BLACK, None)


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("name", ONE_DIE)
def test_equal_dice_are_thrown_again(name: str, die: int) -> None:
    assert open_game(GAMES[name], Pair((die,), (die,))) is None


@pytest.mark.parametrize("other", [(4, 3), (3, 4), (5, 2), (6, 1)])
@pytest.mark.parametrize("name", [*PLAYED, *ANEW])
def test_equal_totals_are_thrown_again(name: str, other: tuple[int, int]) -> None:
    assert open_game(GAMES[name], Pair((4, 3), other)) is None


@pytest.mark.parametrize(
    ("name", "white", "black", "said"),
    [
        ("backgammon", (6, 4), (3,), "white opens backgammon with 1 dice from 1 to 6"),
        ("backgammon", (6,), (), "black opens backgammon with 1 dice"),
        ("backgammon", (7,), (3,), "white opens backgammon"),
        ("puff", (6,), (3,), "white opens puff with 2 dice from 1 to 6"),
        ("puff", (6, 1), (3, 0), r"black opens puff .*not with \(3, 0\)"),
        ("trictrac", (6, 1), (3, 2, 1), "black opens trictrac with 2 dice"),
    ],
)
def test_what_was_not_thrown_so_is_refused(
    name: str, white: tuple[int, ...], black: tuple[int, ...], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        open_game(GAMES[name], Pair(white, black))
