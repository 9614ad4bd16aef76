"""Two virtual players at one table: they enter all they do as from the panel, at a pace, and not always rightly."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from companion.demo.agreements import agreement
from companion.rules.players import Pair, both
from companion.rules.turn import Turn
from companion.service import TableService, TableView
from companion.service.plays import Tap, taps
from companion.service.speech import Speech
from companion.table import corrections as co
from companion.table import events as ev
from companion.table.codec import encode
from companion.table.state import Disputed, MatchOver, Playing, Table, ToThrow
from tests.soak.choices import Chooser

HUMAN_TURN_S, ENTRIES_A_TURN = 12.0, 2
"""A turn of people, in which a throw and a play are entered."""
LATE_S = 2.0
"""A player who is later than that does not hurry to make up for it."""
PATIENCE = 240
"""After so many decisions the players have had enough of a match."""
ILLEGAL, BACK, SCORE, BUTTON = 0.03, 0.01, 0.005, 0.6
"""How often a play is illegal, a step is taken back, the score is put right, and a dispute is settled by a button."""
SETTLES = frozenset({"stand", "change", "throw_was"})
MOST_IN_VAIN, MOST_PASSED = 50, 20
SPEECH = Speech(str)
CLOCK = {"kind": "delay", "reserve_ms": {"white": 3_600_000, "black": 3_600_000}, "step_ms": 12_000}


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that was entered: when, by two clocks, and what the table has said it waits for then."""

    at: int
    wall: int
    shown: str


class Hasty(Chooser):
    """Takes the first play that comes to mind: the load is to be the table's, not the player's."""

    def _play(self, turn: Turn) -> ev.Event:
        return ev.PlayEntered(0, turn.player, taps(turn).text(list(self._steps(turn))))


@dataclass
class Seat:
    """A table and its players; `speed`: how many times as fast as people."""

    service: TableService
    name: str
    speed: float
    chance: Random
    number: int = 0
    """Which game they play next."""
    entries: list[Entry] = field(default_factory=list)
    deeds: Counter[str] = field(default_factory=Counter)
    """What was entered, by its kind."""
    turned_down: int = 0
    turns: int = 0
    disputes: int = 0
    stuck: str = ""
    _chooser: Hasty | None = None
    _in_vain: int = 0
    _passed: int = 0

    def play(self, stop: threading.Event) -> None:
        """Play match after match until `stop` is set."""
        due = time.monotonic() + self.chance.random()
        gap = HUMAN_TURN_S / ENTRIES_A_TURN / self.speed
        while not stop.wait(max(0.0, due - time.monotonic())):
            self._act()
            due = max(due + gap * self.chance.uniform(0.5, 1.5), time.monotonic() - LATE_S)
            if self._in_vain > MOST_IN_VAIN:
                self.stuck = f"{self.service.view().waiting.text} {self.service.view().game}"
                return

    def counts(self) -> dict[str, Any]:
        """Return what was done, as JSON."""
        return {
            "name": self.name,
            "entered": self.deeds.total(),
            "deeds": dict(self.deeds),
            "turned_down": self.turned_down,
            "turns": self.turns,
            "disputes": self.disputes,
            "stuck": self.stuck,
            "entries": [list(asdict(one).values()) for one in self.entries],
        }

    @property
    def _table(self) -> Table | None:
        return self.service._table

    def _act(self) -> None:
        table = self._table
        if table is None or isinstance(table.phase, MatchOver) or self._chooser is None:
            self._begin()
            return
        mishap = self._mishap(table)
        if mishap is not None and self._enter(mishap):
            self.disputes += self.service.view().phase == "disputed"
            return
        for event in self._chooser.next(table):
            self._passed = self._passed + 1 if isinstance(event, ev.TurnEnded) else 0
            # Where nobody can get in any more, people do not pass for ever.
            self._enter(encode(event if self._passed < MOST_PASSED else ev.SessionEnded(0)))

    def _begin(self) -> None:
        games = self.service.catalogue()
        about = games[self.number % len(games)]
        agreed = agreement(about, self.number // len(games) + self.number)
        agreed["names"] = {"white": f"Ada {self.name}", "black": f"Bo {self.name}"}
        if agreed["length"]["kind"] != "money" and self.number % 2:
            agreed["clock"] = CLOCK
        self.number += 1
        self._chooser = Hasty(self.chance, PATIENCE)
        self._note("new_match", lambda: self.service.new_match(agreed, "white"))

    def _mishap(self, table: Table) -> Mapping[str, Any] | None:
        """Return what goes wrong, if anything does."""
        phase, chance = table.phase, self.chance.random()
        if isinstance(phase, Disputed) and chance < BUTTON:
            ways = [one.event for one in self.service.view().actions if one.name in SETTLES]
            return self.chance.choice(ways) if ways else None
        if isinstance(phase, Playing) and chance < ILLEGAL:
            return self._illegal(phase.turn)
        if isinstance(phase, ToThrow) and table.past is not None and chance < BACK:
            return encode(co.Undone(0, 1, both(True), "A slip."))  # noqa: FBT003 - a pair of answers
        if isinstance(phase, ToThrow) and chance < BACK + SCORE:
            return encode(co.ScoreSet(0, Pair(*table.match.score), "As it was."))
        return None

    def _illegal(self, turn: Turn) -> Mapping[str, Any] | None:
        """Return a play whose last checker is put down a point beside."""
        assert self._chooser is not None
        steps = list(self._chooser._steps(turn))
        if not steps or not isinstance(steps[-1][1], int):
            return None
        source, target = steps[-1]
        assert isinstance(target, int)
        beside: Tap = (source, target + 1 if target < 24 else target - 1)
        return encode(ev.PlayEntered(0, turn.player, taps(turn).text([*steps[:-1], beside])))

    def _enter(self, event: Mapping[str, Any]) -> bool:
        data = {name: value for name, value in event.items() if name != "at"}
        fine = self._note(_kind(data), lambda: self.service.post(data, str(data.get("player") or "scorer")))
        self.turns += fine and data["event"] == "play_entered"
        return fine

    def _note(self, deed: str, enter: Callable[[], Any]) -> bool:
        at, wall = time.monotonic_ns(), time.time_ns()
        answer = enter()
        if not answer.ok:
            self.turned_down += 1
            self._in_vain += 1
            return False
        self._in_vain = 0
        self.deeds[deed] += 1
        self.entries.append(Entry(at, wall, shown(answer.view)))
        return True


def _kind(event: Mapping[str, Any]) -> str:
    return " ".join(str(event[key]) for key in ("event", "action", "way") if key in event)


def shown(view: TableView) -> str:
    """Return what the hall's page says of a table in this state."""
    return SPEECH.say(view.waiting, lambda who: view.names.white if who == "white" else view.names.black)
