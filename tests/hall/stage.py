"""A hall without a broker: messages are put in by hand, and what it confirms is remembered."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from companion.broker.messages import Alive, Events, Matches, State, encode
from companion.broker.topics import Topics
from companion.hall.hall import Hall
from companion.hall.link import Being
from companion.hall.record.record import Record
from companion.hall.view import FloorView
from tests.hall.tables import alive
from tests.waiting import HANG_S

AGAIN_S = 5.0
"""After that a table sends again."""
KINDS = {Alive: "alive", State: "state", Matches: "matches", Events: "events"}


@dataclass
class FakeLine:
    """Remembers what is confirmed."""

    being: Being
    cursors: list[tuple[str, str, int]] = field(default_factory=list)
    renewed: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)

    def start(self) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""

    def confirm(self, table: str, match: str, have: int) -> None:
        with self.changed:
            self.cursors.append((table, match, have))
            self.changed.notify_all()

    def renew(self) -> None:
        self.renewed += 1

    def next_of(self, table: str, match: str, after: int) -> int | None:
        """Return the next cursor for a match after so many, if it comes soon."""

        def told() -> list[int]:
            return [have for at, one, have in self.cursors[after:] if (at, one) == (table, match)]

        with self.changed:
            self.changed.wait_for(told, AGAIN_S)
            return next(iter(told()), None)

    def until(self, *cursor: object) -> None:
        """Wait until something is confirmed."""
        with self.changed:
            assert self.changed.wait_for(lambda: cursor in self.cursors, HANG_S), self.cursors[-5:]


@dataclass
class Stage:
    """A hall, and what tables tell it: each session says first that it is there."""

    hall: Hall
    line: FakeLine
    met: set[tuple[str, str]] = field(default_factory=set)

    def tell(self, *messages: Alive | State | Matches | Events, retained: bool = False) -> None:
        for told in messages:
            who = told.table, told.session
            if isinstance(told, Matches | Events) and who not in self.met:
                self.tell(alive(int(told.table, 16), int(told.session, 16)))
            if isinstance(told, Alive):
                self.met.add(who)
            topic = Topics().of_table(KINDS[type(told)], told.table)
            self.hall.receive(topic, encode(told), retained=retained)

    def until(self, is_so: Callable[[FloorView], bool]) -> FloorView:
        """Return the first view that is as wanted."""
        view: FloorView | None = self.hall.view()
        while view is not None and not is_so(view):
            view = self.hall.wait(view.version, HANG_S)
        assert view is not None, self.hall.view()
        return view


@contextmanager
def staged(record: Record, name: str = "A hall", *, known_only: bool = False) -> Iterator[Stage]:
    """A hall that is stopped at the end; its broker is there."""
    lines: list[FakeLine] = []

    def line(being: Being, _hall: Hall) -> FakeLine:
        lines.append(FakeLine(being))
        return lines[-1]

    hall = Hall(record, name, make_line=line, known_only=known_only)
    hall.start()
    hall.connected()
    try:
        yield Stage(hall, lines[-1])
    finally:
        hall.stop()
