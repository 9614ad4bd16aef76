"""Hand-made judges to measure the nets against: what a person could tell in a minute, in pips of 167."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from companion.hints.nets.arrays import Floats
from companion.hints.nets.judges import to_mover
from companion.hints.nets.measures import NAMES, Board
from companion.hints.nets.sight import SCORE, Sights
from companion.rules.board import POINTS
from companion.rules.game import Game, Scoring


@dataclass(frozen=True, slots=True)
class Taste:
    """What a player likes to have more of than the opponent, and dislikes in blots."""

    gains: Mapping[str, float]
    hit: float
    """What a hit costs besides the way that is lost."""
    later: float = 0.3
    """The share that blots count whose owner throws next."""


HOLDING = Taste(
    MappingProxyType(
        {
            "pips": -1.0,
            "home_points": 0.25,
            "outer_points": 0.05,
            "anchors": 0.05,
            "stacked": -0.06,
            "prime_4": 0.05,
            "prime_5": 0.08,
            "prime_6": 0.1,
            "mobile": 0.06,
            "free": 0.04,
            "blots": -0.03,
        }
    ),
    hit=0.08,
)
"""For games in which one holds points and blocks: hold the home, build primes, stay mobile."""
RUNNING = Taste(
    MappingProxyType({"pips": -1.0, "mobile": 0.06, "free": 0.05, "prime_4": 0.04, "prime_6": 0.08}), hit=0.05
)
"""For games in which whole armies run past each other: run, and keep the way open."""
BRIDGING = Taste(
    MappingProxyType(
        {"pips": -0.3, "bridge_points": 0.3, "bridge": 0.8, "bridge_any": 0.15, "stacked": -0.05, "mobile": 0.05}
    ),
    hit=0.1,
)
"""For Tric-Trac: build the great bridge, and keep it."""
WAITING = Taste(MappingProxyType({"pips": 0.3, "blots": -0.1}), hit=0.25, later=0.6)
"""For Tric-Trac with marked hits: few blots, no hurry, and an eye on the other's blots."""
TASTES: Mapping[str, Taste] = MappingProxyType(
    {
        **dict.fromkeys(("backgammon", "snake", "acey_deucey", "acey_deucey_european"), HOLDING),
        **dict.fromkeys(("puff", "puff_russian", "puff_dutch", "revertier", "puff_long"), RUNNING),
        "trictrac": BRIDGING,
        "trictrac_old": WAITING,
    }
)
A_POINT = 0.1
QUARTER_PIPS = np.array([3.5, 9.5, 15.5, 21.5], np.float32)


@dataclass(frozen=True)
class HeuristicJudge:
    """Judges by a few measures of both sides."""

    game: Game

    def values(self, sights: Sights) -> Floats:
        """Return what each position is worth to the player who made the play."""
        board = Board(self.game, sights.rows)
        thrower, other = (board.measures(side) for side in (0, 1))
        taste = TASTES[self.game.id]
        risk = self._risk(taste.hit)
        worth = (thrower - other) @ _gains(taste) + taste.later * (thrower @ risk) - other @ risk
        if self.game.scoring is Scoring.POINTS:
            score = sights.rows[:, SCORE : SCORE + 2].astype(np.float32)
            worth = worth + A_POINT * (score[:, 0] - score[:, 1])
        return to_mover(worth, Sights(sights.rows, sights.same, 100 * sights.count))

    def _risk(self, hit: float) -> Floats:
        """Return what a side's exposed blots cost it, by quarter."""
        lost = QUARTER_PIPS if self.game.meet_pace != POINTS else QUARTER_PIPS[::-1]
        weights = np.zeros(len(NAMES), np.float32)
        first = NAMES.index("exposed_1")
        weights[first : first + len(lost)] = -(lost / 167 + hit)
        return weights


def _gains(taste: Taste) -> Floats:
    return np.array([taste.gains.get(name, 0.0) for name in NAMES], np.float32)
