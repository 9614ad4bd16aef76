"""The line to a tournament hall as a part of the table: its threads, and how it is told on the panel.

The table's own thread is never asked for anything: finished views are waited for, and the journal is read beside it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from queue import Empty, SimpleQueue
from typing import Protocol
from uuid import uuid4

from companion import __version__
from companion.broker.access import Trouble, Why
from companion.broker.client import Client, Handlers
from companion.broker.outbox import Letter
from companion.broker.topics import Topics
from companion.config import Config
from companion.service.ports import Condition, State, Tell
from companion.service.publishing.calls import Now
from companion.service.publishing.identity import fingerprint, table_id
from companion.service.publishing.panel_address import panel_address
from companion.service.publishing.publisher import Publisher, Self, Sight
from companion.service.publishing.settings import access_of, name_of
from companion.service.publishing.shelf import JournalShelf
from companion.service.publishing.words import told
from companion.service.view import TableView

LOG = logging.getLogger(__name__)
MOST_WAITING = 5000
"""So much may come from a broker before it is looked at; what is more is sent again by whoever sent it."""
STEP_S = 0.25
LOOK_S = 0.5
PARTING_S = 0.5
Job = Callable[[], None]
PASSING = frozenset({Why.UNKNOWN_HOST, Why.UNREACHABLE, Why.SILENT, Why.LOST, Why.TAKEN_OVER})
"""What may be over at any time; anything else has to be mended by somebody."""


class Table(Protocol):
    """What is looked at: finished values only."""

    def view(self) -> TableView:
        """Return the table as it is now."""

    def wait(self, version: int, timeout: float) -> TableView | None:
        """Return a view other than that of `version` as soon as there is one."""

    def now(self) -> int:
        """Return the time of the match."""


@dataclass(frozen=True)
class HallPort:
    """The line to the hall that is configured."""

    config: Config
    table: Table

    def run(self, tell: Tell, stop: threading.Event) -> None:
        """Tell the hall everything until `stop` is set."""
        line = Line(self, tell)
        try:
            line.work(stop)
        finally:
            line.close()


class Line:
    """The line while it is at work: one thread does everything, two others only put into its queue."""

    def __init__(self, port: HallPort, tell: Tell) -> None:
        hall, data = port.config.hall, port.config.data
        self._config, self._table = port.config, port.table
        me = Self(table_id(data, fingerprint()), uuid4().hex, name_of(hall), __version__)
        access, topics = access_of(hall, f"companion-{me.table[:12]}-{me.session[:8]}"), Topics(hall.prefix)
        self._shelf = JournalShelf(data)
        self._publisher = Publisher(me, topics, self._shelf, self._send)
        self._teller = Teller(str(access.address), tell)
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._room = threading.BoundedSemaphore(MOST_WAITING)
        handlers = Handlers(self._heard, self._connected, self._lost, self._denied)
        self._client = Client(access, handlers, topics.for_table(me.table), self._publisher.will(_now().wall))
        self._over = threading.Event()
        self._stirred = threading.Event()
        LOG.info("This table tells a hall", extra={"table": me.table, "broker": str(access.address)})

    def work(self, stop: threading.Event) -> None:
        """Tell the hall everything until `stop` is set."""
        self._teller.looking()
        self._client.start()
        threading.Thread(target=self._look, name="what the hall is shown", daemon=True).start()
        while not stop.is_set():
            self._do_what_waits(self._patience())
            self._publisher.step(Sight(self._table.view(), self._table.now()), _now())
            self._teller.listened(self._publisher.halls)

    def close(self) -> None:
        """Go."""
        self._over.set()
        self._client.stop(PARTING_S)
        self._shelf.close()

    def _patience(self) -> float:
        now = _now()
        due = self._publisher.next_at(now)
        return STEP_S if due is None else min(STEP_S, max(0.0, due - now.monotonic))

    def _do_what_waits(self, patience: float) -> None:
        """Wait for something to do, and do all that is there."""
        try:
            self._jobs.get(timeout=patience)()
            for _ in range(self._jobs.qsize()):
                self._jobs.get_nowait()()
        except Empty:
            return

    def _look(self) -> None:
        """Wait for the table to show something else: that of it which is the latest is looked at."""
        version = -1
        while not self._over.is_set():
            view = self._table.wait(version, LOOK_S)
            if view is not None:
                version = view.version
                if not self._stirred.is_set():
                    self._stirred.set()
                    self._jobs.put(self._stirred.clear)

    def _send(self, letter: Letter) -> bool:
        return self._client.send(letter)

    # What the client tells, in its thread.

    def _heard(self, topic: str, payload: bytes, _kept: bool) -> None:  # noqa: FBT001 - as it is told
        if self._room.acquire(blocking=False):
            self._jobs.put(partial(self._hear, topic, payload))
        else:
            LOG.warning("The broker says more than can be listened to", extra={"topic": topic[:100]})

    def _hear(self, topic: str, payload: bytes) -> None:
        self._room.release()
        self._publisher.heard(topic, payload, _now())

    def _connected(self) -> None:
        panel = panel_address(self._config, self._client.here)
        self._jobs.put(partial(self._publisher.connected, panel))
        self._jobs.put(self._teller.connected)

    def _lost(self, trouble: Trouble) -> None:
        self._jobs.put(self._publisher.lost)
        self._jobs.put(partial(self._teller.lost, trouble))

    def _denied(self, topic: str) -> None:
        self._jobs.put(partial(self._teller.denied, topic))


class Teller:
    """Tells the table how the line is."""

    def __init__(self, address: str, tell: Tell) -> None:
        self._address, self._tell = address, tell
        self._since = ""
        """Since when there is no connection, as a clock shows it; empty while there is one."""
        self._is_connected = False
        self._forbidden = ""

    def looking(self) -> None:
        """The broker has not answered yet."""
        self._say("starting", "hall_looking")

    def connected(self) -> None:
        """The broker has let us in."""
        self._is_connected, self._since, self._forbidden = True, "", ""

    def listened(self, halls: Sequence[str]) -> None:
        """These halls are there."""
        if not self._is_connected or self._forbidden:
            return
        if halls:
            self._say("running", "hall_told", name=", ".join(halls))
        else:
            self._say("running", "hall_nobody")

    def denied(self, topic: str) -> None:
        """The broker does not let us use a topic."""
        self._forbidden = topic
        self._say("failed", "hall_not_allowed", topic=topic)

    def lost(self, trouble: Trouble) -> None:
        """There is no connection."""
        self._is_connected = False
        self._since = self._since or f"{datetime.now().astimezone():%H:%M}"
        state: State = "lost" if trouble.why in PASSING else "failed"
        self._say(state, f"hall_{trouble.why.value}", time=self._since, detail=trouble.detail)

    def _say(self, state: State, code: str, **params: str) -> None:
        self._tell(Condition(state, told(code, address=self._address, **params)))


def _now() -> Now:
    return Now(time.monotonic(), time.time_ns() // 1_000_000)
