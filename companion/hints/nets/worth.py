"""What a net says of a position: chances of winning by at least so much, and what they are worth.

A net has one output for a win, then one for each larger win (gammon, backgammon; in Tric-Trac two, three and four
games), then one for each larger loss: always as the player sees it who throws next.
"""

from __future__ import annotations

import numpy as np

from companion.hints.advice import Chances
from companion.hints.nets.arrays import Floats
from companion.rules.game import Game, Scoring

LARGER_WINS = {Scoring.SINGLE: 0, Scoring.GAMMONS: 2, Scoring.POINTS: 3}


def larger_wins(game: Game) -> int:
    """Return how many kinds of a larger win the game has."""
    return LARGER_WINS[game.scoring]


def outputs(game: Game) -> int:
    """Return how many numbers say what a position of the game is worth."""
    return 1 + 2 * larger_wins(game)


def equity(chances: Floats) -> Floats:
    """Return what rows of chances are worth, in games."""
    larger = chances.shape[1] // 2
    worth: Floats = 2 * chances[:, 0] - 1 + chances[:, 1 : 1 + larger].sum(1) - chances[:, 1 + larger :].sum(1)
    return worth


def turned(chances: Floats) -> Floats:
    """Return the chances as the other player sees them."""
    larger = chances.shape[1] // 2
    order = [0, *range(1 + larger, 1 + 2 * larger), *range(1, 1 + larger)]
    seen = chances[:, order]
    seen[:, 0] = 1 - seen[:, 0]
    return seen


def ended(game: Game, count: int) -> Floats:
    """Return the chances of a player who has won a game that counts so much, as one row."""
    row = np.zeros((1, outputs(game)), np.float32)
    row[0, : min(count, 1 + larger_wins(game))] = 1
    return row


def in_order(chances: Floats) -> Floats:
    """Return the chances with no larger win likelier than a smaller one."""
    larger = chances.shape[1] // 2
    sound = chances.copy()
    for first, won in ((1, sound[:, 0]), (1 + larger, 1 - sound[:, 0])):
        kinds = np.concatenate([won[:, None], sound[:, first : first + larger]], axis=1)
        sound[:, first : first + larger] = np.minimum.accumulate(kinds, axis=1)[:, 1:]
    return sound


def as_chances(row: Floats) -> Chances:
    """Return one row of chances by name; of Tric-Trac's four kinds the largest is not named."""
    larger = row.shape[0] // 2
    if not larger:
        return Chances(float(row[0]))
    wins, losses = row[1 : 1 + larger], row[1 + larger :]
    return Chances(float(row[0]), float(wins[0]), float(wins[1]), float(losses[0]), float(losses[1]))
