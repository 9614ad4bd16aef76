"""Random matches with all that the sensors reported in them, and journals that hold them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.journal.lines import event_line, event_lines
from companion.journal.recorder import changes_nothing
from companion.journal.store import Journal, new_uid
from companion.journal.summary import New
from companion.journal.trouble import JournalError
from companion.rules.games import configured
from companion.table.agreement import Agreement
from companion.table.events import Event
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Table
from tests.table.driver import MOST_TURNS, STEP_MS, Session
from tests.table.driver import Event as Make
from tests.table.hands import SENSINGS

WALL = 1_790_000_000_000


@dataclass(frozen=True)
class Played:
    """A match: what was agreed on, what happened, and the table after each event (first: before any)."""

    agreement: Agreement
    events: tuple[Event, ...]
    tables: tuple[Table, ...]

    @property
    def table(self) -> Table:
        return self.tables[-1]


class _Kept(Session):
    """A session that keeps its events."""

    def __init__(self, name: str, sensing: str, seed: str, most_turns: int) -> None:
        super().__init__(configured(name), SENSINGS[sensing], random.Random(seed), most_turns=most_turns)
        self.kept: list[Event] = []

    def happen(self, make: Make) -> None:
        self.kept.append(make(self.now + STEP_MS))
        super().happen(make)


@cache
def played(
    name: str = "backgammon", games: int = 1, seed: str = "", sensing: str = "", most_turns: int = MOST_TURNS
) -> Played:
    """Play a random match; only what a recorder would write is kept."""
    session = _Kept(name, sensing or next(iter(SENSINGS)), f"journal {name} {seed}", most_turns)
    agreement = Agreement(session.table.match.rules)
    session.play(games)
    return written(agreement, session.kept)


def written(agreement: Agreement, events: Iterable[Event]) -> Played:
    """Leave out what changes nothing, and readings that no board can send."""
    kept, tables = [], [agreement.begin()]
    for event in filter(_is_readable, events):
        after = apply(tables[-1], event)
        if not isinstance(after, Rejection) and not changes_nothing(tables[-1], after):
            kept.append(event)
            tables.append(after)
    return Played(agreement, tuple(kept), tuple(tables))


def _is_readable(event: Event) -> bool:
    try:
        event_line(event, WALL)
    except JournalError:
        return False
    return True


def put(journal: Journal, match: Played, uid: str | None = None, source: str = "table") -> int:
    """Write down a whole match at once."""
    lines = event_lines(match.events, [WALL + event.at for event in match.events])
    return journal.put(New(uid or new_uid(), source, WALL), match.agreement, lines, match.table)


def append(journal: Journal, match: Played) -> int:
    """Write down a match event by event."""
    number = journal.begin(match.agreement, WALL)
    for event, table in zip(match.events, match.tables[1:], strict=True):
        journal.append(number, [event], WALL + event.at, table)
    return number


def files(folder: Path) -> dict[str, bytes]:
    """All that is in a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
