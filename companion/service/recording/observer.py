"""Looks on while the clerk works, and has written down what the clerk was handed, when, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.journal.lines import Line
from companion.journal.recorder import Recorder
from companion.service.clerk import Clerk
from companion.service.deeds import Begun, Deed, Opened, Posted, Retried, Told, WentBack
from companion.service.desk import Standing
from companion.service.ports import Condition
from companion.service.recording.coding import Json, Stand, plain_deed, plain_lines, plain_standing
from companion.service.recording.recording import Recording
from companion.service.turn_ends import Job
from companion.service.view import Message

BY_PEOPLE = (Posted, Begun, WentBack)
"""Deeds that are answered."""
MAY_LEAD_ELSEWHERE = (Begun, WentBack, Opened, Retried)
"""Deeds after which another match may be played."""


@dataclass(slots=True)
class Turn:
    """What is done at one go: a job that is taken up, or none, and all that comes of it."""

    now: float
    deed: Deed | None = None
    instant: float = 0.0
    number: int = 0
    walls: list[int] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    answers: list[tuple[int, str | None]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    went_on: Stand | None = None
    is_worth: bool = False
    """Whether it has to be done again for the same to come out."""
    is_left: bool = False
    """Whether another match goes on after it."""

    def plain(self) -> dict[str, Json]:
        """Return it as plain data; what is empty is left out."""
        found: dict[str, Json] = {"e": "turn", "now": self.now}
        if self.deed is not None:
            found["job"] = {"n": self.number, "at": self.instant, **plain_deed(self.deed)}
        lists = {"walls": self.walls, "lines": plain_lines(self.lines), "answers": self.answers, "faults": self.faults}
        found |= {name: value for name, value in lists.items() if value}
        if self.dropped:
            found["dropped"] = self.dropped
        if self.is_left:
            found["left"] = True
        if self.went_on is not None:
            found["went_on"] = self.went_on.plain()
        return found


class Observer:
    """The witness of one clerk; belongs to the clerk's thread."""

    def __init__(self, recording: Recording, wall: Callable[[], int]) -> None:
        self._recording, self._wall = recording, wall
        self._clerk: Clerk | None = None
        self._turn = Turn(0.0)
        self._own: object = None
        """The job of this turn."""
        self._numbers: dict[int, int] = {}
        """The jobs that were taken up in this file and are not done, each with its number."""
        self._count = 0
        self._recorder: Recorder | None = None
        self._uid: str | None = None
        self._before: tuple[object, int, Standing | None] = (None, 0, None)
        self._held = self._shown = 0
        self._has_begun = self._has_switched = False

    def look_at(self, clerk: Clerk) -> None:
        """Take the clerk to look at."""
        self._clerk = clerk

    def wall(self) -> int:
        """Return what the clock on the wall shows, and remember it."""
        shown = self._wall()
        self._turn.walls.append(shown)
        return shown

    # What the clerk tells

    def takes(self, job: Job | None, now: float) -> None:
        """The clerk takes up a job, or looks what time has brought."""
        self._own = job.done if job is not None else None
        self._has_switched = False
        self._held = len(self._at.ends.held)
        self._turn = Turn(now) if job is None or job.deed is None else self._taken(job, job.deed, now)

    def does(self, job: Job) -> None:
        """A job is done next."""
        desk, deed = self._at.desk, job.deed
        if self._has_switched and deed is not None and id(job.done) not in self._numbers:
            # It was taken up before another match went on, and is done in that one.
            self._write()
            self._turn = self._taken(job, deed, self._turn.now)
        if job.done is not self._own:
            self._turn.is_worth = True
        recorder = desk.recorder
        standing = desk.standing() if isinstance(deed, MAY_LEAD_ELSEWHERE) else None
        self._shown = len(self._turn.walls)
        self._before = desk.state, len(recorder.recorded) if recorder else 0, standing

    def dropped(self, job: Job) -> None:
        """Nobody waits for a job any more."""
        number = self._numbers.pop(id(job.done), None)
        if number is not None:
            self._turn.dropped.append(number)
            self._turn.is_worth = True

    def did(self, job: Job, answer: object, error: Exception | None) -> None:
        """A job is done, or has failed."""
        desk, (state, count, standing) = self._at.desk, self._before
        if standing is not None and (desk.recorder is not self._recorder or not self._has_begun):
            self._switch(job, standing)
        elif desk.recorder is not None:
            self._turn.lines += desk.recorder.recorded[count:]
        number = self._numbers.pop(id(job.done), 0)
        if isinstance(job.deed, BY_PEOPLE):
            self._turn.answers.append((number, answer.code if isinstance(answer, Message) else None))
        if error is not None:
            self._turn.faults.append(type(error).__name__)
        self._turn.is_worth |= desk.state != state

    def rests(self) -> None:
        """All is done that could be done now."""
        held = self._at.ends.held
        if self._has_switched:
            self._hold_on(held)
        elif len(held) != self._held:
            self._turn.is_worth = True
        self._write()
        if not held and self._has_begun and (self._recording.wants_anew or self._is_elsewhere):
            self._begin_anew()

    # What is written

    @property
    def _at(self) -> Clerk:
        if self._clerk is None:
            msg = "nobody to look at"
            raise RuntimeError(msg)
        return self._clerk

    @property
    def _is_elsewhere(self) -> bool:
        """Whether the journal has given the match another uid."""
        recorder = self._at.desk.recorder
        return recorder is not None and recorder.uid != self._uid

    def _taken(self, job: Job, deed: Deed, now: float) -> Turn:
        self._count += 1
        self._numbers[id(job.done)] = self._count
        turn = Turn(now, deed, job.instant, self._count)
        # How a part is, told again, changes nothing, and neither does a journal that is well, or still is not.
        is_told = isinstance(deed, Told) and isinstance(deed.report, Condition)
        turn.is_worth = not (is_told or isinstance(deed, Retried))
        return turn

    def _write(self) -> None:
        if self._turn.is_worth and self._has_begun:
            self._recording.put(self._turn.plain)

    def _switch(self, job: Job, standing: Standing) -> None:
        """Begin a file for another match, with the deed that has led to it."""
        recorder, before = self._at.desk.recorder, self._turn
        number = self._numbers.get(id(job.done), 0)
        walls, before.walls = before.walls[self._shown :], before.walls[: self._shown]
        before.is_left = before.is_worth = True
        self._write()
        self._recorder, self._uid = recorder, recorder.uid if recorder else None
        self._numbers = {id(job.done): number}
        self._recording.begin(self._uid, "another match", lambda: {"desk": plain_standing(standing), "match": None})
        self._has_begun = self._has_switched = True
        self._turn = Turn(before.now, job.deed, job.instant, number, walls, is_worth=True)
        if recorder is not None:
            self._turn.lines += recorder.recorded[recorder.found :]
            if not isinstance(job.deed, Begun):
                self._turn.went_on = Stand.of(recorder, recorder.found)

    def _hold_on(self, held: tuple[Job, ...]) -> None:
        """Write that jobs are held back that were taken up in the file before."""
        for job in held:
            if job.deed is not None and id(job.done) not in self._numbers:
                self._write()
                self._turn = self._taken(job, job.deed, self._turn.now)

    def _begin_anew(self) -> None:
        """Begin another file in the middle of a match."""
        desk = self._at.desk
        recorder, standing = desk.recorder, desk.standing()
        stand = Stand.of(recorder) if recorder is not None else None
        self._recorder, self._uid = recorder, recorder.uid if recorder else None
        self._numbers.clear()
        self._recording.begin(
            self._uid,
            "another file",
            lambda: {"desk": plain_standing(standing), "match": stand.plain() if stand else None},
        )
