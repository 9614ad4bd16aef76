"""Plays told by tapping: every way of tapping leads to a legal play, every legal play can be tapped."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from companion.rules.following import following, next_turn
from companion.rules.games import GAMES, configured
from companion.rules.notation import international
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.rules.position import Position, Setup, start_position
from companion.rules.turn import Turn
from companion.service.plays import Tap, Taps, taps

THROWS = 40
MOST_COMPARED = 30


def random_turns(name: str, count: int) -> list[Turn]:
    """Throws of a game that is played at random."""
    known, more = _game(name)
    known += islice(more, max(0, count - len(known)))
    return known[:count]


@cache
def _game(name: str) -> tuple[list[Turn], Iterator[Turn]]:
    """What was thrown so far in a game, and what comes next."""
    return [], _throws(name)


def _throws(name: str) -> Iterator[Turn]:
    chance, game = random.Random(f"taps {name}"), configured(name)
    turn = Turn(game, start_position(game), Player.WHITE, (3, 1))
    while True:
        yield turn
        outcome = chance.choice(legal_plays(turn).sorted())
        then = following(turn, outcome)
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        if then is None:
            turn = Turn(game, start_position(game), Player.BLACK, dice)
        else:
            turn = next_turn(game, outcome, then, dice, chance.randint(1, 6) if then.names_double else 0)


def tapped_at_random(ways: Taps, chance: random.Random) -> list[Tap]:
    done: list[Tap] = []
    while nexts := ways.next_steps(done):
        if ways.is_whole(done) and chance.random() < 0.3:
            break
        done.append(chance.choice(nexts))
    return done


@pytest.mark.parametrize("name", GAMES)
def test_what_is_tapped_is_a_legal_play(name: str) -> None:
    chance = random.Random(f"tapped {name}")
    for turn in random_turns(name, THROWS):
        ways, plays = Taps(turn), legal_plays(turn)
        done = tapped_at_random(ways, chance)
        if not done:
            assert len(plays) == 1
            continue
        assert ways.is_whole(done)
        assert international.resolve(plays, ways.text(done)) in plays


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_play_can_be_tapped(name: str) -> None:
    compared = 0
    for turn in random_turns(name, THROWS):
        plays, ways = legal_plays(turn), Taps(turn)
        if plays.more_than(MOST_COMPARED):
            continue
        compared += 1
        reached = {international.resolve(plays, ways.text(done)).position for done in whole_ways(ways, [])}
        assert reached == {outcome.position for outcome, play in plays.items() if play.steps}
    assert compared > THROWS // 4


def whole_ways(ways: Taps, done: list[Tap]) -> Iterator[list[Tap]]:
    """Every way to tap a whole play."""
    if done and ways.is_whole(done):
        yield done
    for one in ways.next_steps(done):
        yield from whole_ways(ways, [*done, one])


def test_the_steps_of_an_opening() -> None:
    ways = taps(Turn(GAMES["backgammon"], start_position(GAMES["backgammon"]), Player.WHITE, (3, 1)))
    assert {(8, 5), (6, 5)} <= set(ways.next_steps([]))
    assert (6, 5) in ways.next_steps([(8, 5)])
    assert (13, 10) not in ways.next_steps([(8, 5)])
    assert not ways.is_whole([(8, 5)])
    assert ways.is_whole([(8, 5), (6, 5)])
    assert ways.next_steps([(8, 5), (6, 5)]) == []
    assert ways.text([(8, 5), (6, 5)]) == "8/5 6/5"


def test_what_begins_no_play_leads_nowhere() -> None:
    turn = Turn(GAMES["backgammon"], start_position(GAMES["backgammon"]), Player.WHITE, (3, 1))
    assert taps(turn).next_steps([(1, 24)]) == []
    assert not taps(turn).is_whole([(1, 24)])
    assert taps(turn).text([]) == "-"


def test_entering_comes_first() -> None:
    game = GAMES["backgammon"]
    setup = start_position(game).setup
    white = setup.sides.white
    point = next(number for number, count in enumerate(white.points, 1) if count > 1)
    points = tuple(count - (number == point) for number, count in enumerate(white.points, 1))
    position = Position.of(game, Setup(Pair(replace(white, points=points, bar=1), setup.sides.black)))
    ways = Taps(Turn(game, position, Player.WHITE, (4, 2)))
    firsts = ways.next_steps([])
    assert firsts
    assert {source for source, _ in firsts} == {"bar"}
    assert ways.text(firsts[:1]).startswith("bar/")
