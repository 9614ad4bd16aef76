"""Random games walked quickly: only the outcome that is played is made."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.rules.game import Game
from companion.rules.plays import Plays, legal_plays
from companion.rules.turn import Turn
from tests.rules.random_games import first_turn, turn_after


def walk(game: Game, seed: int) -> Iterator[tuple[Turn, Plays]]:
    """Yield the turns of random games without end, each with its plays."""
    chance = random.Random(seed)
    turn = first_turn(game, chance)
    while True:
        plays = legal_plays(turn)
        yield turn, plays
        (outcome,) = plays._made([chance.choice(list(plays.states))])
        turn = turn_after(turn, outcome, chance) or first_turn(game, chance)
