"""The messages between tables and a hall: written to bytes, and read from what anybody may have sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, NoReturn

from companion.broker.live import MOST_CALLS, MOST_DEVICES, Call, Device, Match, Name, Said, Uid, Wall
from companion.broker.shape import Many, ShapeError, Text, Whole, plain, read
from companion.broker.topics import HALL, ID, Topic, Topics

VERSION = 1
MOST_BYTES = 256 * 1024
MOST_LINES = 64
"""So many lines of a match one message may hold."""
MOST_MATCHES = 500
Id = Annotated[str, Text(32, ID.pattern)]
Seq = Annotated[int, Whole()]
Body = Annotated[str, Text(MOST_BYTES, r"[\x20-\x7e]{2,}")]
"""A line of the journal: JSON in plain ASCII."""


class MessageError(ValueError):
    """A message that is none of ours, or not as agreed on; the message says why."""


@dataclass(frozen=True, slots=True)
class Alive:
    """A table is there, or has gone; also what the broker says for one that has gone without a word."""

    table: Id
    session: Id
    name: Name
    online: bool
    panel: Annotated[str, Text(300, r"(https?://[\x21-\x7e]+)?")]
    version: Annotated[str, Text(64)]
    sent: Wall
    beat: Seq


@dataclass(frozen=True, slots=True)
class State:
    """What a table shows now; `n` counts up within a session, so that an older one never replaces a newer."""

    table: Id
    session: Id
    n: Seq
    sent: Wall
    waiting: Said
    match: Match | None
    calls: Annotated[tuple[Call, ...], Many(MOST_CALLS)] = ()
    devices: Annotated[tuple[Device, ...], Many(MOST_DEVICES)] = ()


@dataclass(frozen=True, slots=True)
class Matches:
    """Which matches a table's journal has, and how many lines of each, the agreement counted in."""

    table: Id
    session: Id
    matches: Annotated[tuple[tuple[Uid, Seq], ...], Many(MOST_MATCHES)]
    last: bool


@dataclass(frozen=True, slots=True)
class Events:
    """Lines of a match as the journal has them, from number `first` on, of `count` that there are; 0: the agreement."""

    table: Id
    session: Id
    match: Uid
    begun: Wall
    first: Seq
    lines: Annotated[tuple[tuple[Wall, Body], ...], Many(MOST_LINES, 1)]
    count: Seq


@dataclass(frozen=True, slots=True)
class Cursor:
    """How much of a match is on disk in a hall's record: lines 0 to `have` - 1."""

    record: Id
    session: Id
    match: Uid
    have: Seq


@dataclass(frozen=True, slots=True)
class Hall:
    """A hall is there, or has gone; a new session has forgotten what was told to the one before."""

    record: Id
    session: Id
    online: bool
    name: Name


Message = Alive | State | Matches | Events | Cursor | Hall
KINDS: Mapping[str, type[Message]] = MappingProxyType(
    {"alive": Alive, "state": State, "matches": Matches, "events": Events, "cursor": Cursor, HALL: Hall}
)


def encode(message: Message) -> bytes:
    """Return a message as it is sent; raise `MessageError` if it is too large."""
    text = json.dumps({"v": VERSION, **plain(message)}, ensure_ascii=False, separators=(",", ":"))
    payload = text.encode()
    if len(payload) > MOST_BYTES:
        msg = f"The message has {len(payload)} bytes; at most {MOST_BYTES} are allowed."
        raise MessageError(msg)
    return payload


def decode(topic: Topic, payload: bytes) -> Message:
    """Return what was sent to a topic; raise `MessageError` if it is not as agreed on, or of somebody else."""
    data = _loaded(payload)
    version = data.get("v")
    if type(version) is not int or version != VERSION:
        _refuse("it is of another version of the protocol")
    try:
        message: Message = read(KINDS[topic.kind], data)
    except ShapeError as error:
        raise MessageError(str(error)) from None
    if not isinstance(message, Cursor) and _sender(message) != topic.id:
        _refuse("it tells of somebody else than its topic")
    if isinstance(message, Events) and message.first + len(message.lines) > message.count:
        _refuse("it has more lines than it says there are")
    return message


def received(topics: Topics, topic: str, payload: bytes) -> tuple[Topic, Message]:
    """Return what a topic is for, and what was sent to it; raise `MessageError` for what is none of ours."""
    known = topics.read(topic)
    if known is None:
        _refuse("nothing is agreed on for this topic")
    return known, decode(known, payload)


def _loaded(payload: bytes) -> dict[str, object]:
    if len(payload) > MOST_BYTES:
        _refuse(f"it has more than {MOST_BYTES} bytes")
    try:
        data = json.loads(payload.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError):
        _refuse("it is not JSON in UTF-8")
    if not isinstance(data, dict):
        _refuse("it is no JSON object")
    return data


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _sender(message: Alive | State | Matches | Events | Hall) -> str:
    return message.record if isinstance(message, Hall) else message.table


def _refuse(why: str) -> NoReturn:
    msg = f"The message is refused: {why}."
    raise MessageError(msg)
