"""Many games side by side, so that one look at the net serves all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from companion.hints.nets.arrays import Bytes, Floats
from companion.hints.nets.choices import Choice, Limits, best_choices
from companion.hints.nets.judges import Judge, RandomJudge
from companion.hints.nets.sight import sight
from companion.hints.nets.worth import ended, turned
from companion.hints.training.slots import Slot, after_win, count, fresh
from companion.rules.game import Game
from companion.rules.players import Player

SIDE_BY_SIDE = 128
MOST_TURNS = 400
"""A game that both sides cannot end is broken off after so many turns and left as the net sees it."""
LIMITS = Limits(listed=150, carried=8, taken=1)
ASTRAY, FURTHEST = 0.3, 24
"""How many fresh games begin with plays made at random, and with how many at most: so the net sees odd positions."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was played: what stood before each throw, who threw, and how White came out."""

    rows: Bytes
    by_black: np.ndarray[tuple[int], np.dtype[np.bool_]]
    result: Floats | None
    """White's chances at the end: certain; None for a game that was broken off."""


@dataclass
class _Course:
    """What was seen of a game so far."""

    slot: Slot
    astray: int = 0
    """How many plays are still made at random; what stands before them is not learned from."""
    rows: list[Bytes] = field(default_factory=list)
    by_black: list[bool] = field(default_factory=list)

    def __post_init__(self) -> None:
        standing = self.slot.standing
        if standing is not None and not self.astray:
            self.see(sight(standing)[0], standing.then.player)

    def see(self, row: Bytes, player: Player) -> None:
        """Note what stands before a throw, and who throws."""
        self.rows.append(row)
        self.by_black.append(player is Player.BLACK)

    def record(self, result: Floats | None) -> Record:
        """Return the game as it was played."""
        return Record(np.stack(self.rows), np.array(self.by_black), result)


class SelfPlay:
    """Games that a judge plays against itself."""

    def __init__(self, game: Game, seed: int, side_by_side: int = SIDE_BY_SIDE) -> None:
        """Begin so many games."""
        self.game = game
        self._chance = random.Random(seed)  # noqa: S311 - the dice of games that nobody bets on
        self._by_chance = RandomJudge(np.random.default_rng(seed))
        self._courses = [self._fresh() for _ in range(side_by_side)]

    def _fresh(self) -> _Course:
        astray = self._chance.randint(1, FURTHEST) if self._chance.random() < ASTRAY else 0
        return _Course(fresh(self.game, self._chance), astray)

    def step(self, judge: Judge) -> Iterator[Record]:
        """Play one turn in every game; yield those that are over."""
        for its_judge, astray in ((judge, False), (self._by_chance, True)):
            places = [place for place, course in enumerate(self._courses) if bool(course.astray) is astray]
            turns = [self._courses[place].slot.turns for place in places]
            choices = best_choices(self.game, turns, its_judge, LIMITS) if turns else []
            for place, choice in zip(places, choices, strict=True):
                record = self._play(place, choice)
                if record is not None:
                    yield record

    def _play(self, place: int, choice: Choice) -> Record | None:
        course = self._courses[place]
        after = course.slot.played(choice.turn, choice.outcome, self._chance)
        if after is None:
            self._courses[place] = self._after_win(choice)
            return course.record(self._result(choice)) if course.rows else None
        course.slot, course.astray = after, max(course.astray - 1, 0)
        if after.standing is not None and not course.astray:
            course.see(choice.row, after.standing.then.player)
        if len(course.rows) < MOST_TURNS:
            return None
        self._courses[place] = self._fresh()
        return course.record(None)

    def _after_win(self, choice: Choice) -> _Course:
        slot = after_win(choice.turn, choice.outcome, self._chance)
        return self._fresh() if slot is None else _Course(slot)

    def _result(self, choice: Choice) -> Floats:
        won = ended(self.game, count(choice.turn, choice.outcome))
        seen: Floats = (won if choice.turn.player is Player.WHITE else turned(won))[0]
        return seen
