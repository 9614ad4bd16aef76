"""A damaged journal set aside under another name, and what can still be read of it taken over into a new one."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import count, islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from companion.journal import listing
from companion.journal.database import FILE, PRIVATE_FOLDER, WriterLock, connect, settle, unused
from companion.journal.evidence import path_of
from companion.journal.lines import AGREED, Line, agreement_of, event_of, sum_of
from companion.journal.listing import GameRow
from companion.journal.remains import Known, remains
from companion.journal.summary import New
from companion.journal.trouble import JournalError, told
from companion.rules.players import Pair
from companion.table.reducer import fold

if TYPE_CHECKING:
    from companion.journal.store import Journal

BESIDE = ("-wal", "-shm")
"""The files that belong to the journal's."""
MOST_NAMED = 100
"""How many lost matches are named: damage can make up any count of them."""
MOST_EVENTS = 1_000_000
"""How far a match is looked through past damage, for the same reason."""
SALVAGED = "salvaged"
"""Where a match comes from that damage has cut off, or that came after it."""
LONGEST_UID = 48
"""So much of a match's uid is in that of one that came after the damage."""


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
    lines: Mapping[int, Line]
    """By number, without what was agreed on."""
    known: Known

    @property
    def head(self) -> tuple[Line, ...]:
        """The lines before the first gap: what came after it means nothing without it."""
        return tuple(self.lines[seq] for seq in takewhile(self.lines.__contains__, count(AGREED + 1)))

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing."""
        return len(self.head) >= self.known.events


def set_aside(folder: Path) -> Path:
    """Give the journal in `folder` another name, so that a new one can be made; return that name."""
    lock, path = WriterLock(folder), folder / FILE
    with told(path):
        folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
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
    whole, lost, cut = 0, [], []
    try:
        with told(path), closing(connect(path, "ro")) as connection:
            numbers, whole_list = _numbers(connection)
            for number in numbers:
                found = _found(connection, number)
                if found is None:
                    lost.append(f"Match {number}: lost; what was agreed on cannot be read.")
                elif _take_over(connection, found, journal, there):
                    whole += 1
                else:
                    cut.append(found)
            # After all others, which keep their numbers.
            lost += [_cut_off(found, _take_remains(connection, found, journal, there)) for found in cut]
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


def _take_over(connection: sqlite3.Connection, found: _Found, journal: Journal, there: set[str]) -> bool:
    """Take one match over, up to the first gap; return whether it is there whole."""
    uid, number = found.new.uid, found.new.number or 0
    if uid not in there:
        source = found.new.source if found.is_whole else SALVAGED
        journal.put(replace(found.new, source=source), found.known.agreement, found.head, found.known.table)
    with suppress(sqlite3.Error):
        journal.take_pictures(uid, _pictures(connection, number))
    return uid in there or found.is_whole


def _take_remains(connection: sqlite3.Connection, found: _Found, journal: Journal, there: set[str]) -> list[str]:
    """Take over what comes after the damage, as matches of their own; return a sentence for each."""
    said = []
    for part in remains(found.known, found.lines):
        uid = f"{found.new.uid[:LONGEST_UID]}-{part.first}"
        if uid in there:
            continue
        new = New(uid, SALVAGED, part.lines[0].wall)
        number = journal.put(new, part.agreement, part.lines, part.table)
        said.append(f" From game {part.game} on, {len(part.lines)} more are match {number} now.")
        with suppress(sqlite3.Error):
            for seq, kind, _ in _pictures(connection, found.new.number or 0):
                picture = path_of(journal.folder, found.new.uid, seq, kind)
                if 0 <= seq - part.first < len(part.lines) and picture.is_file():
                    journal.keep_evidence(number, seq - part.first + 1, picture.read_bytes(), kind)
    return said


def _cut_off(found: _Found, others: Sequence[str]) -> str:
    names = found.known.agreement.rules.names
    return (
        f"Match {found.new.number} ({names.white} against {names.black}): its first {len(found.head)} of"
        f" {found.known.events} events were saved.{''.join(others)}"
    )


def _found(connection: sqlite3.Connection, number: int) -> _Found | None:
    """Return a match as far as it can be read; None if it cannot be at all."""
    asked = "SELECT uid, source, events, score_white, score_black FROM matches WHERE number = ?"
    try:
        row = connection.execute(asked, (number,)).fetchone()
        if row is None:
            return None
        uid, source, events, *score = row
        lines = _readable(connection, number, uid, events)
        agreed = lines.pop(AGREED)
        agreement = agreement_of(agreed, number)
    except (sqlite3.Error, JournalError, KeyError):
        return None
    known = Known(agreement, agreement.begin(), _games(connection, number), Pair(*score), events)
    found = _Found(New(uid, source, agreed.wall, number), lines, known)
    happened = [event_of(line, number, seq) for seq, line in enumerate(found.head, AGREED + 1)]
    return replace(found, known=replace(known, table=fold(known.table, happened)))


def _readable(connection: sqlite3.Connection, number: int, uid: str, events: int) -> dict[int, Line]:
    """Return the lines of a match that are as they were written, also those between and after damaged ones."""
    asked = "SELECT seq, wall, body, sum FROM events WHERE match = ? AND seq >= ? ORDER BY seq"
    found, start = {}, AGREED
    while start <= min(events, MOST_EVENTS):
        try:
            for seq, wall, body, check in connection.execute(asked, (number, start)):
                line, start = Line(wall, body), seq + 1
                if check == sum_of(uid, seq, line) and _means_something(line, number, seq):
                    found[seq] = line
            break
        except sqlite3.Error:
            # Where the damage ends is found out by asking for one event after the other.
            start += 1
    return found


def _means_something(line: Line, number: int, seq: int) -> bool:
    try:
        return seq == AGREED or event_of(line, number, seq) is not None
    except JournalError:
        return False


def _games(connection: sqlite3.Connection, number: int) -> list[GameRow]:
    try:
        return listing.games(connection, number)
    except (sqlite3.Error, ValueError):
        return []


def _pictures(connection: sqlite3.Connection, number: int) -> list[tuple[int, str, int]]:
    """Return event, kind and size of each picture of a match."""
    return connection.execute("SELECT seq, kind, size FROM evidence WHERE match = ? ORDER BY id", (number,)).fetchall()
