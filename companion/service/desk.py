"""The table's desk: takes what happens, lets the referee judge it, has it written down, and makes the view of it.

It knows no thread and no device; the service's owner thread alone uses it, and tells it the time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.journal.recorder import Follow, Followed, Recorder
from companion.journal.store import Journal
from companion.journal.trouble import Code, JournalError
from companion.match.clock import flag_falls_at
from companion.service import words
from companion.service.actions import button
from companion.service.builder import Around, empty_view, length_in_words, table_view
from companion.service.catalogue import game_name
from companion.service.history import History
from companion.service.instants import MatchTime
from companion.service.ledger import Ledger, Wall
from companion.service.ports import Asked, Condition, Looked, Noticed, Reads, Report
from companion.service.view import Action, Both, DeviceView, Kept, Message, OpenMatch, TableView
from companion.table.agreement import Agreement, decode_agreement
from companion.table.codec import CodecError, decode
from companion.table.events import BoardLost, BoardSeen, DiceLifted, DiceSeen, Event, TimePassed
from companion.table.reading import BoardReading
from companion.table.rejection import Rejection
from companion.table.state import Playing, Table
from companion.table.turns import SETTLING_MS

LOG = logging.getLogger(__name__)
DEVICES_ONLY = (BoardSeen, BoardLost, DiceSeen, DiceLifted, TimePassed)
"""What nobody enters by hand."""
Refusal = Message | None
Work = Callable[[float], object]
"""Something to be done at the desk, as of an instant."""
OpenLedger = Callable[[Follow], Ledger]
"""Makes the ledger; it tells how a match that goes on is gone through."""
TAKEN_AWAY = "device_off"
"""What is told of a part that is not used any more; one that has ended by itself is told otherwise."""
TOLD_EVERY = 250
"""After how many events of a match that goes on it is told how far that is."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a desk stands, besides its match: another desk that is given this goes on as this one does."""

    time: tuple[float, int, int]
    devices: tuple[DeviceView, ...] = ()
    asked: tuple[tuple[str, Asked], ...] = ()
    reads: tuple[tuple[str, Reads], ...] = ()
    reading: BoardReading | None = None
    reader: str | None = None
    questions: int = 0
    looked: int = 0
    ticked_at: int = -1


class Desk:
    """One table."""

    def __init__(
        self,
        open_ledger: OpenLedger,
        tell: Callable[[Message], None],
        *,
        demo: bool = False,
        wall: Wall | None = None,
    ) -> None:
        self._ledger = open_ledger(self._follow)
        self._wall = wall or self._ledger.wall
        self._tell = tell
        self._demo = demo
        self._history = History()
        self._time = MatchTime(0.0)
        self._devices: dict[str, DeviceView] = {}
        self._asked: dict[str, Asked] = {}
        self._reading: BoardReading | None = None
        self._reader: str | None = None
        """Which part has told what lies on the board."""
        self._reads: dict[str, Reads] = {}
        self._questions = 0
        self.looked = 0
        """The number of the question that was answered last."""
        self._ticked_at = -1
        self._version = self._changes = 0

    # What is shown.

    @property
    def state(self) -> object:
        """What is another value as soon as there is something else to show."""
        return self._changes, self._ledger.trouble

    @property
    def table(self) -> Table | None:
        """The table as it stands."""
        return self._ledger.recorder.table if self._ledger.recorder else None

    @property
    def recorder(self) -> Recorder | None:
        """The match that is played, with all that has happened in it."""
        return self._ledger.recorder

    @property
    def time(self) -> MatchTime:
        """The time of the match."""
        return self._time

    def standing(self) -> Standing:
        """Return how the desk stands."""
        return Standing(
            self._time.stands,
            tuple(self._devices.values()),
            tuple(self._asked.items()),
            tuple(self._reads.items()),
            self._reading,
            self._reader,
            self._questions,
            self.looked,
            self._ticked_at,
        )

    def stand(self, as_was: Standing) -> None:
        """Go on from how a desk stood."""
        self._time = MatchTime(*as_was.time)
        self._devices = {one.name: one for one in as_was.devices}
        self._asked, self._reads = dict(as_was.asked), dict(as_was.reads)
        self._reading, self._reader = as_was.reading, as_was.reader
        self._questions, self.looked, self._ticked_at = as_was.questions, as_was.looked, as_was.ticked_at

    def view(self) -> TableView:
        """Return what is to be shown now, as a new version."""
        self._version += 1
        table, around = self.table, self._around()
        shown = empty_view(around) if table is None else table_view(table, around)
        return replace(shown, actions=(*shown.actions, *self._own_actions()))

    def _around(self) -> Around:
        ledger = self._ledger
        recorder, trouble = ledger.recorder, (ledger.message,) if ledger.trouble else ()
        devices = (*map(self._shown, self._devices.values()), ledger.device)
        match, uid = (recorder.match, recorder.uid) if recorder else (None, None)
        kept: Kept = "disk" if ledger.is_on_disk else "memory"
        return Around(self._version, match, uid, self._history.lines, devices, trouble, self._demo, kept)

    def _shown(self, device: DeviceView) -> DeviceView:
        """Return a part with what it asks, if it asks anything."""
        asked = self._asked.get(device.name)
        return replace(device, message=words.own("device_asks", question=asked.question)) if asked else device

    def _own_actions(self) -> Iterator[Action]:
        for name, asked in self._asked.items():
            for number, (answer, _) in enumerate(asked.answers, 1):
                event = {"event": "answer_device", "device": name, "answer": number}
                yield button("answer_device", event, words.own("do_answer_device", answer=answer), needs="")
        for name, device in self._devices.items():
            # One that was taken away is not there to be tried.
            if device.state in {"failed", "off", "lost"} and device.message.code != TAKEN_AWAY:
                event = {"event": "restart_device", "device": name}
                yield button("restart_device", event, words.own("do_restart", device=name), needs="")
        if self._ledger.mendable:
            label = words.own("do_new_journal")
            yield button("new_journal", {"event": "new_journal"}, label, needs="scorer", confirm=True)

    def show_anew(self, _instant: float) -> None:
        """Have the view made anew: something beside the table has changed."""
        self._changes += 1

    # What happens.

    def open(self, instant: float) -> None:
        """Open the journal, and go on with the match that is open in it."""
        self._ledger.open()
        self._go_on(instant)

    def _follow(self, one: Followed) -> None:
        self._history.follow(one)
        if one.seq % TOLD_EVERY == 0:
            self._tell(words.own("resuming", done=one.seq, count=one.count))

    def resuming_view(self, waiting: Message) -> TableView:
        """Return what is to be shown while a match is gone through, as a new version."""
        self._version += 1
        return empty_view(self._around(), waiting)

    def _go_on(self, instant: float) -> None:
        table = self.table
        self._changes += 1
        if table is None:
            return
        self._time, self._ticked_at = MatchTime(instant, table.now), -1
        self._history.begin()
        if table.board is not None and self._reading is None:
            self._take(BoardLost(0), instant)

    def new_match(self, agreement: Mapping[str, Any], instant: float) -> Refusal:
        """Begin another match."""
        try:
            agreed = decode_agreement(dict(agreement))
        except CodecError as error:
            return words.own("bad_agreement", message=str(error))
        self._begin(agreed, instant)
        return None

    def _begin(self, agreed: Agreement, instant: float) -> None:
        recorder = self._ledger.begin(agreed)
        self._history, self._time, self._ticked_at = History(), MatchTime(instant), -1
        self._changes += 1
        LOG.info("A match begins", extra={"match": recorder.match, "game": agreed.rules.game.id})
        if self._reading is not None:
            self._take(BoardSeen(0, self._reading), instant)

    def open_matches(self) -> tuple[OpenMatch, ...]:
        """Return the matches that can be gone back to."""
        return tuple(
            OpenMatch(
                row.number,
                game_name(row.game),
                Both(*row.names),
                Both(*row.score),
                length_in_words(row.length),
                row.games,
                row.changed,
            )
            for row in self._ledger.open_matches()
        )

    def in_journal(self, work: Callable[[Journal], Any]) -> Any:  # noqa: ANN401 - what the work returns
        """Do something with the journal; raise `JournalError` if it cannot be written now."""
        journal, trouble = self._ledger.journal, self._ledger.trouble
        if journal is None or trouble is not None:
            raise JournalError(trouble.code if trouble else Code.NO_JOURNAL, self._ledger.message.text)
        return work(journal)

    def go_back(self, number: int, instant: float) -> Refusal:
        """Go on with another match that is open; the present one is kept as it stands."""
        if number not in {one.number for one in self.open_matches()}:
            return words.own("not_open", number=number)
        self._history.forget()
        try:
            recorder = self._ledger.go_back(number)
        except JournalError as error:
            self._changes += 1
            return words.own("unwritten", message=str(error))
        LOG.info("A match goes on", extra={"match": recorder.match})
        self._go_on(instant)
        if self._reading is not None:
            self._take(BoardSeen(0, self._reading), instant)
        return None

    def post(self, data: Mapping[str, Any], by: str, instant: float) -> Refusal:
        """Take what somebody has entered; return why it is turned down, if it is."""
        if data.get("event") == "new_journal":
            return self._new_journal()
        if data.get("event") == "answer_device":
            return self._answer(str(data.get("device")), data.get("answer"))
        if "at" in data:
            return words.own("bad_event", message="When it happens is not for whoever enters it to say.")
        try:
            event = decode({**data, "at": 0})
        except CodecError as error:
            return words.own("bad_event", message=str(error))
        if isinstance(event, DEVICES_ONLY):
            return words.own("not_by_hand")
        LOG.info("Entered", extra={"what": data.get("event"), "by": by})
        return self._take(event, instant)

    def report(self, name: str, report: Report, instant: float) -> None:
        """Take what a part tells."""
        if isinstance(report, Noticed):
            self._noticed(name, report, instant)
        elif isinstance(report, Asked):
            self._ask(name, report)
        elif isinstance(report, Reads):
            self._reads[name] = report
        elif isinstance(report, Looked):
            self._looked(report, instant)
        else:
            self._condition(name, report, instant)

    def forget(self, name: str, instant: float) -> None:
        """A part is taken away."""
        self._asked.pop(name, None)
        self._reads.pop(name, None)
        self._condition(name, Condition("off", words.own(TAKEN_AWAY)), instant)

    def look_again(self) -> int | None:
        """Have the board looked at, and return the number that `looked` will tell; None if nobody can be asked."""
        reads = self._reads.get(self._reader) if self._reader is not None else None
        if reads is None:
            return None
        self._questions += 1
        reads.look_again(self._questions)
        return self._questions

    def do_without_board(self, instant: float) -> None:
        """The board does not answer: what it shows is not gone by until it does."""
        self._take(BoardLost(0), instant)

    def _looked(self, looked: Looked, instant: float) -> None:
        self.looked = looked.number
        if self._reading is not None and self.table is not None and self.table.board is None:
            self._take(BoardSeen(0, self._reading), instant)

    def tick(self, instant: float) -> None:
        """Do what time has brought."""
        due = self._due_at()
        if due is not None and self._time.read(instant) >= due:
            self._ticked_at = due
            self._take(TimePassed(0), instant)

    def due(self) -> float | None:
        """Return the instant at which `tick` has something to do, if nothing happens before."""
        at = self._due_at()
        return None if at is None else self._time.instant_of(at)

    def retry(self, instant: float) -> None:
        """Try again what could not be written."""
        if self._ledger.trouble is None:
            return
        recorder = self._ledger.recorder
        self._ledger.retry()
        if self._ledger.recorder is not recorder:
            self._go_on(instant)

    def close(self) -> None:
        """End: all that has happened is written already."""
        self._ledger.close()

    def _take(self, event: Event, instant: float) -> Refusal:
        recorder = self._ledger.recorder
        if recorder is None:
            return words.own("no_match")
        before, wall = recorder.table, self._wall()
        try:
            after = recorder.record(replace(event, at=self._time.at(instant)), wall)
        except JournalError as error:
            return words.own("unwritten", message=str(error))
        if isinstance(after, Rejection):
            LOG.info("Turned down", extra={"what": type(event).__name__, "why": after.code})
            return words.rejected(after)
        if recorder.table is not before:
            self._changes += 1
            self._history.add(len(recorder.recorded), wall, after.said)
            LOG.debug("Happened", extra={"what": type(event).__name__, "seq": len(recorder.recorded)})
        return None

    def _ask(self, name: str, asked: Asked) -> None:
        self._asked.pop(name, None)
        if asked.answers:
            self._asked[name] = asked
        self._changes += 1

    def _noticed(self, name: str, noticed: Noticed, instant: float) -> None:
        event, before = noticed.event, self.table
        if isinstance(event, BoardSeen):
            self._reading, self._reader = event.reading, name
            if self._may_be_old() and self.look_again() is not None:
                return
        self._take(event, instant)
        if noticed.picture is not None and self.table is not before:
            self._ledger.keep_picture(noticed.picture)

    def _may_be_old(self) -> bool:
        """Whether a board that comes back may show what lay there before the turn ended, which would be judged."""
        table = self.table
        return table is not None and table.board is None and isinstance(table.phase, Playing) and table.phase.ended

    def _condition(self, name: str, condition: Condition, instant: float) -> None:
        before = self._devices.get(name)
        if before is not None and (before.state, before.message) == (condition.state, condition.message):
            return
        since = before.since if before and before.state == condition.state else self._wall()
        missed = before.missed_since if before else None
        if condition.state in {"failed", "lost"}:
            missed = missed or since
        elif condition.state != "starting":
            missed = None
        self._devices[name] = DeviceView(name, condition.state, condition.message, since, missed)
        self._changes += 1
        LOG.info("A part", extra={"part": name, "state": condition.state, "why": condition.message.text})
        if name == self._reader and condition.state != "running":
            self._reading = self._reader = None
            self._take(BoardLost(0), instant)

    def _answer(self, name: str, number: object) -> Refusal:
        asked = self._asked.get(name)
        answers = asked.answers if asked else ()
        if not isinstance(number, int) or not 1 <= number <= len(answers):
            return words.own("no_question")
        answers[number - 1][1]()
        del self._asked[name]
        self._changes += 1
        return None

    def _new_journal(self) -> Refusal:
        if not self._ledger.mendable:
            return words.own("nothing_to_mend")
        try:
            self._ledger.begin_anew()
        except JournalError as error:
            return words.own("unwritten", message=str(error))
        self._changes += 1
        return None

    def _due_at(self) -> int | None:
        table = self.table
        if table is None:
            return None
        falls, phase = flag_falls_at(table.clock), table.phase
        dues = [] if falls is None else [falls]
        if isinstance(phase, Playing) and phase.ended and table.board is not None and not table.game.stake.pending:
            dues.append(phase.since + SETTLING_MS)
        return min((at for at in dues if at > self._ticked_at), default=None)
