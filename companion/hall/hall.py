"""The hall: what the pages ask it and tell it. All of its methods may be called from any thread."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from uuid import uuid4

from companion.broker.messages import Alive, Events, Matches, MessageError, State, received
from companion.broker.topics import Topics
from companion.hall.desk import Desk
from companion.hall.intake.admissions import Admissions, Waiting, known_table
from companion.hall.intake.refusals import Refusals
from companion.hall.intake.speakers import Speakers
from companion.hall.intake.writer import Answers, Told, Writer
from companion.hall.link import Being, Line
from companion.hall.record.record import Record
from companion.hall.record.story import Reply, Teller
from companion.hall.record.trouble import RecordError
from companion.hall.record.values import Admission
from companion.hall.rounds import export, reading, standing
from companion.hall.rounds.folding import Outcome
from companion.hall.rounds.worker import Outcomes
from companion.hall.view import Answer, FloorView, KnownTable, ListRead, LoggedCall, Problem, RefusedRow, ResultRow
from companion.hall.words import message
from companion.service.view import Message

LOG = logging.getLogger(__name__)
TICK_S, TOGETHER_S, RESULTS_S = 1.0, 0.02, 2.0
"""How often silence is looked for; how long news are gathered before they are shown, and results waited for."""
MOST_NEWS = 2000
REMEMBERED_CALLS = 1000
DISCARDED_S = 10.0
"""How long it is waited for the record when a table is turned away."""


class HallError(Exception):
    """The hall cannot do what it is asked to; `problem` says why."""

    def __init__(self, problem: Message) -> None:
        """Take the reason."""
        super().__init__(problem.text)
        self.problem = problem


class Hall:
    """All tables, their rounds and their record."""

    def __init__(
        self,
        record: Record,
        name: str = "",
        prefix: Topics | None = None,
        make_line: Callable[[Being, Hall], Line] | None = None,
        *,
        known_only: bool = False,
    ) -> None:
        """Take the record, which is opened already, and what makes the line to the broker.

        `known_only`: only tables that a director has let in are heard.
        """
        self.session = uuid4().hex
        self._record, self._topics = record, prefix or Topics()
        self._changed = threading.Condition()
        self._news: dict[tuple[str, str, str], tuple[Alive | State, int, bool]] = {}
        self._refusals, self._speakers = Refusals(), Speakers()
        self._admissions = Admissions(known_only=known_only)
        self._teller = Teller(lambda table: table in self._desk.present)
        answers = Answers(self._written, self._unfit, self._record_trouble)
        self._writer = Writer(record, self._teller, answers, self._name_of, self._admissions.hears)
        self._outcomes = Outcomes(record, self._worked_out)
        self._desk = Desk(name, record.id, self.now())
        self._view = self._desk.view()
        self._stopping = self._is_stale = False
        self._asked: list[Future[None]] = []
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)
        self._line = make_line(Being(record.id, self.session, name), self) if make_line else None
        if self._line is None:
            self._desk.broker_is(message("broker_off"), ok=False, now=self.now())

    # The life of the hall.

    def start(self) -> None:
        """Read what the record has, and begin; raise `RecordError` if it cannot be read."""
        record = self._record
        self._desk.load(record.rounds(), record.matches(), record.conflicts(), record.calls(REMEMBERED_CALLS))
        self._outcomes.load(record.results())
        self._admissions.load(record.admissions())
        for match in self._desk.matches.values():
            if not self._outcomes.of(match.uid)[0]:
                self._outcomes.want(match.uid, match.lines)
        self._writer.start()
        self._outcomes.start()
        self._thread.start()
        if self._line is not None:
            self._line.start()

    def stop(self) -> None:
        """End; what was confirmed to tables is on disk already."""
        if self._line is not None:
            self._line.stop()
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join(TICK_S)
        self._outcomes.stop()
        self._writer.stop()

    @property
    def record_id(self) -> str:
        """Which record it keeps."""
        return self._record.id

    def _name_of(self, table: str) -> str:
        return self._desk.names.get(table, table[-4:])

    def sign_of_life(self) -> Future[None]:
        """Return what is done as soon as the hall's own thread comes by."""
        asked: Future[None] = Future()
        with self._changed:
            self._asked.append(asked)
            self._wake()
        return asked

    # What the pages ask.

    def view(self) -> FloorView:
        """Return what is to be shown now."""
        with self._changed:
            return self._view

    def wait(self, version: int, timeout: float) -> FloorView | None:
        """Wait until there is something else to be shown than that version; None if nothing comes in time."""
        with self._changed:
            self._changed.wait_for(lambda: self._view.version != version or self._stopping, timeout)
            return self._view if self._view.version != version else None

    def now(self) -> int:
        """Return the hall's time, in which everything is told."""
        return time.time_ns() // 1_000_000

    def refused(self) -> tuple[RefusedRow, ...]:
        """Return what was not taken, the latest first."""
        return self._refusals.rows

    def call_log(self, limit: int = 200) -> tuple[LoggedCall, ...]:
        """Return the calls there were, the latest first. Raise `HallError` if the record cannot be read."""
        try:
            return tuple(self._record.calls(limit))
        except RecordError as error:
            raise HallError(error.problem) from error

    def answer(self, call: str, what: Answer, by: str) -> bool:
        """Note that somebody is on the way to a call, or has dealt with it; False if there is no such call any more."""
        with self._changed:
            known = self._desk.answer(call, what, _plain(by), self.now())
            self._show()
        return known

    # Tables.

    def tables(self) -> tuple[KnownTable, ...]:
        """Return every table: those that wait, then those heard for the first time last. Raise `HallError`."""
        try:
            seen = {one.id: one for one in self._record.tables()}
        except RecordError as error:
            raise HallError(error.problem) from error
        waiting, decided = self._admissions.waiting, self._admissions.decided
        with self._changed:
            owned, names = Counter(match.owner for match in self._desk.matches.values()), dict(self._desk.names)
        found = []
        for one in {*seen, *waiting, *decided, *owned, *names}:
            known = known_table(one, seen.get(one), waiting.get(one), decided.get(one))
            found.append(replace(known, name=known.name or self._name_of(one), matches=owned[one]))
        return tuple(sorted(found, key=lambda one: (one.standing != "waits", -one.first, one.id)))

    def let_in(self, tables: Iterable[str], by: str) -> None:
        """Hear tables from now on. Raise `HallError` if that cannot be kept."""
        now = self.now()
        for table in tables:
            waited = self._decide(table, by, let_in=True)
            for told in (waited.alive, waited.state) if waited else ():
                if told is not None:
                    self._put_news(told, now, retained=False)
        if self._line is not None:
            self._line.renew()

    def turn_away(self, table: str, by: str) -> None:
        """Hear a table no more, and discard its matches. Raise `HallError` if that cannot be kept."""
        self._decide(table, by, let_in=False)
        # What it has told already may be written down just now; and what it tells when it is let in again must stay.
        done = threading.Event()
        self._writer.note(f"discard {table}", partial(self._discard, table, done))
        if not done.wait(DISCARDED_S):
            raise HallError(message("busy"))

    def _decide(self, table: str, by: str, *, let_in: bool) -> Waiting | None:
        LOG.info("A table is let in" if let_in else "A table is turned away", extra={"table": table, "by": _plain(by)})
        name = next((one.name for one in self.tables() if one.id == table), self._name_of(table))
        one = Admission(table, name, let_in, self.now(), _plain(by))
        try:
            self._record.admit(one)
        except RecordError as error:
            raise HallError(error.problem) from error
        return self._admissions.decide(one)

    def _discard(self, table: str, done: threading.Event, record: Record) -> None:
        """Take a table's matches out of the record; in the writer's thread."""
        record.discard(table)
        self._teller.proven = {one for one in self._teller.proven if one[0] != table}
        with self._changed:
            self._news = {key: news for key, news in self._news.items() if key[0] != table}
            self._desk.forget(table)
            self._show()
        done.set()

    # Rounds.

    def read_list(self, data: bytes) -> ListRead:
        """Read the list of rounds in a CSV file without taking it over."""
        return reading.read_list(data)

    def take_list(self, data: bytes, by: str) -> tuple[Problem, ...]:
        """Take over a list; nothing of it, if anything is wrong. Raise `HallError` if it cannot be kept."""
        read = self.read_list(data)
        if not read.problems:
            LOG.info("A list is taken over", extra={"by": _plain(by), "rows": len(read.rows)})
            self._change_rounds(lambda: self._record.keep_rounds(read.rows, self.now()))
        return read.problems

    def choose_round(self, number: int | None, by: str) -> bool:
        """Let a round begin; False if there is none of that number. Raise `HallError` if it cannot be kept."""
        LOG.info("Another round is wanted", extra={"round": number, "by": _plain(by)})
        return bool(self._change_rounds(lambda: self._record.choose_round(number or 0, self.now())))

    def drop_round(self, number: int, by: str) -> bool:
        """Take a round off the list; False if there is none of that number. Raise `HallError` if it stays."""
        LOG.info("A round is taken off the list", extra={"round": number, "by": _plain(by)})
        return bool(self._change_rounds(lambda: self._record.drop_round(number)))

    def _change_rounds(self, change: Callable[[], object]) -> object:
        try:
            done = change()
            rounds = self._record.rounds()
        except RecordError as error:
            raise HallError(error.problem) from error
        with self._changed:
            self._desk.take_rounds(rounds)
            self._show()
        return done

    def results(self, number: int) -> tuple[ResultRow, ...]:
        """Return the results of a round; they are worked out from what is known in memory and in the record."""
        with self._changed:
            known = self._desk.known(self._outcomes.of)
        wanted = {
            match.uid: match.lines
            for pairing in known.rounds.of(number)
            for match in standing.candidates(known, pairing)[-1:]
            if match.uid not in known.live or known.live[match.uid].phase == "match_over"
        }
        for match, lines in wanted.items():
            self._outcomes.want(match, lines)
        self._outcomes.wait(wanted, RESULTS_S)
        return standing.results(known, number)

    def results_csv(self, number: int) -> bytes:
        """Return the results of a round for a spreadsheet."""
        return export.as_csv(self.results(number))

    def results_json(self, number: int) -> bytes:
        """Return the results of a round for programs."""
        return export.as_json(self.results(number), number)

    # What comes over the line; in the line's thread.

    def receive(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """Take a message."""
        now = self.now()
        try:
            _, told = received(self._topics, topic, payload)
        except MessageError as error:
            self._refusals.refuse(topic, str(error), now)
            return
        if isinstance(told, Alive | State | Events | Matches) and not self._admissions.hears(told.table):
            self._hold_off(topic, told, now)
        elif isinstance(told, Events | Matches):
            self._put_lines(topic, told, now, retained=retained)
        elif isinstance(told, Alive | State):
            if isinstance(told, Alive):
                self._speakers.heard(told)
            self._put_news(told, now, retained=retained)

    def _hold_off(self, topic: str, told: Alive | State | Events | Matches, now: int) -> None:
        """Take nothing of a table that was not let in."""
        if isinstance(told, Alive):
            # As soon as it is let in, it is believed what it tells.
            self._speakers.heard(told)
        if isinstance(told, Alive | State) and not self._admissions.note(told, now):
            self._refusals.refuse(topic, "A director has turned this table away.", now)

    def _put_lines(self, topic: str, told: Events | Matches, now: int, *, retained: bool) -> None:
        if not self._speakers.knows(told):
            self._refusals.refuse(topic, "It is of a session that has not said that it is there.", now)
        elif not retained:
            self._writer.put(Told(told, now))

    def _put_news(self, told: Alive | State, now: int, *, retained: bool) -> None:
        key = (told.table, told.session, type(told).__name__)
        with self._changed:
            if self._desk.is_full_for(told.table, now) or (len(self._news) >= MOST_NEWS and key not in self._news):
                self._refusals.refuse(told.table, "There are too many tables.", now)
                return
            # The latest comes last: of two sessions it is the one that counts.
            self._news.pop(key, None)
            self._news[key] = (told, now, retained)
            self._changed.notify_all()

    def connected(self) -> None:
        """Note that the broker is there."""
        with self._changed:
            self._desk.reconnected(self.now())
            self._wake()

    def lost(self, problem: Message) -> None:
        """Note that the broker is not there, and why."""
        LOG.warning("The broker is away", extra={"why": problem.text})
        with self._changed:
            self._desk.cut_off(problem, self.now())
            self._wake()

    # What the other threads have done.

    def _written(self, replies: Sequence[Reply]) -> None:
        """Confirm what is on disk."""
        for reply in replies:
            if reply.have is not None and self._line is not None:
                self._line.confirm(reply.table, reply.match, reply.have)
        with self._changed:
            for match in self._desk.take_replies(replies, self.now()):
                self._outcomes.want(match.uid, match.lines)
            self._wake()

    def _unfit(self, told: Told, error: RecordError) -> None:
        self._refusals.refuse(told.message.table, str(error), told.arrived)

    def _record_trouble(self, error: RecordError | None) -> None:
        with self._changed:
            if not self._desk.record_is(error, self.now()):
                return
            self._wake()
        LOG.warning("The record", extra={"state": str(error) if error else "is written again"})
        if error is None and self._line is not None:
            self._line.renew()

    def _worked_out(self, match: str, outcome: Outcome, lines: int) -> None:
        with self._changed:
            self._desk.take_outcome(match, outcome, lines)
            self._wake()

    # The hall's own thread.

    def _wake(self) -> None:
        """Have the hall look at what has changed; the lock is held."""
        self._is_stale = True
        self._changed.notify_all()

    def _run(self) -> None:
        while not self._stopping:
            try:
                self._turn()
            except Exception:  # the edge of the thread: what one table tells is not to keep the others from being shown
                LOG.exception("What the tables tell could not be shown")
            time.sleep(TOGETHER_S)

    def _turn(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._news or self._is_stale or self._stopping, TICK_S)
            self._is_stale = False
            news, self._news = self._news, {}
            for told, arrived, retained in news.values():
                self._hear(told, arrived, retained=retained)
            for match in self._desk.tick(self.now()):
                self._outcomes.want(match.uid, match.lines)
            self._show()
            for asked in self._asked:
                asked.set_result(None)
            self._asked.clear()

    def _hear(self, told: Alive | State, arrived: int, *, retained: bool) -> None:
        try:
            self._desk.hear(told, arrived, retained=retained)
        except Exception:  # the edge of a request: what one table tells is not to keep the others from being shown
            LOG.exception("What a table tells could not be shown", extra={"table": told.table})

    def _show(self) -> None:
        """Show what has changed, and have it written down; the lock is held."""
        view = self._desk.view()
        behind, refused, waiting = self._writer.behind, self._refusals.count, len(self._admissions.waiting)
        view = replace(view, status=replace(view.status, behind=behind, refused=refused, waiting=waiting))
        if replace(view, version=self._view.version) != self._view:
            self._view = replace(view, version=self._view.version + 1)
            self._changed.notify_all()
        for key, note in self._desk.notes():
            self._writer.note(key, note)


def _plain(text: str) -> str:
    return "".join(sign for sign in text if sign.isprintable())[:100]
