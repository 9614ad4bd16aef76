"""Single outcomes of a double of eight steps, found without finding all: the same, with the same play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from companion.rules.aim import Aim, Limited, SearchTooLongError
from companion.rules.games import GAMES, configured
from companion.rules.judge import ALL_THROWS
from companion.rules.plays import Plays, legal_plays
from companion.rules.steps import pack, unpacker
from companion.rules.turn import Outcome, Turn
from tests.bench.walk import walk
from tests.effort import tried

EIGHT_STEPS = [name for name in GAMES if name.startswith("puff") or name == "revertier"]
THROWS, EACH = tried(250, 600), 4


def doubles(name: str) -> Iterator[tuple[Turn, Plays]]:
    for turn, plays in islice(walk(configured(name), 3), THROWS):
        if turn.dice[0] == turn.dice[1] and len(plays) > 1:
            yield turn, plays


def some(plays: Plays, chance: random.Random) -> list[Outcome]:
    return plays._made(chance.choices(list(plays.states), k=EACH))


@pytest.mark.parametrize("name", EIGHT_STEPS)
def test_an_outcome_is_found_alone_as_among_all(name: str) -> None:
    chance = random.Random(name)
    asked = 0
    for turn, plays in doubles(name):
        for outcome in some(plays, chance):
            alone = legal_plays(turn)
            assert alone.at(outcome.position) == plays.at(outcome.position)
            assert alone[outcome] == plays[outcome]
            assert "_ends" not in alone.__dict__, "all were found"
            asked += 1
    assert asked > THROWS / 6


@pytest.mark.parametrize("name", EIGHT_STEPS)
def test_what_another_throw_leads_to_is_an_outcome_only_if_it_is_among_all(name: str) -> None:
    chance = random.Random(name)
    for turn, plays in doubles(name):
        other = Turn(turn.game, turn.position, turn.player, chance.choice(ALL_THROWS), turn.memory)
        for outcome in some(legal_plays(other), chance):
            assert legal_plays(turn).at(outcome.position) == plays.at(outcome.position)


@pytest.mark.parametrize("name", EIGHT_STEPS)
def test_what_a_search_came_to_is_an_outcome_with_the_rights_of_all_ways_to_it(name: str) -> None:
    chance = random.Random(name)
    apart = 0
    for turn, plays in doubles(name):
        (line,) = plays.search.lines
        ends = [(state, depth) for depth in line.accepted if depth < len(line.levels) for state in line.levels[depth]]
        for state, depth in chance.choices(ends, k=EACH):
            alone = legal_plays(turn)
            assert alone.come_to(state, depth) == plays.at(unpacker(turn.game, turn.player)(state))
            apart += not alone._other_ways_count(state, depth)
    assert apart > THROWS / 6


@pytest.mark.parametrize("name", EIGHT_STEPS)
def test_how_many_there_are_at_least(name: str) -> None:
    for turn, plays in doubles(name):
        for count in (0, 1, 2, 30, 1000, len(plays) - 1, len(plays)):
            assert legal_plays(turn).more_than(count) is (len(plays) > count)


def test_a_search_that_takes_too_long_is_given_up() -> None:
    turn, plays = next((turn, plays) for turn, plays in doubles("puff") if len(plays) > 1000)
    everything = Aim(0, Aim.between([], [60] * 25).most)
    alone = legal_plays(turn)
    with pytest.raises(SearchTooLongError):
        alone.states_worth(Limited(everything.worth, 100).worth)
    assert set(alone.states_worth(everything.worth)) == set(plays.states)
    assert pack(turn.game, turn.position, turn.player) not in plays.states
