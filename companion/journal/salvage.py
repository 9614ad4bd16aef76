"""A damaged journal set aside under another name, and what can still be read of it taken over into a new one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from companion.journal.database import FILE, WriterLock, connect, settle, unused
from companion.journal.lines import AGREED, Line, agreement_of, event_of, sum_of
from companion.journal.summary import New
from companion.journal.trouble import JournalError, told
from companion.table.agreement import Agreement
from companion.table.reducer import fold
from companion.table.state import Table

if TYPE_CHECKING:
    from companion.journal.store import Journal

BESIDE = ("-wal", "-shm")
"""The files that belong to the journal's."""
MOST_NAMED = 100
"""How many lost matches are named: damage can make up any count of them."""


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What became of a damaged journal: matches taken over whole, and a sentence for each that was not."""

    path: Path
    whole: int
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """A match in a damaged journal, as far as it can be read."""

    new: New
    expected: int
    agreement: Agreement
    lines: tuple[Line, ...]
    table: Table


def set_aside(folder: Path) -> Path:
    """Give the journal in `folder` another name, so that a new one can be made; return that name."""
    lock, path = WriterLock(folder), folder / FILE
    with told(path):
        folder.mkdir(parents=True, exist_ok=True)
    lock.take()
    try:
        with told(path):
            aside = unused(path.with_name(f"{path.stem}-damaged{path.suffix}"))
            # The main file last: as long as it is there under its name, nothing else is taken for the journal.
            for ending in (*BESIDE, ""):
                with suppress(FileNotFoundError):
                    path.with_name(f"{path.name}{ending}").replace(aside.with_name(f"{aside.name}{ending}"))
            settle(folder)
    finally:
        lock.give_back()
    return aside


def salvage(path: Path, journal: Journal) -> Salvaged:
    """Take over into `journal` what can be read of a damaged one; what is there already stays as it is."""
    there = {row.uid for row in journal.matches()}
    whole, lost = 0, []
    try:
        with told(path), closing(connect(path, "ro")) as connection:
            numbers, whole_list = _numbers(connection)
            for number in numbers:
                said = _take_over(connection, number, journal, there)
                whole += not said
                lost += [said] if said else []
            missing = _missing(connection, numbers)
            lost += [f"Match {number}: lost; it cannot be found." for number in missing[:MOST_NAMED]]
            if not whole_list or len(missing) > MOST_NAMED:
                lost.append("The list of matches is damaged: others that it held may be lost.")
    except JournalError as error:
        lost.append(f"The rest could not be saved. {error}")
    return Salvaged(path, whole, tuple(lost))


def _numbers(connection: sqlite3.Connection) -> tuple[list[int], bool]:
    """Return the matches there are, read from both ends since damage stops either; and whether nothing stopped it."""
    found, whole = set(), True
    for order in ("number", "number DESC", "uid"):
        try:
            for (number,) in connection.execute(f"SELECT number FROM matches ORDER BY {order}"):  # noqa: S608
                found.add(int(number))
        except sqlite3.Error:
            whole = False
    return sorted(found), whole


def _missing(connection: sqlite3.Connection, numbers: list[int]) -> list[int]:
    """Return which matches were there by the count of all that were ever begun, and cannot be found: the first ones."""
    last, known = max(numbers, default=0), set(numbers)
    with suppress(sqlite3.Error):
        for (most,) in connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'matches'"):
            last = max(last, most) if isinstance(most, int) else last
    return list(islice((number for number in range(1, last + 1) if number not in known), MOST_NAMED + 1))


def _take_over(connection: sqlite3.Connection, number: int, journal: Journal, there: set[str]) -> str:
    """Take one match over; return what was lost of it, or nothing."""
    try:
        found = _found(connection, number)
    except (sqlite3.Error, JournalError):
        found = None
    if found is None:
        return f"Match {number}: lost; what was agreed on cannot be read."
    is_new = found.new.uid not in there
    if is_new:
        journal.put(found.new, found.agreement, found.lines, found.table)
    _take_pictures(connection, number, journal, found.new.uid)
    return _cut_off(found) if is_new and len(found.lines) < found.expected else ""


def _cut_off(found: _Found) -> str:
    names = found.agreement.rules.names
    return (
        f"Match {found.new.number} ({names.white} against {names.black}): its first {len(found.lines)} of"
        f" {found.expected} events were saved."
    )


def _found(connection: sqlite3.Connection, number: int) -> _Found | None:
    asked = "SELECT uid, source, events FROM matches WHERE number = ?"
    row = connection.execute(asked, (number,)).fetchone()
    if row is None:
        return None
    uid, source, events = row
    readable = [*_readable(connection, number, uid)]
    if not readable:
        return None
    agreement, lines = agreement_of(readable[0], number), tuple(readable[1:])
    happened = [event_of(line, number, seq) for seq, line in enumerate(lines, AGREED + 1)]
    new = New(uid, source, readable[0].wall, number)
    return _Found(new, events, agreement, lines, fold(agreement.begin(), happened))


def _readable(connection: sqlite3.Connection, number: int, uid: str) -> Iterator[Line]:
    """Yield the lines of a match up to the first that is damaged: what came after it means nothing without it."""
    asked = "SELECT seq, wall, body, sum FROM events WHERE match = ? ORDER BY seq"
    with suppress(sqlite3.Error):
        for wanted, (seq, wall, body, check) in enumerate(connection.execute(asked, (number,))):
            line = Line(wall, body)
            if seq != wanted or check != sum_of(uid, seq, line):
                return
            yield line


def _take_pictures(connection: sqlite3.Connection, number: int, journal: Journal, uid: str) -> None:
    with suppress(sqlite3.Error):
        rows = connection.execute("SELECT seq, kind, size FROM evidence WHERE match = ? ORDER BY id", (number,))
        journal.take_pictures(uid, [*rows])
