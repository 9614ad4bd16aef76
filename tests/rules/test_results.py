"""What a won game counts, how points come in, and when no throw is needed."""

from dataclasses import replace

import pytest

from companion.rules.game import Scoring
from companion.rules.games import GAMES, configured
from companion.rules.memory import Memory
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.rules.position import Position
from companion.rules.results import Points, closed_out, game_count, points_of
from companion.rules.turn import Outcome, Turn
from tests.rules.tables import BLACK, WHITE, Places, reached, scores, setup, turn

GAMMON_GAMES = [name for name, game in GAMES.items() if game.scoring is Scoring.GAMMONS]
SINGLE_GAMES = [name for name, game in GAMES.items() if game.scoring is Scoring.SINGLE]
BRIDGE: Places = {7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 4, 14: 1}


def won_by_white(name: str, black: Places, **options: int) -> int:
    """What it counts when White bears off the last checker and Black stands so."""
    game = configured(name, tuple(options.items()))
    (outcome,) = legal_plays(turn(game, {game.path(WHITE).point(24): 1}, black, (2, 1)))
    assert outcome.won
    return game_count(game, outcome, WHITE)


@pytest.mark.parametrize("name", GAMMON_GAMES)
@pytest.mark.parametrize(
    ("black", "count"),
    [
        ({24: 14, "off": 1}, 1),
        ({24: 15}, 2),
        ({7: 1, 24: 14}, 2),
        ({6: 1, 24: 14}, 3),
        ({2: 1, 24: 14}, 3),
        ({"bar": 1, 24: 14}, 3),
    ],
    ids=["something is off", "nothing is off", "on 7", "on the edge of the winner's home", "deep in it", "on the bar"],
)
def test_single_gammon_and_backgammon(name: str, black: Places, count: int) -> None:
    assert won_by_white(name, black) == count


@pytest.mark.parametrize("name", GAMMON_GAMES)
@pytest.mark.parametrize("black", [{"bar": 1, 24: 13, "off": 1}, {6: 1, 24: 13, "off": 1}])
def test_it_is_a_single_if_something_is_off_whatever_else_there_is(name: str, black: Places) -> None:
    """D2."""
    assert won_by_white(name, black) == 1


@pytest.mark.parametrize("name", ["acey_deucey", "acey_deucey_european", "snake"])
def test_the_reserve_counts_like_the_bar(name: str) -> None:
    """D25."""
    assert won_by_white(name, {"reserve": 1, 24: 14}) == 3
    assert won_by_white(name, {"reserve": 1, 24: 13, "off": 1}) == 1


def test_a_snake_with_a_handicap() -> None:
    assert won_by_white("snake", {"reserve": 2, 24: 6}, handicap=8) == 3
    assert won_by_white("snake", {24: 8}, handicap=8) == 2
    assert won_by_white("snake", {24: 5, "off": 3}, handicap=8) == 1


@pytest.mark.parametrize(
    ("white", "count"),
    [({1: 14, "off": 1}, 1), ({1: 15}, 2), ({18: 1, 1: 14}, 2), ({19: 1, 1: 14}, 3), ({"bar": 1, 1: 14}, 3)],
)
def test_black_wins_by_the_same_measure(white: Places, count: int) -> None:
    game = configured("backgammon")
    (outcome,) = legal_plays(turn(game, white, {24: 1}, (2, 1), BLACK))
    assert game_count(game, outcome, BLACK) == count


@pytest.mark.parametrize("handicap", [6, 8, 15])
def test_the_snake_wins_with_as_many_checkers_as_it_has(handicap: int) -> None:
    game = configured("snake", (("handicap", handicap),))
    (outcome,) = legal_plays(turn(game, {19: 1, 1: 14}, {24: 1}, (2, 1), BLACK))
    assert outcome.won
    assert outcome.position.off.black == handicap
    assert game_count(game, outcome, BLACK) == 3


@pytest.mark.parametrize("name", SINGLE_GAMES)
def test_without_gammons_a_win_counts_1(name: str) -> None:
    assert won_by_white(name, {"bar": 1, 12: 14}) == 1


@pytest.mark.parametrize("name", ["trictrac", "trictrac_old"])
@pytest.mark.parametrize("loser", range(12))
def test_tric_trac_counts_by_the_loser_s_points(name: str, loser: int) -> None:
    expected = [4, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1][loser]
    game = configured(name)
    for winner in Player:
        score = Pair(12, 12).with_(winner.opponent, loser)
        outcome = Outcome(
            Position.of(game, setup(game, {5: 15}, {20: 15})), 1, won=True, again=False, memory=Memory(score=score)
        )
        assert game_count(game, outcome, winner) == expected


def points(turn: Turn, white: Places, black: Places) -> Points:
    outcome = reached(turn, white, black)
    return points_of(turn, outcome, legal_plays(turn)[outcome])


def test_each_hit_and_each_checker_borne_off_comes_in_with_its_step() -> None:
    game = configured("trictrac")
    hits = turn(game, {5: 1}, {8: 1, 10: 1, 24: 13}, (3, 2), memory=scores(4, 7))
    assert points(hits, {10: 1}, {24: 15}) == Points(4, (5, 6), 6)
    one_hit = turn(game, {5: 1, 3: 1}, {8: 1, 24: 14}, (3, 1), memory=scores(4))
    assert points(one_hit, {4: 1, 8: 1}, {24: 15}).after_steps in {(4, 5), (5, 5)}
    off = turn(game, {20: 1, 22: 1, 2: 1}, {24: 15}, (6, 4), memory=scores(0))
    assert points(off, {2: 1}, {24: 15}) == Points(0, (1, 2), 2)


def test_black_s_points_are_black_s() -> None:
    game = configured("trictrac")
    begins = turn(game, {17: 1, 1: 14}, {20: 1}, (3, 2), BLACK, memory=scores(9, 2))
    assert reached(begins, {1: 15}, {15: 1}).memory.score == Pair(9, 3)
    assert points(begins, {1: 15}, {15: 1}) == Points(2, (3, 3), 3)


def test_the_bridge_comes_in_at_the_end() -> None:
    game = configured("trictrac")
    begins = turn(game, BRIDGE, {24: 15}, (4, 2), memory=scores(3))
    after = {**BRIDGE, 12: 2, 14: 2, 16: 1}
    assert points(begins, after, {24: 15}) == Points(3, (3, 3), 5)


def test_the_old_game_marks_before_the_first_step() -> None:
    game = configured("trictrac_old")
    begins = turn(game, {14: 1, "reserve": 14}, {15: 1, 17: 1, 24: 13}, (3, 1), memory=scores(5))
    after: Places = {14: 1, 3: 1, 1: 1, "reserve": 12}
    assert points(begins, after, {15: 1, 17: 1, 24: 13}) == Points(7, (7, 7), 7)


def test_the_first_step_may_win() -> None:
    game = configured("trictrac")
    begins = turn(game, {5: 1, 9: 2}, {11: 1, 24: 14}, (6, 1), memory=scores(11, 3))
    assert points(begins, {11: 1, 9: 2}, {24: 15}) == Points(11, (12,), 12)


def test_marks_may_win_before_any_step() -> None:
    game = configured("trictrac_old")
    begins = turn(game, {14: 1, "reserve": 14}, {15: 1, 24: 14}, (3, 1), memory=scores(11))
    (outcome,) = legal_plays(begins)
    assert outcome.won
    assert points_of(begins, outcome, legal_plays(begins)[outcome]) == Points(12, (), 12)


HELD: Places = {19: 2, 20: 2, 21: 2, 22: 2, 23: 2, 24: 2}


@pytest.mark.parametrize(
    ("name", "white", "black", "closed"),
    [
        ("backgammon", {"bar": 1, 6: 14}, HELD, True),
        ("backgammon", {6: 15}, HELD, False),
        ("backgammon", {"bar": 1, 6: 14}, {**HELD, 24: 1}, False),
        ("backgammon", {"bar": 1, 6: 14}, {**HELD, 21: 0}, False),
        ("acey_deucey", {"reserve": 1, 6: 14}, HELD, False),
        ("puff", {"bar": 1, 18: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}, True),
        ("puff", {"bar": 1, 18: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1}, False),
        ("revertier", {"bar": 1, 18: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1}, False),
        ("revertier", {"bar": 1, 1: 1, 2: 1, 3: 1, 18: 11}, {4: 2, 5: 2, 6: 2}, True),
    ],
)
def test_a_closed_board(name: str, white: Places, black: Places, closed: bool) -> None:  # noqa: FBT001 - a table
    game = configured(name)
    position = Position.of(game, setup(game, white, black))
    assert closed_out(game, position, WHITE, Memory()) is closed
    assert not closed_out(game, position, BLACK, Memory())


def test_a_closed_board_allows_no_step() -> None:
    begins = turn(configured("backgammon"), {"bar": 1, 6: 14}, HELD, (1, 1))
    for high in range(1, 7):
        (outcome,) = legal_plays(replace(begins, dice=(high, 1)))
        assert outcome.position == begins.position


def test_black_is_closed_out_too() -> None:
    game = configured("backgammon")
    home: Places = {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}
    assert closed_out(game, Position.of(game, setup(game, home, {"bar": 1, 19: 14})), BLACK, Memory())


def test_whoever_may_hit_is_not_closed_out_by_a_blot() -> None:
    game = configured("puff_dutch")
    held: Places = {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1}
    begins = turn(game, {"bar": 1, 12: 14}, held, (6, 6), memory=Memory(gate=Pair(white=True, black=False)))
    assert len(legal_plays(begins)) > 1
    assert not closed_out(game, begins.position, WHITE, begins.memory)
