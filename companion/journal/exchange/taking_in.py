"""A match out of a file made ready for the journal: worked through as a whole before anything is written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from companion.journal.exchange.complete import CompleteMatch
from companion.journal.exchange.formats import read_foreign
from companion.journal.lines import Line, event_lines
from companion.journal.store import Journal
from companion.journal.summary import New
from companion.table.agreement import encode_agreement
from companion.table.codec import encode
from companion.table.events import Event
from companion.table.reducer import fold
from companion.table.state import Table

UID_LETTERS = 32
Watch = Callable[[Sequence[Event]], Iterable[Event]]


@dataclass(frozen=True)
class Ready:
    """A match with all that the journal keeps of it, pictures apart."""

    new: New
    match: CompleteMatch
    lines: tuple[Line, ...]
    table: Table
    """As all events have left it."""

    def put(self, journal: Journal) -> int:
        """Write the match down, the whole or nothing; return its number."""
        return journal.put(self.new, self.match.agreement, self.lines, self.table)


def read_complete(data: bytes, name: str, *, condone: bool) -> CompleteMatch:
    """Return the match that a file holds; raise `ForeignFileError` with what is wrong with it."""
    found = read_foreign(data, name, condone)
    if isinstance(found, CompleteMatch):
        return found
    return CompleteMatch(found.agreement, found.events, found.problems, found.notes, found.begun)


def uid_of(match: CompleteMatch) -> str:
    """Return what a match is called; one without a name gets the same whenever it is imported."""
    if match.uid:
        return match.uid
    parts = [encode_agreement(match.agreement), *map(encode, match.events)]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:UID_LETTERS]


def ready(match: CompleteMatch, new: New, watch: Watch = iter) -> Ready:
    """Work a match through; `watch` is handed the events that are gone through."""
    walls = match.walls or tuple(new.begun + event.at for event in match.events)
    table = fold(match.agreement.begin(), watch(match.events))
    return Ready(new, match, tuple(event_lines(match.events, walls)), table)
