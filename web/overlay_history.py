"""The table as it was some time ago, for spectators who must not help the players."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.service.view import TableView
from web.ports import Service

LONGEST_DELAY = 600
"""Seconds."""
SLOT_S = 0.1
"""What changes faster is not kept apart, so that ten minutes are never much to keep."""
IDLE_S = 2.0 * LONGEST_DELAY
"""So long after nobody has asked any more, nothing is kept."""
PATIENCE_S = 1.0
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Moment:
    """The table as it became at an instant; `now` is the time of its clocks then."""

    number: int
    at: float
    now: int
    view: TableView


class History:
    """What the table has shown in the last ten minutes; kept from the first time that somebody asks."""

    def __init__(self, service: Service, clock: Clock = time.monotonic) -> None:
        self._service, self._clock = service, clock
        self._changed = threading.Condition()
        self._moments: deque[Moment] = deque()
        self._count = 0
        self._asked_at = 0.0
        self._thread: threading.Thread | None = None

    def ask(self) -> None:
        """Keep what happens from now on, as somebody wants to see it."""
        with self._changed:
            self._asked_at = self._clock()
            if self._thread is None:
                self._moments.clear()
                self._thread = threading.Thread(target=self._follow, name="overlay", daemon=True)
                self._thread.start()

    def shown(self, delay: float) -> Moment | None:
        """Return the table as it was so many seconds ago; None if nobody kept it then."""
        with self._changed:
            return self._shown(delay)

    def next(self, delay: float, known: int, patience: float) -> Moment | None:
        """Return what is to be shown after this number, as soon as it is old enough; None if there is none in time."""
        ends = self._clock() + patience
        with self._changed:
            while not _is_other(found := self._shown(delay), known) and (left := ends - self._clock()) > 0:
                self._changed.wait(min(left, self._until_next(delay)))
            return found if _is_other(found, known) else None

    def since_then(self, moment: Moment, delay: float) -> int:
        """Return what the clocks of the table showed so many seconds ago."""
        return moment.now + round((self._clock() - delay - moment.at) * 1000)

    def note(self, view: TableView) -> None:
        """Keep the table as it is now."""
        with self._changed:
            at, shown = self._clock(), public(view)
            last = self._moments[-1] if self._moments else None
            if last is not None and last.view == shown:
                return
            if last is not None and len(self._moments) > 1 and at - self._moments[-2].at < SLOT_S:
                # Later, never earlier than it was.
                self._moments.pop()
            self._count += 1
            self._moments.append(Moment(self._count, at, self._service.now(), shown))
            self._forget(at)
            self._changed.notify_all()

    def _shown(self, delay: float) -> Moment | None:
        until = self._clock() - delay
        return next((one for one in reversed(self._moments) if one.at <= until), None)

    def _until_next(self, delay: float) -> float:
        until = self._clock() - delay
        later = next((one.at - until for one in self._moments if one.at > until), PATIENCE_S)
        return max(0.001, later)

    def _forget(self, at: float) -> None:
        """Forget what nobody can ask for any more: all but the last before the longest delay."""
        while len(self._moments) > 1 and self._moments[1].at <= at - LONGEST_DELAY:
            self._moments.popleft()

    def _follow(self) -> None:
        try:
            self._keep_up()
        finally:
            # Whatever has ended it: who asks next has it begun anew.
            with self._changed:
                self._thread = None
                self._moments.clear()

    def _keep_up(self) -> None:
        view = self._service.view()
        self.note(view)
        while self._is_wanted():
            began = time.monotonic()
            newer = self._service.wait(view.version, PATIENCE_S)
            if newer is not None:
                view = newer
                self.note(view)
            elif time.monotonic() - began < PATIENCE_S / 2:
                # Only a service that stops has no patience.
                return

    def _is_wanted(self) -> bool:
        return self._clock() - self._asked_at < IDLE_S


def _is_other(found: Moment | None, known: int) -> bool:
    return found is not None and found.number != known


def public(view: TableView) -> TableView:
    """Return what spectators are shown of a table: nothing of its devices, buttons and log, which would fill memory."""
    return replace(view, version=0, actions=(), log=(), devices=(), trouble=(), said=(), differs=())
