"""Readings in throws with very many plays: recognised as if all of them were looked through."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import islice

import pytest

from companion.rules.games import configured
from companion.rules.plays import legal_plays
from companion.rules.turn import Turn
from companion.table import disputes, recognition
from companion.table.disputes import moves_between, way_back
from companion.table.recognition import Kind, Recogniser
from tests.bench.walk import walk
from tests.effort import tried
from tests.table.hands import SENSINGS, Hands, illegal_boards, readings

GAMES = ["puff", "puff_long", "puff_russian", "puff_dutch", "revertier"]
FROM, TO = 60, 1500
TURNS = tried(2, 3)


@cache
def turns(name: str) -> list[Turn]:
    """Doubles with plays enough to matter, and not so many that looking through them all takes long."""
    found = (
        turn
        for turn, plays in walk(configured(name), 11)
        if turn.dice[0] == turn.dice[1] and FROM < len(plays) < TO and plays.search.top_and_bottom
    )
    return list(islice(found, TURNS))


def among_many(turn: Turn) -> Recogniser:
    recogniser = Recogniser(turn)
    recogniser.__dict__["_many"] = True
    return recogniser


@pytest.mark.parametrize("kind", SENSINGS)
@pytest.mark.parametrize("name", GAMES)
def test_a_reading_means_the_same(name: str, kind: str) -> None:
    chance, kinds = random.Random(f"{name} {kind}"), Counter[Kind]()
    for turn in turns(name):
        plays, all_of_them, aimed = legal_plays(turn), Recogniser(turn), among_many(turn)
        (goal,) = plays._made([chance.choice(list(plays.states))])
        boards = list(Hands(turn, chance).play(goal.position.setup))
        wrong = next((after for after, _ in illegal_boards(turn, plays, chance)), None)
        boards += [wrong] if wrong else []
        for reading in readings(boards, SENSINGS[kind], chance):
            for done in (False, True):
                seen = all_of_them.recognise(reading, hands_done=done)
                assert aimed.recognise(reading, hands_done=done) == seen, (turn, reading, done)
                kinds[seen.kind] += 1
    assert len(kinds) > 1
    # One sensor a point sees little of a play that is only begun.
    assert kinds[Kind.ON_THE_WAY] or kind == "presence, 1 sensor a point"


@pytest.mark.parametrize("name", GAMES)
def test_the_way_back_is_the_shortest(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance, compared = random.Random(name), 0
    for turn in turns(name):
        for after, _ in illegal_boards(turn, legal_plays(turn), chance):
            monkeypatch.setattr(disputes, "MANY", 100_000)
            shortest = way_back(turn, after)
            monkeypatch.setattr(disputes, "MANY", 0)
            recognition.recogniser.cache_clear()
            way = way_back(turn, after)
            assert way in (shortest, moves_between(after, turn.position.setup))
            compared += way == shortest
    assert compared > TURNS
