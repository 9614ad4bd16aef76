"""How large a game's net is, and how fast it learns."""

from __future__ import annotations

from dataclasses import dataclass

from companion.hints.nets.net import CONTACT, RACE
from companion.rules.game import Game

FIRST_RATE, HALVES_BY, SLOWS = 1e-3, 10_000, 0.6
LAST_TRUST, EXTRA_TRUST, TRUST_HALVES_BY = 0.25, 0.5, 20_000
POSITIONS_AT_ONCE = 8192
"""So many positions are collected before the net learns from them."""
ROUNDS_KEPT, PASSES = 1, 3
"""How many of the last such collections are learned from each time, and how often, if nothing else is said."""
WARM_UP = 500
"""So many games are played by the heuristic first: a net that knows nothing hardly ever ends a game."""
SMALL = {CONTACT: [144, 32], RACE: [48, 16]}
LARGE = {CONTACT: [256, 48], RACE: [64, 16]}


@dataclass(frozen=True, slots=True)
class Pace:
    """How a net learns after so many games."""

    rate: float
    trust: float
    """How much the end of a game counts against what the net says on the way."""


def pace_after(games: int) -> Pace:
    """Return how a net learns: ever slower, and ever more from itself."""
    rate = FIRST_RATE / (1 + games / HALVES_BY) ** SLOWS
    return Pace(rate, LAST_TRUST + EXTRA_TRUST / (1 + games / TRUST_HALVES_BY))


def hidden(game: Game) -> dict[str, list[int]]:
    """Return the sizes of the hidden layers: larger for the game that is known best."""
    return LARGE if game.id == "backgammon" else SMALL
