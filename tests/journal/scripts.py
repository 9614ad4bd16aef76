"""The scripted tables of `tests/sessions` as matches: what was agreed on, and every event the referee took."""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path

from companion.journal.lines import Stored
from companion.match.length import MatchRules
from companion.table.agreement import Agreement
from companion.table.events import Event
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Table
from tests.table.script import Script

SESSIONS = Path(__file__).parents[1] / "sessions"
NAMES = sorted(path.stem for path in SESSIONS.glob("*.txt"))
WALL = 1_790_000_000_000


class _Taken(Script):
    """A script that keeps the events that were not turned down."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[Event] = []

    def happen(self, line: str) -> None:
        word, *words = shlex.split(line)
        if hasattr(self, f"set_{word}"):
            getattr(self, f"set_{word}")(words)
        elif word != "show":
            event: Event = getattr(self, f"on_{word}")(words)
            after = apply(self.table, event)
            if not isinstance(after, Rejection):
                self._table = after
                self.taken.append(event)

    @property
    def agreement(self) -> Agreement:
        return Agreement(MatchRules(self.game, self.length, clock=self.clock, cube=self.cube), self.rules)


@cache
def session(name: str) -> tuple[Agreement, tuple[Stored, ...], Table]:
    """A scripted table: the agreement, what was kept of it, and the table at the end."""
    script = _Taken()
    for line in (SESSIONS / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(">"):
            script.happen(line[1:])
    return script.agreement, kept(script.taken), script.table


def kept(events: list[Event]) -> tuple[Stored, ...]:
    """The events as a journal would have kept them."""
    return tuple(Stored(number, WALL + event.at, event) for number, event in enumerate(events, 1))
