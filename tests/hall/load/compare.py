"""The record of the hall against the journals of the tables, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from sqlalchemy import Connection, select

from companion.hall.record.record import Record
from companion.hall.record.schema import LINES, MATCHES
from companion.service.publishing.shelf import JournalShelf

Line = tuple[int, str]
Kept = tuple[int, int, str, int]
"""The number of a line, when it was written, what, and when it arrived."""


@dataclass
class Compared:
    """What was found; lines are events and agreements."""

    matches: int = 0
    made: int = 0
    recorded: int = 0
    lost: int = 0
    doubled: int = 0
    different: int = 0
    disordered: int = 0
    miscounted: int = 0
    """Matches of which the record says that it has another number of lines than it has."""
    of_others: int = 0
    """Matches in the record that no table has played: what somebody has made up."""
    examples: list[str] = field(default_factory=list)

    @property
    def is_exact(self) -> bool:
        """Whether the record has all that the tables have, each once and in order."""
        wrong = self.lost + self.doubled + self.different + self.disordered + self.miscounted
        return not wrong and self.made == self.recorded > 0


def journals(folders: Iterable[Path]) -> dict[str, list[Line]]:
    """Return all matches of all tables, line by line."""
    return {uid: lines for folder in folders for uid, lines in _journal(folder).items()}


def _journal(folder: Path) -> dict[str, list[Line]]:
    shelf, found = JournalShelf(folder), {}
    try:
        for uid, told in shelf.matches().items():
            lines: list[Line] = []
            while len(lines) < told.count:
                more = shelf.lines(uid, len(lines))
                assert more, f"the journal in {folder} cannot be read"
                lines += more
            found[uid] = lines
    finally:
        shelf.close()
    return found


def kept(record: Record) -> tuple[dict[str, list[Kept]], dict[str, int]]:
    """Return all lines of the record by match, and how many it says there are."""
    found: dict[str, list[Kept]] = {}
    columns = (LINES.c.match, LINES.c.seq, LINES.c.wall, LINES.c.body, LINES.c.arrived)
    with record._reading() as connection:
        for match, *line in connection.execute(select(*columns).order_by(LINES.c.match, LINES.c.seq)):
            found.setdefault(match, []).append((line[0], line[1], line[2], line[3]))
        counts = _counts(connection)
    return found, counts


def _counts(connection: Connection) -> dict[str, int]:
    return {str(row.uid): int(row.lines) for row in connection.execute(select(MATCHES.c.uid, MATCHES.c.lines))}


def told_by(folders: Iterable[Path]) -> dict[str, int]:
    """Return how many lines each match has in its table's journal."""
    found: dict[str, int] = {}
    for folder in folders:
        shelf = JournalShelf(folder)
        found |= {uid: told.count for uid, told in shelf.matches().items()}
        shelf.close()
    return found


def lacking(told: Mapping[str, int], record: Record) -> int:
    """Return how many of so many lines the record lacks."""
    with record._reading() as connection:
        counts = _counts(connection)
    return sum(max(0, count - counts.get(uid, 0)) for uid, count in told.items())


def compared(told: Mapping[str, list[Line]], record: Record) -> Compared:
    """Compare everything."""
    found, (lines, counts) = Compared(), kept(record)
    for uid, journal in told.items():
        _match(found, uid, journal, lines.get(uid, []))
        found.miscounted += counts.get(uid, 0) != len(lines.get(uid, []))
    found.of_others = len(lines.keys() - told.keys())
    return found


def _match(found: Compared, uid: str, journal: list[Line], lines: list[Kept]) -> None:
    by_seq = {seq: (wall, body) for seq, wall, body, _ in lines}
    told = dict(enumerate(journal))
    found.matches += 1
    found.made += len(journal)
    found.recorded += len(lines)
    missing = told.keys() - by_seq.keys()
    differs = [seq for seq in told.keys() & by_seq.keys() if told[seq] != by_seq[seq]]
    found.lost += len(missing)
    found.doubled += len(lines) - len(by_seq) + len(by_seq.keys() - told.keys())
    found.different += len(differs)
    found.disordered += sum(after[3] < before[3] for before, after in pairwise(lines))
    for seq in (*sorted(missing)[:2], *differs[:2]):
        found.examples.append(f"{uid} line {seq}: {told[seq]} is {by_seq.get(seq)}")
