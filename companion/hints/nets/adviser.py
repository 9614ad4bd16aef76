"""The adviser by our own nets: for every game, with NumPy alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from companion.hints.advice import CubeAdvice, RatedPlay, Stakes, Worth
from companion.hints.nets.arrays import Floats
from companion.hints.nets.choices import Limits, find
from companion.hints.nets.cube import cube_advice
from companion.hints.nets.judges import NetJudge
from companion.hints.nets.lookahead import chances_ahead
from companion.hints.nets.net import Net
from companion.hints.nets.shelf import net_for
from companion.hints.nets.sight import Sights, Standing, sight, sights_of, standing_after
from companion.hints.nets.terms import Terms
from companion.hints.nets.worth import as_chances, ended, in_order, turned
from companion.rules.following import Following
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.rules.memory import Memory
from companion.rules.players import Player
from companion.rules.position import Position
from companion.rules.turn import Outcome, Turn

LIMITS = Limits(listed=1000, carried=24, taken=24)
DEEPEST = 1
LOOKED_AHEAD, WITHIN = 4, 0.25
"""How many of the best plays are looked at one throw further, and how much worse than the best they may seem."""
Shelf = Callable[[Game], Net]


class NetAdviser:
    """Rates plays by our own nets."""

    def __init__(self, shelf: Shelf = net_for) -> None:
        """Take where the nets are found."""
        self._shelf = shelf

    @property
    def name(self) -> str:
        """Its name and version."""
        return "Companion nets"

    def plays(self, turn: Turn, stakes: Stakes, plies: int) -> list[RatedPlay]:
        """Return legal plays, the best first: those looked at more deeply before the others."""
        net = self._shelf(turn.game)
        (found,) = find(turn.game, [[turn]], NetJudge(net), LIMITS)
        rated = self._rated(net, turn, found.outcomes, stakes)
        if plies < DEEPEST:
            return rated
        least = rated[0].equity - WITHIN
        best = [play for play in rated[:LOOKED_AHEAD] if play.equity >= least]
        return self._ahead(net, turn, [play.outcome for play in best], stakes) + rated[len(best) :]

    def rate(self, turn: Turn, outcome: Outcome, stakes: Stakes, plies: int) -> RatedPlay:
        """Return what one play is worth."""
        net = self._shelf(turn.game)
        rate = self._ahead if plies >= DEEPEST else self._rated
        return rate(net, turn, [outcome], stakes)[0]

    def before_throw(self, turn: Turn, stakes: Stakes, plies: int) -> Worth:
        """Return what a turn was worth before its dice were thrown."""
        found = self._before(Standing(turn.game, turn.position, Following(turn.player, turn.memory)), plies)
        return Worth(float(Terms(stakes, turn.player).equities(found)[0]), as_chances(found[0]))

    def cube(self, position: Position, player: Player, stakes: Stakes, plies: int) -> CubeAdvice:
        """Return what the player on roll should do with the cube before throwing."""
        found = self._before(Standing(_game_with_cube(position), position, Following(player, Memory())), plies)
        return cube_advice(as_chances(found[0]), player, stakes, min(plies, DEEPEST))

    def _before(self, standing: Standing, plies: int) -> Floats:
        """Return the chances of the one who throws, as one row."""
        net = self._shelf(standing.game)
        return in_order(chances_ahead(net, [standing])) if plies >= DEEPEST else net.chances(sight(standing))

    def _rated(self, net: Net, turn: Turn, outcomes: Sequence[Outcome], stakes: Stakes) -> list[RatedPlay]:
        """Return plays rated as they look at once."""
        sights = sights_of(turn.game, [(turn, outcomes)])
        return _sorted(turn, outcomes, stakes, _movers_chances(net, sights), 0)

    def _ahead(self, net: Net, turn: Turn, outcomes: Sequence[Outcome], stakes: Stakes) -> list[RatedPlay]:
        """Return plays rated by what the next throws make of them."""
        chances = _movers_chances(net, sights_of(turn.game, [(turn, outcomes)]))
        standings = [(place, standing_after(turn, outcome)) for place, outcome in enumerate(outcomes)]
        going_on = [(place, standing) for place, standing in standings if standing is not None]
        if going_on:
            ahead = chances_ahead(net, [standing for _, standing in going_on])
            for (place, standing), row in zip(going_on, ahead, strict=True):
                own = standing.then.player is turn.player
                chances[place] = row if own else turned(row[None])[0]
        return _sorted(turn, outcomes, stakes, in_order(chances), DEEPEST)


def _movers_chances(net: Net, sights: Sights) -> Floats:
    """Return the chances of the player who makes the plays."""
    chances = net.chances(sights.rows)
    chances = np.where(sights.same[:, None], chances, turned(chances))
    for place in np.flatnonzero(sights.count):
        chances[place] = ended(net.game, int(sights.count[place]))[0]
    return chances


def _sorted(turn: Turn, outcomes: Sequence[Outcome], stakes: Stakes, chances: Floats, plies: int) -> list[RatedPlay]:
    equities = Terms(stakes, turn.player).equities(chances).tolist()
    rated = [
        RatedPlay(outcome, equity, as_chances(row), plies)
        for outcome, equity, row in zip(outcomes, equities, chances, strict=True)
    ]
    return sorted(rated, key=lambda play: play.equity, reverse=True)


def _game_with_cube(position: Position) -> Game:
    """Return the game of a position in which the cube may be turned; only Snake's has checkers in reserve."""
    return GAMES["snake" if any(position.reserve) else "backgammon"]
