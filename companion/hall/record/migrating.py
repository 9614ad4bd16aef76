"""Brings the schema up to date when the record is opened; of two halls that begin at once, one waits for the other."""

from __future__ import annotations

import logging
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from companion.hall.record.schema import SCHEMA
from companion.hall.record.trouble import Code, trouble

STEPS = Path(__file__).parent / "migrations"
VERSIONS = "hall_version"
OURS = "hall_"
LOCK = 0x68616C6C
"""The number under which halls lock each other out of a database of PostgreSQL."""


def bring_up_to_date(connection: Connection, address: str) -> None:
    """Take the steps that are missing, within the transaction; raise `RecordError` for what is not ours or newer."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    # It tells of every look, not only of what it does.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    known = ScriptDirectory(str(STEPS))
    version = _version(connection)
    if version == known.get_current_head():
        return
    if version is None:
        _refuse_foreign(connection, address)
    elif version not in {step.revision for step in known.walk_revisions()}:
        raise trouble(Code.NEWER if version.startswith(OURS) else Code.FOREIGN, address)
    command.upgrade(_config(connection), "head")


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection, opts={"version_table": VERSIONS}).get_current_revision()


def _refuse_foreign(connection: Connection, address: str) -> None:
    there = set(inspect(connection).get_table_names())
    if there & set(SCHEMA.tables):
        raise trouble(Code.FOREIGN, address)


def _config(connection: Connection) -> Config:
    config = Config(attributes={"connection": connection, "version_table": VERSIONS})
    # A percent sign would be taken for a gap to be filled.
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    return config
