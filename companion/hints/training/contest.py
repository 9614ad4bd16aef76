"""Matches between two judges, seats changed, many games side by side."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.hints.nets.choices import Choice, Limits, best_choices
from companion.hints.nets.judges import Judge
from companion.hints.training.slots import Slot, count, fresh
from companion.rules.game import Game
from companion.rules.players import Player
from companion.rules.turn import Turn

SIDE_BY_SIDE = 100
MOST_TURNS = 2000
"""After so many turns a game is given up as a draw."""
LIMITS = Limits(listed=400, carried=16, taken=1)
NORMAL_95 = 1.96


def _say_nothing(_done: int) -> None:
    pass


class Chooser(Protocol):
    """One who makes the plays of many games at once."""

    def choose(self, game: Game, turns: list[list[Turn]]) -> list[Choice]:
        """Return a play for each game."""


@dataclass(frozen=True)
class ByJudge:
    """Makes the play whose position a judge likes best."""

    judge: Judge
    limits: Limits = LIMITS

    def choose(self, game: Game, turns: list[list[Turn]]) -> list[Choice]:
        """Return a play for each game."""
        return best_choices(game, turns, self.judge, self.limits)


@dataclass(frozen=True, slots=True)
class Tally:
    """What the first of two came to against the second: points of each game, losses below nought."""

    points: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.points)

    @property
    def won(self) -> float:
        """The share of games won; half of one for a game that was given up."""
        return sum((one > 0) + (one == 0) / 2 for one in self.points) / self.games

    @property
    def won_within(self) -> float:
        """How far the share may be off, with 95 in 100."""
        return NORMAL_95 * math.sqrt(max(self.won * (1 - self.won), 1 / self.games) / self.games)

    @property
    def mean(self) -> float:
        """Points a game."""
        return sum(self.points) / self.games

    @property
    def mean_within(self) -> float:
        """How far the points a game may be off, with 95 in 100."""
        variance = sum((one - self.mean) ** 2 for one in self.points) / self.games
        return NORMAL_95 * math.sqrt(variance / self.games)


@dataclass
class _Seat:
    slot: Slot
    first: Player
    """The colour of the first of the two."""
    turns: int = 0


def contest(
    game: Game, choosers: tuple[Chooser, Chooser], games: int, seed: int, tell: Callable[[int], None] = _say_nothing
) -> Tally:
    """Let two play so many games against each other, the first as White in every other one."""
    chance = random.Random(seed)  # noqa: S311 - the dice of games that nobody bets on
    to_begin = [_Seat(fresh(game, chance), list(Player)[number % 2]) for number in range(games)]
    going, points = to_begin[:SIDE_BY_SIDE], []
    to_begin = to_begin[SIDE_BY_SIDE:]
    while going:
        over = _play_on(game, going, choosers, chance)
        points += [result for _, result in over]
        done = {id(seat) for seat, _ in over}
        going = [seat for seat in going if id(seat) not in done]
        going, to_begin = going + to_begin[: len(over)], to_begin[len(over) :]
        tell(len(points))
    return Tally(tuple(points))


def _play_on(
    game: Game, going: list[_Seat], choosers: tuple[Chooser, Chooser], chance: random.Random
) -> list[tuple[_Seat, int]]:
    """Play one turn in every game; return those that are over, with the points of the first."""
    over = []
    for chooser, own in zip(choosers, _by_mover(going), strict=True):
        choices = chooser.choose(game, [seat.slot.turns for seat in own]) if own else []
        for seat, choice in zip(own, choices, strict=True):
            result = _play(seat, choice, chance)
            if result is not None:
                over.append((seat, result))
    return over


def _by_mover(going: list[_Seat]) -> tuple[list[_Seat], list[_Seat]]:
    firsts = [seat for seat in going if seat.slot.turns[0].player is seat.first]
    seconds = [seat for seat in going if seat.slot.turns[0].player is not seat.first]
    return firsts, seconds


def _play(seat: _Seat, choice: Choice, chance: random.Random) -> int | None:
    after = seat.slot.played(choice.turn, choice.outcome, chance)
    seat.turns += 1
    if after is None:
        points = count(choice.turn, choice.outcome)
        return points if choice.turn.player is seat.first else -points
    seat.slot = after
    return 0 if seat.turns >= MOST_TURNS else None
