"""Reading lines back with an eye on damage, and looking through the whole journal for it."""

from __future__ import annotations

import sqlite3

from companion.journal import listing
from companion.journal.database import Database
from companion.journal.lines import AGREED, Line, agreement_of, event_of, sum_of
from companion.journal.listing import MatchRow
from companion.journal.trouble import Code, JournalError


def read_lines(connection: sqlite3.Connection, row: MatchRow, first: int, last: int) -> list[Line]:
    """Return lines of a match; raise `JournalError` that names the first that is missing or damaged."""
    asked = "SELECT seq, wall, body, sum FROM events WHERE match = ? AND seq BETWEEN ? AND ? ORDER BY seq"
    found, wanted = [], first
    for seq, wall, body, check in connection.execute(asked, (row.number, first, last)):
        line = Line(wall, body)
        if seq != wanted or check != sum_of(row.uid, seq, line):
            break
        found.append(line)
        wanted += 1
    if wanted <= last:
        raise damaged(row, wanted)
    return found


def damaged(row: MatchRow, seq: int) -> JournalError:
    """Return the error for a line that is missing or is not as it was written."""
    names = f"match {row.number} ({row.names.white} - {row.names.black})"
    what = f"event {seq} of {row.events}" if seq else "what was agreed on"
    text = (
        f"The journal is damaged: {what} of {names} is not as it was written. Set the journal aside to save the rest."
    )
    return JournalError(Code.DAMAGED, text)


def damages(database: Database) -> list[JournalError]:
    """Read all there is; return what is damaged, or cannot be read for another reason."""
    try:
        with database.reading() as connection:
            said = [f"The file {database.path}: {text}." for text in _structure(connection)]
            found = [JournalError(Code.DAMAGED, text) for text in said]
            for row in listing.matches(connection):
                found += _in_match(connection, row)
    except JournalError as error:
        return [error]
    return found


def _structure(connection: sqlite3.Connection) -> list[str]:
    said = [str(text) for (text,) in connection.execute("PRAGMA integrity_check(10)")]
    return [] if said == ["ok"] else said


def _in_match(connection: sqlite3.Connection, row: MatchRow) -> list[JournalError]:
    try:
        agreed, *lines = read_lines(connection, row, AGREED, row.events)
        agreement_of(agreed, row.number)
        for seq, line in enumerate(lines, AGREED + 1):
            event_of(line, row.number, seq)
    except JournalError as error:
        return [error]
    return []
