"""Throws that explain an illegal play: all of them, and no play is looked for that pips rule out."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.rules.games import GAMES
from companion.rules.judge import ALL_THROWS, throws_that_explain
from companion.rules.plays import legal_plays
from companion.rules.position import Setup
from companion.rules.turn import Turn
from companion.service.explaining import MOST_COMPARED, arrows_back, explained_by, may_go
from tests.service.test_plays import random_turns

THROWS = 12


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


def test_most_throws_are_not_looked_for() -> None:
    turn = random_turns("puff", 9)[-1]
    after = legal_plays(replace(turn, dice=(2, 1))).sorted()[0].position.setup
    worth = [dice for dice in ALL_THROWS if may_go(replace(turn, dice=dice), after)]
    assert 1 <= len(worth) < len(ALL_THROWS) / 2


def test_no_way_back_is_looked_for_among_too_many_plays() -> None:
    turns = random_turns("puff", 60)
    many = next(turn for turn in turns if len(legal_plays(turn)) > MOST_COMPARED)
    few = next(turn for turn in turns if 1 < len(legal_plays(turn)) <= 100)
    assert arrows_back(many, many.position.setup) == ()
    assert arrows_back(few, few.position.setup)


def test_what_is_no_position_is_explained_by_nothing() -> None:
    turn = random_turns("backgammon", 1)[0]
    setup = turn.position.setup
    sides = setup.sides.map(lambda side: replace(side, off=3))
    assert explained_by(turn, Setup(sides)) == ()
