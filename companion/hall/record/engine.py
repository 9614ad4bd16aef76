"""Connections to the record: what is committed is on disk, and nobody waits for ever."""

from __future__ import annotations

import sqlite3
import time
from typing import Any

from sqlalchemy import Connection, Engine, PoolProxiedConnection, create_engine, event, exc

from companion.hall.record.address import Address

READING = "hall_reading"
BUSY_MS = 5000
BETWEEN = 0.02
"""Seconds between two tries where SQLite does not wait."""
TO_POSTGRESQL = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "companion hall",
    "options": "-c statement_timeout=20000 -c lock_timeout=15000 -c synchronous_commit=on",
}
"""So that a server that vanishes without a word is noticed."""


def engine_for(where: Address) -> Engine:
    """Return what makes connections."""
    return _sqlite(where) if where.is_sqlite else _postgresql(where)


def _postgresql(where: Address) -> Engine:
    return create_engine(
        where.url, connect_args=TO_POSTGRESQL, pool_pre_ping=True, pool_size=3, max_overflow=5, pool_timeout=5,
        hide_parameters=True,
    )  # fmt: skip


def _sqlite(where: Address) -> Engine:
    made = create_engine(
        where.url, connect_args={"timeout": BUSY_MS / 1000}, pool_size=3, max_overflow=5, pool_timeout=5,
        hide_parameters=True,
    )  # fmt: skip
    event.listen(made, "connect", _as_wanted)
    event.listen(made, "begin", _begin)
    return made


def _as_wanted(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's connection
    # Else the driver would begin transactions where it thinks fit, and leave changes of the schema outside.
    connection.isolation_level = None
    for pragma in ("synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MS}"):
        connection.execute(f"PRAGMA {pragma}")


def let_readers_go_on(engine: Engine) -> None:
    """Let a file of SQLite be read while it is written; that stays so."""
    connection, patience = engine.raw_connection(), time.monotonic() + BUSY_MS / 1000
    try:
        while (error := _refusal(connection, "PRAGMA journal_mode=WAL")) is not None:
            if time.monotonic() > patience:
                raise error
            time.sleep(BETWEEN)
    finally:
        connection.close()


def _refusal(connection: PoolProxiedConnection, pragma: str) -> exc.OperationalError | None:
    """Say something to SQLite; for this it does not wait by itself while another program writes."""
    try:
        connection.cursor().execute(pragma)
    except sqlite3.OperationalError as error:
        return exc.OperationalError(pragma, None, error)
    return None


def _begin(connection: Connection) -> None:
    reading = connection.get_execution_options().get(READING, False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
