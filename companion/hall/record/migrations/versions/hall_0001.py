"""The first schema: tables, matches and their lines, rounds, calls.

It is written out here as it was then, whatever becomes of the schema later.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "hall_0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None
ID, UID, NAME = 32, 64, 200


def upgrade() -> None:
    """Make all tables."""
    _people_and_places()
    _matches()
    _about_matches()
    _rounds()
    _calls()


def downgrade() -> None:
    """Take all tables away."""
    for name in ("calls", "pairings", "rounds", "results", "conflicts", "holders", "lines", "matches", "tables"):
        op.drop_table(name)
    op.drop_table("record")


def _text(name: str, size: int, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(size), primary_key=key, nullable=False)


def _number(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), primary_key=key, autoincrement=False, nullable=False)


def _time(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=False)


def _body(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _of_match() -> sa.Column[str]:
    return sa.Column("match", sa.String(UID), sa.ForeignKey("matches.uid"), primary_key=True, nullable=False)


def _people_and_places() -> None:
    op.create_table("record", _number("one", key=True), _text("id", ID), _time("made"), _number("present"))
    op.create_table("tables", _text("id", ID, key=True), _text("name", NAME), _time("first_seen"), _time("last_seen"))


def _matches() -> None:
    op.create_table(
        "matches", _text("uid", UID, key=True), _text("owner", ID), _text("table_name", NAME),
        _time("begun"), _time("first_seen"), _time("last_seen"), _number("lines"),
    )  # fmt: skip
    op.create_table("lines", _of_match(), _number("seq", key=True), _body("body"), _time("wall"), _time("arrived"))


def _about_matches() -> None:
    op.create_table("holders", _of_match(), _text("table", ID, key=True), _number("have"))
    op.create_table(
        "conflicts", _of_match(), _text("table", ID, key=True), _number("seq"), _body("body"), _time("wall"),
        _time("came"), sa.Column("open", sa.Boolean(), nullable=False),
    )  # fmt: skip
    op.create_table("results", _of_match(), _number("lines"), _body("body"))


def _rounds() -> None:
    op.create_table("rounds", _number("number", key=True), _time("begun"))
    op.create_table(
        "pairings",
        sa.Column("round", sa.Integer(), sa.ForeignKey("rounds.number"), primary_key=True, nullable=False),
        _number("place", key=True), _text("table_name", NAME), _text("white", NAME), _text("black", NAME),
        _text("game", NAME), _text("length", NAME),
    )  # fmt: skip


def _calls() -> None:
    op.create_table(
        "calls", _text("id", UID, key=True), _text("table", ID), _text("name", NAME), _text("kind", ID),
        _body("text"), _time("came"), _time("answered"), _time("went"), _text("by", NAME),
    )  # fmt: skip
