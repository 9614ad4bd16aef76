"""What the record has beside the lines: lists of matches, results, tables, calls and rounds."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Row, delete, desc, insert, select, update

from companion.hall.record.schema import (
    ADMISSIONS,
    CALLS,
    CONFLICTS,
    HOLDERS,
    LINES,
    MATCHES,
    PAIRINGS,
    RECORD,
    RESULTS,
    ROUNDS,
    TABLES,
)  # fmt: skip
from companion.hall.record.values import (
    Admission,
    KeptMatch,
    KeptResult,
    OpenConflict,
    Rounds,
    SeenTable,
    message_of,
    message_text,
)  # fmt: skip
from companion.hall.view import LoggedCall, Pairing


def matches(connection: Connection) -> list[KeptMatch]:
    """Return all matches, the oldest first."""
    kept = MATCHES.c
    asked = select(kept.uid, kept.owner, kept.table_name, kept.begun, kept.first_seen, kept.lines)
    return [KeptMatch(*row) for row in connection.execute(asked.order_by(kept.first_seen, kept.uid))]


def conflicts(connection: Connection) -> list[OpenConflict]:
    """Return the conflicts that are open, the oldest first."""
    clash = CONFLICTS.c
    asked = select(clash.match, clash.table, clash.seq, clash.came).where(clash.open).order_by(clash.came)
    return [OpenConflict(*row) for row in connection.execute(asked)]


def results(connection: Connection) -> dict[str, KeptResult]:
    """Return what matches have come to, as far as it was worked out."""
    return {match: KeptResult(lines, body) for match, lines, body in connection.execute(select(RESULTS))}


def keep_result(connection: Connection, match: str, result: KeptResult) -> None:
    """Keep what a match has come to."""
    connection.execute(delete(RESULTS).where(RESULTS.c.match == match))
    connection.execute(insert(RESULTS).values(match=match, lines=result.lines, body=result.body))


def see(connection: Connection, tables: Sequence[tuple[str, str, int]]) -> None:
    """Note tables that were heard: id, name, when."""
    for table, name, when in tables:
        seen = update(TABLES).where(TABLES.c.id == table).values(name=name, last_seen=when)
        if not connection.execute(seen).rowcount:
            connection.execute(insert(TABLES).values(id=table, name=name, first_seen=when, last_seen=when))


def tables(connection: Connection) -> list[SeenTable]:
    """Return every table that was heard."""
    return [SeenTable(*row) for row in connection.execute(select(TABLES))]


def admissions(connection: Connection) -> list[Admission]:
    """Return which tables were let in or turned away."""
    return [Admission(*row) for row in connection.execute(select(ADMISSIONS))]


def admit(connection: Connection, one: Admission) -> None:
    """Keep that a table was let in or turned away."""
    connection.execute(delete(ADMISSIONS).where(ADMISSIONS.c.table == one.table))
    values = {"table": one.table, "name": one.name, "let_in": one.let_in, "since": one.since, "by": one.by}
    connection.execute(insert(ADMISSIONS).values(values))


def discard(connection: Connection, table: str) -> None:
    """Take away all that a table has told: its matches, and its stories of others'. The log of calls stays."""
    own = select(MATCHES.c.uid).where(MATCHES.c.owner == table)
    for kept in (LINES, HOLDERS, CONFLICTS, RESULTS):
        connection.execute(delete(kept).where(kept.c.match.in_(own)))
    for kept in (HOLDERS, CONFLICTS):
        connection.execute(delete(kept).where(kept.c.table == table))
    connection.execute(delete(MATCHES).where(MATCHES.c.owner == table))
    connection.execute(delete(TABLES).where(TABLES.c.id == table))


def keep_calls(connection: Connection, calls: Sequence[LoggedCall]) -> None:
    """Note how calls stand."""
    for call in calls:
        connection.execute(delete(CALLS).where(CALLS.c.id == call.id))
        connection.execute(
            insert(CALLS).values(
                id=call.id, table=call.table, name=call.name, kind=call.kind, text=message_text(call.text),
                came=call.came, answered=call.answered, went=call.went, by=call.by,
            )
        )  # fmt: skip


def calls(connection: Connection, limit: int) -> list[LoggedCall]:
    """Return the last calls, the latest first."""
    return [_call(row) for row in connection.execute(select(CALLS).order_by(desc(CALLS.c.came)).limit(limit))]


def _call(row: Row[tuple[object, ...]]) -> LoggedCall:
    kept = row._mapping  # noqa: SLF001 - SQLAlchemy's public name for it
    return LoggedCall(
        kept["table"], kept["name"], kept["kind"], message_of(kept["text"]), kept["came"], kept["answered"], kept["by"],
        kept["went"], kept["id"],
    )  # fmt: skip


def rounds(connection: Connection) -> Rounds:
    """Return the list of the rounds."""
    pair = PAIRINGS.c
    asked = select(pair.round, pair.table_name, pair.white, pair.black, pair.game, pair.length)
    found = tuple(Pairing(*row) for row in connection.execute(asked.order_by(pair.round, pair.place)))
    begun = {row.number: row.begun for row in connection.execute(select(ROUNDS))}
    return Rounds(found, begun, _present(connection))


def _present(connection: Connection) -> int:
    return int(connection.execute(select(RECORD.c.present)).scalar_one())


def keep_rounds(connection: Connection, pairings: Sequence[Pairing], now: int) -> None:
    """Take over a list: the rounds that it names are replaced, when they began and the others stay as they were."""
    before = rounds(connection)
    numbers = sorted({one.round for one in pairings})
    connection.execute(delete(PAIRINGS).where(PAIRINGS.c.round.in_(numbers)))
    fresh = [{"number": one, "begun": 0} for one in numbers if one not in before.begun]
    if fresh:
        connection.execute(insert(ROUNDS), fresh)
    rows = [
        {
            "round": one.round, "place": place, "table_name": one.table, "white": one.white, "black": one.black,
            "game": one.game, "length": one.length,
        }
        for place, one in enumerate(pairings)
    ]  # fmt: skip
    connection.execute(insert(PAIRINGS), rows)
    if not before.present:
        choose_round(connection, numbers[0], now)


def drop_round(connection: Connection, number: int) -> bool:
    """Take a round off the list; return whether there was one of that number. What was played in it stays."""
    connection.execute(delete(PAIRINGS).where(PAIRINGS.c.round == number))
    connection.execute(update(RECORD).where(RECORD.c.present == number).values(present=0))
    return bool(connection.execute(delete(ROUNDS).where(ROUNDS.c.number == number)).rowcount)


def choose_round(connection: Connection, number: int, now: int) -> bool:
    """Let a round be the present one, 0: none; return whether there is one of that number."""
    known = connection.execute(select(ROUNDS.c.begun).where(ROUNDS.c.number == number)).scalar()
    if number and known is None:
        return False
    if known == 0:
        connection.execute(update(ROUNDS).where(ROUNDS.c.number == number).values(begun=now))
    connection.execute(update(RECORD).values(present=number))
    return True
