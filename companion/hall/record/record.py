"""The record: opened at an address; each thread may use it. What a method has written is on disk when it returns."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, insert, select

from companion.hall.record import books, listed
from companion.hall.record.address import Address, make_folder
from companion.hall.record.engine import READING, engine_for, let_readers_go_on
from companion.hall.record.migrating import bring_up_to_date
from companion.hall.record.schema import RECORD
from companion.hall.record.story import Book, TableLine
from companion.hall.record.trouble import told
from companion.hall.record.values import Admission, KeptMatch, KeptResult, OpenConflict, Rounds, SeenTable
from companion.hall.view import LoggedCall, Pairing


class Record:
    """The record at an address. Every method may raise `RecordError`."""

    def __init__(self, where: Address) -> None:
        """Take the address; nothing is opened yet."""
        self.where = where
        self.id = ""
        self._engine = engine_for(where)

    def open(self) -> None:
        """Make what is missing, and bring the schema up to date."""
        if self.where.is_sqlite:
            make_folder(self.where)
        with self._writing() as connection:
            bring_up_to_date(connection, str(self.where))
            self.id = _id(connection)
        if self.where.is_sqlite:
            # Only now: the file is ours.
            with told(str(self.where)):
                let_readers_go_on(self._engine)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with told(str(self.where)), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with told(str(self.where)), self._engine.connect() as connection:
            yield connection.execution_options(**{READING: True})

    # Matches and their lines.

    @contextmanager
    def book(self, matches: Sequence[str], name_of: Callable[[str], str], now: int) -> Iterator[Book]:
        """Give the record of some matches to be added to; it is written when the block ends, the whole or nothing."""
        with self._writing() as connection:
            book = books.opened(connection, matches)
            yield book
            books.written(connection, book, name_of, now)

    def lines(self, match: str, first: int = 0) -> list[TableLine]:
        """Return the lines of a match from one on."""
        with self._reading() as connection:
            return books.lines(connection, match, first)

    def matches(self) -> list[KeptMatch]:
        """Return all matches, in the order in which the hall heard of them."""
        with self._reading() as connection:
            return listed.matches(connection)

    def conflicts(self) -> list[OpenConflict]:
        """Return the conflicts that are open."""
        with self._reading() as connection:
            return listed.conflicts(connection)

    def results(self) -> dict[str, KeptResult]:
        """Return what matches have come to, as far as it was worked out, by their uids."""
        with self._reading() as connection:
            return listed.results(connection)

    def keep_result(self, match: str, result: KeptResult) -> None:
        """Keep what a match has come to."""
        with self._writing() as connection:
            listed.keep_result(connection, match, result)

    # Tables and calls.

    def see(self, tables: Sequence[tuple[str, str, int]]) -> None:
        """Note tables that were heard: id, name, when."""
        with self._writing() as connection:
            listed.see(connection, tables)

    def tables(self) -> list[SeenTable]:
        """Return every table that was heard."""
        with self._reading() as connection:
            return listed.tables(connection)

    def admissions(self) -> list[Admission]:
        """Return which tables were let in or turned away."""
        with self._reading() as connection:
            return listed.admissions(connection)

    def admit(self, one: Admission) -> None:
        """Keep that a table was let in or turned away."""
        with self._writing() as connection:
            listed.admit(connection, one)

    def discard(self, table: str) -> None:
        """Take away all that a table has told of matches."""
        with self._writing() as connection:
            listed.discard(connection, table)

    def keep_calls(self, calls: Sequence[LoggedCall]) -> None:
        """Note how calls stand."""
        with self._writing() as connection:
            listed.keep_calls(connection, calls)

    def calls(self, limit: int) -> list[LoggedCall]:
        """Return the last calls, the latest first."""
        with self._reading() as connection:
            return listed.calls(connection, limit)

    # Rounds.

    def rounds(self) -> Rounds:
        """Return the list of the rounds."""
        with self._reading() as connection:
            return listed.rounds(connection)

    def keep_rounds(self, pairings: Sequence[Pairing], now: int) -> None:
        """Take over a list, round by round; without a present round its first one begins."""
        with self._writing() as connection:
            listed.keep_rounds(connection, pairings, now)

    def drop_round(self, number: int) -> bool:
        """Take a round off the list; return whether there was one of that number."""
        with self._writing() as connection:
            return listed.drop_round(connection, number)

    def choose_round(self, number: int, now: int) -> bool:
        """Let a round be the present one, 0: none; return whether there is one of that number."""
        with self._writing() as connection:
            return listed.choose_round(connection, number, now)


def _id(connection: Connection) -> str:
    """Return which record this is, made when it is first opened."""
    found = connection.execute(select(RECORD.c.id)).scalar()
    if found is not None:
        return str(found)
    made: dict[str, Any] = {"one": 1, "id": uuid4().hex, "made": time.time_ns() // 1_000_000, "present": 0}
    connection.execute(insert(RECORD).values(made))
    return str(made["id"])
