"""What was worked out once and can be at any time again, in a file of its own: no part of the journal."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing, suppress
from pathlib import Path

from companion.journal.database import PRIVATE

FILE = "cache.sqlite3"
MAKE = """
    CREATE TABLE IF NOT EXISTS games (
        uid TEXT, game INTEGER, stamp INTEGER, body BLOB, PRIMARY KEY (uid, game)
    ) STRICT
"""
PATIENCE_SECONDS = 0.2


class Cache:
    """Bodies by match and game, each with a stamp that says of which events it was made."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def get(self, uid: str, game: int, stamp: int) -> bytes | None:
        """Return what was put there with this stamp; None if there is none, or none that can be read."""
        if not self._path.exists():
            return None
        asked = "SELECT body FROM games WHERE uid = ? AND game = ? AND stamp = ?"
        try:
            with closing(self._open()) as connection:
                row = connection.execute(asked, (uid, game, stamp)).fetchone()
            return zlib.decompress(row[0]) if row else None
        except sqlite3.OperationalError:
            return None
        except (sqlite3.DatabaseError, zlib.error, TypeError):
            self.drop()
            return None

    def put(self, uid: str, game: int, stamp: int, body: bytes) -> None:
        """Put something there, if that can be done: it is not missed if not."""
        row = (uid, game, stamp, zlib.compress(body, 3))
        with suppress(sqlite3.DatabaseError):
            try:
                self._write(row)
            except sqlite3.OperationalError:
                return
            except sqlite3.DatabaseError:
                self.drop()
                self._write(row)

    def _write(self, row: tuple[str, int, int, bytes]) -> None:
        with closing(self._open()) as connection:
            connection.execute(MAKE)
            connection.execute("INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?)", row)

    def _open(self) -> sqlite3.Connection:
        # SQLite itself would let everybody read it.
        with suppress(OSError):
            self._path.touch(PRIVATE)
        connection = sqlite3.connect(self._path, timeout=PATIENCE_SECONDS, isolation_level=None)
        try:
            connection.execute("PRAGMA synchronous = NORMAL")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def drop(self) -> None:
        """Forget everything."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
            self._path.with_name(f"{FILE}-journal").unlink(missing_ok=True)
