"""The journal as a hall is told of it: read with a connection of its own, beside the table that writes."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from companion.broker.messages import MOST_BYTES, MOST_LINES
from companion.journal import listing
from companion.journal.database import FILE, connect
from companion.journal.inspection import read_lines
from companion.journal.lines import Line
from companion.journal.trouble import JournalError
from companion.service.ledger import SOURCE
from companion.service.publishing.follower import Told

LOG = logging.getLogger(__name__)
T = TypeVar("T")
ROOM = MOST_BYTES - 40_000
"""How many bytes the lines of a message may take."""
MATCHES = "SELECT uid, events, begun, changed FROM matches WHERE source = ?"


class JournalShelf:
    """Belongs to one thread. What cannot be read now is tried again when it is asked for again."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._said = ""

    def close(self) -> None:
        """Close the file."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()

    def matches(self) -> Mapping[str, Told]:
        """Return every match of this table."""
        return self._read(lambda connection: dict(map(_told, connection.execute(MATCHES, (SOURCE,)))), {})

    def match(self, uid: str) -> Told | None:
        """Return one match; None if it is not of this table, or not written yet."""

        def find(connection: sqlite3.Connection) -> Told | None:
            row = connection.execute(f"{MATCHES} AND uid = ?", (SOURCE, uid)).fetchone()
            return _told(row)[1] if row else None

        return self._read(find, None)

    def lines(self, uid: str, first: int) -> Sequence[tuple[int, str]]:
        """Return lines of a match from that number on, as many as one message may hold."""

        def find(connection: sqlite3.Connection) -> list[Line]:
            (number,) = connection.execute("SELECT number FROM matches WHERE uid = ?", (uid,)).fetchone() or (0,)
            row = listing.match(connection, number)
            return read_lines(connection, row, first, min(first + MOST_LINES - 1, row.events))

        return _fitting(self._read(find, []))

    def _read(self, find: Callable[[sqlite3.Connection], T], nothing: T) -> T:
        try:
            found = find(self._opened())
        except (sqlite3.Error, OSError, JournalError) as error:
            self.close()
            self._say(str(error))
            return nothing
        self._said = ""
        return found

    def _opened(self) -> sqlite3.Connection:
        """Return the connection; another file in place of the one before is opened anew."""
        status = self._path.stat()
        identity = status.st_dev, status.st_ino
        if self._connection is None or identity != self._identity:
            self.close()
            self._connection, self._identity = connect(self._path, "ro"), identity
        return self._connection

    def _say(self, why: str) -> None:
        if why != self._said:
            LOG.warning("The journal cannot be read for the hall", extra={"why": why})
        self._said = why


def _told(row: tuple[str, int, int, int]) -> tuple[str, Told]:
    uid, events, begun, changed = row
    return uid, Told(events + 1, begun, changed)


def _fitting(lines: Sequence[Line]) -> list[tuple[int, str]]:
    """Return as many lines as one message may hold; one at least."""
    found: list[tuple[int, str]] = []
    room = ROOM
    for line in lines:
        room -= len(json.dumps(line.body)) + 20
        if found and room < 0:
            break
        found.append((line.wall, line.body))
    return found
