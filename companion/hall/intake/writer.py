"""Writes down what the tables tell, many messages in one transaction; tables are answered when that is on disk.

While the database is away it is tried again and again. What cannot wait here is dropped: tables send it again.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.broker.messages import Events, Matches
from companion.hall.record.record import Record
from companion.hall.record.story import Book, Reply, Teller
from companion.hall.record.trouble import Code, RecordError

LOG = logging.getLogger(__name__)
MOST_WAITING, MOST_BYTES, MOST_TOGETHER, MOST_NOTES = 4000, 32_000_000, 200, 5000
MOST_PROVEN, MOST_TAKEN = 50_000, 5
WAITS_S = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Before each new try with a database that does not answer; the last one is repeated for ever."""
PARTING_S = 2.0
Note = Callable[[Record], object]


@dataclass(frozen=True, slots=True)
class Told:
    """A message of a table, and when it arrived by the hall's clock."""

    message: Events | Matches
    arrived: int

    @property
    def size(self) -> int:
        """About how much room it takes."""
        if isinstance(self.message, Events):
            return sum(len(body) for _, body in self.message.lines)
        return len(self.message.matches) * 64


@dataclass(frozen=True, slots=True)
class Answers:
    """Who is told what has become of messages; called in the writer's thread, and not to wait for anything."""

    written: Callable[[Sequence[Reply]], None]
    """Everything that this answers is on disk."""
    unfit: Callable[[Told, RecordError], None]
    """The database does not take this message, and never will."""
    trouble: Callable[[RecordError | None], None]
    """The database is in trouble; None: no more."""


class Writer:
    """The one thread that writes lines; `put` and `note` may be called from any other."""

    def __init__(
        self,
        record: Record,
        teller: Teller,
        answers: Answers,
        name_of: Callable[[str], str],
        hears: Callable[[str], bool] = lambda _table: True,
    ) -> None:
        self._hears = hears
        """Whether a table is still heard: one may have been turned away while its messages waited."""
        self._record, self._teller, self._answers, self._name_of = record, teller, answers, name_of
        self._changed = threading.Condition()
        self._waiting: deque[Told] = deque()
        self._notes: OrderedDict[str, Note] = OrderedDict()
        self._bytes = self._at_work = 0
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="record", daemon=True)

    @property
    def behind(self) -> int:
        """How many messages are not on disk yet."""
        return len(self._waiting) + self._at_work

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End; what waits is written first, if the database takes it at once."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join(PARTING_S)

    def put(self, told: Told) -> bool:
        """Have a message written down; False if too much waits already."""
        with self._changed:
            if len(self._waiting) >= MOST_WAITING or self._bytes > MOST_BYTES or self._stopping:
                return False
            self._waiting.append(told)
            self._bytes += told.size
            self._changed.notify_all()
        return True

    def note(self, key: str, note: Note) -> None:
        """Have something else written down; it takes the place of what waits under that key."""
        with self._changed:
            self._notes[key] = note
            if len(self._notes) > MOST_NOTES:
                self._notes.popitem(last=False)
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._notes or self._stopping)
                if self._stopping and not self._waiting and not self._notes:
                    return
                batch, notes = self._taken()
            self._at_the_edge(partial(self._settle, batch))
            for key, note in notes.items():
                self._at_the_edge(partial(self._keep, key, note))
            self._at_work = 0

    def _at_the_edge(self, work: Callable[[], None]) -> None:
        """Do something whose failure is not to keep the rest from being written down."""
        try:
            work()
        except Exception:  # the edge of the thread: the tables send again what was not confirmed
            LOG.exception("Something could not be written down")

    def _taken(self) -> tuple[list[Told], OrderedDict[str, Note]]:
        batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_TOGETHER))]
        self._bytes -= sum(told.size for told in batch)
        self._at_work = len(batch)
        notes, self._notes = self._notes, OrderedDict()
        return batch, notes

    def _settle(self, batch: list[Told]) -> None:
        """Write messages down together; if one of them does not fit in, each alone."""
        batch = [told for told in batch if self._hears(told.message.table)]
        if not batch or self._patiently(lambda: self._write(batch)) is None:
            return
        for told in batch:
            error = self._patiently(lambda told=told: self._write([told]))  # type: ignore[misc]  # bound at once
            if error is not None and not self._stopping:
                self._answers.unfit(told, error)

    def _keep(self, key: str, note: Note) -> None:
        error = self._patiently(lambda: note(self._record))
        if error is not None:
            LOG.error("Something could not be written down", extra={"about": key, "why": str(error)})

    def _patiently(self, work: Callable[[], object]) -> RecordError | None:
        """Do something with the database as soon as it lets us; return why it never will."""
        tries = taken = 0
        while True:
            try:
                work()
            except RecordError as error:
                taken += error.code is Code.TAKEN
                if error.code is Code.UNFIT or taken > MOST_TAKEN or self._stopping:
                    return error
                if error.code is not Code.TAKEN:
                    self._wait(error, tries)
                    tries += 1
            else:
                self._answers.trouble(None)
                return None

    def _wait(self, error: RecordError, tries: int) -> None:
        self._answers.trouble(error)
        with self._changed:
            self._changed.wait_for(lambda: self._stopping, WAITS_S[min(tries, len(WAITS_S) - 1)])

    def _write(self, batch: Sequence[Told]) -> None:
        names = sorted({name for told in batch for name in _matches(told.message)})
        replies: list[Reply] = []
        with self._record.book(names, self._name_of, batch[-1].arrived) as book:
            for told in batch:
                replies += self._decide(book, told)
        if len(self._teller.proven) > MOST_PROVEN:
            # Each is compared once more.
            self._teller.proven.clear()
        self._teller.proven |= book.proven
        self._answers.written(_last_of_each(replies))

    def _decide(self, book: Book, told: Told) -> list[Reply]:
        if isinstance(told.message, Matches):
            return self._teller.listed(book, told.message)
        return [self._teller.told(book, told.message, told.arrived)]


def _matches(message: Events | Matches) -> list[str]:
    return [message.match] if isinstance(message, Events) else [match for match, _ in message.matches]


def _last_of_each(replies: Sequence[Reply]) -> list[Reply]:
    """Return the replies without those that a later one about the same match replaces; findings are all told."""
    last = {(reply.table, reply.match): at for at, reply in enumerate(replies)}
    return [
        reply if last[reply.table, reply.match] == at else replace(reply, have=None) for at, reply in enumerate(replies)
    ]
