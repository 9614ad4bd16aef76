"""What the record gives out, besides what is shown as it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.hall.view import Pairing
from companion.service.view import Message


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match of the record: at which table, when it was first heard of (the hall's time), how many lines it has."""

    uid: str
    owner: str
    table_name: str
    begun: int
    first_seen: int
    lines: int


@dataclass(frozen=True, slots=True)
class KeptResult:
    """What a match has come to, worked out of so many lines."""

    lines: int
    body: str


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table that was heard: what it was called last, and when it was heard first and last."""

    id: str
    name: str
    first_seen: int
    last_seen: int


@dataclass(frozen=True, slots=True)
class Admission:
    """That a director has let a table in, or turned it away."""

    table: str
    name: str
    let_in: bool
    since: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class OpenConflict:
    """A match of which a table tells another story, from a line on, since when."""

    match: str
    table: str
    seq: int
    came: int


@dataclass(frozen=True, slots=True)
class Rounds:
    """The list of the rounds, when each began (0: not yet), and which is played (0: none)."""

    pairings: tuple[Pairing, ...] = ()
    begun: Mapping[int, int] = field(default_factory=dict)
    present: int = 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """Every round there is."""
        return tuple(sorted(self.begun))

    def of(self, number: int) -> tuple[Pairing, ...]:
        """Return the pairings of a round."""
        return tuple(one for one in self.pairings if one.round == number)


def message_text(message: Message) -> str:
    """Return a message as the record keeps it."""
    data = {"code": message.code, "params": message.params, "text": message.text, "template": message.template}
    return json.dumps(data)


def message_of(text: str) -> Message:
    """Return a message that the record has kept."""
    data: dict[str, Any] = json.loads(text)
    params = tuple((str(name), value) for name, value in data["params"])
    return Message(data["code"], params, data["text"], data["template"])
