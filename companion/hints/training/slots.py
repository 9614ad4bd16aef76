"""One of the many games that are played side by side: whose turn it is, and how the game after it begins."""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.hints.nets.sight import Standing, standing_after
from companion.match.carried import Carried, carried_after
from companion.rules.following import Following
from companion.rules.game import Game, Scoring
from companion.rules.memory import Memory
from companion.rules.opening import dice_each, open_game
from companion.rules.players import Pair
from companion.rules.plays import legal_plays
from companion.rules.position import start_position
from companion.rules.results import game_count
from companion.rules.turn import Outcome, Turn

Dice = tuple[int, int]
GOES_ON = 0.5
"""How often a game of Tric-Trac goes on from the last one; the others begin afresh, so that all kinds are met."""


def throw(chance: random.Random) -> Dice:
    """Return two dice."""
    return chance.randint(1, 6), chance.randint(1, 6)


def fresh(game: Game, chance: random.Random) -> Slot:
    """Return a game from its first throw."""
    while True:
        thrown = Pair(*(tuple(chance.randint(1, 6) for _ in range(dice_each(game))) for _ in range(2)))
        opened = open_game(game, thrown)
        if opened is not None:
            standing = Standing(game, start_position(game), Following(opened.player, Memory()))
            return Slot(standing.turns(opened.dice or throw(chance)), standing)


def after_win(turn: Turn, outcome: Outcome, chance: random.Random) -> Slot | None:
    """Return the game that goes on from one that was won, as in Tric-Trac; None if a fresh one begins."""
    if turn.game.scoring is not Scoring.POINTS or chance.random() > GOES_ON:
        return None
    return _carried(turn.game, carried_after(turn, outcome, legal_plays(turn)[outcome]), chance)


def _carried(game: Game, carried: Carried, chance: random.Random) -> Slot:
    if carried.dice:
        return Slot([carried.turn(game)], None)
    standing = Standing(game, carried.position, Following(carried.player, carried.memory))
    return Slot(standing.turns(throw(chance)), standing)


@dataclass(frozen=True, slots=True)
class Slot:
    """A game in progress: the turns of which one is played next, and what stood before its throw."""

    turns: list[Turn]
    standing: Standing | None
    """None in the middle of a throw, where a game goes on from the last one."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.turns[0].game

    def played(self, turn: Turn, outcome: Outcome, chance: random.Random) -> Slot | None:
        """Return the game after a play, or None if that won it."""
        standing = standing_after(turn, outcome)
        return None if standing is None else Slot(standing.turns(throw(chance)), standing)


def count(turn: Turn, outcome: Outcome) -> int:
    """Return what the game counts that was won."""
    return game_count(turn.game, outcome, turn.player)
