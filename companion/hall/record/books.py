"""A book as the database has it: read for some matches, and written back with what was added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from companion.hall.record.schema import CONFLICTS, HOLDERS, LINES, MATCHES
from companion.hall.record.story import Book, Kept, TableLine

CHUNK = 400
"""So many names one question holds; databases have limits."""


def opened(connection: Connection, matches: Sequence[str]) -> Book:
    """Return the record of some matches as it stands."""
    book = Book({}, {}, {}, lambda match, first, end: lines(connection, match, first, end))
    for start in range(0, len(matches), CHUNK):
        _fill(connection, book, matches[start : start + CHUNK])
    return book


def _fill(connection: Connection, book: Book, names: Sequence[str]) -> None:
    rows = connection.execute(select(MATCHES.c.uid, MATCHES.c.owner, MATCHES.c.lines).where(MATCHES.c.uid.in_(names)))
    book.matches |= {uid: Kept(uid, owner, count) for uid, owner, count in rows}
    held = connection.execute(select(HOLDERS).where(HOLDERS.c.match.in_(names)))
    book.held |= {(match, table): have for match, table, have in held}
    clashes = select(CONFLICTS.c.match, CONFLICTS.c.table, CONFLICTS.c.seq).where(CONFLICTS.c.match.in_(names))
    found = connection.execute(clashes.where(CONFLICTS.c.open))
    book.conflicts |= {(match, table): seq for match, table, seq in found}


def lines(connection: Connection, match: str, first: int, end: int | None = None) -> list[TableLine]:
    """Return lines of a match, up to `end` if that is given."""
    asked = select(LINES.c.wall, LINES.c.body).where(LINES.c.match == match, LINES.c.seq >= first)
    if end is not None:
        asked = asked.where(LINES.c.seq < end)
    return [TableLine(wall, body) for wall, body in connection.execute(asked.order_by(LINES.c.seq))]


def written(connection: Connection, book: Book, name_of: Callable[[str], str], now: int) -> None:
    """Write what was added."""
    _write_matches(connection, book, name_of, now)
    rows = [
        {"match": one.match, "seq": seq, "body": line.body, "wall": line.wall, "arrived": one.arrived}
        for one in book.fresh
        for seq, line in enumerate(one.lines, one.first)
    ]
    _insert(connection, LINES, rows)
    # Of a match that is not here yet there is nothing to be held.
    held = [key for key in book.dirty if key[0] in book.matches]
    _delete(connection, HOLDERS, held)
    _insert(connection, HOLDERS, [_of_holder(key, book.held[key]) for key in held])
    _write_conflicts(connection, book)


def _write_matches(connection: Connection, book: Book, name_of: Callable[[str], str], now: int) -> None:
    begun = [
        {
            "uid": uid, "owner": book.matches[uid].owner, "table_name": name_of(events.table), "begun": events.begun,
            "first_seen": arrived, "last_seen": now, "lines": book.matches[uid].lines,
        }
        for uid, (events, arrived) in book.begun.items()
    ]  # fmt: skip
    _insert(connection, MATCHES, begun)
    changed = [
        {"key": uid, "is_owner": book.matches[uid].owner, "count": book.matches[uid].lines, "now": now}
        for uid in sorted(book.changed - book.begun.keys())
    ]
    if changed:
        match = update(MATCHES).where(MATCHES.c.uid == bindparam("key"))
        values: dict[str, Any] = {
            "owner": bindparam("is_owner"),
            "lines": bindparam("count"),
            "last_seen": bindparam("now"),
        }
        connection.execute(match.values(values), changed)


def _of_holder(key: tuple[str, str], have: int) -> dict[str, Any]:
    return {"match": key[0], "table": key[1], "have": have}


def _write_conflicts(connection: Connection, book: Book) -> None:
    for match, table in book.settled:
        where = (CONFLICTS.c.match == match, CONFLICTS.c.table == table)
        connection.execute(update(CONFLICTS).where(*where).values(open=False))
    _delete(connection, CONFLICTS, [(one.match, one.table) for one in book.clashes])
    rows = [
        {
            "match": one.match, "table": one.table, "seq": one.seq, "body": one.line.body, "wall": one.line.wall,
            "came": one.came, "open": (one.match, one.table) in book.conflicts,
        }
        for one in book.clashes
    ]  # fmt: skip
    _insert(connection, CONFLICTS, rows)


def _insert(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:  # noqa: ANN401 - one of ours
    if rows:
        connection.execute(insert(table), rows)


def _delete(connection: Connection, table: Any, keys: Sequence[tuple[str, str]]) -> None:  # noqa: ANN401 - one of ours
    if keys:
        asked = delete(table).where(table.c.match == bindparam("in_match"), table.c.table == bindparam("of_table"))
        connection.execute(asked, [{"in_match": match, "of_table": own} for match, own in keys])
