"""The game after a game: fresh or going on, with or without cube, and how it opens."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.match.carried import Carried, always_goes_on
from companion.match.refused import Code, Refused
from companion.match.score import Choice, MatchState, check_going_on
from companion.match.stake import Stake
from companion.rules.game import Game, Opening
from companion.rules.memory import Memory
from companion.rules.players import Player
from companion.rules.position import Position, start_position


@dataclass(frozen=True)
class GameStart:
    """A game before its first throw, or before the play it goes on with."""

    game: Game
    number: int
    is_crawford_game: bool
    goes_on: Carried | None = None
    """What it goes on with; None: it starts fresh and is opened."""

    @property
    def opening(self) -> Opening | None:
        """How it is settled who begins; None if that is settled already."""
        return None if self.goes_on else self.game.opening

    @property
    def position(self) -> Position:
        """Where the checkers are to stand."""
        return self.goes_on.position if self.goes_on else start_position(self.game)

    @property
    def memory(self) -> Memory:
        """The points with which it begins, and all else that is remembered."""
        return self.goes_on.memory if self.goes_on else Memory()

    @property
    def stake(self) -> Stake:
        """The cube in the middle, and nothing offered."""
        return Stake()


def chooser(match: MatchState) -> Player | None:
    """Return who has to say whether the next game is fresh or goes on from the last one; None: nobody."""
    if match.carried is None or match.choice or match.is_over or always_goes_on(match.rules.game):
        return None
    return match.results[-1].winner


def choose(match: MatchState, player: Player, choice: Choice) -> MatchState:
    """Say how the next game begins: the right of the one who has won the last."""
    check_going_on(match)
    winner = chooser(match)
    if winner is None:
        raise Refused(Code.NO_CHOICE)
    if player is not winner:
        raise Refused(Code.NOT_THE_WINNER, player=winner.value)
    return replace(match, choice=choice)


def next_game(match: MatchState) -> GameStart:
    """Return how the next game starts."""
    check_going_on(match)
    waiting_for = chooser(match)
    if waiting_for:
        raise Refused(Code.CHOICE_PENDING, player=waiting_for.value)
    goes_on = None if match.choice is Choice.FRESH else match.carried
    return GameStart(match.rules.game, len(match.results) + 1, match.is_crawford_game, goes_on)
