"""A recording as a file that people send: a zip of pieces, each lines of JSON. It may come from anybody.

What is read is bounded in every way, whatever the file says of itself.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, Self

from companion.service.recording.coding import field
from companion.service.recording.recording import FORM
from companion.service.recording.trouble import DamagedError, NoRecordingError, OtherFormError, RawError, TooLargeError

Json = Any
ABOUT = "about.json"
PIECES = "pieces/"
MOST_PIECES = 2000
MOST_FILES = 20_000
MOST_BYTES = 600_000_000
"""Of all pieces together, as they are read."""
LONGEST_LINE = 40_000_000
LONGEST_ABOUT = 100_000
DAMAGES = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, OSError)
"""What reading a zip may raise that is damaged, or not as we make them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a recording: where it begins, all is told that is needed to go on from there."""

    name: str
    head: dict[str, Json]
    """How the table stood."""

    @property
    def version(self) -> str:
        """Which version of the companion has recorded it."""
        return str(self.head.get("version", ""))

    @property
    def gap(self) -> dict[str, Json] | None:
        """What is missing before it, if anything is."""
        gap = self.head.get("gap")
        return gap if isinstance(gap, dict) else None


class RawFile:
    """An opened recording."""

    def __init__(self, path: Path) -> None:
        """Open it; raise `NoRecordingError` for what is none, and `OSError` for what cannot be opened."""
        source = path.open("rb")
        try:
            self._zip = zipfile.ZipFile(source)
        except DAMAGES as error:
            source.close()
            raise NoRecordingError from error
        self._source: BinaryIO = source
        self._left = MOST_BYTES

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_about: object) -> None:
        self._zip.close()
        self._source.close()

    def about(self) -> dict[str, Json]:
        """Return what the file tells of itself."""
        if ABOUT not in self._zip.NameToInfo:
            raise NoRecordingError
        with self._opened(ABOUT) as file:
            return _object(_read(file, LONGEST_ABOUT), ABOUT, 1)

    @property
    def count(self) -> int:
        """How many pieces there are."""
        return len(self.names())

    def names(self) -> list[str]:
        """Return what the pieces are called, in order, also of those in which nothing stands."""
        return sorted(name for name in self._zip.namelist() if name.startswith(PIECES) and name != PIECES)

    def pieces(self) -> list[Piece]:
        """Return the pieces, in order; those in which nothing stands are left out."""
        if len(self._zip.infolist()) > MOST_FILES:
            raise TooLargeError
        names = self.names()
        if not names or len(names) > MOST_PIECES:
            raise NoRecordingError
        return [Piece(name, head) for name in names if (head := next(self._lines(name), None)) is not None]

    def entries(self, piece: Piece) -> Iterator[dict[str, Json]]:
        """Return what stands in a piece after how it begins."""
        lines = self._lines(piece.name)
        next(lines, None)
        return lines

    def _lines(self, name: str) -> Iterator[dict[str, Json]]:
        with self._opened(name) as file:
            number = 0
            while line := _read(file, LONGEST_LINE):
                number += 1
                self._left -= len(line)
                if self._left < 0:
                    raise TooLargeError
                if not line.endswith(b"\n"):
                    # The companion was ended in the middle of it.
                    return
                entry = _object(line, name, number)
                if number == 1:
                    _check_head(entry, name)
                yield entry

    def _opened(self, name: str) -> Any:  # noqa: ANN401 - a file of a zip
        try:
            return self._zip.open(name)
        except (*DAMAGES, KeyError) as error:
            raise DamagedError(name, 0, error) from error


def _read(file: Any, most: int) -> bytes:  # noqa: ANN401 - a file of a zip
    try:
        line: bytes = file.readline(most + 1)
    except DAMAGES as error:
        raise DamagedError(str(file.name), 0, error) from error
    if len(line) > most:
        raise TooLargeError
    return line


def _object(line: bytes, name: str, number: int) -> dict[str, Json]:
    try:
        found = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise DamagedError(name, number, error) from error
    if not isinstance(found, dict):
        raise DamagedError(name, number, "no object")
    return found


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def _check_head(entry: dict[str, Json], name: str) -> None:
    try:
        form, version = field(entry, "form", int), field(entry, "version", str)
        begins = field(entry, "e", str) == "stands"
    except RawError as error:
        raise DamagedError(name, 1, error) from error
    if not begins:
        raise DamagedError(name, 1, "it does not begin with how the table stood")
    if form != FORM:
        raise OtherFormError(version)
