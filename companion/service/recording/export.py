"""A recording as one file to send: the pieces of a match, without secrets, and without the players' names if wanted."""

from __future__ import annotations

import json
import re
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from companion import __version__
from companion.journal.evidence import FOLDER as PICTURES
from companion.service.recording.reading import ABOUT, PIECES
from companion.service.recording.shelf import GZIP, NOBODY, Piece, Shelf
from companion.service.upkeep.redaction import redacted

Json = Any
READ_AT_ONCE = 1 << 16
MOST_PICTURES = 30_000_000
"""Bytes of pictures that are sent along, the newest first."""
PICTURE = re.compile(r"\d{1,9}\.(?:jpg|png)")
PSEUDONYMS = {"white": "Player W", "black": "Player B"}
WITH_NAMES = frozenset({"reason", "by", "message"})
"""Fields in which people may have written a name."""
FEWEST, FEWEST_OF_A_WORD = 2, 3
"""Shorter names, and shorter words of a name, would be found everywhere."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted of a recording."""

    uid: str
    """The match; empty: what came in while there was none."""
    names: bool = True
    """Whether the players' names stay in it."""
    pictures: bool = True
    """Whether the pictures of throws go with it."""
    secrets: tuple[str, ...] = ()
    """What may stand nowhere in it."""


class NothingRecordedError(LookupError):
    """Nothing was recorded of this match, or it was taken away since."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A match of which there is a recording."""

    uid: str
    size: int
    """In bytes, as it lies on the disk."""


def recorded(data: Path) -> list[Recorded]:
    """Return the matches of which there are recordings, the newest first."""
    found: dict[str, list[Piece]] = {}
    for piece in Shelf(data).pieces():
        found.setdefault(piece.uid, []).append(piece)
    newest = sorted(found, key=lambda uid: -found[uid][-1].number)
    return [Recorded("" if uid == NOBODY else uid, sum(one.size for one in found[uid])) for uid in newest]


def export(data: Path, wanted: Wanted, target: IO[bytes], now: datetime | None = None) -> None:
    """Write the file; raise `NothingRecordedError` if there is nothing to be written, and `OSError` if it cannot be."""
    pieces = Shelf(data).pieces(wanted.uid or NOBODY)
    if not pieces:
        raise NothingRecordedError(wanted.uid)
    when = now or datetime.now(UTC)
    cleaner = Cleaner(wanted)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_info(ABOUT, when), _about(wanted, when, len(pieces)))
        for piece in pieces:
            with archive.open(_info(f"{PIECES}{piece.number:06}.jsonl", when), "w") as file:
                for line in _lines(piece.path):
                    file.write(cleaner.line(line))
        for picture in _pictures(data, wanted):
            archive.writestr(_info(f"pictures/{picture.name}", when), picture.read_bytes())


def packed(data: Path, wanted: Wanted) -> bytes:
    """Return the file."""
    with tempfile.TemporaryFile() as file:
        export(data, wanted, file)
        file.seek(0)
        return file.read()


def _info(name: str, when: datetime) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, when.timetuple()[:6])
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def _about(wanted: Wanted, when: datetime, pieces: int) -> str:
    about = {
        "what": "companion raw recording",
        "version": __version__,
        "match": wanted.uid,
        "made": when.isoformat(timespec="seconds"),
        "pieces": pieces,
        "names": wanted.names,
    }
    return json.dumps(about) + "\n"


def _pictures(data: Path, wanted: Wanted) -> Iterator[Path]:
    """Return the pictures that go with it, as many as there is room for."""
    folder, room = data / PICTURES / wanted.uid, MOST_PICTURES
    if not wanted.pictures or not wanted.uid or not folder.is_dir():
        return
    for path in sorted(folder.iterdir(), key=lambda one: -int(one.stem) if one.stem.isdecimal() else 0):
        if PICTURE.fullmatch(path.name) and path.stat().st_size <= room:
            room -= path.stat().st_size
            yield path


def _lines(path: Path) -> Iterator[bytes]:
    """Return the whole lines of a piece, as far as it was written."""
    unpacker, rest = zlib.decompressobj(GZIP), b""
    with path.open("rb") as file:
        while data := file.read(READ_AT_ONCE):
            try:
                *lines, rest = (rest + unpacker.decompress(data)).split(b"\n")
            except zlib.error:
                # Damaged from here on: what stands before is told all the same.
                return
            yield from (line + b"\n" for line in lines)


class Cleaner:
    """Takes out of a recording what nobody else is to know."""

    def __init__(self, wanted: Wanted) -> None:
        """Take what is wanted."""
        self._wanted = wanted
        self._names: dict[str, str] = {}

    def line(self, line: bytes) -> bytes:
        """Return a line without secrets, and without names if that is wanted."""
        try:
            entry = json.loads(line)
        except ValueError:
            return b""
        if not self._wanted.names:
            self._learn(entry)
            entry = self._without_names(entry)
        return json.dumps(self._each(entry, self._redacted), separators=(",", ":")).encode("ascii") + b"\n"

    def _redacted(self, text: str) -> str:
        if text.startswith("{"):
            # A line of the journal: what stands in it is looked at one by one.
            inner = _json(text)
            if inner is not None:
                return json.dumps(self._each(inner, self._redacted), separators=(",", ":"))
        return redacted(text, self._wanted.secrets)

    def _learn(self, entry: Json) -> None:
        """Take the names that an agreement tells, and their words: people call each other by one of them."""
        for names in _named(entry):
            for side, name in names.items():
                if side in PSEUDONYMS:
                    self._names |= dict.fromkeys(_called(str(name)), PSEUDONYMS[side])

    def _without_names(self, data: Json, field: str = "") -> Json:
        if isinstance(data, dict):
            if field == "names":
                return {side: PSEUDONYMS.get(side, name) for side, name in data.items()}
            return {name: self._without_names(one, name) for name, one in data.items()}
        if isinstance(data, list):
            return [self._without_names(one, field) for one in data]
        if isinstance(data, str) and field in WITH_NAMES:
            return self._renamed(data)
        inner = _json(data) if field == "lines" and isinstance(data, str) else None
        return data if inner is None else json.dumps(self._without_names(inner), separators=(",", ":"))

    def _renamed(self, text: str) -> str:
        for name in sorted(self._names, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", self._names[name], text, flags=re.IGNORECASE)
        return text

    def _each(self, data: Json, change: Callable[[str], str]) -> Json:
        if isinstance(data, dict):
            return {name: self._each(one, change) for name, one in data.items()}
        if isinstance(data, list):
            return [self._each(one, change) for one in data]
        return change(data) if isinstance(data, str) else data


def _called(name: str) -> Iterator[str]:
    if len(name) >= FEWEST:
        yield name
    yield from (word for word in re.findall(r"\w+", name) if len(word) >= FEWEST_OF_A_WORD)


def _named(data: Json) -> Iterator[dict[str, Json]]:
    values: Iterable[Json] = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    if isinstance(data, dict) and isinstance(data.get("names"), dict):
        yield data["names"]
    for one in values:
        yield from _named(one)


def _json(text: str) -> Json:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
