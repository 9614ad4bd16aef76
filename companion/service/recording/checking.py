"""Whether the same comes out when a recording is played again: at the table, of the board, and of the camera."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from companion.service.recording import coding
from companion.service.recording.reading import Piece, RawFile
from companion.service.recording.table import Came, TableAgain
from companion.service.recording.trouble import DamagedError, RawError, TooLargeError

Json = Any
What = Literal["event", "answer", "fault", "clock", "report"]
DAMAGES = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What a recording may lead to that nobody can have recorded."""
NOTHING = "nothing"


class PartAgain(Protocol):
    """A part that goes through a piece of a recording without its device."""

    def take(self, entry: dict[str, Json]) -> list[dict[str, Json]]:
        """Take what went in, and return what the part tells of it, as plain data."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing that came out otherwise: what, its number, what was recorded, and what came out."""

    what: What
    number: int
    recorded: str
    came: str
    line: int
    """Where it stands: which line of the piece."""


@dataclass(slots=True)
class Checked:
    """What came of one piece."""

    piece: Piece
    turns: int = 0
    events: int = 0
    reports: dict[str, int] = field(default_factory=dict)
    """How many reports of each part came out as recorded, or for the other one, differed first."""
    differences: dict[str, Difference] = field(default_factory=dict)
    """By part: the table, the board, the camera."""
    ended: str = ""
    """Why the piece ends; empty: it breaks off."""
    first: int = 0
    last: int = 0
    """How many events the match had when it began, and when it ended."""

    @property
    def is_same(self) -> bool:
        """Whether all came out as it was recorded."""
        return not self.differences


@dataclass(frozen=True, slots=True)
class Step:
    """A turn at the table that was done again."""

    number: int
    entry: dict[str, Json]
    came: Came


def check(file: RawFile, piece: Piece, told: Callable[[Step], None] = lambda _step: None) -> Checked:
    """Play a piece again and compare; raise `DamagedError` for what nobody can have recorded."""
    number = 1
    try:
        checking = _Checking(piece, told)
        for number, entry in enumerate(file.entries(piece), 2):
            checking.take(entry, number)
    except (DamagedError, TooLargeError):
        raise
    except DAMAGES as error:
        raise DamagedError(piece.name, number, error) from error
    return checking.done()


class _Checking:
    """Goes through one piece."""

    def __init__(self, piece: Piece, told: Callable[[Step], None]) -> None:
        self._table = TableAgain(piece.head)
        self._parts: dict[tuple[str, int], PartAgain] = {}
        """Each run of each part."""
        self._told = told
        self._found = Checked(piece, first=self._table.events)

    def take(self, entry: dict[str, Json], line: int) -> None:
        kind = coding.field(entry, "e", str)
        if kind == "turn":
            self._turn(entry, line)
        elif kind == "part":
            self._part(coding.field(entry, "part", str), entry, line)
        elif kind == "end":
            self._found.ended = coding.field(entry, "why", str)

    def done(self) -> Checked:
        self._found.last = self._table.events
        return self._found

    def _turn(self, entry: dict[str, Json], line: int) -> None:
        if "table" in self._found.differences:
            return
        came = self._table.turn(entry)
        self._found.turns += 1
        if entry.get("went_on") is not None:
            self._found.first = came.first - 1
        difference = next(_compared(entry, came, line), None)
        if difference is not None:
            self._found.differences["table"] = difference
        self._found.events += len(came.lines)
        self._told(Step(self._found.turns, entry, came))

    def _part(self, name: str, entry: dict[str, Json], line: int) -> None:
        what = coding.field(entry, "in", list)
        run = name, coding.field(entry, "run", int)
        if name in self._found.differences:
            return
        if what and what[0] == "state":
            self._parts[run] = _made(name, what[1])
        elif run in self._parts:
            self._compare(run, entry, line)

    def _compare(self, run: tuple[str, int], entry: dict[str, Json], line: int) -> None:
        name, _ = run
        recorded, came = entry.get("out", []), _as_written(self._parts[run].take(entry))
        count = self._found.reports.get(name, 0)
        for at in range(max(len(recorded), len(came))):
            one, other = _told_at(recorded, at), _told_at(came, at)
            if one != other:
                self._found.differences[name] = Difference("report", count + at + 1, one, other, line)
                return
        self._found.reports[name] = count + len(came)


def _made(name: str, state: Json) -> PartAgain:
    """Return the part that is played again: loaded when it is needed, for the camera's takes long."""
    if name == "board":
        from companion.service.recording.board_again import BoardAgain  # noqa: PLC0415 - see above

        return BoardAgain(state)
    if name == "camera":
        from companion.service.recording.camera_again import CameraAgain  # noqa: PLC0415 - see above

        return CameraAgain(state)
    msg = f"there is no part {name!r}"
    raise RawError(msg)


def _as_written(data: list[dict[str, Json]]) -> list[Json]:
    """Return plain data as it is once it was written and read."""
    found: list[Json] = json.loads(json.dumps(data))
    return found


def _told_at(reports: list[Json], at: int) -> str:
    return json.dumps(reports[at], sort_keys=True) if at < len(reports) else NOTHING


def _compared(entry: dict[str, Json], came: Came, line: int) -> Iterator[Difference]:
    recorded = coding.read_lines(entry.get("lines", []))
    for at in range(max(len(recorded), len(came.lines))):
        one = recorded[at] if at < len(recorded) else None
        other = came.lines[at] if at < len(came.lines) else None
        if one != other:
            yield Difference("event", came.first + at, *_shown_lines(one, other), line)
            return
    if entry.get("left"):
        return
    for number, answer in entry.get("answers", []):
        if number in came.answers and came.answers[number] != answer:
            yield Difference("answer", number, answer or NOTHING, came.answers[number] or NOTHING, line)
    faults = entry.get("faults", [])
    if faults != came.faults:
        yield Difference("fault", 0, " ".join(faults) or NOTHING, " ".join(came.faults) or NOTHING, line)
    walls = len(entry.get("walls", []))
    if walls != came.walls:
        yield Difference("clock", 0, str(walls), str(came.walls), line)


def _shown_lines(one: Any, other: Any) -> tuple[str, str]:  # noqa: ANN401 - lines, or none
    return tuple(NOTHING if line is None else f"{line.body} ({line.wall})" for line in (one, other))  # type: ignore[return-value]  # two of them
