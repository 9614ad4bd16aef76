"""Positions for the benchmark: seeded random games of our engine, looked at in the middle."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from companion.rules.game import Game
from companion.rules.games import configured
from companion.rules.plays import legal_plays
from companion.rules.turn import Turn
from tests.rules.random_games import first_turn, turn_after

FIRST_THROW, LAST_THROW = 8, 40
OF_ONE_GAME = 4


def mid_game_turns(count: int, seed: int) -> list[Turn]:
    """Return so many turns of backgammon, between the 8th and the 40th throw of their games."""
    return list(islice(_mid_game_turns(configured("backgammon"), random.Random(seed)), count))


def _mid_game_turns(game: Game, chance: random.Random) -> Iterator[Turn]:
    while True:
        wanted = set(chance.sample(range(FIRST_THROW, LAST_THROW + 1), OF_ONE_GAME))
        yield from (turn for number, turn in enumerate(_one_game(game, chance), 1) if number in wanted)


def _one_game(game: Game, chance: random.Random) -> Iterator[Turn]:
    turn: Turn | None = first_turn(game, chance)
    for _ in range(LAST_THROW):
        if turn is None:
            return
        yield turn
        turn = turn_after(turn, chance.choice(legal_plays(turn).sorted()), chance)
