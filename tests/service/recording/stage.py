"""Tables that are recorded, and their recordings played again, for tests: any service given `raw_mb` is recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.journal.lines import Line
from companion.journal.store import Journal
from companion.service.recording.checking import Checked, Step, check
from companion.service.recording.export import Wanted, export, recorded
from companion.service.recording.reading import RawFile

RAW: dict[str, Any] = {"raw_mb": 50}


def exported(folder: Path, uid: str, **wanted: Any) -> Path:
    """The recording of a match, as people send it."""
    target = folder / f"recording-{uid or 'none'}.zip"
    with target.open("wb") as file:
        export(folder, Wanted(uid, **wanted), file)
    return target


def checked(path: Path, told: Callable[[Step], None] = lambda _step: None) -> list[Checked]:
    """What comes of each piece of a recording when it is played again."""
    with RawFile(path) as file:
        return [check(file, piece, told) for piece in file.pieces()]


def differences(path: Path) -> list[tuple[str, Any]]:
    """All that comes out otherwise."""
    return [(one.piece.name, one.differences) for one in checked(path) if one.differences]


def all_recorded(folder: Path) -> Iterator[tuple[str, Path]]:
    """Every match that was recorded, with its recording."""
    for one in recorded(folder):
        yield one.uid, exported(folder, one.uid)


def came_out(path: Path) -> list[Line]:
    """The lines of the journal that come out when a recording is played again."""
    lines: dict[int, Line] = {}

    def told(step: Step) -> None:
        lines.update(enumerate(step.came.lines, step.came.first))

    checked(path, told)
    return [lines[number] for number in sorted(lines)]


def written(folder: Path) -> dict[str, list[Line]]:
    """The lines that the journal has of every match."""
    with Journal.open(folder) as journal:
        return {row.uid: journal.lines(row.number) for row in journal.matches()}
