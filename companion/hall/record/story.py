"""What becomes of lines that a table tells: taken, asked for anew, or refused. No database and no thread in here.

A table's story of a match is believed as far as it was compared with the record. A table goes on with a match only
where it has told all that the record has of it: so nobody adds to a match who does not know it, and a table that has
lost the end of its journal and went on otherwise is noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.broker.messages import Events, Matches


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line as a table tells it."""

    wall: int
    body: str


@dataclass(frozen=True, slots=True)
class Kept:
    """What the record has of a match."""

    uid: str
    owner: str
    lines: int


@dataclass(frozen=True, slots=True)
class Fresh:
    """Lines that are to be written down."""

    match: str
    first: int
    lines: tuple[TableLine, ...]
    arrived: int


@dataclass(frozen=True, slots=True)
class Clash:
    """A line that a table tells otherwise than the record."""

    match: str
    table: str
    seq: int
    line: TableLine
    came: int


class Finding(Enum):
    """What became of what was told."""

    TAKEN = "taken"
    KNOWN = "known"
    ASKED = "asked"
    """What is missing, or has to be compared first, was asked for."""
    CONFLICT = "conflict"
    CLAIMED = "claimed"
    """It would go on with a match that another table is playing."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What is to be told to a table: of a match so many lines are here; and what was found."""

    table: str
    match: str
    finding: Finding
    have: int | None = None
    seq: int = 0
    other: str = ""
    """Whose match it was, or is."""
    lines: int = 0
    """How many there are in the record."""
    settled: bool = False
    """Whether a conflict is over with it."""


ReadLines = Callable[[str, int, int], Sequence[TableLine]]


@dataclass
class Book:
    """The record as it stands within one transaction, and what is to be written in it at its end."""

    matches: dict[str, Kept]
    held: dict[tuple[str, str], int]
    """By match and table, how far it was compared."""
    conflicts: dict[tuple[str, str], int]
    """Those that are open, by match and table: from which line on."""
    read: ReadLines
    fresh: list[Fresh] = field(default_factory=list)
    begun: dict[str, tuple[Events, int]] = field(default_factory=dict)
    """New matches: with what they came, and when."""
    clashes: list[Clash] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)
    settled: set[tuple[str, str]] = field(default_factory=set)
    """Conflicts that are over."""
    dirty: set[tuple[str, str]] = field(default_factory=set)
    proven: set[tuple[str, str, str]] = field(default_factory=set)
    """Of which table, session and match the last line was compared."""

    def have(self, match: str) -> int:
        """Return how many lines of a match there are."""
        return self.matches[match].lines if match in self.matches else 0

    def lines(self, match: str, first: int, end: int) -> list[TableLine]:
        """Return lines of a match, also those that are only about to be written."""
        fresh = [one for one in self.fresh if one.match == match]
        stored = min([end, *(one.first for one in fresh)])
        found = list(self.read(match, first, stored)) if first < stored else []
        for one in fresh:
            found += one.lines[max(0, first - one.first) : max(0, end - one.first)]
        return found

    def hold(self, match: str, table: str, have: int) -> None:
        """Note how far a table's story was compared."""
        if self.held.get((match, table)) != have:
            self.held[match, table] = have
            self.dirty.add((match, table))


@dataclass
class Teller:
    """Decides on what tables tell; `proven` outlives a book, `is_present` says whether a table is heard just now."""

    is_present: Callable[[str], bool]
    proven: set[tuple[str, str, str]] = field(default_factory=set)

    def listed(self, book: Book, told: Matches) -> list[Reply]:
        """Return what to ask for of matches that a table has."""
        return [reply for match, count in told.matches for reply in self._listed(book, told, match, count)]

    def _listed(self, book: Book, told: Matches, match: str, count: int) -> list[Reply]:
        held = self._held(book, told.table, match, count)
        if count <= held:
            return []
        return [self._ask(book, told.table, told.session, match, held)]

    def told(self, book: Book, events: Events, arrived: int) -> Reply:
        """Return what to answer to lines of a match; what is to be written stands in the book."""
        table, match = events.table, events.match
        held = self._held(book, table, match, events.count)
        if events.first > self._sure(book, (table, events.session, match), held):
            return self._ask(book, table, events.session, match, held)
        differs = self._difference(book, events)
        if differs is not None:
            return self._conflict(book, events, differs, arrived)
        return self._agreeing(book, events, arrived)

    def _held(self, book: Book, table: str, match: str, count: int) -> int:
        """Return how far a story was compared: not at all, if the table has lost some of it."""
        held = min(book.held.get((match, table), 0), book.have(match))
        if count < held:
            held = 0
            book.hold(match, table, 0)
        return held

    def _sure(self, book: Book, key: tuple[str, str, str], held: int) -> int:
        """Return from where on a session's story is to be told: one line back, if its last line was not compared."""
        return held if held == 0 or key in self.proven or key in book.proven else held - 1

    def _ask(self, book: Book, table: str, session: str, match: str, held: int) -> Reply:
        return Reply(table, match, Finding.ASKED, self._sure(book, (table, session, match), held))

    def _difference(self, book: Book, events: Events) -> int | None:
        """Return the number of the first line that the record has otherwise."""
        end = min(events.first + len(events.lines), book.have(events.match))
        known = book.lines(events.match, events.first, end)
        told = [TableLine(*line) for line in events.lines[: len(known)]]
        return next((events.first + at for at, (a, b) in enumerate(zip(known, told, strict=True)) if a != b), None)

    def _conflict(self, book: Book, events: Events, seq: int, arrived: int) -> Reply:
        table, match = events.table, events.match
        if (match, table) not in book.conflicts:
            book.conflicts[match, table] = seq
            line = TableLine(*events.lines[seq - events.first])
            book.clashes.append(Clash(match, table, seq, line, arrived))
        return Reply(table, match, Finding.CONFLICT, seq=seq)

    def _agreeing(self, book: Book, events: Events, arrived: int) -> Reply:
        table, match, have = events.table, events.match, book.have(events.match)
        end, held = events.first + len(events.lines), book.held.get((match, table), 0)
        other = self._other_owner(book, events) if end > have else ""
        if other and self.is_present(other):
            book.hold(match, table, have)
            return Reply(table, match, Finding.CLAIMED, other=other)
        if end >= held:
            book.proven.add((table, events.session, match))
        if end > have:
            self._add(book, events, have, arrived)
        settled = self._settle(book, events)
        book.hold(match, table, max(held, end))
        finding = Finding.TAKEN if end > have else Finding.KNOWN
        sure = self._sure(book, (table, events.session, match), max(held, end))
        return Reply(table, match, finding, sure, other=other, lines=book.have(match), settled=settled)

    def _settle(self, book: Book, events: Events) -> bool:
        """Forget a conflict where the table now tells what the record has; return whether there was one."""
        key = (events.match, events.table)
        is_over = events.first <= book.conflicts.get(key, -1) < events.first + len(events.lines)
        if is_over:
            del book.conflicts[key]
            book.settled.add(key)
        return is_over

    def _other_owner(self, book: Book, events: Events) -> str:
        kept = book.matches.get(events.match)
        return kept.owner if kept is not None and kept.owner != events.table else ""

    def _add(self, book: Book, events: Events, have: int, arrived: int) -> None:
        match, end = events.match, events.first + len(events.lines)
        lines = tuple(TableLine(*line) for line in events.lines[have - events.first :])
        book.fresh.append(Fresh(match, have, lines, arrived))
        if match in book.matches:
            book.matches[match] = replace(book.matches[match], owner=events.table, lines=end)
        else:
            book.begun[match] = (events, arrived)
            book.matches[match] = Kept(match, events.table, end)
        book.changed.add(match)
