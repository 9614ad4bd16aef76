"""What GNU Backgammon advises, understood as it was meant, in all kinds of positions."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.hints.advice import AdviserError, CubeAction, RatedPlay, Stakes
from companion.hints.gnubg import OTHER_GAME, GnubgAdviser, version_of
from companion.hints.gnubg_process import GnubgError, GnubgProcess
from companion.hints.gnubg_terms import Terms, board_of, id_of
from companion.rules.games import configured
from companion.rules.notation import write_international
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.rules.position import start_position
from companion.rules.turn import Turn
from tests.bench.positions import mid_game_turns
from tests.hints.gnubg_tools import START, Places, position, real, turn

MONEY = Stakes()
NEAR = 1e-4
STAKES = [
    MONEY,
    Stakes(jacoby=True, beavers=True),
    Stakes(cube=4, owner=Player.BLACK, jacoby=True),
    Stakes(cube=2),
    Stakes(length=7, score=Pair(3, 4), cube=2, owner=Player.WHITE),
    Stakes(length=5, score=Pair(4, 2), crawford=True),
    Stakes(length=5, score=Pair(4, 2)),
    Stakes(length=1),
    Stakes(has_cube=False),
]
WON = position({1: 1}, {24: 3, 6: 12})


HOME_OF_BLACK: Places = dict.fromkeys(range(19, 25), 2)
SIX_POINTS: Places = dict.fromkeys(range(2, 8), 2)


@pytest.fixture(scope="module")
def gnubg() -> Iterator[GnubgAdviser]:
    adviser = GnubgAdviser(real())
    yield adviser
    adviser.close()


def texts(at: Turn, rated: list[RatedPlay]) -> list[str]:
    plays = legal_plays(at)
    return [write_international(at, plays[one.outcome]) for one in rated]


@pytest.mark.parametrize("player", Player)
@pytest.mark.parametrize(("dice", "best"), [((3, 1), "8/5 6/5"), ((4, 2), "8/4 6/4"), ((6, 1), "13/7 8/7")])
def test_openings_that_everybody_plays(gnubg: GnubgAdviser, player: Player, dice: tuple[int, int], best: str) -> None:
    at = turn(dice, player=player)
    rated = gnubg.plays(at, MONEY, 2)
    assert texts(at, rated)[0] == best
    assert 0.1 < rated[0].equity < 0.4
    assert 0.5 < rated[0].chances.win < 0.6


def test_every_play_is_looked_at_as_far_as_asked_and_the_best_come_first(gnubg: GnubgAdviser) -> None:
    for at in mid_game_turns(6, seed=3):
        for plies in (0, 1, 2):
            rated = gnubg.plays(at, MONEY, plies)
            assert {one.plies for one in rated} == {plies}
            assert [one.equity for one in rated] == sorted((one.equity for one in rated), reverse=True)
            assert len(rated) >= min(5, len(legal_plays(at)))


def test_the_program_lists_just_our_legal_plays(gnubg: GnubgAdviser) -> None:
    for at in mid_game_turns(40, seed=11):
        legal = legal_plays(at)
        if legal.more_than(1):
            assert {one.outcome for one in gnubg.plays(at, MONEY, 0)} == set(legal)


@pytest.mark.parametrize("stakes", STAKES, ids=str)
def test_a_play_is_worth_the_same_listed_and_alone(gnubg: GnubgAdviser, stakes: Stakes) -> None:
    for at in mid_game_turns(4, seed=7):
        best = gnubg.plays(at, stakes, 1)[0]
        alone = gnubg.rate(at, best.outcome, stakes, 1)
        assert alone.equity == pytest.approx(best.equity, abs=NEAR)
        assert alone.chances.win == pytest.approx(best.chances.win, abs=NEAR)
        assert alone.chances.win_gammon == pytest.approx(best.chances.win_gammon, abs=NEAR)
        assert alone.chances.lose_backgammon == pytest.approx(best.chances.lose_backgammon, abs=NEAR)


@pytest.mark.parametrize("stakes", STAKES, ids=str)
def test_what_is_set_is_read_back_the_same(gnubg: GnubgAdviser, stakes: Stakes) -> None:
    at, terms = turn((6, 2), player=Player.BLACK), Terms.of(stakes, 0)
    question = {"ask": "plays", "rules": terms.rules, "commands": terms.commands(at), "count": 1}
    answer = gnubg.process.ask(question)
    assert answer["id"] == terms.id_of(at)


def test_one_question_does_not_colour_the_next(gnubg: GnubgAdviser) -> None:
    # The program's own memory takes money for a match to one point: there only winning counts.
    for at in mid_game_turns(3, seed=9):
        gnubg.plays(at, MONEY, 1)
        stakes = Stakes(length=1)
        best = gnubg.plays(at, stakes, 1)[0]
        alone = gnubg.rate(at, best.outcome, stakes, 1)
        assert best.equity == pytest.approx(2 * best.chances.win - 1, abs=NEAR)
        assert alone.equity == pytest.approx(2 * best.chances.win - 1, abs=NEAR)


def test_a_play_it_would_not_look_at_is_rated_all_the_same(gnubg: GnubgAdviser) -> None:
    at = turn((3, 1))
    listed = {one.outcome for one in gnubg.plays(at, MONEY, 2)}
    worst = min(
        (gnubg.rate(at, outcome, MONEY, 2) for outcome in legal_plays(at) if outcome not in listed),
        key=lambda one: one.equity,
    )
    assert worst.plies == 2
    assert worst.equity < -0.2


def test_entering_from_the_bar(gnubg: GnubgAdviser) -> None:
    at = turn((6, 4), position({"bar": 1, 6: 5, 8: 3, 13: 5, 24: 1}, {19: 5, 17: 3, 12: 5, 1: 2}))
    assert all(text.startswith("bar/") for text in texts(at, gnubg.plays(at, MONEY, 2)))


def test_no_play_is_an_answer_too(gnubg: GnubgAdviser) -> None:
    closed = position({"bar": 1, 1: 14}, {17: 3, **HOME_OF_BLACK})
    (only,) = gnubg.plays(turn((6, 4), closed), MONEY, 2)
    assert only.outcome.position == closed
    assert only.equity < 0


def test_bearing_off_takes_two(gnubg: GnubgAdviser) -> None:
    at = turn((6, 5), position({6: 1, 5: 1, 4: 2}, {19: 2}))
    assert texts(at, gnubg.plays(at, MONEY, 2)) == ["6/off 5/off", "6/1 5/off"]


@pytest.mark.parametrize(
    ("stakes", "worth"),
    [
        (MONEY, 3),
        (Stakes(jacoby=True), 1),
        (Stakes(jacoby=True, cube=2, owner=Player.BLACK), 3),
        (Stakes(has_cube=False, jacoby=True), 3),
        (Stakes(length=1), 1),
        (Stakes(length=4, score=Pair(3, 1), crawford=True), 1),
    ],
)
def test_a_won_backgammon_is_worth_what_is_played_for(gnubg: GnubgAdviser, stakes: Stakes, worth: int) -> None:
    (only,) = gnubg.plays(turn((6, 5), WON), stakes, 2)
    assert only.outcome.won
    assert only.equity == pytest.approx(worth)
    assert (only.chances.win, only.chances.win_backgammon) == (1, 1)


def test_the_cube_at_the_start_stays(gnubg: GnubgAdviser) -> None:
    for player in Player:
        advice = gnubg.cube(START, player, MONEY, 2)
        assert advice.action is CubeAction.NO_DOUBLE
        assert advice.double_take < advice.no_double < advice.double_drop == 1


def test_a_race_that_is_won_is_doubled_and_dropped(gnubg: GnubgAdviser) -> None:
    advice = gnubg.cube(position({6: 2}, {19: 5, 20: 5}), Player.WHITE, MONEY, 2)
    assert advice.action is CubeAction.DOUBLE_DROP


def test_the_last_roll_is_doubled_and_taken(gnubg: GnubgAdviser) -> None:
    last = position({5: 1, 2: 1}, {24: 2})
    advice = gnubg.cube(last, Player.WHITE, MONEY, 2)
    # 19 of the 36 throws bear both off; else Black does.
    assert advice.chances.win == pytest.approx(19 / 36, abs=0.001)
    assert advice.no_double == pytest.approx(2 / 36, abs=0.001)
    assert advice.double_take == pytest.approx(4 / 36, abs=0.001)
    assert advice.action is CubeAction.DOUBLE_TAKE


def test_jacoby_makes_too_good_a_double(gnubg: GnubgAdviser) -> None:
    crushing = position({8: 3, **SIX_POINTS}, {"bar": 3, 24: 2, 12: 10})
    assert gnubg.cube(crushing, Player.WHITE, MONEY, 2).action is CubeAction.TOO_GOOD
    assert gnubg.cube(crushing, Player.WHITE, Stakes(jacoby=True), 2).action is CubeAction.DOUBLE_DROP


def test_a_beaver_only_where_beavers_are_played(gnubg: GnubgAdviser) -> None:
    assert gnubg.cube(START, Player.WHITE, Stakes(beavers=True), 2).beaver
    assert not gnubg.cube(START, Player.WHITE, MONEY, 2).beaver


def test_a_dead_cube_stays(gnubg: GnubgAdviser) -> None:
    stakes = Stakes(length=5, score=Pair(3, 3), cube=2, owner=Player.WHITE)
    advice = gnubg.cube(START, Player.WHITE, stakes, 2)
    assert advice.action is CubeAction.NO_DOUBLE
    assert advice.no_double == pytest.approx(advice.double_take)


@pytest.mark.parametrize(
    "stakes",
    [
        Stakes(length=5, score=Pair(4, 1), crawford=True),
        Stakes(cube=2, owner=Player.BLACK),
        Stakes(has_cube=False),
    ],
)
def test_a_cube_that_cannot_be_turned_is_no_question(gnubg: GnubgAdviser, stakes: Stakes) -> None:
    with pytest.raises(AdviserError, match="cannot be turned"):
        gnubg.cube(START, Player.WHITE, stakes, 2)


@pytest.mark.parametrize(
    "stakes",
    [
        Stakes(length=32767, score=Pair(0, 5)),
        Stakes(length=64, cube=64, owner=Player.WHITE),
        Stakes(length=100, score=Pair(98, 3), cube=32, owner=Player.WHITE),
        Stakes(length=32767, score=Pair(32766, 0)),
        Stakes(cube=32768, owner=Player.WHITE),
    ],
)
def test_huge_scores_and_cubes_do_not_break_it(gnubg: GnubgAdviser, stakes: Stakes) -> None:
    before = gnubg.process.pid
    assert gnubg.plays(turn((3, 1)), stakes, 0)
    assert gnubg.cube(START, Player.WHITE, stakes, 0).chances.win > 0.5
    assert gnubg.process.pid == before


def test_only_what_is_still_needed_counts(gnubg: GnubgAdviser) -> None:
    long, short = Stakes(length=100, score=Pair(97, 95)), Stakes(length=5, score=Pair(2, 0))
    at = turn((4, 3))
    assert gnubg.plays(at, long, 1) == gnubg.plays(at, short, 1)


def test_before_the_throw_the_better_player_is_the_one_on_roll(gnubg: GnubgAdviser) -> None:
    worth = gnubg.before_throw(replace(turn((3, 1)), player=Player.BLACK), MONEY, 2)
    assert 0 < worth.equity < 0.2
    assert worth.chances.win == pytest.approx(0.525, abs=0.01)


def test_snake_is_backgammon_with_a_second_bar(gnubg: GnubgAdviser) -> None:
    snake = configured("snake")
    at = Turn(snake, start_position(snake), Player.BLACK, (5, 2))
    assert texts(at, gnubg.plays(at, MONEY, 1)) == ["reserve/23 reserve/20"]
    hit = gnubg.plays(Turn(snake, start_position(snake), Player.WHITE, (4, 2)), MONEY, 1)
    assert hit[0].chances.win > 0.6


def test_where_an_option_forbids_what_it_would_play_ours_are_rated(gnubg: GnubgAdviser) -> None:
    # The 6 is blocked; with the option, the 5 may not be played instead.
    at = position({24: 1, 1: 14}, {18: 2, 13: 2, 7: 11})
    assert texts(turn((6, 5), at), gnubg.plays(turn((6, 5), at), MONEY, 1)) == ["24/19"]
    strict = turn((6, 5), at, ravensburger=True)
    assert texts(strict, gnubg.plays(strict, MONEY, 1)) == ["-"]


@pytest.mark.parametrize("game", ["puff", "trictrac", "acey_deucey"])
def test_other_games_it_does_not_know(gnubg: GnubgAdviser, game: str) -> None:
    other = configured(game)
    at = Turn(other, start_position(other), Player.WHITE, (2, 1))
    with pytest.raises(GnubgError, match=OTHER_GAME):
        gnubg.plays(at, MONEY, 0)
    with pytest.raises(GnubgError, match=OTHER_GAME):
        gnubg.rate(turn((2, 1), hit_to_start=True), legal_plays(turn((2, 1))).sorted()[0], MONEY, 0)


def test_a_short_snake_it_does_not_know(gnubg: GnubgAdviser) -> None:
    short = configured("snake", [("handicap", 8)])
    with pytest.raises(GnubgError, match=OTHER_GAME):
        gnubg.cube(start_position(short), Player.WHITE, MONEY, 0)


class Forger(GnubgProcess):
    """Answers something else than was asked for."""

    def __init__(self, change: dict[str, Any]) -> None:
        super().__init__()
        self.change = change

    def ask(self, question: Any) -> dict[str, Any]:
        found = super().ask(question)
        return {**found, **{key: change for key, change in self.change.items() if key in found}}


OTHER = position({6: 15}, {19: 15})
FORGERIES = {
    "another id": {"id": f"{id_of(OTHER, Player.WHITE)}:cIkKAAAAAAAA"},
    "another board": {"board": board_of(OTHER, Player.WHITE)},
    "no plays": {"plays": [{}]},
    "no board": {"plays": [{"board": 3}]},
    "too few values": {"values": []},
    "another position's value": {"values": [{"id": id_of(OTHER, Player.WHITE)}]},
    "no list": {"values": 7},
}


@pytest.mark.parametrize("change", FORGERIES.values(), ids=FORGERIES)
def test_an_answer_that_is_none_ends_the_process(change: dict[str, Any]) -> None:
    forger = Forger(change)
    adviser = GnubgAdviser(forger)
    with pytest.raises(GnubgError, match="makes no sense"):
        _ask_both(adviser)
    assert forger.pid is None
    adviser.close()


def _ask_both(adviser: GnubgAdviser) -> None:
    adviser.plays(turn((3, 1)), MONEY, 0)
    adviser.before_throw(turn((3, 1)), MONEY, 0)


def test_its_name_tells_the_version(gnubg: GnubgAdviser) -> None:
    assert gnubg.name.startswith("GNU Backgammon 1.")
    assert version_of(None) == version_of("/nonexistent/gnubg") == "GNU Backgammon"
