"""Whatever the record has otherwise than the journals is found."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import Connection, delete, insert, update

from companion.broker.messages import Events
from companion.hall.record.record import Record
from companion.hall.record.schema import LINES, MATCHES
from companion.hall.record.story import Teller
from tests.hall.load.compare import Compared, compared, lacking
from tests.hall.tables import WALL, name, story

COUNT = 5
Change = Callable[[Connection], object]
CHANGES: dict[str, Change] = {
    "lost": lambda connection: connection.execute(delete(LINES).where(LINES.c.seq == 2)),
    "doubled": lambda connection: connection.execute(
        insert(LINES).values(match="m-1", seq=COUNT, body="{}", wall=WALL, arrived=9)
    ),
    "different": lambda connection: connection.execute(update(LINES).where(LINES.c.seq == 2).values(body="{ }")),
    "disordered": lambda connection: connection.execute(update(LINES).where(LINES.c.seq == 2).values(arrived=9)),
    "miscounted": lambda connection: connection.execute(update(MATCHES).values(lines=COUNT + 1)),
}


def filled(record: Record) -> Compared:
    """Have a match recorded, and compare it."""
    with record.book(["m-1"], lambda table: table, 1) as book:
        Teller(lambda _table: True).told(book, Events(name(1), name(2), "m-1", WALL, 0, story("m-1", COUNT), COUNT), 1)
    return compared({"m-1": list(story("m-1", COUNT))}, record)


def test_a_record_that_has_all_is_exact(record: Record) -> None:
    found = filled(record)
    assert (found.is_exact, found.made, found.recorded, found.matches) == (True, COUNT, COUNT, 1)
    assert lacking({"m-1": COUNT + 2, "m-2": 3}, record) == 5


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_wrong_is_found(record: Record, what: str) -> None:
    filled(record)
    with record._writing() as connection:
        CHANGES[what](connection)
    found = compared({"m-1": list(story("m-1", COUNT))}, record)
    assert not found.is_exact
    assert getattr(found, what) == 1


def test_what_nobody_has_played_is_counted(record: Record) -> None:
    filled(record)
    assert compared({}, record).of_others == 1
