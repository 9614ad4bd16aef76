"""The tables of the record, the same in SQLite and PostgreSQL; how they came about is told in `migrations`."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, MetaData, String, Table, Text

SCHEMA = MetaData()
ID, UID, NAME = 32, 64, 200

RECORD = Table(
    "record",
    SCHEMA,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("id", String(ID), nullable=False),
    Column("made", BigInteger, nullable=False),
    # The round that is played; 0: none.
    Column("present", Integer, nullable=False),
)
"""One row: which record this is, as the tables know it."""
TABLES = Table(
    "tables",
    SCHEMA,
    Column("id", String(ID), primary_key=True),
    Column("name", String(NAME), nullable=False),
    Column("first_seen", BigInteger, nullable=False),
    Column("last_seen", BigInteger, nullable=False),
)
MATCHES = Table(
    "matches",
    SCHEMA,
    Column("uid", String(UID), primary_key=True),
    # Which table goes on with it.
    Column("owner", String(ID), nullable=False),
    # What that was called then.
    Column("table_name", String(NAME), nullable=False),
    # By the table's own clock.
    Column("begun", BigInteger, nullable=False),
    Column("first_seen", BigInteger, nullable=False),
    Column("last_seen", BigInteger, nullable=False),
    # How many there are, the agreement among them.
    Column("lines", Integer, nullable=False),
)
LINES = Table(
    "lines",
    SCHEMA,
    Column("match", String(UID), ForeignKey("matches.uid"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    Column("wall", BigInteger, nullable=False),
    Column("arrived", BigInteger, nullable=False),
)
HOLDERS = Table(
    "holders",
    SCHEMA,
    Column("match", String(UID), ForeignKey("matches.uid"), primary_key=True),
    Column("table", String(ID), primary_key=True),
    # Up to here this table has told what the record has.
    Column("have", Integer, nullable=False),
)
CONFLICTS = Table(
    "conflicts",
    SCHEMA,
    Column("match", String(UID), ForeignKey("matches.uid"), primary_key=True),
    Column("table", String(ID), primary_key=True),
    Column("seq", Integer, nullable=False),
    # What the table tells instead.
    Column("body", Text, nullable=False),
    Column("wall", BigInteger, nullable=False),
    Column("came", BigInteger, nullable=False),
    Column("open", Boolean, nullable=False),
)
RESULTS = Table(
    "results",
    SCHEMA,
    Column("match", String(UID), ForeignKey("matches.uid"), primary_key=True),
    # Of how many lines this is the result.
    Column("lines", Integer, nullable=False),
    Column("body", Text, nullable=False),
)
ADMISSIONS = Table(
    "admissions",
    SCHEMA,
    Column("table", String(ID), primary_key=True),
    Column("name", String(NAME), nullable=False),
    # Whether it was let in; turned away else.
    Column("let_in", Boolean, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("by", String(NAME), nullable=False),
)
"""What a director has decided about a table; of one that is not here nobody has decided anything."""
ROUNDS = Table(
    "rounds",
    SCHEMA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    # 0: not yet.
    Column("begun", BigInteger, nullable=False),
)
PAIRINGS = Table(
    "pairings",
    SCHEMA,
    Column("round", Integer, ForeignKey("rounds.number"), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("table_name", String(NAME), nullable=False),
    Column("white", String(NAME), nullable=False),
    Column("black", String(NAME), nullable=False),
    Column("game", String(NAME), nullable=False),
    Column("length", String(NAME), nullable=False),
)
CALLS = Table(
    "calls",
    SCHEMA,
    Column("id", String(UID), primary_key=True),
    Column("table", String(ID), nullable=False),
    Column("name", String(NAME), nullable=False),
    Column("kind", String(ID), nullable=False),
    # The message as JSON.
    Column("text", Text, nullable=False),
    Column("came", BigInteger, nullable=False),
    # 0: not yet, like the next.
    Column("answered", BigInteger, nullable=False),
    Column("went", BigInteger, nullable=False),
    Column("by", String(NAME), nullable=False),
)
