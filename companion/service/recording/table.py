"""The table again: what was recorded goes to a fresh desk, by the clocks of then, and without any device or journal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.journal.lines import Line
from companion.journal.listing import MatchRow
from companion.journal.recorder import Follow, Recorder
from companion.journal.trouble import Code, Trouble
from companion.match.length import Money
from companion.rules.players import both
from companion.service.clerk import Clerk, job_of
from companion.service.deeds import Begun, Opened, Posted, Retried, WentBack
from companion.service.desk import Desk
from companion.service.ledger import SOURCE, Ledger
from companion.service.recording import coding
from companion.service.recording.coding import Json
from companion.service.recording.trouble import RawError
from companion.service.turn_ends import Job
from companion.service.view import Message, TableView
from companion.table.agreement import Agreement

BESIDES_THE_TABLE = frozenset({"new_journal"})
"""What is entered that only concerns the journal's file: it is not there."""


class TapeLedger(Ledger):
    """Goes on with the matches that the recording has; there is no file."""

    def __init__(self, follow: Follow) -> None:
        super().__init__(Path(), lambda: 0, 0, follow)
        self.coming: Recorder | None = None
        """The match that went on with what is done next."""

    def open(self) -> None:
        """Go on with the match that was open."""
        self._come()

    def retry(self) -> None:
        """Go on with the match that could be read at last."""
        self._come()

    def open_matches(self) -> list[MatchRow]:
        """Return the match that was gone back to."""
        return [_row(self.coming)] if self.coming is not None else []

    def go_back(self, number: int) -> Recorder:
        """Go back to the match that was gone back to."""
        del number
        found = self.coming or self.recorder
        if found is None:
            raise RawError(GOES_ON)
        self._come()
        return found

    def begin(self, agreement: Agreement) -> Recorder:
        """Begin another match."""
        self.recorder = Recorder.begin(None, agreement, 0, SOURCE)
        return self.recorder

    def keep_picture(self, picture: bytes) -> None:
        """Keep nothing."""

    def begin_anew(self) -> None:
        """There is nothing to begin anew."""

    def close(self) -> None:
        """There is nothing to close."""

    @property
    def trouble(self) -> Trouble | None:
        """What is the matter: something only where a match could be read at last."""
        return Trouble(Code.NO_JOURNAL, "", 0, 0) if self.coming is not None else None

    def _come(self) -> None:
        if self.coming is not None:
            self.recorder, self.coming = self.coming, None


GOES_ON = "a match goes on that is not in it"


def _row(one: Recorder) -> MatchRow:
    rules = one.agreement.rules
    return MatchRow(
        one.match or 0, one.uid, SOURCE, rules.game.id, {}, Money(), rules.names, 0, 0, 0, 0, both(0), "open", None
    )


@dataclass(slots=True)
class Came:
    """What came of a turn when it was done again."""

    first: int
    """Which event of the match its first line is."""
    lines: list[Line] = field(default_factory=list)
    answers: dict[int, str | None] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    walls: int = 0
    """How often the clock on the wall was looked at."""


class TableAgain:
    """One desk that goes through a piece of a recording."""

    def __init__(self, head: dict[str, Json]) -> None:
        """Take how the table stood; raise `ValueError` if that is not told rightly."""
        self._ledger: TapeLedger | None = None
        self._walls: Iterator[int] = iter(())
        self._shown = 0
        self._came = Came(1)
        self._numbers: dict[int, int] = {}
        self._jobs: dict[int, Job] = {}
        self._before = 0
        self._is_left = False
        """Whether another match goes on with this turn, which stands in another piece."""
        self._desk = Desk(self._opened, _nobody, wall=self._wall)
        self._desk.stand(coding.read_standing(coding.field(head, "desk", dict)))
        match = head.get("match")
        if match is not None:
            self._at.recorder = coding.read_stand(match)
        self._clerk = Clerk(self._desk, _nothing, self)
        self._recorder = self._desk.recorder

    def _opened(self, follow: Follow) -> TapeLedger:
        self._ledger = TapeLedger(follow)
        return self._ledger

    @property
    def _at(self) -> TapeLedger:
        if self._ledger is None:
            msg = "no ledger"
            raise RuntimeError(msg)
        return self._ledger

    @property
    def events(self) -> int:
        """How many events the match has by now."""
        return len(self._recorder.recorded) if self._recorder else 0

    def view(self) -> TableView:
        """Return the table as it would be shown."""
        return self._desk.view()

    def turn(self, entry: dict[str, Json]) -> Came:
        """Do a turn again, and return what comes of it."""
        self._prepare(entry)
        now, job = coding.number(entry, "now"), entry.get("job")
        taken = None if job is None else self._job(job)
        if taken is not None and isinstance(taken.deed, Opened | Retried):
            self._clerk.do(taken.deed, now)
        else:
            self._clerk.go(taken, now)
        return self._came

    def _prepare(self, entry: dict[str, Json]) -> None:
        self._came, self._is_left = Came(self.events + 1), bool(entry.get("left"))
        self._walls = iter([one for one in entry.get("walls", []) if type(one) is int])
        for number in entry.get("dropped", []):
            if number in self._jobs:
                self._jobs[number].done.cancel()
        went_on = entry.get("went_on")
        if went_on is not None:
            self._at.coming = coding.read_stand(went_on)
            self._recorder = self._at.coming
            self._came.first = self.events + 1

    def _job(self, data: Json) -> Job:
        deed = coding.read_deed(data)
        number = coding.field(data, "n", int)
        job = job_of(deed, self._desk, coding.number(data, "at"))
        self._jobs[number], self._numbers[id(job.done)] = job, number
        return job

    def _wall(self) -> int:
        self._came.walls += 1
        self._shown = next(self._walls, self._shown)
        return self._shown

    # As the clerk's witness.

    def takes(self, job: Job | None, now: float) -> None:
        """The clerk takes up a job: it was handed to it just now."""

    def does(self, job: Job) -> None:
        """A job is done next."""
        del job
        recorder = self._desk.recorder
        self._before = len(recorder.recorded) if recorder else 0

    def dropped(self, job: Job) -> None:
        """Nobody waited for a job any more."""

    def did(self, job: Job, answer: object, error: Exception | None) -> None:
        """A job is done: remember what came of it."""
        recorder = self._desk.recorder
        if isinstance(job.deed, Begun) and not self._is_left and self._recorder is None:
            self._recorder, self._before = recorder, 0
        if recorder is not None and recorder is self._recorder:
            since = (
                max(self._before, recorder.found) if isinstance(job.deed, WentBack | Opened | Retried) else self._before
            )
            self._came.lines += recorder.recorded[since:]
        number = self._numbers.pop(id(job.done), 0)
        self._jobs.pop(number, None)
        if isinstance(job.deed, Posted | Begun | WentBack) and not _is_besides(job.deed):
            self._came.answers[number] = answer.code if isinstance(answer, Message) else None
        if error is not None:
            self._came.faults.append(type(error).__name__)

    def rests(self) -> None:
        """All is done that could be done."""


def _is_besides(deed: Posted | Begun | WentBack) -> bool:
    return isinstance(deed, Posted) and deed.event.get("event") in BESIDES_THE_TABLE


def _nobody(_message: Message) -> None:
    """Nobody looks on while a match is gone through."""


def _nothing() -> None:
    """Nobody looks at what has changed."""
