"""A table at which virtual hands play random games on a virtual board, in times that are values.

All between the checkers and the record is real: sensors with their faults, protocol, line, session, settling, readings
and the referee. Only the throws are told by hand, and the players answer truly whatever they are asked.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from companion.match.length import MatchRules, Money, Rounds
from companion.rules.game import Game, Scoring
from companion.rules.notation import write_international
from companion.rules.opening import dice_each
from companion.rules.players import Pair, Player
from companion.rules.plays import Plays, legal_plays
from companion.rules.position import Setup
from companion.rules.turn import Outcome, Turn
from companion.table import events as ev
from companion.table.corrections import Undone
from companion.table.games import begin_table
from companion.table.reading import BoardReading
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Asking, GameOver, MatchOver, Naming, Opening, Playing, Record, Table, ToThrow
from firmware_bridge.bridge import Bridge, Event, Looked
from firmware_bridge.happenings import Pressed, Standing, State
from firmware_bridge.orientation import Orientation
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.hands import Hands
from firmware_bridge.watch import Ailing, Read, Watch
from firmware_bridge.zones import Group
from tests.firmware_bridge.virtual.troubles import GOOD, Trouble

BOTHERING = 0.25
"""How often something else is tried and put back before a play is made."""
LOOKED_AT = 4
"""Of so many plays the one is made that gets on best: otherwise random games do not end."""
READ_AGAIN = 60.0
STEP = 0.02
"""How often a service looks whether the board has been heard."""
PATIENCE = 4.0
"""How long the players wait for the board before they tell their play."""


@dataclass
class Tally:
    """What came of some games."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    unfinished: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.counts += other.counts
        self.wrong += other.wrong
        self.unfinished += other.unfinished


class Sitting:
    """One game at a table with a virtual board."""

    def __init__(
        self, game: Game, trouble: Trouble = GOOD, *, seed: str, groups: tuple[Group, ...] | None = None
    ) -> None:
        self.chance = random.Random(f"{game.id} {seed}")
        rules = MatchRules(game, Rounds(2) if game.scoring is Scoring.POINTS else Money())
        self.game, self.trouble = game, trouble
        self.table: Table = begin_table(rules)
        self.board = VirtualBoard(groups, Orientation(), self.chance)
        self.bridge = Bridge(Watch(among=(Orientation(),)))
        self.now = 0.0
        self.is_open = False
        self.tally = Tally()
        self.goals: list[Setup] = []
        self.said: list[str] = []
        self.told: list[Event] = []
        self.presses = 0
        self.reading: BoardReading | None = None
        self.asked = self.answered = 0
        self.held_at: int | None = None
        """Since when something waits until the board has been heard: what the board shows meanwhile is of that time."""
        self.board.lay(self.table.game.position.setup)

    def play(self, turns: int = 400) -> Tally:
        """Play a game to its end, or so many turns of it."""
        self.run(2.0)
        self.trouble.begin(self.board, self.chance)
        for _ in range(2 * turns):
            if self._is_over or self.tally.counts["turns"] >= turns:
                break
            if not self._go_on():
                break
        self.tally.counts["games"] += 1
        self.tally.counts["ended"] += self._is_over
        return self.tally

    # Time

    def run(self, seconds: float) -> None:
        """Let time pass, at the board, on the line and in the companion."""
        until = self.now + seconds
        while self.now < until:
            self._plug()
            if self._exchange():
                continue
            due = [at for at in (self.board.due, self.bridge.due if self.is_open else None) if at is not None]
            self.now = max(self.now, min(*due, until))
            self.board.tick(self.now)
            self._note(self.bridge.tick(self.now) if self.is_open else [])

    def _exchange(self) -> bool:
        """Carry bytes; tell whether any have come."""
        if not self.is_open:
            return False
        down = self.bridge.session.to_send()
        if down:
            self.board.receive(down, self.now)
        up = self.board.arrived()
        self._note(self.bridge.receive(up, self.now) if up else [])
        return bool(up)

    def _plug(self) -> None:
        if self.is_open and self.board.is_gone:
            self.is_open = False
            self._note(self.bridge.close(self.now, "The board is unplugged."))
        elif not self.is_open and not self.board.is_gone:
            self.is_open = True
            self._note(self.bridge.open(self.now))

    def _note(self, events: list[Event]) -> None:
        for event in events:
            self.told.append(event)
            at = round(1000 * event.at) if self.held_at is None else self.held_at
            if isinstance(event, Looked):
                self.answered = event.number
                self._come_back(at)
            elif isinstance(event, Read):
                self.reading = event.reading
                self._see(at)
            elif isinstance(event, Standing) and event.state is not State.LIVE:
                self.reading = None
                if self.table.board is not None:
                    self._apply(ev.BoardLost(at))

    def _see(self, at: int) -> None:
        """Let the table see the board, unless it may show what lay there before the turn ended without it."""
        if self.table.board is None and getattr(self.table.phase, "ended", False):
            self._ask()
        elif self.reading is not None:
            self._apply(ev.BoardSeen(at, self.reading))

    def _come_back(self, at: int) -> None:
        if self.table.board is None and self.reading is not None:
            self._apply(ev.BoardSeen(at, self.reading))

    def _ask(self) -> None:
        self.asked += 1
        self._note(self.bridge.look_again(self.asked, self.now))

    def judge(self, event: ev.Event) -> None:
        """Let something happen that has the board judged: not before the board has been heard since, or is lost."""
        self.held_at = event.at
        if self.table.board is not None:
            self._ask()
        while self.table.board is not None and self.answered < self.asked:
            self.run(STEP)
        self.held_at = None
        self._apply(event)

    def happen(self, event: ev.Event) -> None:
        """Let something happen that cannot be turned down."""
        refused = self._apply(event)
        assert refused is None, f"{event} was turned down: {refused}"

    def _apply(self, event: ev.Event) -> Rejection | None:
        after = apply(self.table, event)
        if isinstance(after, Rejection):
            return after
        self.table = after
        self.said += [said.code for said in after.said]
        return None

    @property
    def at(self) -> int:
        return round(1000 * self.now)

    # A game

    def _go_on(self) -> bool:
        phase, player = self.table.phase, self.table.game.player
        if isinstance(phase, Opening):
            for one in Player:
                self.happen(ev.ThrowEntered(self.at, one, self._dice(dice_each(self.game))))
        elif isinstance(phase, ToThrow):
            before = len(self._records)
            self.happen(ev.ThrowEntered(self.at, player, self._dice()))
            # Marked points can win before anything is moved.
            self.goals += [self.board.seat.setup] * (self._is_over and len(self._all_records) > before)
        elif isinstance(phase, Naming):
            self.happen(ev.DoubleNamed(self.at, player, self.chance.randint(1, 6)))
        elif isinstance(phase, Playing):
            return self._turn(phase.turn)
        else:
            self.tally.unfinished.append(f"{self.trouble.name}: {type(phase).__name__} before a turn")
            return False
        return True

    def _dice(self, count: int = 2) -> tuple[int, ...]:
        return tuple(self.chance.randint(1, 6) for _ in range(count))

    def _turn(self, turn: Turn) -> bool:
        plays = legal_plays(turn)
        goal = self._goal(turn, plays)
        self.goals.append(goal.position.setup)
        self.tally.counts["turns"] += 1
        self.said.clear()
        before = len(self._records)
        self.trouble.happen(self.board, self.chance)
        self._move(turn, plays, goal)
        self._press(turn)
        self._end(turn)
        self._settle(turn, goal, before)
        return self._is_right(turn, plays, goal, before)

    def _goal(self, turn: Turn, plays: Plays) -> Outcome:
        states = list(plays.states)
        some = plays._made(self.chance.sample(states, min(LOOKED_AT, len(states))))
        return min(some, key=lambda outcome: (not outcome.won, outcome.position.pips(self.game)[turn.player]))

    def _move(self, turn: Turn, plays: Plays, goal: Outcome) -> None:
        otherwise = None
        if self.chance.random() < BOTHERING:
            (other,) = plays._made([self.chance.choice(list(plays.states))])
            otherwise = other.position.setup
        hands = Hands(self.game, turn.player, self.chance)
        begin = self.now + self.chance.uniform(0.2, 2.0)
        self.board.move(hands.play(self.board.seat.setup, goal.position.setup, otherwise, begin))
        while self.board.is_moving:
            self.run(0.1)
        assert not self.board.mishap
        assert self.board.seat.setup == goal.position.setup

    def _press(self, turn: Turn) -> None:
        button = 1 if turn.player is Player.WHITE else 2
        for pressed in (True, False):
            self.presses += not (self.board.is_gone or self.board.hangs)
            self.board.press(button, pressed=pressed)
            self.run(0.12)

    def _end(self, turn: Turn) -> None:
        self.run(self.chance.uniform(0.0, 0.8))
        if not self._is_in(turn):
            return
        if turn.memory.named or turn.memory.given:
            self.judge(ev.TurnEnded(self.at, turn.player))
        else:
            self.judge(ev.DiceLifted(self.at))

    def _settle(self, turn: Turn, goal: Outcome, before: int) -> None:
        """Wait until the table knows what was played, and no longer than players would."""
        until = self.now + PATIENCE
        while self.now < until and not self._has_recorded(goal, before):
            self.run(0.5)
            if self._is_in(turn):
                self.judge(ev.TimePassed(self.at))
        self.run(self.chance.choice((0.2, 2.5)))

    def _is_in(self, turn: Turn) -> bool:
        return getattr(self.table.phase, "turn", None) is turn

    @property
    def _records(self) -> list[Record]:
        return [one for one in self.table.game.record if isinstance(one, Record)]

    def _has_recorded(self, goal: Outcome, before: int) -> bool:
        records = self._records
        return len(records) > before and records[before].after == goal.position

    # What the table makes of it

    def _is_right(self, turn: Turn, plays: Plays, goal: Outcome, before: int) -> bool:
        counts = self.tally.counts
        if len(self._records) > before and not self._has_recorded(goal, before):
            if not self._is_noticed():
                self._is_wrong(turn, goal, before)
                return False
            counts["noticed"] += 1
            self.happen(Undone(self.at, 1, Pair(True, True), "it was another play"))  # noqa: FBT003
        if isinstance(self.table.phase, Asking) and goal in self.table.phase.outcomes:
            counts["asked"] += 1
            choice = self.table.phase.outcomes.index(goal) + 1
            self.happen(ev.WayChosen(self.at, ev.Way.PLAY_WAS, choice=choice))
        elif self._is_in(turn):
            counts["told"] += 1
            assert self.said, "the table does not say why it does not go on"
            self._tell(turn, plays, goal)
        else:
            counts["seen"] += 1
        if not self._has_recorded(goal, before):
            self._is_wrong(turn, goal, before)
            return False
        return True

    def _is_noticed(self) -> bool:
        """Whether the table says that the board shows something else, at the latest when it sees the board again."""
        until = self.now + READ_AGAIN
        while self.now < until and "board_differs" not in self.said:
            self.run(0.5)
        return "board_differs" in self.said

    def _tell(self, turn: Turn, plays: Plays, goal: Outcome) -> None:
        self.happen(ev.PlayEntered(self.at, turn.player, write_international(turn, plays[goal])))
        if isinstance(self.table.phase, Asking):
            choice = self.table.phase.outcomes.index(goal) + 1
            self.happen(ev.WayChosen(self.at, ev.Way.PLAY_WAS, choice=choice))

    def _is_wrong(self, turn: Turn, goal: Outcome, before: int) -> None:
        self.tally.counts["wrong"] += 1
        records = self._records[before:]
        got = write_international(turn, records[0].play) if records and records[0].play is not None else "nothing"
        want = write_international(turn, legal_plays(turn)[goal])
        self.tally.wrong.append(
            f"{self.trouble.name}, {self.game.id}, turn {before + 1} at {self.now:.2f}: {turn.player.value} {turn.dice}"
            f" played {want}, recorded {got}; said {self.said}; {type(self.table.phase).__name__}"
        )

    # At the end

    def is_recorded(self) -> bool:
        """Whether the record of the game is what was played, turn by turn."""
        return [record.after.setup for record in self._all_records] == self.goals

    @property
    def _is_over(self) -> bool:
        return isinstance(self.table.phase, GameOver | MatchOver)

    @property
    def _all_records(self) -> list[Record]:
        games = [one.game for one in self.table.games] or [self.table.game]
        return [one for game in games for one in game.record if isinstance(one, Record)]

    def count(self, kind: type[Pressed | Ailing]) -> int:
        """Return how often something was told."""
        return sum(isinstance(event, kind) for event in self.told)
