"""Pictures of throws, kept as files beside the journal: `evidence/<uid of the match>/<event>.<kind>`."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.journal.database import PRIVATE, PRIVATE_FOLDER, Database, settle
from companion.journal.listing import MatchRow
from companion.journal.trouble import Code, JournalError, told

FOLDER = "evidence"
KIND = re.compile(r"[a-z0-9]{1,8}")
PART = ".part"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A picture that belongs to an event."""

    seq: int
    kind: str
    size: int
    path: Path
    missing: bool = False
    """Whether the file is not there any more, or is not the size it was."""


@dataclass(frozen=True, slots=True)
class Tidied:
    """What tidying has done: pictures taken away, what they took, and what the rest takes (in bytes)."""

    removed: int
    freed: int
    left: int


def keep(database: Database, row: MatchRow, seq: int, picture: bytes, kind: str) -> None:
    """Keep a picture: the file is whole and on disk before the journal speaks of it."""
    if not KIND.fullmatch(kind):
        text = f"A picture cannot be of the kind {kind!r}: an ending such as jpg or png is wanted."
        raise JournalError(Code.WRONG, text)
    if seq < 1:
        raise JournalError(Code.WRONG, f"There is no event {seq} that a picture could belong to: they count from 1.")
    database.claim()
    path = path_of(database.folder, row.uid, seq, kind)
    with told(database.path):
        _write(path, picture)
    with database.writing() as connection:
        asked = "INSERT OR REPLACE INTO evidence (match, seq, kind, size) VALUES (?, ?, ?, ?)"
        connection.execute(asked, (row.number, seq, kind, len(picture)))


def take_over(database: Database, row: MatchRow, rows: Sequence[tuple[int, str, int]]) -> None:
    """Speak of pictures whose files are there already."""
    asked = "INSERT OR IGNORE INTO evidence (match, seq, kind, size) VALUES (?, ?, ?, ?)"
    with database.writing() as connection:
        connection.executemany(asked, [(row.number, *columns) for columns in rows])


def path_of(folder: Path, uid: str, seq: int, kind: str) -> Path:
    """Return where a picture lies."""
    return folder / FOLDER / uid / f"{seq}.{kind}"


def _write(path: Path, picture: bytes) -> None:
    for folder in (path.parent.parent, path.parent):
        folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}{PART}")
    try:
        part.touch(PRIVATE)
        part.write_bytes(picture)
        settle(part)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    for folder in (path.parent, path.parent.parent, path.parent.parent.parent):
        settle(folder)


def of_match(connection: sqlite3.Connection, folder: Path, row: MatchRow) -> list[Evidence]:
    """Return the pictures of a match, in order of its events."""
    asked = "SELECT seq, kind, size FROM evidence WHERE match = ? ORDER BY seq, kind"
    return [_found(folder, row.uid, *columns) for columns in connection.execute(asked, (row.number,))]


def _found(folder: Path, uid: str, seq: int, kind: str, size: int) -> Evidence:
    path = path_of(folder, uid, seq, kind)
    return Evidence(seq, kind, size, path, missing=not path.is_file() or path.stat().st_size != size)


def tidy(database: Database, limit: int) -> Tidied:
    """Take away the oldest pictures of matches that are over, until all together take no more than `limit` bytes."""
    with database.writing() as connection:
        (total,) = connection.execute("SELECT COALESCE(SUM(size), 0) FROM evidence").fetchone()
        going = _going(connection, total - limit)
        connection.executemany("DELETE FROM evidence WHERE id = ?", [(number,) for number, *_ in going])
    with told(database.path):
        for _, uid, seq, kind, _ in going:
            _remove(path_of(database.folder, uid, seq, kind))
        _sweep(database)
    freed = sum(size for *_, size in going)
    return Tidied(len(going), freed, total - freed)


Going = tuple[int, str, int, str, int]


def _going(connection: sqlite3.Connection, excess: int) -> Sequence[Going]:
    asked = (
        "SELECT id, uid, seq, kind, size FROM evidence JOIN matches ON number = match WHERE state = 'over' ORDER BY id"
    )
    going = []
    for row in connection.execute(asked):
        if excess <= 0:
            break
        going.append(row)
        excess -= row[-1]
    return going


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
    if path.parent.is_dir() and not any(path.parent.iterdir()):
        path.parent.rmdir()


def _sweep(database: Database) -> None:
    """Remove files of matches that are over which the journal does not speak of: left by a loss of power."""
    with database.reading() as connection:
        over = connection.execute("SELECT uid FROM matches WHERE state = 'over'").fetchall()
        rows = connection.execute("SELECT uid, seq, kind FROM evidence JOIN matches ON number = match").fetchall()
    known = {path_of(database.folder, *row) for row in rows}
    for (uid,) in over:
        for path in (database.folder / FOLDER / uid).glob("*"):
            if path not in known:
                _remove(path)
