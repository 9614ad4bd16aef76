"""The journal's file: how it is made, opened, brought up to date, read and written.

One program at a time may write: it holds `journal.lock` from its first write until it closes. Any number may read.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.journal.schema import APPLICATION_ID, STEPS, Step
from companion.journal.trouble import Code, JournalError, error_code, told, trouble_with

FILE = "journal.sqlite3"
LOCK = "journal.lock"
PATIENCE_MS = 1000
"""How long another program's write is waited for; not at all once that was in vain."""
HEAD_BYTES = 100
"""So much of its file tells SQLite what it is."""
PRIVATE, PRIVATE_FOLDER = 0o600, 0o700
"""Who played, when and how is for the owner alone. SQLite gives the files beside a journal the mode of the journal."""
KEPT = ("journal*.sqlite3*", LOCK, "cache.sqlite3*", "evidence")
"""What there may be in the folder from before it was so."""
READ, WRITE = "BEGIN", "BEGIN IMMEDIATE"
SETTINGS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA cell_size_check = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA journal_size_limit = 4194304",
)


class WriterLock:
    """The right to write in a folder; the system takes it back even from a program that was killed."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK
        self._file: int | None = None

    def take(self) -> None:
        """Take it, if it is not held already; raise `JournalError` if another program has it."""
        if self._file is not None:
            return
        with told(self._path.with_name(FILE)):
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                os.close(file)
                raise trouble_with(self._path.with_name(FILE), Code.BUSY) from error
        self._file = file

    def give_back(self) -> None:
        """Let others write."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


class Database:
    """A connection to the journal's file; to be used by one thread at a time."""

    def __init__(self, folder: Path, steps: Sequence[Step] = STEPS, *, make: bool = True) -> None:
        """Open the file in `folder`; make it if it is missing and may be made, and bring it up to date if it is old."""
        self.folder, self.path = folder, folder / FILE
        self._lock = WriterLock(folder)
        try:
            with told(self.path):
                if not make:
                    self.path.stat()
                self._prepare(steps)
                self._connection = connect(self.path)
                self._identity = _identity(self.path)
        finally:
            self._lock.give_back()

    def _prepare(self, steps: Sequence[Step]) -> None:
        self.folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        for path in (path for pattern in KEPT for path in self.folder.glob(pattern)):
            make_private(path)
        if self.path.exists() and not self.path.is_file():
            raise trouble_with(self.path, Code.FOREIGN)
        if not self.path.exists() or not self.path.stat().st_size:
            self._lock.take()
            _make(self.path, steps)
        if version_of(self.path) < len(steps):
            self._lock.take()
        update(self.path, steps)

    def close(self) -> None:
        """Close the file, and let others write."""
        with suppress(sqlite3.Error):
            self._connection.close()
        self._lock.give_back()

    def claim(self) -> None:
        """Take the right to write until the journal is closed; raise `JournalError` if another program has it."""
        self._lock.take()

    def try_writing(self) -> None:
        """Write, and change nothing, to know whether that goes; raise `JournalError` if it does not."""
        with self.writing() as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            # A transaction without a change never comes to the disk; this does, though the number stays what it is.
            connection.execute(f"PRAGMA user_version = {version}")

    def give_back(self) -> None:
        """Let others write, until the next write here."""
        self._lock.give_back()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Read the journal as it stands at one moment."""
        with told(self.path), self._transaction(READ):
            yield self._connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Write: all of it, on disk at the end, or nothing."""
        self.claim()
        self._check_there()
        with told(self.path), self._transaction(WRITE):
            yield self._connection
        self._check_there()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        connection = self._connection
        self._begin(begin)
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            # After some errors SQLite has rolled back by itself.
            with suppress(sqlite3.Error):
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            raise

    def _begin(self, begin: str) -> None:
        try:
            self._connection.execute(begin)
        except sqlite3.OperationalError as error:
            if error_code(error) & 0xFF == sqlite3.SQLITE_BUSY:
                self._wait_for_others(0)
            raise
        if begin != READ:
            self._wait_for_others(PATIENCE_MS)

    def _wait_for_others(self, milliseconds: int) -> None:
        self._connection.execute(f"PRAGMA busy_timeout = {milliseconds}")

    def _check_there(self) -> None:
        # On Linux, what is written to a deleted file seems to succeed.
        with told(self.path):
            if _identity(self.path) != self._identity:
                raise trouble_with(self.path, Code.GONE)
            if self._connection.total_changes:
                self.path.with_name(f"{FILE}-wal").stat()


def connect(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """Return a connection to a journal that is there, with every commit on disk when it returns."""
    try:
        return _connect(path, f"mode={mode}")
    except sqlite3.OperationalError as error:
        wal = path.with_name(f"{path.name}-wal")
        if error_code(error) & 0xFF != sqlite3.SQLITE_CANTOPEN or not path.is_file() or wal.exists():
            raise
    # On a disk that can only be read, SQLite cannot make the files that go with a WAL, and needs none.
    return _connect(path, "mode=ro&immutable=1")


def _connect(path: Path, how: str) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?{how}"
    connection = sqlite3.connect(
        address, timeout=PATIENCE_MS / 1000, uri=True, isolation_level=None, check_same_thread=False
    )
    connection.text_factory = _text
    try:
        for setting in SETTINGS:
            connection.execute(setting)
        connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _text(stored: bytes) -> str:
    # Damage is to be found by the sums, not by a decoder that gives up.
    return stored.decode("utf-8", "surrogateescape")


def version_of(path: Path) -> int:
    """Return which version the file is of; raise `JournalError` if it is no journal. The file is left as it is."""
    try:
        with closing(connect(path, "ro")) as connection:
            (kind,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        if error_code(error) == sqlite3.SQLITE_NOTADB:
            raise trouble_with(path, Code.DAMAGED if _is_wiped(path) else Code.FOREIGN) from error
        raise
    if kind != APPLICATION_ID:
        raise trouble_with(path, Code.FOREIGN)
    return int(version)


def _is_wiped(path: Path) -> bool:
    """Whether there are only zeros where a journal begins: cards leave that behind, other programs do not."""
    with path.open("rb") as file:
        return not any(file.read(HEAD_BYTES))


def _make(path: Path, steps: Sequence[Step]) -> None:
    """Make a journal with nothing in it: under another name, so that it is there whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    for left in (new, new.with_name(f"{new.name}-journal"), new.with_name(f"{new.name}-wal")):
        left.unlink(missing_ok=True)
    new.touch(PRIVATE)
    with closing(connect(new)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        _take(connection, steps, 0)
        connection.execute("PRAGMA journal_mode = WAL")
    settle(new)
    new.replace(path)
    settle(path.parent)


def update(path: Path, steps: Sequence[Step]) -> None:
    """Bring a journal up to date, version by version, each with a copy of how it was before."""
    version = version_of(path)
    if version > len(steps):
        raise trouble_with(path, Code.NEWER)
    while version < len(steps):
        copy = back_up(path, f"before-version-{version + 1}")
        with closing(connect(path)) as connection:
            try:
                _take(connection, steps[: version + 1], version)
            except sqlite3.Error as error:
                text = (
                    f"The journal {path} could not be brought up to date ({error}); it is as it was, and {copy.name} is"
                    " a copy of it. Go on with the companion that wrote it, and report this."
                )
                raise JournalError(Code.MIGRATION, text) from error
        version += 1


def _take(connection: sqlite3.Connection, steps: Sequence[Step], version: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in steps[version:]:
            step(connection)
        connection.execute(f"PRAGMA user_version = {len(steps)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def back_up(path: Path, why: str) -> Path:
    """Copy the journal, whole and on disk, to a file beside it that is named after `why`."""
    copy = unused(path.with_name(f"{path.stem}-{why}{path.suffix}"))
    part = copy.with_name(f"{copy.name}.part")
    part.unlink(missing_ok=True)
    part.touch(PRIVATE)
    with closing(connect(path, "ro")) as source, closing(sqlite3.connect(part)) as target:
        source.backup(target)
    settle(part)
    part.replace(copy)
    settle(copy.parent)
    return copy


def unused(path: Path) -> Path:
    """Return `path`, or the first like it with a number that is not there yet."""
    found, number = path, 1
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found


def make_private(path: Path) -> None:
    """Take a file or a folder from all but its owner, if it is ours."""
    with suppress(OSError):
        mode = path.stat().st_mode
        if mode & ~(stat.S_IRWXU | stat.S_IFMT(mode)):
            path.chmod(mode & stat.S_IRWXU)


def settle(path: Path) -> None:
    """See to it that a file, or the names in a folder, are on disk."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _identity(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_dev, status.st_ino
