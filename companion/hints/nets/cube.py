"""What to do with the cube, from the chances of the game: between a dead cube and a live one, as Janowski has it.

With a dead cube the game is played to its end at its value. With a live one it stops at the very point where a double
would be dropped. What the cube is truly worth lies between; `LIVELY` is the live one's share. In a match the points
where a double is dropped follow from the chances of the match, cube by cube until it is of no more use.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion.hints.advice import Chances, CubeAdvice, Stakes
from companion.hints.cube_choice import best_action, check_turnable
from companion.hints.nets.terms import Terms
from companion.rules.players import Player

LIVELY = 0.68
"""As GNU Backgammon takes it while the sides are in contact."""
SURE = 1e-6


@dataclass(frozen=True, slots=True)
class _Cubed:
    """A game with its chances, at any value of the cube."""

    terms: Terms
    chances: Chances

    def mean_win(self, cube: int) -> float:
        """Return what a won game is worth on average."""
        chances = self.chances
        return self._mean(cube, chances.win, chances.win_gammon, chances.win_backgammon)

    def mean_loss(self, cube: int) -> float:
        """Return what a lost game is worth on average."""
        chances = self.chances
        return self._mean(-cube, 1 - chances.win, chances.lose_gammon, chances.lose_backgammon)

    def _mean(self, points: int, happens: float, gammon: float, backgammon: float) -> float:
        gammons, backgammons = (min(part / max(happens, SURE), 1.0) for part in (gammon, backgammon))
        shares = 1 - gammons, gammons - backgammons, backgammons
        return sum(share * self.terms.worth(points * kind) for kind, share in enumerate(shares, 1))

    def is_alive(self, player: Player, cube: int) -> bool:
        """Whether the player could still gain by turning a cube of this value."""
        return not self.terms.is_match or self.terms.away(player) > cube

    def cash_point(self, player: Player, cube: int) -> float:
        """Return how likely the player must win for a double from this value to be dropped."""
        mine = player is self.terms.player
        if not self.terms.is_match:
            win, loss = self.mean_win(1), -self.mean_loss(1)
            return ((loss if mine else win) + 1) / (win + loss + 0.5)
        sign, opponent = (1 if mine else -1), player.opponent
        win, loss = self.mean_win(2 * cube), self.mean_loss(2 * cube)
        won, lost = (win, loss) if mine else (loss, win)
        end = self.cash_point(opponent, 2 * cube) if self.is_alive(opponent, 2 * cube) else 1.0
        at_end = self.terms.worth(-2 * sign * cube) if self.is_alive(opponent, 2 * cube) else lost
        taken = end * (won - self.terms.worth(sign * cube)) / (won - at_end or sign * SURE)
        return 1 - min(max(taken, 0.0), 1.0)

    def value(self, cube: int, owner: Player | None, *, larger_wins: bool = True) -> float:
        """Return what the game is worth at this value of the cube."""
        terms, player, likely = self.terms, self.terms.player, self.chances.win
        single = terms.worth(-cube), terms.worth(cube)
        loss, win = (self.mean_loss(cube), self.mean_win(cube)) if larger_wins else single
        corners = [(0.0, loss), (1.0, win)]
        if owner is not player and self.is_alive(player.opponent, cube):
            corners.append((1 - self.cash_point(player.opponent, cube), single[0]))
        if owner in {None, player} and self.is_alive(player, cube):
            corners.append((self.cash_point(player, cube), single[1]))
        corners.sort()
        live = float(np.interp(likely, [at for at, _ in corners], [worth for _, worth in corners]))
        return LIVELY * live + (1 - LIVELY) * (likely * win + (1 - likely) * loss)


def cube_advice(chances: Chances, player: Player, stakes: Stakes, plies: int) -> CubeAdvice:
    """Return what the player on roll should do who has these chances."""
    check_turnable(player, stakes)
    terms = Terms(stakes, player)
    game, cube = _Cubed(terms, chances), stakes.cube
    no_double = terms.normal(game.value(cube, stakes.owner, larger_wins=terms.larger_wins_count))
    double_take = terms.normal(game.value(2 * cube, player.opponent))
    double_drop = terms.normal(terms.worth(cube))
    advice = CubeAdvice(
        best_action(no_double, double_take, double_drop), no_double, double_take, double_drop, chances, plies
    )
    return replace(advice, beaver=stakes.beavers and not terms.is_match and double_take < 0)
