"""What is told of an illegal play: all throws that explain it, and a way back."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.rules.games import GAMES
from companion.rules.judge import ALL_THROWS, throws_that_explain
from companion.rules.plays import legal_plays
from companion.rules.position import Position, Setup
from companion.rules.turn import Turn
from companion.service.explaining import arrows_back, explained_by
from companion.table.aiming import MANY
from tests.service.test_plays import random_turns

THROWS = 12


def has_more(turn: Turn, count: int) -> bool:
    """Whether a turn has more legal plays than so many."""
    return legal_plays(turn).more_than(count)


def other_throws(turn: Turn, chance: random.Random) -> Setup:
    """Where a play of some throw leads."""
    dice = chance.choice(ALL_THROWS)
    return chance.choice(legal_plays(replace(turn, dice=dice)).sorted()).position.setup


@pytest.mark.parametrize("name", GAMES)
def test_all_throws_that_explain_a_play_are_found(name: str) -> None:
    chance = random.Random(f"explained {name}")
    found = 0
    for turn in random_turns(name, 4 * THROWS)[::4]:
        after = other_throws(turn, chance)
        explained = explained_by(turn, after)
        assert list(explained) == throws_that_explain(turn, after)
        found += len(explained)
    assert found >= THROWS // 2


def test_the_way_back_leads_to_a_legal_play() -> None:
    turns = [turn for turn in random_turns("puff", 60) if has_more(turn, 1) and not has_more(turn, MANY)]
    assert len(turns) > THROWS
    for turn in turns:
        may_stay = bool(legal_plays(turn).at(turn.position))
        assert bool(arrows_back(turn, turn.position.setup)) is not may_stay


def test_where_no_play_is_near_among_very_many_the_checkers_go_back() -> None:
    turn = next(turn for turn in random_turns("puff", 60) if has_more(turn, MANY))
    after = legal_plays(replace(turn, dice=(2, 1))).sorted()[0].position.setup
    assert not legal_plays(turn).at(Position.of(turn.game, after))
    assert arrows_back(turn, after)


def test_what_is_no_position_is_explained_by_nothing() -> None:
    turn = random_turns("backgammon", 1)[0]
    setup = turn.position.setup
    sides = setup.sides.map(lambda side: replace(side, off=3))
    assert explained_by(turn, Setup(sides)) == ()
