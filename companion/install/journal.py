"""The journal while a release is changed: a copy from before, put back where the old release could not read it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

FILE = "journal.sqlite3"
BESIDE = ("", "-wal", "-shm")


def save(records: Path, release: str) -> Path | None:
    """Copy the journal, whole; return the copy, none if there is no journal yet."""
    file = records / FILE
    if not file.is_file():
        return None
    copy = records / f"journal-before-{release}.sqlite3"
    copy.unlink(missing_ok=True)
    with closing(_opened(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy


def put_back(records: Path, copy: Path | None, release: str) -> bool:
    """Put the copy back if the journal was brought to a newer version; what the new release wrote stays beside it."""
    file = records / FILE
    if copy is None or not file.is_file() or _version(file) == _version(copy):
        return False
    for end in BESIDE:
        one = file.with_name(file.name + end)
        if one.exists():
            one.rename(records / f"journal-of-{release}.sqlite3{end}")
    copy.rename(file)
    return True


def _version(file: Path) -> int:
    with closing(_opened(file)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=10.0)
