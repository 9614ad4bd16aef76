"""The adviser by our own nets: what it says, in what order, and that it says it of every game."""

import itertools
import json
from dataclasses import replace
from functools import cache
from importlib import resources

import numpy as np
import pytest

from companion.hints.advice import AdviserError, CubeAction, Stakes
from companion.hints.nets.adviser import LIMITS, NetAdviser
from companion.hints.nets.net import Net
from companion.hints.nets.shelf import WEIGHTS, net_for
from companion.hints.nets.shots import CHANCE, THROWS
from companion.hints.nets.sight import standing_after
from companion.hints.training.plans import hidden
from companion.rules.game import Game
from companion.rules.games import GAMES, configured
from companion.rules.memory import Memory
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.rules.position import Position, Setup, start_position
from companion.rules.turn import Turn
from tests.rules.random_games import WAYS, Options, random_turns, way_id

STAKES = Stakes(has_cube=False)
MEGABYTE = 1 << 20
SHIPPED = resources.files("companion.hints.nets").joinpath(WEIGHTS)


@cache
def untaught(game: Game) -> Net:
    """A net that knows nothing: what follows must hold for any."""
    return Net.random(game, hidden(game), 1)


ADVISER = NetAdviser(untaught)


def some_turns(game: Game, count: int) -> list[Turn]:
    return list(itertools.islice(random_turns(game, 8, 14 * count), 13, None, 14))


@pytest.mark.parametrize(("name", "options"), WAYS, ids=way_id)
@pytest.mark.parametrize("plies", [0, 1])
def test_it_rates_legal_plays_the_best_first(name: str, options: Options, plies: int) -> None:
    for turn in some_turns(configured(name, options), 4):
        rated = ADVISER.plays(turn, STAKES, plies)
        plays = legal_plays(turn)
        assert all(play.outcome in plays for play in rated)
        assert len({play.outcome for play in rated}) == len(rated)
        for depth in (0, 1):
            equities = [play.equity for play in rated if play.plies == depth]
            assert equities == sorted(equities, reverse=True)
        assert [play.plies for play in rated] == sorted((play.plies for play in rated), reverse=True)
        assert rated[0].plies == plies
        if not plays.more_than(LIMITS.listed):
            assert len(rated) == len(plays)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [0, 1])
def test_one_play_is_rated_as_among_all(name: str, plies: int) -> None:
    for turn in some_turns(GAMES[name], 3):
        first = ADVISER.plays(turn, STAKES, plies)[0]
        alone = ADVISER.rate(turn, first.outcome, STAKES, plies)
        assert alone.equity == pytest.approx(first.equity, abs=1e-5)
        assert (alone.outcome, alone.plies) == (first.outcome, plies)


def test_one_throw_ahead_is_the_mean_of_the_best_answers() -> None:
    turn = some_turns(GAMES["backgammon"], 3)[2]
    outcome = legal_plays(turn).sorted()[0]
    standing = standing_after(turn, outcome)
    assert standing is not None
    mean = 0.0
    for dice, chance in zip(THROWS, CHANCE, strict=True):
        (answer,) = standing.turns(dice)
        mean -= chance * ADVISER.plays(answer, STAKES, 0)[0].equity
    assert ADVISER.rate(turn, outcome, STAKES, 1).equity == pytest.approx(mean, abs=1e-5)


def test_after_a_one_two_the_double_that_is_best_is_looked_for() -> None:
    game = GAMES["acey_deucey"]
    turn = Turn(game, start_position(game), Player.WHITE, (1, 2))
    outcome = legal_plays(turn).sorted()[0]
    assert outcome.again
    standing = standing_after(turn, outcome)
    assert standing is not None
    best = max(ADVISER.plays(named, STAKES, 0)[0].equity for named in standing.turns((1, 2)))
    assert ADVISER.rate(turn, outcome, STAKES, 1).equity == pytest.approx(best, abs=1e-5)


@pytest.mark.parametrize("plies", [0, 1])
def test_a_won_game_is_worth_what_it_counts(plies: int) -> None:
    game = GAMES["backgammon"]
    last = Position.of(game, Setup.of(Pair({1: 1, "off": 14}, {19: 15})))
    best = ADVISER.plays(Turn(game, last, Player.WHITE, (3, 2)), STAKES, plies)[0]
    assert best.equity == 2.0
    assert (best.chances.win, best.chances.win_gammon, best.chances.win_backgammon) == (1.0, 1.0, 0.0)


def test_in_trictrac_a_won_game_counts_by_the_losers_points() -> None:
    game = GAMES["trictrac"]
    position = Position.of(game, Setup.of(Pair({23: 2, 22: 13}, {1: 15})))
    for points, counts in ((0, 4.0), (2, 3.0), (6, 2.0), (7, 1.0)):
        turn = Turn(game, position, Player.WHITE, (5, 6), Memory(score=Pair(11, points)))
        assert ADVISER.plays(turn, STAKES, 0)[0].equity == counts


def test_cube_advice_comes_from_the_nets_chances() -> None:
    game = GAMES["backgammon"]
    race = Position.of(game, Setup.of(Pair({1: 2, "off": 13}, {24: 10, 23: 5})))
    advice = NetAdviser().cube(race, Player.WHITE, Stakes(), 1)
    assert advice.chances.win > 0.99
    assert advice.action in {CubeAction.DOUBLE_DROP, CubeAction.TOO_GOOD}
    assert advice.plies == 1


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_net_with_a_card(name: str) -> None:
    weights, card = SHIPPED / f"{name}.npz", SHIPPED / f"{name}.json"
    assert len(weights.read_bytes()) < MEGABYTE
    told = json.loads(card.read_text(encoding="utf-8"))
    assert told["game"] == name
    assert told["games_played"] > 0
    assert told["layers"] == {
        part: [len(layers.weights[0]), *map(len, layers.biases)] for part, layers in net_for(GAMES[name]).sets.items()
    }


@pytest.mark.parametrize("name", GAMES)
def test_the_shipped_net_likes_bearing_off(name: str) -> None:
    net = net_for(GAMES[name])
    for layers in net.sets.values():
        assert all(np.isfinite(array).all() for array in layers.arrays)
    rated = NetAdviser().plays(some_turns(GAMES[name], 2)[1], STAKES, 0)
    assert rated[0].equity >= rated[-1].equity


def test_a_game_without_a_net_is_told() -> None:
    unknown = Game("thirteenth", "Thirteenth", GAMES["puff"].paths, GAMES["puff"].start)
    turn = Turn(unknown, start_position(GAMES["puff"]), Player.WHITE, (1, 2))
    with pytest.raises(AdviserError):
        NetAdviser().plays(turn, STAKES, 0)


@pytest.mark.parametrize("name", ["backgammon", "puff_dutch", "trictrac"])
def test_before_a_throw_a_turn_is_worth_the_mean_of_all_throws(name: str) -> None:
    game = configured(name)
    for turn in some_turns(game, 2):
        rated = [ADVISER.plays(replace(turn, dice=dice), STAKES, 0)[0].equity for dice in THROWS]
        mean = float(np.dot(CHANCE, rated))
        assert ADVISER.before_throw(turn, STAKES, 1).equity == pytest.approx(mean, abs=2e-3)


def test_before_a_throw_both_players_see_the_same() -> None:
    turn = some_turns(configured("backgammon"), 1)[0]
    worth = ADVISER.before_throw(turn, STAKES, 0)
    assert worth.chances.win == ADVISER.before_throw(replace(turn, dice=(6, 6)), STAKES, 0).chances.win
    assert -3 <= worth.equity <= 3
