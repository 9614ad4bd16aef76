"""One table alive: an owner thread folds what happens, everybody else puts into its queue or reads finished views."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotInTime
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from companion.journal.store import Journal
from companion.journal.trouble import Code, JournalError
from companion.service import words
from companion.service.analysing import Analysing
from companion.service.archive import Archive
from companion.service.builder import Around, empty_view
from companion.service.catalogue import catalogue
from companion.service.clerk import Clerk, StoppedError, job_of
from companion.service.deeds import Begun, Deed, Forgotten, Posted, ShownAnew, Told, WentBack
from companion.service.desk import Desk, Refusal, Work
from companion.service.hinting import Hinting, Links
from companion.service.instants import Monotonic
from companion.service.keeper import Keeper
from companion.service.ledger import Ledger, Wall
from companion.service.plays import Tap, Taps, taps
from companion.service.ports import MakePort, Report
from companion.service.recording.observer import Observer
from companion.service.recording.recording import Recording
from companion.service.turn_ends import Job
from companion.service.view import Answer, GameInfo, Message, OpenMatch, TableView
from companion.table.state import Asking, Disputed, Playing, Table

LOG = logging.getLogger(__name__)
ANSWER_S = 10.0
"""How long somebody waits for an answer before being told that there is none."""
WRITING_S = 60.0
"""The same for what is written besides the match that is played."""
STOP_S = 0.8
MB = 1_000_000
IDLE_S = 60.0


def unix_ms() -> int:
    """Return what the clock on the wall shows."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Clocks:
    """Where the time comes from."""

    monotonic: Monotonic = time.monotonic
    wall: Wall = unix_ms


class TableService:
    """The table with its journal and its parts; all of its methods may be called from any thread."""

    def __init__(  # noqa: PLR0913 - each is another choice for a table
        self,
        folder: Path,
        *,
        demo: bool = False,
        retry_s: float = 3.0,
        pictures_mb: int = 500,
        clocks: Clocks | None = None,
        raw_mb: int = 0,
    ) -> None:
        self._clocks = clocks or Clocks()
        wall, pictures = self._clocks.wall, pictures_mb * MB
        self.recording = Recording(folder, raw_mb * MB, wall) if raw_mb else None
        """All that comes in, written down so that it can be played again; none where that is switched off."""
        self._observer = Observer(self.recording, wall) if self.recording else None
        told = self._observer.wall if self._observer else wall
        self._desk = Desk(lambda follow: Ledger(folder, wall, pictures, follow), self._resuming, demo=demo, wall=told)
        self._retry_s = retry_s
        self._retried_at = self._clocks.monotonic()
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._clerk = Clerk(self._desk, self._publish, self._observer)
        if self._observer:
            self._observer.look_at(self._clerk)
        self._parts: dict[str, Keeper] = {}
        self._plugging = threading.Lock()
        """Two who try a part again at once must not both put one to work: the first would be there for ever."""
        self._changed = threading.Condition()
        self._view = empty_view(Around(demo=demo), words.own("starting"))
        self._table: Table | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self.archive = Archive(folder, self._in_journal, wall)
        """The recorded matches."""
        self.analysing = Analysing(folder, self.archive, self.view)
        """What they are worth."""
        self.hints = Hinting(Links(self._standing, self.view, self.post, self._show_anew))
        """What to do now, if the players want to know."""

    # The life of the service.

    def start(self, *, wait: bool = True) -> None:
        """Begin; if `wait`, the match that is open in the journal goes on when this returns."""
        ready = self._put(lambda _instant: None)
        if self.recording is not None:
            self.recording.start()
        self._thread.start()
        if wait:
            ready.result()

    def stop(self) -> None:
        """End within a second; whatever has happened is written down already."""
        with self._plugging:
            parts, self._parts = list(self._parts.values()), {}
        for keeper in parts:
            keeper.end()
        self._stopping.set()
        self._put(lambda _instant: None)
        self.analysing.stop()
        self.hints.close()
        until = time.monotonic() + STOP_S
        if self._thread.ident is not None:
            self._thread.join(STOP_S)
            for keeper in parts:
                keeper.wait(max(0.0, until - time.monotonic()))
            if self.recording is not None:
                self.recording.close(max(0.0, until - time.monotonic()))
        with self._changed:
            self._changed.notify_all()

    def sign_of_life(self) -> Future[Any]:
        """Return what is done as soon as the table's thread comes to it."""
        return self._put(lambda _instant: None)

    def plug(self, name: str, make: MakePort) -> None:
        """Put a part to work, in place of the one of that name if there is one."""
        with self._plugging:
            self._take_away(name)
            keeper = Keeper(name, make, self._tell)
            self._parts[name] = keeper
            # Not before the table has been opened: the parts look at it.
            self._put(lambda _instant: keeper.start())

    def unplug(self, name: str) -> None:
        """Do without a part."""
        with self._plugging:
            self._take_away(name)

    def _take_away(self, name: str) -> None:
        keeper = self._parts.pop(name, None)
        if keeper is not None:
            keeper.end()
            self._put_deed(Forgotten(name))

    # What is shown.

    def view(self) -> TableView:
        """Return the table as it is now."""
        return self._view

    def wait(self, version: int, timeout: float) -> TableView | None:
        """Return a view other than that of `version` as soon as there is one; None if there is none in time."""
        with self._changed:
            self._changed.wait_for(lambda: self._view.version != version or self._stopping.is_set(), timeout)
            return self._view if self._view.version != version else None

    def now(self) -> int:
        """Return the time of the match, in which clocks are told."""
        return self._desk.time.read(self._clocks.monotonic())

    def catalogue(self) -> Sequence[GameInfo]:
        """Return the games that can be chosen."""
        return catalogue()

    # What people do.

    def post(self, event: Mapping[str, Any], by: str) -> Answer:
        """Let something happen that somebody has entered: an event as JSON, without its time."""
        if event.get("event") == "restart_device":
            return self._restart(str(event.get("device")))
        return self._ask(Posted(event, by))

    def new_match(self, agreement: Mapping[str, Any], by: str) -> Answer:
        """Begin another match."""
        LOG.info("A new match is wanted", extra={"by": by})
        return self._ask(Begun(agreement, by))

    def open_matches(self) -> Sequence[OpenMatch]:
        """Return the matches that can be gone back to; none if the table does not answer."""
        if self._stopping.is_set() or self._thread.ident is None:
            return ()
        asked = self._put(lambda _instant: self._desk.open_matches())
        try:
            found = asked.result(ANSWER_S)
        except NotInTime:
            asked.cancel()
            return ()
        except JournalError:
            return ()
        return found if isinstance(found, tuple) else ()

    def _in_journal(self, work: Callable[[Journal], Any]) -> Any:  # noqa: ANN401 - what the work returns
        if self._stopping.is_set() or self._thread.ident is None:
            raise JournalError(Code.NO_JOURNAL, words.own("stopped").text)
        asked = self._put(lambda _instant: self._desk.in_journal(work))
        try:
            return asked.result(WRITING_S)
        except NotInTime:
            asked.cancel()
            raise JournalError(Code.NO_JOURNAL, words.own("no_answer").text) from None

    def go_back(self, match: int, by: str) -> Answer:
        """Go on with another match that is open."""
        LOG.info("Another match is to go on", extra={"match": match, "by": by})
        return self._ask(WentBack(match, by))

    def next_steps(self, so_far: Sequence[Tap]) -> Sequence[Tap]:
        """Return how a play that is told checker by checker can go on; nothing if no turn is being played."""
        ways = self._taps()
        return ways.next_steps(_tuples(so_far)) if ways else []

    def is_whole(self, steps: Sequence[Tap]) -> bool:
        """Whether a play that is told checker by checker may end here."""
        ways = self._taps()
        return ways is not None and ways.is_whole(_tuples(steps))

    def play_text(self, steps: Sequence[Tap]) -> str:
        """Return a play that was told checker by checker as `play_entered` takes it."""
        ways = self._taps()
        return ways.text(_tuples(steps)) if ways else "-"

    def _taps(self) -> Taps | None:
        phase = self._table.phase if self._table else None
        return taps(phase.turn) if isinstance(phase, Playing | Asking | Disputed) else None

    def _restart(self, name: str) -> Answer:
        keeper = self._parts.get(name)
        if keeper is None:
            return Answer(ok=False, message=words.own("no_such_device", device=name), view=self._view)
        self.plug(name, keeper.make)
        return Answer(ok=True, message=None, view=self._view)

    def _ask(self, deed: Deed) -> Answer:
        if self._stopping.is_set() or self._thread.ident is None:
            code = "stopped" if self._stopping.is_set() else "starting"
            return Answer(ok=False, message=words.own(code), view=self._view)
        done = self._put_deed(deed)
        try:
            refused: Refusal = done.result(ANSWER_S)
        except NotInTime:
            # Nobody is to be surprised by it later.
            done.cancel()
            return Answer(ok=False, message=words.own("no_answer"), view=self._view)
        except Exception:  # the edge of a request: what went wrong stands in the log
            LOG.exception("A request has failed")
            return Answer(ok=False, message=words.own("failed"), view=self._view)
        return Answer(ok=refused is None, message=refused, view=self._view)

    # The owner thread.

    def _put(self, work: Work) -> Future[Any]:
        """Let something be done that has no part in what is played."""
        job = Job(self._clocks.monotonic(), work)
        self._jobs.put(job)
        return job.done

    def _put_deed(self, deed: Deed) -> Future[Any]:
        job = job_of(deed, self._desk, self._clocks.monotonic())
        self._jobs.put(job)
        return job.done

    def _resuming(self, waiting: Message) -> None:
        """Show how far a match is that goes on; what is to be stopped goes no further."""
        if self._stopping.is_set():
            raise StoppedError
        view = self._desk.resuming_view(waiting)
        with self._changed:
            self._view = view
            self._changed.notify_all()

    def _standing(self) -> tuple[Table | None, str]:
        with self._changed:
            return self._table, self._view.uid or ""

    def _show_anew(self) -> None:
        # Whoever has asked for it is answered with the view that shows it.
        self._ask(ShownAnew())

    def _tell(self, name: str, report: Report) -> None:
        self._put_deed(Told(name, report))

    def _run(self) -> None:
        self._clerk.open(self._clocks.monotonic())
        while not self._stopping.is_set():
            self._next()
        self._desk.close()
        self._send_away()

    def _send_away(self) -> None:
        """Answer those who are still waiting."""
        waiting = self._clerk.ends.drop()
        with suppress(Empty):
            while True:
                waiting.append(self._jobs.get_nowait())
        for job in waiting:
            if job.done.set_running_or_notify_cancel():
                job.done.set_result(words.own("stopped"))

    def _next(self) -> None:
        """Do the next thing that is asked for, or what time has brought."""
        try:
            job = self._jobs.get(timeout=self._patience())
        except Empty:
            job = None
        now = self._clocks.monotonic()
        self._clerk.go(job, now)
        if now - self._retried_at >= self._retry_s:
            self._retried_at = now
            self._clerk.retry(now)

    def _patience(self) -> float:
        now, due = self._clocks.monotonic(), self._clerk.due()
        until = self._retried_at + self._retry_s
        return max(0.0, min(until if due is None else min(due, until), now + IDLE_S) - now)

    def _publish(self) -> None:
        view, table = self._desk.view(), self._desk.table
        view = replace(view, hints=self.hints.shown(table, view.uid or ""))
        with self._changed:
            self._view, self._table = view, table
            self._changed.notify_all()


def _tuples(steps: Sequence[Tap]) -> list[Tap]:
    """Return steps as tuples: from JSON they come as lists."""
    return [(source, target) for source, target in steps]
