"""Which tables are heard: all but those that a director has turned away, or only those that one has let in."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.broker.messages import Alive, State
from companion.hall.record.values import Admission, SeenTable
from companion.hall.view import KnownTable

MOST_WAITING = 100
"""Tables; what was not heard for longest is forgotten first, and comes back when it speaks again."""


@dataclass
class Waiting:
    """A table that waits to be let in, with the last that it has told."""

    first: int
    last: int = 0
    alive: Alive | None = None
    state: State | None = None


class Admissions:
    """May be used from any thread."""

    def __init__(self, *, known_only: bool) -> None:
        """Take whether only those are heard that were let in."""
        self._known_only = known_only
        self._lock = threading.Lock()
        self._decided: dict[str, Admission] = {}
        self._waiting: OrderedDict[str, Waiting] = OrderedDict()

    def load(self, decided: Iterable[Admission]) -> None:
        """Take what was decided before."""
        self._decided = {one.table: one for one in decided}

    @property
    def decided(self) -> dict[str, Admission]:
        """What was decided, by the ids of the tables."""
        with self._lock:
            return dict(self._decided)

    @property
    def waiting(self) -> dict[str, Waiting]:
        """The tables that wait to be let in, by their ids."""
        with self._lock:
            return dict(self._waiting)

    def hears(self, table: str) -> bool:
        """Whether what a table tells is taken."""
        decided = self._decided.get(table)
        return decided.let_in if decided is not None else not self._known_only

    def note(self, told: Alive | State, now: int) -> bool:
        """Keep what a table has told that waits to be let in; False if it was turned away."""
        with self._lock:
            if told.table in self._decided:
                return False
            waiting = self._waiting.setdefault(told.table, Waiting(now))
            self._waiting.move_to_end(told.table)
            waiting.last = now
            if isinstance(told, Alive):
                waiting.alive = told
            else:
                waiting.state = told
            while len(self._waiting) > MOST_WAITING:
                self._waiting.popitem(last=False)
            return True

    def decide(self, one: Admission) -> Waiting | None:
        """Let a table in, or turn it away; return what it has told while it waited."""
        with self._lock:
            self._decided[one.table] = one
            return self._waiting.pop(one.table, None)


def known_table(table: str, seen: SeenTable | None, waiting: Waiting | None, decided: Admission | None) -> KnownTable:
    """Return a table as directors are shown it."""
    known = KnownTable(table, decided.name if decided else "", 0, 0)
    if seen is not None:
        known = replace(known, name=seen.name, first=seen.first_seen, last=seen.last_seen)
    if waiting is not None:
        name = waiting.alive.name if waiting.alive else known.name
        return replace(known, name=name, first=known.first or waiting.first, last=waiting.last, standing="waits")
    if decided is None:
        return known
    return replace(known, standing="let_in" if decided.let_in else "turned_away", by=decided.by)
