"""What can go wrong with the journal, in plain words: what it is and what to do about it."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from types import MappingProxyType


class Code(Enum):
    """What kind of trouble it is."""

    FULL = "full"
    READ_ONLY = "read_only"
    DAMAGED = "damaged"
    GONE = "gone"
    BUSY = "busy"
    FAILING = "failing"
    FOREIGN = "foreign"
    NEWER = "newer"
    MIGRATION = "migration"
    NO_JOURNAL = "no_journal"
    NO_MATCH = "no_match"
    TWICE = "twice"
    WRONG = "wrong"


class JournalError(Exception):
    """The journal cannot do what it is asked to: the message says why, and what to do."""

    def __init__(self, code: Code, message: str) -> None:
        """Take the kind of trouble, and the sentence for people."""
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why the journal is not written just now, while play goes on in memory."""

    code: Code
    message: str
    waiting: int
    """How many events are only in memory."""
    since: int
    """When that began: Unix time in milliseconds."""

    @property
    def sentence(self) -> str:
        """All of it, for people."""
        began = datetime.fromtimestamp(self.since / 1000).astimezone()
        what = "1 event is" if self.waiting == 1 else f"{self.waiting} events are"
        return f"{self.message} Since {began:%H:%M}, {what} kept in memory only: do not switch off before it is mended."


SENTENCES: Mapping[Code, str] = MappingProxyType(
    {
        Code.FULL: "The disk with the journal {path} is full. Delete files on it that nobody needs.",
        Code.READ_ONLY: (
            "The journal {path} can only be read. If its disk or card was switched to read-only, by its lock or after"
            " an error, make it writable again; else let the companion's user write to it."
        ),
        Code.DAMAGED: (
            "The journal {path} is damaged. Set it aside: a new one is begun with the match that is being played and"
            " all that can still be read of the others."
        ),
        Code.GONE: (
            "The journal {path} is gone. Plug in its disk again, or put the file back where it was; else let a new one"
            " be begun with the match that is being played."
        ),
        Code.BUSY: (
            "Another program is writing to the journal {path}. Close it there: only one program at a time may record."
        ),
        Code.FAILING: (
            "The disk does not take what is written to the journal {path}. Check the card or the disk and its plug."
        ),
        Code.FOREIGN: "The file {path} is no journal, and was left as it is. Move it away, or choose another folder.",
        Code.NEWER: (
            "The journal {path} is from a newer companion, and was left as it is. Update the companion to read it."
        ),
    }
)

OF_SQLITE: Mapping[int, Code] = MappingProxyType(
    {
        sqlite3.SQLITE_FULL: Code.FULL,
        sqlite3.SQLITE_IOERR_SHMSIZE: Code.FULL,
        sqlite3.SQLITE_READONLY: Code.READ_ONLY,
        sqlite3.SQLITE_PERM: Code.READ_ONLY,
        sqlite3.SQLITE_CANTOPEN: Code.READ_ONLY,
        sqlite3.SQLITE_CORRUPT: Code.DAMAGED,
        sqlite3.SQLITE_NOTADB: Code.DAMAGED,
        sqlite3.SQLITE_ERROR: Code.DAMAGED,
        sqlite3.SQLITE_BUSY: Code.BUSY,
        sqlite3.SQLITE_LOCKED: Code.BUSY,
        sqlite3.SQLITE_CONSTRAINT: Code.BUSY,
    }
)
"""By SQLite's primary result code, or a whole one that says more: on a full disk the file for shared memory, without
which a journal is not even read, cannot get its size. Our own statements are right, so that an error in them means a
damaged schema, and a number that is already there means that somebody else has written it."""

OF_SYSTEM: Mapping[int, Code] = MappingProxyType(
    {
        **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), Code.FULL),
        **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), Code.READ_ONLY),
        **dict.fromkeys((errno.ENOENT, errno.ENOTDIR, errno.ENODEV), Code.GONE),
    }
)


def trouble_with(path: Path, code: Code) -> JournalError:
    """Return the error for trouble of a common kind."""
    return JournalError(code, SENTENCES[code].format(path=path))


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what the database and the system report into sentences."""
    try:
        yield
    except sqlite3.Error as error:
        raise _of_database(path, error) from error
    except OSError as error:
        raise trouble_with(path, OF_SYSTEM.get(error.errno or 0, Code.FAILING)) from error


def _of_database(path: Path, error: sqlite3.Error) -> JournalError:
    number = error_code(error)
    code = OF_SQLITE.get(number) or OF_SQLITE.get(number & 0xFF, Code.FAILING)
    moved = not path.exists() or number == sqlite3.SQLITE_READONLY_DBMOVED
    # A full disk can also be why there is no file yet.
    return trouble_with(path, Code.GONE if moved and code is not Code.FULL else code)


def error_code(error: sqlite3.Error) -> int:
    """Return SQLite's extended result code; an error that has none is one of reading what is there."""
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT))
