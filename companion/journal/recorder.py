"""A match as it is played: what happens is applied, written down, and only then shown.

If the journal cannot be written, what happens is kept in memory, in order, and written as soon as that works again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from companion.journal.lines import Line, event_line, event_of
from companion.journal.salvage import Salvaged, salvage
from companion.journal.store import Journal, new_uid
from companion.journal.summary import New
from companion.journal.trouble import Code, JournalError, Trouble
from companion.match.clock import advance
from companion.table.agreement import Agreement
from companion.table.events import Event
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Table

NO_JOURNAL = "There is no journal to write to. See to it that the companion can write to its data folder."
OPEN_ANEW = frozenset({Code.READ_ONLY, Code.DAMAGED, Code.GONE, Code.FAILING})
"""Trouble that may be over for a file that is opened anew."""


@dataclass(frozen=True, slots=True)
class Followed:
    """An event of a match that is gone through: its number, how many there are, when it was written (Unix ms)."""

    seq: int
    count: int
    wall: int
    table: Table
    """The table after it."""


Follow = Callable[[Followed], None]


class Recorder:
    """One match that is being played; its table is the fold of what is written, or waits to be."""

    def __init__(self, journal: Journal | None, new: New, agreement: Agreement) -> None:
        """Take a match that nothing has happened in; `begin` and `resume` are the ways to have one."""
        self.journal = journal
        self.table = agreement.begin()
        self.trouble: Trouble | None = None
        self._new, self._agreement = new, agreement
        self._lines: list[Line] = []
        self._stored: int | None = None
        """How many of the lines the journal has; None if it does not have the match."""
        self.found = 0
        """How many lines there were when the match went on."""

    @classmethod
    def begin(cls, journal: Journal | None, agreement: Agreement, wall: int, source: str = "table") -> Self:
        """Begin a match now (Unix ms), in memory if the journal cannot be written."""
        recorder = cls(journal, New(new_uid(), source, wall), agreement)
        recorder.retry(wall)
        return recorder

    @classmethod
    def resume(cls, journal: Journal, match: int, follow: Follow | None = None) -> Self:
        """Go on with a match where it stands; `follow` is told of every event how many there are, and its table."""
        row = journal.match(match)
        recorder = cls(journal, New(row.uid, row.source, row.begun, match), journal.agreement(match))
        lines = journal.lines(match)
        recorder._go_through(lines, follow)
        recorder._stored = len(lines)
        return recorder

    @classmethod
    def of_lines(cls, new: New, agreement: Agreement, lines: Sequence[Line]) -> Self:
        """Go on with a match that no journal has, after these lines. Raises `JournalError` for what is no event."""
        recorder = cls(None, new, agreement)
        recorder._go_through(lines, None)
        return recorder

    def _go_through(self, lines: Sequence[Line], follow: Follow | None) -> None:
        self._lines, self.found = list(lines), len(lines)
        for seq, line in enumerate(self._lines, 1):
            after = apply(self.table, event_of(line, self.match or 0, seq))
            if isinstance(after, Rejection):
                continue
            self.table = after
            if follow is not None:
                follow(Followed(seq, len(self._lines), line.wall, after))

    @property
    def match(self) -> int | None:
        """The match's number in the journal; None as long as it could not be written."""
        return self._new.number

    @property
    def uid(self) -> str:
        """What the match is called, wherever it is written."""
        return self._new.uid

    @property
    def agreement(self) -> Agreement:
        """What was agreed on."""
        return self._agreement

    @property
    def is_on_disk(self) -> bool:
        """Whether all that has happened is written down."""
        return self.trouble is None or (self.match is not None and not self.trouble.waiting)

    @property
    def recorded(self) -> Sequence[Line]:
        """All that has happened, written or not."""
        return self._lines

    def record(self, event: Event, wall: int) -> Table | Rejection:
        """Let something happen now (Unix ms); return the table after it, or why it is turned down.

        Nothing is said of what changes nothing but the time, and it is not written. Raises `JournalError`, and changes
        nothing, for an event that nobody could read back.
        """
        after = apply(self.table, event)
        if isinstance(after, Rejection) or changes_nothing(self.table, after):
            self.retry(wall)
            return after if isinstance(after, Rejection) else replace(self.table, said=())
        line = event_line(event, wall)
        self._lines.append(line)
        self._write(after, wall)
        self.table = after
        return after

    def retry(self, wall: int) -> Trouble | None:
        """Try to write what waits, if anything does; return what is still the matter."""
        if self.trouble or self._stored is None:
            self._write(self.table, wall)
        return self.trouble

    def attach(self, journal: Journal, wall: int) -> Trouble | None:
        """Go on with this journal, and write to it all that it does not have; return what is the matter."""
        self.journal, self._stored = journal, None
        self._write(self.table, wall)
        return self.trouble

    def set_aside(self, wall: int) -> Salvaged:
        """Begin a new journal in place of one that is damaged or gone: with this match, and what is left of the others.

        Raises `JournalError` if that cannot be done.
        """
        if self.journal is None:
            raise JournalError(Code.NO_JOURNAL, NO_JOURNAL)
        aside = self.journal.begin_anew()
        trouble = self.attach(self.journal, wall)
        if trouble:
            raise JournalError(trouble.code, trouble.message)
        return salvage(aside, self.journal)

    def _write(self, table: Table, wall: int) -> None:
        try:
            self._write_what_waits(table)
        except JournalError as error:
            since = self.trouble.since if self.trouble else wall
            self.trouble = Trouble(error.code, str(error), len(self._lines) - (self._stored or 0), since)
        else:
            self.trouble = None

    def _write_what_waits(self, table: Table) -> None:
        journal = self.journal
        if journal is None:
            raise JournalError(Code.NO_JOURNAL, NO_JOURNAL)
        if self.trouble and self.trouble.code in OPEN_ANEW:
            journal.reopen()
        if self.trouble or self._stored is None:
            self._stored = self._compare(journal)
        if self._stored is None:
            number = journal.put(self._new, self._agreement, self._lines, table)
            self._new = replace(self._new, number=number)
        else:
            journal.append_lines(self._new.number or 0, self._lines[self._stored :], table)
        self._stored = len(self._lines)

    def _compare(self, journal: Journal) -> int | None:
        """Return how much of this match the journal has: a write that failed may have arrived all the same."""
        number = journal.number_of(self._new.uid)
        if number is None:
            return None
        there = journal.match(number).events
        # Two lines of one time and content follow the same ones before them.
        if there <= len(self._lines) and journal.lines(number, max(there, 1)) == self._lines[:there][-1:]:
            self._new = replace(self._new, number=number)
            return there
        # Somebody went on with this match elsewhere: what happened here becomes a match of its own.
        self._new = replace(self._new, uid=new_uid(), number=None)
        return None


def changes_nothing(before: Table, after: Table) -> bool:
    """Whether an event changed nothing but the time: forgotten, it makes no difference to what comes."""
    if after.said or after.past is not before.past:
        return False
    return after == replace(before, said=(), now=after.now, clock=advance(before.clock, after.now))
