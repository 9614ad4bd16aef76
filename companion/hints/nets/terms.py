"""What the points of a game are worth to a player: themselves for money, the chances of the match in a match."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.hints.advice import Stakes
from companion.hints.nets.arrays import Floats
from companion.hints.nets.match_equity import chance_of_match
from companion.rules.players import Player


@dataclass(frozen=True, slots=True)
class Terms:
    """The stakes as one player sees them."""

    stakes: Stakes
    player: Player

    @property
    def is_match(self) -> bool:
        """Whether it is a match to so many points."""
        return self.stakes.length > 0

    def away(self, player: Player) -> int:
        """Return how many points a player still needs."""
        return self.stakes.length - self.stakes.score[player]

    def worth(self, points: int) -> float:
        """Return what a game is worth that gives the player so many points; below nought the opponent gets them."""
        if not self.is_match:
            return float(points)
        mine, theirs = self.away(self.player), self.away(self.player.opponent)
        after_crawford = min(mine, theirs) == 1
        return chance_of_match(mine - max(points, 0), theirs - max(-points, 0), after_crawford=after_crawford)

    def normal(self, worth: float) -> float:
        """Return a worth in points at the cube's value: 1 for a game won, -1 for one lost."""
        won, lost = self.worth(self.stakes.cube), self.worth(-self.stakes.cube)
        return (2 * worth - won - lost) / (won - lost)

    @property
    def larger_wins_count(self) -> bool:
        """Whether a gammon counts more than a single game: not with Jacoby's rule before the cube was turned."""
        return self.is_match or not self.stakes.jacoby or self.stakes.owner is not None or self.stakes.cube > 1

    def equities(self, chances: Floats) -> Floats:
        """Return what rows of the player's chances are worth without the cube."""
        larger = chances.shape[1] // 2 if self.larger_wins_count else 0
        kinds = chances.shape[1] // 2
        wins, losses = chances[:, 1 : 1 + larger], chances[:, 1 + kinds : 1 + kinds + larger]
        won, lost = (self._steps(sign, larger) for sign in (1, -1))
        worth: Floats = (
            chances[:, :1] @ won[:1] + (1 - chances[:, :1]) @ lost[:1] + wins @ won[1:] + losses @ lost[1:]
        ).astype(np.float32)
        return worth

    def _steps(self, sign: int, larger: int) -> Floats:
        """Return what a game won or lost is worth, then what each larger win adds."""
        cube = self.stakes.cube
        worth = [self.normal(self.worth(sign * kind * cube)) for kind in range(1, larger + 2)]
        return np.array([worth[0], *np.diff(worth)], np.float32)
