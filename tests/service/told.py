"""Takes what a part tells, and waits for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from companion.service import Condition, Noticed, Port, Report
from companion.table.events import Event
from tests.waiting import HANG_S

E = TypeVar("E", bound=Event)
LOOK_S = 0.05


class Told:
    """All reports, in order."""

    def __init__(self) -> None:
        self.reports: list[Report] = []
        self._changed = threading.Condition()

    def __call__(self, report: Report) -> None:
        with self._changed:
            self.reports.append(report)
            self._changed.notify_all()

    def events(self, kind: type[E]) -> list[E]:
        return [one.event for one in self.reports if isinstance(one, Noticed) and isinstance(one.event, kind)]

    @property
    def conditions(self) -> list[Condition]:
        return [one for one in self.reports if isinstance(one, Condition)]

    def wait(self, is_there: Callable[[], object]) -> None:
        end = time.monotonic() + HANG_S
        with self._changed:
            while not is_there():
                assert time.monotonic() < end, self.reports
                # Not everything that is waited for is a report.
                self._changed.wait(LOOK_S)


@contextmanager
def at_work(port: Port) -> Iterator[Told]:
    """A part at work, and what it tells."""
    told, stop = Told(), threading.Event()
    thread = threading.Thread(target=port.run, args=(told, stop))
    thread.start()
    try:
        yield told
    finally:
        stop.set()
        thread.join(HANG_S)
        assert not thread.is_alive()
