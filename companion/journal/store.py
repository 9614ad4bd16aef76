"""The journal: many matches, each what was agreed on and what happened, on disk before anyone is shown it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import uuid4

from companion.journal import evidence, inspection, listing, results, summary
from companion.journal.cache import Cache
from companion.journal.database import Database
from companion.journal.evidence import Evidence, Tidied
from companion.journal.inspection import read_lines
from companion.journal.lines import AGREED, Line, Stored, agreement_line, agreement_of, event_lines, event_of, sum_of
from companion.journal.listing import GameRow, MatchRow
from companion.journal.results import GameTally, PlayerRow
from companion.journal.salvage import set_aside
from companion.journal.schema import STEPS, Step
from companion.journal.summary import New
from companion.journal.trouble import Code, JournalError
from companion.table.agreement import Agreement
from companion.table.events import Event
from companion.table.reducer import fold
from companion.table.state import PlayedGame, Table

UID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,63}")
"""A uid names a folder too."""


class Journal:
    """The journal in a folder. One thread at a time uses it; each thread or program may open its own."""

    def __init__(self, database: Database, steps: Sequence[Step] = STEPS) -> None:
        """Take the opened file."""
        self._database, self._steps = database, steps
        self._cache = Cache(database.folder)
        self._games: tuple[int, tuple[PlayedGame, ...]] | None = None

    @classmethod
    def open(cls, folder: Path, steps: Sequence[Step] = STEPS) -> Self:
        """Open the journal in `folder`; make it if it is missing, bring it up to date if it is old."""
        return cls(Database(folder, steps), steps)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def folder(self) -> Path:
        """Where it is."""
        return self._database.folder

    def close(self) -> None:
        """Close it, and let other programs write."""
        self._database.close()

    def claim(self) -> None:
        """Take the right to write until it is closed, which the first write does otherwise."""
        self._database.claim()

    def try_writing(self) -> None:
        """Claim it, and see whether it can be written; raise `JournalError` if it cannot."""
        self._database.try_writing()

    def reopen(self, *, make: bool = False) -> None:
        """Open the file anew, where it was put back, mounted anew or made writable meanwhile."""
        before = self._database
        before.give_back()
        self._database, self._games = Database(self.folder, self._steps, make=make), None
        before.close()

    def begin_anew(self) -> Path:
        """Set the file aside under another name, and go on with a new one; return that name."""
        self._database.give_back()
        aside = set_aside(self.folder)
        self.reopen(make=True)
        return aside

    # Writing.

    def begin(self, agreement: Agreement, wall: int, source: str = "table", uid: str | None = None) -> int:
        """Write down a match that begins now (`wall`: Unix ms); return its number."""
        return self.put(New(uid or new_uid(), source, wall), agreement, (), agreement.begin())

    def append(self, match: int, events: Sequence[Event], wall: int | Sequence[int], table: Table) -> None:
        """Write down what happened, on disk when this returns; `table` is the one after it.

        `wall` is when: one time for all events, or one for each.
        """
        self.append_lines(match, event_lines(events, wall), table)

    def append_lines(self, match: int, lines: Sequence[Line], table: Table) -> None:
        """Write down what happened, already as lines."""
        known, self._games = self._games, None
        with self._database.writing() as connection:
            same = known is not None and known[0] == match and known[1] is table.games
            _append(connection, listing.match(connection, match), lines, table, games=not same)
        self._games = match, table.games

    def put(self, new: New, agreement: Agreement, lines: Sequence[Line], table: Table) -> int:
        """Write down a match with all that has happened in it, the whole or nothing; return its number.

        `table` is the one after the events.
        """
        _check(new)
        with self._database.writing() as connection:
            _check_new(connection, new)
            match = summary.add_match(connection, agreement, new)
            _write(connection, match, new.uid, AGREED, [agreement_line(agreement, new.begun)])
            _append(connection, listing.match(connection, match), lines, table)
        return match

    # Reading.

    def agreement(self, match: int) -> Agreement:
        """Return what was agreed on for a match."""
        with self._database.reading() as connection:
            (line,) = read_lines(connection, listing.match(connection, match), AGREED, AGREED)
        return agreement_of(line, match)

    def lines(self, match: int, start: int = 1) -> list[Line]:
        """Return the events of a match as they are written, from number `start` on."""
        with self._database.reading() as connection:
            row = listing.match(connection, match)
            return read_lines(connection, row, max(start, AGREED + 1), row.events)

    def events(self, match: int, start: int = 0) -> list[Stored]:
        """Return what happened in a match, in order, from number `start` on; the first is 1."""
        lines = self.lines(match, start)
        return [
            Stored(seq, line.wall, event_of(line, match, seq)) for seq, line in enumerate(lines, max(start, AGREED + 1))
        ]

    def resume(self, match: int) -> Table:
        """Return the table of a match as it stands."""
        return fold(self.agreement(match).begin(), (stored.event for stored in self.events(match)))

    def matches(self, player: str | None = None, state: str | None = None) -> list[MatchRow]:
        """Return the matches, the newest first: all, or those of one player, or those that are `open` or `over`."""
        with self._database.reading() as connection:
            return listing.matches(connection, player, state)

    def match(self, number: int) -> MatchRow:
        """Return one match."""
        with self._database.reading() as connection:
            return listing.match(connection, number)

    def find(self, text: str) -> MatchRow:
        """Return the match of that number or uid; raise `JournalError` with the nearest if there is none."""
        with self._database.reading() as connection:
            return listing.find(connection, text)

    def number_of(self, uid: str) -> int | None:
        """Return which number the match of that uid has here; None if it is not here."""
        with self._database.reading() as connection:
            found = connection.execute("SELECT number FROM matches WHERE uid = ?", (uid,)).fetchone()
        return int(found[0]) if found else None

    def games(self, match: int) -> list[GameRow]:
        """Return the games of a match that have ended."""
        with self._database.reading() as connection:
            return listing.games(connection, listing.match(connection, match).number)

    def players(self) -> list[PlayerRow]:
        """Return the results of all players, by name."""
        with self._database.reading() as connection:
            return results.players(connection)

    def by_game(self, player: str) -> list[GameTally]:
        """Return the results of a player in each game, the most played first."""
        with self._database.reading() as connection:
            return results.by_game(connection, player)

    def check(self) -> list[str]:
        """Read everything; return what is damaged, in sentences."""
        return [str(error) for error in inspection.damages(self._database)]

    # Pictures of throws.

    def keep_evidence(self, match: int, seq: int, picture: bytes, kind: str = "jpg") -> None:
        """Keep a picture of what event `seq` tells, on disk when this returns."""
        evidence.keep(self._database, self.match(match), seq, picture, kind)

    def evidence(self, match: int) -> list[Evidence]:
        """Return the pictures of a match, in order of its events."""
        with self._database.reading() as connection:
            return evidence.of_match(connection, self.folder, listing.match(connection, match))

    def take_pictures(self, uid: str, rows: Sequence[tuple[int, str, int]]) -> None:
        """Take over pictures that another journal spoke of: event, kind and size of each."""
        evidence.take_over(self._database, self.find(uid), rows)

    def tidy(self, limit: int) -> Tidied:
        """Take away the oldest pictures of matches that are over, until all take no more than `limit` bytes."""
        return evidence.tidy(self._database, limit)

    # What can be worked out again.

    def cached(self, match: int, game: int) -> bytes | None:
        """Return what `cache` has kept for a game, if nothing has happened since that concerns it."""
        row, stamp = self._stamped(match, game)
        return self._cache.get(row.uid, game, stamp)

    def cache(self, match: int, game: int, body: bytes, events: int | None = None) -> None:
        """Keep what was worked out for a game of a match as it stands; may be forgotten at any time.

        `events`: of how many it was worked out; nothing is kept if the match has more by now.
        """
        row, stamp = self._stamped(match, game)
        if events in {None, row.events}:
            self._cache.put(row.uid, game, stamp, body)

    def _stamped(self, match: int, game: int) -> tuple[MatchRow, int]:
        with self._database.reading() as connection:
            row = listing.match(connection, match)
            # Once the next game has ended, nothing can change this one that does not change that one's end.
            ended = {one.number: one.last for one in listing.games(connection, match)}
        return row, ended.get(game + 1, row.events)


def new_uid() -> str:
    """Return what no other match is called."""
    return uuid4().hex


def _check(new: New) -> None:
    if not UID.fullmatch(new.uid):
        text = f"A match cannot be called {new.uid!r}: 1 to 64 letters without accents, digits, - and _ are allowed."
        raise JournalError(Code.WRONG, text)


def _check_new(connection: sqlite3.Connection, new: New) -> None:
    there = connection.execute("SELECT number FROM matches WHERE uid = ?", (new.uid,)).fetchone()
    if there is not None:
        raise JournalError(Code.TWICE, f"This match is in the journal already: it is match {there[0]}.")


def _append(
    connection: sqlite3.Connection, row: MatchRow, lines: Sequence[Line], table: Table, *, games: bool = True
) -> None:
    if not lines:
        return
    first = row.events + 1
    _write(connection, row.number, row.uid, first, lines)
    summary.update_match(connection, row.number, row.events + len(lines), lines[-1].wall, table)
    if games:
        summary.update_games(connection, row.number, table.games, first, lines)


def _write(connection: sqlite3.Connection, match: int, uid: str, first: int, lines: Sequence[Line]) -> None:
    rows = [(match, seq, line.wall, line.body, sum_of(uid, seq, line)) for seq, line in enumerate(lines, first)]
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)
