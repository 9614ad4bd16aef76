"""The lines of the journal: an event, or what was agreed on, as text with a sum that tells whether it is whole."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from companion.journal.trouble import Code, JournalError
from companion.table.agreement import Agreement, decode_recorded_agreement, encode_agreement
from companion.table.codec import CodecError, decode, encode
from companion.table.events import Event

AGREED = 0
"""The number of the line that holds what was agreed on; events count from 1."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An event as the journal has it: its number in the match from 1, and when it was written (Unix ms)."""

    seq: int
    wall: int
    event: Event


@dataclass(frozen=True, slots=True)
class Line:
    """What is written of an event: when (Unix ms), and the event as JSON."""

    wall: int
    body: str


def event_line(event: Event, wall: int) -> Line:
    """Return the line for `event`; raise `JournalError` for one that nobody could read back."""
    data = encode(event)
    try:
        decode(data)
    except CodecError as error:
        raise JournalError(Code.WRONG, f"This cannot have happened, and was not written down: {error}.") from error
    return Line(wall, _text(data))


def event_lines(events: Sequence[Event], wall: int | Sequence[int]) -> list[Line]:
    """Return the lines for events; `wall` is when: one time for all, or one for each."""
    walls = [wall] * len(events) if isinstance(wall, int) else wall
    return [event_line(event, when) for event, when in zip(events, walls, strict=True)]


def at_of(line: Line) -> int:
    """Return when the event of a line happened, in the match's own time."""
    return int(json.loads(line.body)["at"])


def agreement_line(agreement: Agreement, wall: int) -> Line:
    """Return the line for what was agreed on."""
    return Line(wall, _text(encode_agreement(agreement)))


def _text(data: object) -> str:
    # ASCII alone: it holds any text there can be, even half a character, and bears damage best.
    return json.dumps(data, separators=(",", ":"))


def sum_of(uid: str, seq: int, line: Line) -> int:
    """Return the sum that goes with a line."""
    return crc32(f"{uid} {seq} {line.wall} {line.body}".encode("utf-8", "surrogateescape"))


def event_of(line: Line, match: int, seq: int) -> Event:
    """Return the event that a line holds."""
    try:
        return decode(json.loads(line.body))
    except (CodecError, ValueError) as error:
        raise unread(error, match, seq) from error


def agreement_of(line: Line, match: int) -> Agreement:
    """Return what was agreed on, as a line holds it."""
    try:
        return decode_recorded_agreement(json.loads(line.body))
    except (CodecError, ValueError) as error:
        raise unread(error, match, AGREED) from error


def unread(error: ValueError, match: int, seq: int) -> JournalError:
    """Return the error for a line that is as it was written, and yet says nothing to this program."""
    what = f"event {seq}" if seq else "what was agreed on"
    text = f"In match {match}, {what} cannot be read: {error}. It may be from a newer companion: update this one."
    return JournalError(Code.NEWER, text)
