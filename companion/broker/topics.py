"""Where each kind of message is published: the names of the topics, written and read."""

from __future__ import annotations

import re
from dataclasses import dataclass

ID = re.compile(r"[0-9a-f]{32}")
"""A table, a session, a record: each is called so."""
PREFIX = re.compile(r"[A-Za-z0-9_.-]{1,64}(/[A-Za-z0-9_.-]{1,64}){0,7}")
DEFAULT_PREFIX = "companion"
TABLE_KINDS = ("alive", "state", "matches", "events", "cursor")
"""What there is of a table; `cursor` is what a hall tells it."""
HALL = "hall"


@dataclass(frozen=True, slots=True)
class Topic:
    """What a topic is for: a kind of message, and the id of the table, or of the hall's record."""

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics below a prefix, which keeps several halls at one broker apart."""

    prefix: str = DEFAULT_PREFIX

    def __post_init__(self) -> None:
        if not PREFIX.fullmatch(self.prefix):
            msg = f"Topics cannot begin with {self.prefix!r}: letters without accents, digits and _ . - / are allowed."
            raise ValueError(msg)

    def of_table(self, kind: str, table: str) -> str:
        """Return where a kind of message of a table is published; `+` is every table."""
        return f"{self.prefix}/table/{table}/{kind}"

    def of_hall(self, record: str) -> str:
        """Return where a hall with a record says that it is there; `+` is every hall."""
        return f"{self.prefix}/{HALL}/{record}"

    @property
    def for_hall(self) -> tuple[str, ...]:
        """What a hall listens to: everything of all tables but what halls tell them."""
        return tuple(self.of_table(kind, "+") for kind in TABLE_KINDS if kind != "cursor")

    def for_table(self, table: str) -> tuple[str, ...]:
        """Return what a table listens to: the halls, and what they have of its own matches."""
        return (self.of_hall("+"), self.of_table("cursor", table))

    def read(self, topic: str) -> Topic | None:
        """Return what a topic is for; None if it is none of these."""
        if not topic.startswith(f"{self.prefix}/"):
            return None
        match topic[len(self.prefix) + 1 :].split("/"):
            case ["table", table, kind] if ID.fullmatch(table) and kind in TABLE_KINDS:
                return Topic(kind, table)
            case ["hall", record] if ID.fullmatch(record):
                return Topic(HALL, record)
        return None
