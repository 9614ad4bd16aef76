"""The hands and sensors of the tests do what real ones do, and no more."""

import random
from collections.abc import Iterator
from itertools import islice, pairwise

import pytest

from companion.rules.games import GAMES, configured
from companion.rules.judge import Illegal, judge
from companion.rules.players import Player
from companion.rules.plays import Plays, legal_plays
from companion.rules.position import Setup
from companion.rules.reasons import Reason
from companion.rules.turn import Turn
from companion.table.reading import exact_reading
from tests.bench.walk import walk
from tests.table.driver import sessions
from tests.table.hands import SENSINGS, Hands, carries, flickering, illegal_boards, readings

every_game = pytest.mark.parametrize("name", GAMES)
TURNS = 15
MOST_OUTCOMES = 3000


def turns_of(name: str, seed: int, count: int, most: int = MOST_OUTCOMES) -> list[tuple[Turn, Plays]]:
    """Turns of random games, but those with very many outcomes."""
    return [(turn, plays) for turn, plays in islice(walk(configured(name), seed), count) if len(plays) <= most]


def goals(plays: Plays, chance: random.Random) -> list[Setup]:
    """Two of the boards that a throw can lead to."""
    return [outcome.position.setup for outcome in plays._made(chance.choices(list(plays.states), k=2))]


@every_game
def test_hands_get_there_with_no_checker_gained(name: str) -> None:
    chance = random.Random(name)
    for turn, plays in turns_of(name, 1, TURNS):
        goal, other = goals(plays, chance)
        boards = [turn.position.setup, *Hands(turn, chance).play(goal, other)]
        assert boards[-1] == goal
        for player in Player:
            totals = [board.sides[player].total for board in boards]
            assert max(totals) == configured(name).checkers[player]
            assert all(abs(after - before) <= 2 for before, after in pairwise(totals))


@every_game
def test_sensors_tell_the_truth(name: str) -> None:
    chance = random.Random(name)
    for turn, plays in turns_of(name, 2, TURNS):
        goal, _ = goals(plays, chance)
        for board in Hands(turn, chance).play(goal):
            assert {kind for kind, sense in SENSINGS.items() if not sense(board).shows(board)} == set()


def test_a_flicker_is_not_the_truth() -> None:
    chance = random.Random(1)
    setup = legal_plays(turns_of("backgammon", 1, 1)[0][0]).turn.position.setup
    assert not any(flickering(exact_reading(setup), chance).shows(setup) for _ in range(50))


def test_the_last_reading_is_right_and_none_comes_twice() -> None:
    chance = random.Random(1)
    (turn, plays), *_ = turns_of("backgammon", 1, 1)
    goal, other = goals(plays, chance)
    for _ in range(50):
        seen = list(readings(list(Hands(turn, chance).play(goal, other)), exact_reading, chance))
        assert seen[-1].shows(goal)
        assert all(before != after for before, after in pairwise(seen))


def test_both_orders_of_a_hit_are_played() -> None:
    turns = turns_of("backgammon", 3, 200)
    hits = [(turn, outcome) for turn, plays in turns for outcome in plays if plays[outcome].hits]
    turn, outcome = hits[0]
    before, after = turn.position.setup, outcome.position.setup
    theirs = turn.player.opponent
    first = set()
    for seed in range(40):
        board = next(Hands(turn, random.Random(seed)).play(after))
        first.add(board.sides[theirs] != before.sides[theirs])
    assert first == {True, False}
    assert any(carry.player is theirs for carry in carries(turn.game, before, after))


def test_every_reason_that_boards_can_have_is_met() -> None:
    # The checkers add up in all of them.
    never = {Reason.CHECKER_COUNT, Reason.EXACT_NUMBER, Reason.MUST_USE_HIGHER, Reason.MUST_MOVE_UP}
    met: set[Reason] = set()
    for seed in range(4, 10):
        met |= {reason for name in GAMES for reason in reasons_met(name, seed)}
        if met | never == set(Reason):
            return
    assert set(Reason) - met <= never


def reasons_met(name: str, seed: int) -> Iterator[Reason]:
    """Why boards after random turns are illegal, which the judge says too."""
    chance = random.Random(seed)
    for turn, plays in turns_of(name, seed, 40, most=200):
        for after, reason in illegal_boards(turn, plays, chance):
            judgement = judge(turn, after, plays)
            assert isinstance(judgement, Illegal)
            assert judgement.violation.reason is reason
            yield reason


@every_game
@pytest.mark.parametrize("kind", ["counts and colours", "presence, 6 slots", "presence, 1 sensor a point"])
def test_the_referee_follows_whole_games(name: str, kind: str) -> None:
    tally = sessions([configured(name)], SENSINGS[kind], seed=f"{name} {kind}", most_turns=25)
    assert tally.counts["turns"] > 0
    assert tally.counts["wrong"] == tally.counts["false illegal"] == 0


@every_game
def test_the_referee_catches_illegal_plays(name: str) -> None:
    tally = sessions([configured(name)] * 2, exact_reading, seed=f"{name} illegal", illegal=0.5, most_turns=12)
    assert tally.counts["illegal"] > 0
    assert tally.wrong_reasons == []
