"""What is told of an illegal play with every view: the throws that explain it, and the way back."""

from __future__ import annotations

from functools import lru_cache

from companion.rules.judge import throws_that_explain
from companion.rules.position import Setup
from companion.rules.turn import Turn
from companion.service.view import Place
from companion.table.disputes import way_back
from companion.table.events import Dice


@lru_cache(maxsize=2)
def arrows_back(turn: Turn, after: Setup) -> tuple[tuple[Place, Place], ...]:
    """Return the shortest way to put a play right."""
    return tuple(way_back(turn, after))


@lru_cache(maxsize=2)
def explained_by(turn: Turn, after: Setup) -> tuple[Dice, ...]:
    """Return the throws with which a play would be legal."""
    return tuple(throws_that_explain(turn, after))
