"""The support bundle: a zip with all that helps to find a fault, without any secret, and not too large."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.journal.database import FILE
from companion.service.upkeep.redaction import REMOVED, redacted
from companion.service.upkeep.values import BoardLook, CameraLook, Machine, Part, Setting
from companion.service.view import TableView

LARGEST_PART = 400_000
LARGEST = 3_000_000
"""Bytes of all parts together, before they are packed."""
EVENTS = 400
WHOLLY_SECRET = frozenset({"camera.source"})
"""Options of which only what may be shown is told."""


def parts(  # noqa: PLR0913 - each is a file of the bundle
    *,
    machine: Machine,
    settings: Sequence[Setting],
    view: TableView,
    board: BoardLook,
    camera: CameraLook,
    log: str,
    data: Path,
    secrets: Iterable[str],
) -> list[Part]:
    """Return the files of a bundle, each without secrets and cut to its end where it is too long."""
    known = tuple(secrets)
    texts = {
        "versions.txt": "".join(f"{name}: {value}\n" for name, value in machine.versions),
        "configuration.txt": "".join(_line(one) for one in settings),
        "machine.json": _json(asdict(machine)),
        "table.json": _json(_of_view(view)),
        "board.json": _json(asdict(board)),
        "camera.json": _json(asdict(camera)),
        "events.jsonl": events(data / FILE),
        "log.txt": log,
    }
    return list(_within(_part(name, redacted(text, known)) for name, text in texts.items()))


def packed(files: Iterable[Part], now: datetime | None = None) -> bytes:
    """Return the zip."""
    when = (now or datetime.now(UTC)).timetuple()[:6]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for one in files:
            archive.writestr(zipfile.ZipInfo(f"companion/{one.name}", when), one.content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def events(journal: Path, count: int = EVENTS) -> str:
    """Return the last events of the journal as lines, oldest first; in words if it cannot be read."""
    if not journal.is_file():
        return "There is no journal.\n"
    try:
        # Read only: a journal that is damaged must not be touched.
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True, timeout=1.0)) as connection:
            asked = "SELECT match, seq, wall, body FROM events ORDER BY match DESC, seq DESC LIMIT ?"
            rows = connection.execute(asked, (count,)).fetchall()
    except sqlite3.Error as error:
        return f"The journal cannot be read: {error}\n"
    return "".join(_event(*row) for row in reversed(rows))


def _event(match: int, seq: int, wall: int, body: str | bytes) -> str:
    text = body.decode("utf-8", "replace") if isinstance(body, bytes) else body
    return json.dumps({"match": match, "seq": seq, "wall": wall, "event": text}) + "\n"


def _line(one: Setting) -> str:
    value = redacted(str(one.value)) if one.path in WHOLLY_SECRET else one.value
    more = f" (the file says {redacted(str(one.elsewhere))!r})" if one.elsewhere is not None else ""
    return f"{one.path} = {value!r}: {one.source}{more}\n"


def _of_view(view: TableView) -> dict[str, Any]:
    names = "version waiting match game options phase turn devices trouble demo".split()
    found = asdict(view)
    return {name: found[name] for name in names}


def _json(value: object) -> str:
    return json.dumps(value, indent=1, default=str, ensure_ascii=False) + "\n"


def _part(name: str, text: str) -> Part:
    content = text.encode("utf-8", "replace")
    if len(content) <= LARGEST_PART:
        return Part(name, content)
    end = content[-LARGEST_PART:]
    return Part(name, end[end.index(b"\n") + 1 :] if b"\n" in end else end, cut=True)


def _within(files: Iterable[Part]) -> Iterator[Part]:
    """Let as many files through as there is room for."""
    room = LARGEST
    for one in files:
        if len(one.content) <= room:
            room -= len(one.content)
            yield one


__all__ = ["REMOVED", "events", "packed", "parts"]
