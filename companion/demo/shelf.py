"""Where the demonstration's journal lies: taken away like a disk that is pulled out, or kept busy like by a program."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import suppress
from pathlib import Path

from companion.journal.database import FILE

LOG = logging.getLogger(__name__)
AWAY = "pulled out"
"""The folder of the files that are away."""
WITH_IT = ("-wal", "-shm")
"""What SQLite keeps beside its file."""


class Shelf:
    """The files of one journal."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._away = folder, folder / AWAY
        self._other: sqlite3.Connection | None = None
        # A demonstration that was killed may have left them away.
        self.take_away(gone=False)

    def take_away(self, *, gone: bool) -> None:
        """Pull the disk with the journal out, or put it back."""
        try:
            if gone:
                self._away.mkdir(parents=True, exist_ok=True)
                self._move(self._folder, self._away, ("", *WITH_IT))
            else:
                self._put_back()
        except OSError as error:
            LOG.warning("The journal's files cannot be moved", extra={"why": str(error)})

    def _put_back(self) -> None:
        if not (self._away / FILE).exists():
            return
        if (self._folder / FILE).exists():
            # Somebody has let a new journal be begun meanwhile, and that one goes on.
            LOG.warning("The journal that was pulled out stays away", extra={"where": str(self._away)})
            return
        self._move(self._away, self._folder, (*WITH_IT, ""))
        self._away.rmdir()

    @staticmethod
    def _move(source: Path, target: Path, kinds: tuple[str, ...]) -> None:
        """Move the file first where it goes, and last where it comes back: it is never there without the others."""
        for kind in kinds:
            with suppress(FileNotFoundError):
                (source / f"{FILE}{kind}").rename(target / f"{FILE}{kind}")

    def block(self, *, busy: bool) -> None:
        """Write to the journal as another program does, or let it be."""
        if busy and self._other is None:
            self._begin()
        elif not busy and self._other is not None:
            self._other.close()
            self._other = None

    def _begin(self) -> None:
        file = (self._folder / FILE).absolute()
        try:
            other = sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, isolation_level=None, check_same_thread=False)
            other.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            LOG.warning("The journal cannot be kept busy", extra={"why": str(error)})
        else:
            self._other = other

    def close(self) -> None:
        """Leave the journal as it belongs."""
        self.block(busy=False)
        self.take_away(gone=False)
