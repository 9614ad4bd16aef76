"""The records while a release is changed: a copy from before, put back where the old release could not read them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

BESIDE = ("", "-wal", "-shm")


@dataclass(frozen=True, slots=True)
class Kept:
    """A file of records, and how it tells which version it has."""

    file: str
    asked: str

    def named(self, kind: str, release: str) -> str:
        """Return what the file is called besides."""
        stem, _, end = self.file.partition(".")
        return f"{stem}-{kind}-{release}.{end}"


JOURNAL = Kept("journal.sqlite3", "PRAGMA user_version")
HALL = Kept("hall.sqlite", "SELECT version_num FROM hall_version")


def save(records: Path, release: str, kept: Kept = JOURNAL) -> Path | None:
    """Copy the records, whole; return the copy, none if there are none yet."""
    file = records / kept.file
    if not file.is_file():
        return None
    copy = records / kept.named("before", release)
    copy.unlink(missing_ok=True)
    with closing(_opened(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy


def put_back(records: Path, copy: Path | None, release: str, kept: Kept = JOURNAL) -> bool:
    """Put the copy back if the records were brought to a newer version; what the new release wrote stays beside it."""
    file = records / kept.file
    if copy is None or not file.is_file() or _version(file, kept) == _version(copy, kept):
        return False
    for end in BESIDE:
        one = file.with_name(file.name + end)
        if one.exists():
            one.rename(records / (kept.named("of", release) + end))
    copy.rename(file)
    return True


def _version(file: Path, kept: Kept) -> str:
    with closing(_opened(file)) as connection:
        return str(connection.execute(kept.asked).fetchone()[0])


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=10.0)
