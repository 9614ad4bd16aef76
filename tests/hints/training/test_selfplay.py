"""Games side by side: what is learned from is what happened, and it aims at what came of it."""

import random

import numpy as np
import pytest

from companion.hints.nets.judges import RandomJudge
from companion.hints.nets.sight import sight
from companion.hints.nets.worth import equity, outputs, turned
from companion.hints.training.contest import ByJudge, Tally, contest
from companion.hints.training.heuristics import HeuristicJudge
from companion.hints.training.returns import aims
from companion.hints.training.selfplay import Record, SelfPlay
from companion.hints.training.slots import after_win, fresh
from companion.rules.game import Opening
from companion.rules.games import GAMES
from companion.rules.memory import TARGET
from companion.rules.plays import legal_plays


def records(name: str, count: int, seed: int = 1) -> list[Record]:
    game = GAMES[name]
    play, judge = SelfPlay(game, seed, 16), HeuristicJudge(game)
    found: list[Record] = []
    while len(found) < count:
        found += play.step(judge)
    return found


@pytest.mark.parametrize("name", ["backgammon", "trictrac", "trictrac_old", "puff_dutch"])
def test_a_record_is_a_whole_game(name: str) -> None:
    for record in records(name, 12):
        assert len(record.rows) == len(record.by_black) > 0
        assert record.result is not None
        assert record.result.shape == (outputs(GAMES[name]),)
        assert set(record.result.tolist()) <= {0.0, 1.0}
        last_thrower_won = bool(record.result[0]) != bool(record.by_black[-1])
        # A game ends with a play, and who makes it wins: the one who threw last.
        assert last_thrower_won


def test_the_same_seed_plays_the_same_games() -> None:
    first, second, other = (records("backgammon", 5, seed) for seed in (4, 4, 5))
    assert all(np.array_equal(*pair) for pair in zip([r.rows for r in first], [r.rows for r in second], strict=True))
    assert not np.array_equal(first[0].rows, other[0].rows)


@pytest.mark.parametrize("name", GAMES)
def test_a_fresh_game_opens_as_its_rules_say(name: str) -> None:
    game, chance = GAMES[name], random.Random(3)
    for _ in range(40):
        slot = fresh(game, chance)
        (turn,) = slot.turns
        if game.opening is Opening.ONE_DIE_EACH:
            assert turn.dice[0] != turn.dice[1]
        assert slot.standing is not None
        assert bytes(sight(slot.standing)[0][56:]) == bytes(8)


def test_trictrac_goes_on_with_the_points_above_twelve() -> None:
    chance, game = random.Random(1), GAMES["trictrac"]
    going_on = []
    for _ in range(6):
        slot = fresh(game, chance)
        while True:
            (turn,) = slot.turns
            outcome = chance.choice(legal_plays(turn).sorted())
            if outcome.won:
                break
            after = slot.played(turn, outcome, chance)
            assert after is not None
            slot = after
        for _ in range(6):
            carried = after_win(turn, outcome, chance)
            if carried is not None:
                going_on.append(carried)
                score = carried.turns[0].memory.score
                assert score[turn.player] == outcome.memory.score[turn.player] - TARGET
                assert score[turn.player.opponent] == 0
    assert going_on


def test_the_last_position_aims_at_the_result_and_others_at_what_follows() -> None:
    chances = np.array([[0.5], [0.7], [0.4]], np.float32)
    by_black = np.array([False, True, True])
    record = Record(np.zeros((3, 64), np.uint8), by_black, np.array([1.0], np.float32))
    trust = 0.25
    # White sees 0.5, 0.3, 0.6, then wins.
    last = 1.0
    middle = 0.75 * 0.6 + trust * last
    first = 0.75 * 0.3 + trust * middle
    assert aims([record], chances, trust)[:, 0] == pytest.approx([first, 1 - middle, 1 - last])


def test_a_game_that_was_broken_off_aims_at_what_was_last_said() -> None:
    chances = np.array([[0.5], [0.7]], np.float32)
    record = Record(np.zeros((2, 64), np.uint8), np.array([False, False]), None)
    assert aims([record], chances, 0.5)[:, 0] == pytest.approx([0.7, 0.7])


def test_several_games_keep_their_aims_apart() -> None:
    chance = np.random.default_rng(1)
    games = []
    for length in (3, 1, 5):
        result = (chance.random(5) < 0.5).astype(np.float32)
        games.append(Record(np.zeros((length, 64), np.uint8), chance.random(length) < 0.5, result))
    said = chance.random((9, 5), np.float32)
    together = aims(games, said, 0.6)
    alone = [aims([game], said[first:last], 0.6) for game, first, last in zip(games, (0, 3, 4), (3, 4, 9), strict=True)]
    assert np.allclose(together, np.concatenate(alone))


def test_all_trust_makes_every_aim_the_result() -> None:
    result = np.array([1, 1, 0, 0, 0], np.float32)
    record = Record(np.zeros((4, 64), np.uint8), np.array([False, True, False, True]), result)
    found = aims([record], np.full((4, 5), 0.3, np.float32), 1.0)
    assert equity(found) == pytest.approx([2, -2, 2, -2])
    assert np.allclose(found[1], turned(result[None])[0])


def test_the_heuristic_beats_random_play_from_both_seats() -> None:
    game = GAMES["backgammon"]
    players = ByJudge(HeuristicJudge(game)), ByJudge(RandomJudge(np.random.default_rng(1)))
    assert contest(game, players, 60, 1).won > 0.8
    assert contest(game, players[::-1], 60, 1).won < 0.2


def test_a_tally_knows_how_far_it_may_be_off() -> None:
    tally = Tally((1, 1, -2, 0))
    assert (tally.games, tally.won, tally.mean) == (4, 0.625, 0.0)
    assert tally.won_within > Tally((1, 1, -2, 0) * 25).won_within
    assert tally.mean_within == pytest.approx(1.96 * (6 / 4 / 4) ** 0.5)
