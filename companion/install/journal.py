"""The records while a release is changed: a copy from before, put back where the old release could not read them."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

BESIDE = ("", "-wal", "-shm")
COPIES = 3
"""So many copies of before an update stay: the disk is small."""


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
    try:
        _copy(file, copy)
    except BaseException:
        # Half a copy is none, and takes room.
        copy.unlink(missing_ok=True)
        raise
    return copy


def _copy(file: Path, copy: Path) -> None:
    try:
        with closing(_opened(file)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        # Damaged records are copied as they are: an update may be what mends them.
        shutil.copyfile(file, copy)


def forget(records: Path, kept: Kept = JOURNAL) -> None:
    """Delete all copies of before an update but the newest; what a release wrote that was left again stays."""
    copies = sorted(records.glob(kept.named("before", "*")), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in copies[COPIES:]:
        file.unlink()


def put_back(records: Path, copy: Path | None, release: str, kept: Kept = JOURNAL) -> bool:
    """Put the copy back if the records were brought to a newer version; what the new release wrote stays beside it."""
    file = records / kept.file
    if copy is None or not file.is_file() or _version(file, kept) == _version(copy, kept):
        return False
    # A folder that is not the service's own is not given to it as a whole.
    owner = file.stat()
    os.chown(copy, owner.st_uid, owner.st_gid, follow_symlinks=False)
    for end in BESIDE:
        one = file.with_name(file.name + end)
        if one.exists():
            one.rename(records / (kept.named("of", release) + end))
    copy.rename(file)
    return True


def as_old(copy: Path | None, earlier: Path, kept: Kept = JOURNAL) -> bool:
    """Whether a copy has the version of an earlier one: what can read that can read it."""
    return copy is not None and _version(copy, kept) == _version(earlier, kept)


def _version(file: Path, kept: Kept) -> str:
    with closing(_opened(file)) as connection, suppress(sqlite3.DatabaseError):
        return str(connection.execute(kept.asked).fetchone()[0])
    return ""


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=10.0)
