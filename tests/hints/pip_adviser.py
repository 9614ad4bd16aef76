"""An adviser that knows nothing but the race: what the analysis makes of an opinion can be reckoned by hand."""

from __future__ import annotations

from companion.hints.advice import AdviserError, Chances, CubeAction, CubeAdvice, RatedPlay, Stakes, Worth
from companion.hints.gnubg import OTHER_GAME
from companion.rules.games import find_game
from companion.rules.players import Player
from companion.rules.plays import legal_plays
from companion.rules.position import Position
from companion.rules.turn import Outcome, Turn
from companion.table.course import dice_played

PIPS = 100
"""As many pips ahead are worth a point."""


class PipAdviser:
    """Says what the race says; the best `most` plays only."""

    def __init__(self, most: int = 1000) -> None:
        self.name, self.most = "pips", most

    def plays(self, turn: Turn, stakes: Stakes, plies: int) -> list[RatedPlay]:
        rated = [self.rate(turn, outcome, stakes, plies) for outcome in legal_plays(turn).sorted()]
        return sorted(rated, key=lambda play: -play.equity)[: self.most]

    def rate(self, turn: Turn, outcome: Outcome, stakes: Stakes, plies: int) -> RatedPlay:  # noqa: ARG002 - as all
        ahead = _ahead(outcome.position, turn.player)
        return RatedPlay(outcome, ahead, Chances(0.5 + ahead / 4), plies)

    def before_throw(self, turn: Turn, stakes: Stakes, plies: int) -> Worth:  # noqa: ARG002 - as all
        ahead = _ahead(turn.position, turn.player) + 8 / PIPS
        return Worth(ahead, Chances(0.5 + ahead / 4))

    def cube(self, position: Position, player: Player, stakes: Stakes, plies: int) -> CubeAdvice:  # noqa: ARG002 - as all
        ahead = _ahead(position, player)
        return CubeAdvice(CubeAction.NO_DOUBLE, ahead, 2 * ahead - 0.1, 1.0, Chances(0.5 + ahead / 4), plies)


class Baffled(PipAdviser):
    """Cannot judge some throws, or none at all if it is told no throws."""

    why = OTHER_GAME

    def __init__(self, *dice: tuple[int, int]) -> None:
        super().__init__()
        self.baffling, self.asked = dice, 0

    def plays(self, turn: Turn, stakes: Stakes, plies: int) -> list[RatedPlay]:
        self.asked += 1
        if not self.baffling or dice_played(turn) in self.baffling:
            raise AdviserError(self.why)
        return super().plays(turn, stakes, plies)


def _ahead(position: Position, player: Player) -> float:
    pips = position.pips(find_game("backgammon"))
    return (pips[player.opponent] - pips[player]) / PIPS
