"""Tables that play random games through the whole referee, with hands and sensors as they are."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Self

from companion.match.length import MatchRules, Money, Rounds
from companion.match.score import Choice
from companion.rules.game import Game, Scoring
from companion.rules.opening import dice_each
from companion.rules.players import Player
from companion.rules.plays import Plays, legal_plays
from companion.rules.position import Setup
from companion.rules.turn import Turn
from companion.table import events as ev
from companion.table.games import begin_table
from companion.table.reading import BoardReading, exact_reading
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import (
    Asking,
    Disputed,
    GameOver,
    MatchOver,
    Naming,
    Opening,
    Playing,
    Record,
    Table,
    ToThrow,
)
from companion.table.waiting import waiting_for
from tests.table.hands import Hands, Sensing, illegal_boards, readings

Event = Callable[[int], ev.Event]
STEP_MS = 700
LONG_ENOUGH_MS = 3000
MOST_TURNS = 300
"""After about so many turns a random game is given up."""
BOTHERING = 0.3
"""How often something else is tried and put back before a play is made."""


@dataclass
class Tally:
    """What came of some games."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong_reasons: list[str] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    """What each event of a legal turn cost."""
    disputes: list[float] = field(default_factory=list)
    """What each event cost with which a play was called illegal."""

    def __iadd__(self, other: Tally) -> Self:
        self.counts += other.counts
        self.wrong_reasons += other.wrong_reasons
        self.milliseconds += other.milliseconds
        self.disputes += other.disputes
        return self


class Session:
    """A table at which random games are played; `illegal` is how often a play is against the rules at first."""

    def __init__(
        self, game: Game, sense: Sensing, chance: random.Random, illegal: float = 0, most_turns: int = MOST_TURNS
    ) -> None:
        rules = MatchRules(game, Rounds(2) if game.scoring is Scoring.POINTS else Money())
        self.table: Table = begin_table(rules)
        self.game, self.sense, self.chance, self.illegal = game, sense, chance, illegal
        self.most_turns = most_turns
        self.tally = Tally()
        self.now = 0

    def play(self, games: int) -> Tally:
        """Play so many games to their end, or until they are long enough."""
        counts = self.tally.counts
        things = 0
        while counts["games"] < games and not isinstance(self.table.phase, MatchOver):
            things += 1
            if isinstance(self.table.phase, GameOver):
                counts["games"] += 1
                things = 0
                self._next_game()
            elif things > 2 * self.most_turns:
                counts["games"] += 1
                counts["given up"] += 1
                break
            elif not self._go_on():
                counts["games"] += 1
                break
        if isinstance(self.table.phase, MatchOver):
            counts["games"] += 1
        return self.tally

    def _next_game(self) -> None:
        waiting = waiting_for(self.table)
        if waiting.code == "choose_start":
            winner = Player(dict(waiting.params)["player"])
            self.happen(lambda at: ev.NextGame(at, winner, self.chance.choice(list(Choice))))
        else:
            self.happen(ev.NextGame)

    def _dice(self, count: int = 2) -> tuple[int, ...]:
        return tuple(self.chance.randint(1, 6) for _ in range(count))

    def happen(self, make: Event) -> None:
        """Let the next thing happen, and take its time."""
        self.now += STEP_MS
        event = make(self.now)
        began = time.thread_time()
        after = apply(self.table, event)
        spent = 1000 * (time.thread_time() - began)
        if isinstance(after, Rejection):
            msg = f"{event} was turned down: {after}"
            raise TypeError(msg)
        illegal = isinstance(after.phase, Disputed) or isinstance(self.table.phase, Disputed)
        (self.tally.disputes if illegal else self.tally.milliseconds).append(spent)
        self.table = after

    def _go_on(self) -> bool:
        """Let the next thing be done; false if the referee has lost the thread."""
        phase, player = self.table.phase, self.table.game.player
        if isinstance(phase, Opening):
            for one in Player:
                dice = self._dice(dice_each(self.game))
                self.happen(lambda at, one=one, dice=dice: ev.ThrowEntered(at, one, dice))  # type: ignore[misc]
        elif isinstance(phase, ToThrow):
            lying = tuple(ev.Die(value, player) for value in self._dice())
            self.happen(lambda at: ev.DiceSeen(at, lying))
        elif isinstance(phase, Naming):
            self.happen(lambda at: ev.DoubleNamed(at, player, self.chance.randint(1, 6)))
        elif isinstance(phase, Playing):
            return self._turn(phase.turn)
        else:
            return False
        return True

    def _turn(self, turn: Turn) -> bool:
        plays, chance = legal_plays(turn), self.chance
        goal, other = plays._made(chance.choices(list(plays.states), k=2))
        self.tally.counts["turns"] += 1
        if chance.random() < self.illegal and not self._against_rules(turn, plays):
            return False
        if isinstance(self.table.phase, Disputed):
            self._see(self.sense(goal.position.setup))
        else:
            otherwise = other.position.setup if chance.random() < BOTHERING else None
            self._hands(turn, goal.position.setup, otherwise)
            self._end(turn)
        return self._is_right(goal.position.setup)

    def _see(self, reading: BoardReading) -> None:
        self.happen(lambda at: ev.BoardSeen(at, reading))

    def _hands(self, turn: Turn, goal: Setup, otherwise: Setup | None) -> None:
        boards = list(Hands(turn, self.chance).play(goal, otherwise)) or [goal]
        for reading in readings(boards, self.sense, self.chance):
            self._see(reading)
            if isinstance(self.table.phase, Disputed):
                self.tally.counts["false illegal"] += 1

    def _end(self, turn: Turn) -> None:
        if turn.memory.named or turn.memory.given:
            self.happen(lambda at: ev.TurnEnded(at, turn.player))
        else:
            self.happen(ev.DiceLifted)

    def _is_right(self, goal: Setup) -> bool:
        """Whether what was recorded is what was played; the players answer if they are asked."""
        counts, phase = self.tally.counts, self.table.phase
        if isinstance(phase, Asking):
            counts["asked"] += 1
            setups = [outcome.position.setup for outcome in phase.outcomes]
            if goal not in setups:
                counts["wrong"] += 1
                return False
            choice = setups.index(goal) + 1
            counts["likely one was right"] += choice == 1
            self.happen(lambda at: ev.WayChosen(at, ev.Way.PLAY_WAS, choice=choice))
        elif isinstance(phase, Disputed):
            counts["false illegal"] += 1
            return False
        record = [one for one in self.table.game.record if isinstance(one, Record)]
        right = bool(record) and record[-1].after.setup == goal and record[-1].play is not None
        counts["wrong"] += not right
        return right

    def _against_rules(self, turn: Turn, plays: Plays) -> bool:
        """Play against the rules first, if there is a way; false if that was not seen for what it was."""
        after, reason = next(illegal_boards(turn, plays, self.chance), (None, None))
        if after is None or reason is None:
            return True
        boards = list(Hands(turn, self.chance).play(after)) or [after]
        for reading in readings(boards, self.sense, self.chance):
            self._see(reading)
        self._end(turn)
        if not isinstance(self.table.phase, Disputed):
            self.now += LONG_ENOUGH_MS
            self.happen(ev.TimePassed)
        phase, counts = self.table.phase, self.tally.counts
        counts["illegal"] += 1
        if isinstance(phase, Disputed) and phase.violation.reason is reason:
            counts["illegal, caught"] += 1
            return True
        if self.table.differs:
            # The board had shown a legal play before: that one counts, and the board is to be put right.
            counts["illegal, board to be put right"] += 1
            return False
        found = phase.violation.reason.value if isinstance(phase, Disputed) else type(phase).__name__
        self.tally.wrong_reasons.append(f"{reason.value}: {found}")
        return isinstance(phase, Disputed)


def sessions(
    games: Iterable[Game],
    sense: Sensing = exact_reading,
    *,
    seed: str,
    illegal: float = 0,
    most_turns: int = MOST_TURNS,
) -> Tally:
    """Play all these games."""
    whole = Tally()
    for number, game in enumerate(games):
        whole += Session(game, sense, random.Random(f"{seed} {number}"), illegal, most_turns).play(1)
    return whole
