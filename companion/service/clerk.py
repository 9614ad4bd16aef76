"""The work of the table's own thread but for the waiting: what is asked for is done in order, and what time brings.

It is told the time, starts nothing and waits for nothing, so that it can be done again as it was done.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from companion.service import words
from companion.service.deeds import Deed, Opened, Retried
from companion.service.desk import Desk
from companion.service.turn_ends import TICK, Job, TurnEnds

LOG = logging.getLogger(__name__)


class StoppedError(Exception):
    """What was being done is given up, because the service stops."""


class Witness(Protocol):
    """Looks on while the clerk works; called in the clerk's thread, and must not hold it up."""

    def takes(self, job: Job | None, now: float) -> None:
        """The clerk takes up a job, or looks what time has brought."""

    def does(self, job: Job) -> None:
        """A job is done next: at once, or after it was held back."""

    def dropped(self, job: Job) -> None:
        """Nobody waits for a job any more: it is not done."""

    def did(self, job: Job, answer: object, error: Exception | None) -> None:
        """A job is done, or has failed."""

    def rests(self) -> None:
        """All is done that could be done now."""


class Clerk:
    """Does the jobs of one desk."""

    def __init__(self, desk: Desk, publish: Callable[[], None], witness: Witness | None = None) -> None:
        """Take the desk, who shows what has changed, and who looks on."""
        self.desk = desk
        self.ends = TurnEnds(desk, self._do)
        self._publish, self._witness = publish, witness

    def go(self, job: Job | None, now: float) -> None:
        """Do the next thing that is asked for, or what time has brought."""
        self._tell(lambda one: one.takes(job, now))
        if job is not None:
            self.ends.take(job, now)
        self.ends.go_on(now)
        due = self.desk.due() if self.ends.due is None else None
        if due is not None and due <= now:
            self.ends.take(Job(now, self.desk.tick, TICK), now)
        self._tell(lambda one: one.rests())

    def do(self, deed: Deed, now: float) -> None:
        """Do something now that waits for nothing."""
        job = job_of(deed, self.desk, now)
        self._tell(lambda one: one.takes(job, now))
        self._do(job)
        self._tell(lambda one: one.rests())

    def open(self, now: float) -> None:
        """Open the journal."""
        self.do(Opened(), now)

    def retry(self, now: float) -> None:
        """Try again what could not be written."""
        self.do(Retried(), now)

    def due(self) -> float | None:
        """Return when `go` has to be called at the latest, if nothing is asked for before."""
        # What time brings comes after what is held back.
        return self.desk.due() if self.ends.due is None else self.ends.due

    def _tell(self, what: Callable[[Witness], None]) -> None:
        if self._witness is None:
            return
        try:
            what(self._witness)
        except Exception:  # the table goes on, whatever becomes of one who looks on
            LOG.exception("Nobody looks on any more while the table works")
            self._witness = None

    def _do(self, job: Job) -> None:
        if not job.done.set_running_or_notify_cancel():
            self._tell(lambda one: one.dropped(job))
            return
        before, answer, failed = self.desk.state, None, None
        self._tell(lambda one: one.does(job))
        try:
            answer = job.work(job.instant)
            if self.desk.state != before:
                self._publish()
        except StoppedError:
            answer = words.own("stopped")
        except Exception as error:  # the edge of the thread: the table goes on, whatever one event brings
            LOG.exception("The table could not do this")
            failed = error
        # Before anybody is answered: what is done next is told after this.
        self._tell(lambda one: one.did(job, answer, failed))
        _settle(job, answer, failed)


def _settle(job: Job, answer: object, failed: Exception | None) -> None:
    if failed is not None:
        job.done.set_exception(failed)
    else:
        job.done.set_result(answer)


def job_of(deed: Deed, desk: Desk, instant: float) -> Job:
    """Return the job that does something at a desk as of an instant."""
    return Job(instant, lambda at: deed.do(desk, at), deed.matter, deed=deed)
