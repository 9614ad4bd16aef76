"""What the hall shows, as finished values. All times are the hall's own clock in Unix ms, never a table's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.service.view import Message, TableView

Heard = Literal["online", "away", "silent", "last_heard"]
"""A table that tells what happens; that has said that it leaves, or was cut off; that says nothing any more; of which
only what the broker has kept is known."""
Answer = Literal["on_the_way", "done"]
Progress = Literal["waiting", "playing", "over", "unknown", "conflict"]
"""Of a pairing: not begun; being played; over; its record cannot be read here; a table tells another story of it."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom at which table in a round, as the list says."""

    round: int
    table: str
    white: str
    black: str
    game: str = ""
    length: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a list, and where: lines and columns count from 1; column 0 is the whole line."""

    line: int
    column: int
    message: Message


@dataclass(frozen=True, slots=True)
class ListRead:
    """A list as it was read: its rows, or what is wrong with it."""

    rows: tuple[Pairing, ...] = ()
    problems: tuple[Problem, ...] = ()
    more: int = 0
    """How many problems there are besides those."""


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody is needed at a table; it goes when its reason is gone, or the director has dealt with it."""

    id: str
    table: str
    """The table's id; empty for what concerns the hall as a whole."""
    name: str
    """What the table is called."""
    kind: str
    """`illegal`, `question`, `board`, `camera`, `journal`, `flag` come from the table; `conflict`, `same_name`,
    `same_id`, `moved`, `unreadable` are the hall's own."""
    text: Message
    since: int
    answered: Literal["", "on_the_way"] = ""
    by: str = ""
    """Who has answered."""
    points: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table of the hall. Its values change only when the table has something new to tell."""

    id: str
    name: str
    tail: str
    """What tells it from another table of its name: the end of its id."""
    heard: Heard
    since: int
    """Since when that is so."""
    panel: str = ""
    """The address of the table's own panel, if it is one."""
    version: str = ""
    pairing: Pairing | None = None
    """What the list says of this table in the present round."""
    troubles: tuple[Message, ...] = ()
    """For the director: another table of this name, other names than on the list, a clock that is off."""
    view: TableView | None = None
    """What the table shows, as far as it is told; None if it has not told anything yet. `clock.at` is the hall's
    time; a clock runs on only while it is heard live."""


@dataclass(frozen=True, slots=True)
class Part:
    """How the broker or the database is."""

    ok: bool
    message: Message
    since: int


@dataclass(frozen=True, slots=True)
class HallStatus:
    """How the hall itself is."""

    broker: Part
    database: Part
    behind: int = 0
    """So many messages wait to be written down."""
    refused: int = 0
    """So many were not taken because they make no sense."""
    waiting: int = 0
    """So many tables wait to be let in."""
    record: str = ""
    """The id of the record."""


@dataclass(frozen=True, slots=True)
class FloorView:
    """The hall at one moment."""

    version: int
    name: str
    tables: tuple[TableCard, ...]
    """By their numbers, 2 before 10, then by their names."""
    calls: tuple[Call, ...]
    """Who has waited longest comes first."""
    status: HallStatus
    round: int | None = None
    """The round that is played."""
    rounds: tuple[int, ...] = ()
    missing: tuple[Pairing, ...] = ()
    """What the list has in the present round for tables that were never heard."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A pairing, and what the record says of its match."""

    pairing: Pairing
    progress: Progress
    match: str = ""
    """The uid of the match."""
    score_white: int | None = None
    """Of the player whom the list calls White, whatever the colour at the table; None where nothing is known."""
    score_black: int | None = None
    winner: str = ""
    """The name, as the list has it."""
    games: int = 0
    note: Message | None = None
    """What to look at: other names at the table, colours exchanged, a match that cannot be read."""


@dataclass(frozen=True, slots=True)
class KnownTable:
    """A table that was ever heard, and what directors have decided about it."""

    id: str
    name: str
    first: int
    """When it was heard first; 0: not known any more."""
    last: int
    matches: int = 0
    """How many of the record are its own."""
    standing: Literal["", "waits", "let_in", "turned_away"] = ""
    """Waiting to be let in, let in, turned away; empty: nobody has decided anything, and it is heard."""
    by: str = ""
    """Who has decided."""

    @property
    def tail(self) -> str:
        """The end of its id."""
        return self.id[-4:]


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """Messages that were not taken: of which table (or topic), why, how many, when last."""

    topic: str
    why: str
    count: int
    last: int


@dataclass(frozen=True, slots=True)
class LoggedCall:
    """A call as the record keeps it: when it came, was answered and by whom, and went; 0: not yet."""

    table: str
    name: str
    kind: str
    text: Message
    came: int
    answered: int = 0
    by: str = ""
    went: int = 0
    id: str = ""
