"""Where recordings lie: `raw/<uid of the match>/<number>.jsonl.gz`, the oldest match taken away where room is short."""

from __future__ import annotations

import logging
import os
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LOG = logging.getLogger(__name__)
FOLDER = "raw"
NOBODY = "no-match"
"""The folder of what came in while there was no match."""
ENDING = ".jsonl.gz"
NAME = re.compile(r"(\d{6,12})\.jsonl\.gz")
UID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,63}")
GZIP = 31
LEVEL = 2
"""Higher levels take much longer and save little."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A file of a recording: from where it begins it can be played without the ones before."""

    uid: str
    number: int
    path: Path
    size: int


class Shelf:
    """The recordings of one data folder."""

    def __init__(self, data: Path) -> None:
        self.root = data / FOLDER

    def pieces(self, uid: str | None = None) -> list[Piece]:
        """Return the files, oldest first: all, or those of one match."""
        found = (one for folder in self._folders() for one in _in(folder))
        return sorted((one for one in found if uid in (None, one.uid)), key=lambda one: one.number)

    def _folders(self) -> list[Path]:
        try:
            return [path for path in self.root.iterdir() if UID.fullmatch(path.name) and path.is_dir()]
        except OSError:
            return []

    def new(self, uid: str | None) -> Path:
        """Return where the next file goes."""
        number = max((one.number for one in self.pieces()), default=0) + 1
        folder = self.root / (uid if uid and UID.fullmatch(uid) else NOBODY)
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{number:06}{ENDING}"

    def tidy(self, limit: int, keep: Path) -> int:
        """Take files away, the match that was played longest ago first, until the rest has room; return how many."""
        pieces = self.pieces()
        newest = {one.uid: one.number for one in pieces}
        going = sorted((one for one in pieces if one.path != keep), key=lambda one: (newest[one.uid], one.number))
        excess, count = sum(one.size for one in pieces) - limit, 0
        for one in going:
            if excess <= 0:
                break
            _remove(one.path)
            excess, count = excess - one.size, count + 1
        return count


def _in(folder: Path) -> Iterator[Piece]:
    for path in folder.iterdir():
        named = NAME.fullmatch(path.name)
        if named and path.is_file():
            yield Piece(folder.name, int(named[1]), path, path.stat().st_size)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
        if not any(path.parent.iterdir()):
            path.parent.rmdir()
    except OSError as error:
        LOG.warning("An old recording cannot be taken away", extra={"why": str(error)})


class Packing:
    """One file that is being written: packed, and readable up to what was put down last."""

    def __init__(self, path: Path) -> None:
        # Only the owner may read what was played.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        self.path, self.size = path, 0
        self._file = os.fdopen(handle, "wb")
        self._packer = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
        self.is_settled = True
        """Whether all that was taken can be read."""

    def write(self, text: bytes) -> None:
        """Take what comes next."""
        self._put(self._packer.compress(text))
        self.is_settled = False

    def settle(self) -> None:
        """Put down all that was taken."""
        if not self.is_settled:
            self._put(self._packer.flush(zlib.Z_SYNC_FLUSH))
            self._file.flush()
            self.is_settled = True

    def close(self) -> None:
        """End the file."""
        try:
            self._put(self._packer.flush(zlib.Z_FINISH))
        finally:
            self._file.close()

    def _put(self, data: bytes) -> None:
        self._file.write(data)
        self.size += len(data)
