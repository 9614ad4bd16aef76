"""The end of a turn waits until the board has been heard: no play is judged by what lay there a while ago."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from companion.service.desk import Desk, Work
from companion.service.ports import Asked, Condition, Looked, Noticed, Reads
from companion.table.events import BoardLost, BoardSeen, ClockHit, DiceLifted, DiceSeen, TimePassed, TurnEnded
from companion.table.state import Playing, Table

if TYPE_CHECKING:
    from companion.service.deeds import Deed

LOG = logging.getLogger(__name__)
HOLD_S = 1.5
"""A part that has not answered by then is not heard at all: a board that is only lost tells so sooner."""
NOTICED = (DiceLifted, DiceSeen, ClockHit, TurnEnded)
ENTERED = frozenset({"turn_ended", "clock_hit", "throw_entered"})
TICK = TimePassed(0)


@dataclass(frozen=True, slots=True)
class Job:
    """Something for the owner thread to do, as of the instant it was put in the queue."""

    instant: float
    work: Work
    matter: object = None
    """What it is about: a part's report, what somebody has entered, or that time has passed."""
    done: Future[Any] = field(default_factory=Future)
    deed: Deed | None = None
    """The work as a value, for whoever writes down what is done; none: nothing of it has to be known."""


class TurnEnds:
    """Does jobs in order, but holds back one that has a turn judged, and all after it, until the board has answered."""

    def __init__(self, desk: Desk, do: Callable[[Job], None]) -> None:
        self._desk = desk
        self._do = do
        self._held: deque[Job] = deque()
        self._number: int | None = None
        self._until = 0.0

    @property
    def due(self) -> float | None:
        """When `go_on` has to be called at the latest, if anything is held back."""
        return self._until if self._held else None

    def take(self, job: Job, now: float) -> None:
        """Do a job, or hold it back."""
        if self._held and _tells_of_board(job.matter):
            # What the board shows is what the held event is judged by, so it happened no later.
            self._do(replace(job, instant=min(job.instant, self._held[0].instant)))
        else:
            self._in_order(job, now)
        self.go_on(now)

    def go_on(self, now: float) -> None:
        """Do what need not wait any longer."""
        while self._held and self._is_over(now):
            first, *rest = self._held
            self._held.clear()
            self._do(first)
            for job in rest:
                self._in_order(job, now)

    @property
    def held(self) -> tuple[Job, ...]:
        """What is held back."""
        return tuple(self._held)

    def drop(self) -> list[Job]:
        """Return what is held back, and forget it."""
        held = list(self._held)
        self._held.clear()
        return held

    def _in_order(self, job: Job, now: float) -> None:
        if not self._held and _is_judged(job.matter, self._desk.table):
            self._number, self._until = self._desk.look_again(), now + HOLD_S
            if self._number is not None:
                self._held.append(job)
                return
        if self._held:
            self._held.append(job)
        else:
            self._do(job)

    def _is_over(self, now: float) -> bool:
        table = self._desk.table
        if table is None or table.board is None or self._number is None or self._desk.looked >= self._number:
            return True
        if now < self._until:
            return False
        LOG.warning("The board does not answer, and is not gone by")
        first = self._held[0]
        self._do(Job(first.instant, self._desk.do_without_board))
        return True


def _is_judged(matter: object, table: Table | None) -> bool:
    """Whether this may have a turn judged by what the board shows."""
    if table is None or table.board is None or not isinstance(table.phase, Playing):
        return False
    if matter is TICK:
        return table.phase.ended
    if isinstance(matter, Noticed):
        return isinstance(matter.event, NOTICED)
    return isinstance(matter, Mapping) and matter.get("event") in ENTERED


def _tells_of_board(matter: object) -> bool:
    if isinstance(matter, Noticed):
        return isinstance(matter.event, BoardSeen | BoardLost)
    return isinstance(matter, Condition | Looked | Reads | Asked)
