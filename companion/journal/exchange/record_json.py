"""A match as JSON, complete: what was agreed on, every event with its times, pictures of throws; and read back.

    {"format": "companion-match", "version": 1, "uid": "...", "begun": 1790000000000, "source": "table",
     "agreement": {...},
     "events": [{"wall": 1790000001000, "event": {"event": "throw_entered", "at": 1000, ...}}, ...],
     "evidence": [{"seq": 1, "kind": "jpg", "data": "base64..."}],
     "games": [{"game": 1, "steps": ["White throws 3-1; ...", ...], "turns": [{"player": ...}, ...], "result": ...}]}

`agreement` is as `table.agreement` has it, an event as `table.codec`; `wall` and `begun` are Unix milliseconds, `at` is
milliseconds since the match began; `seq` counts the events from 1. `games` is for readers: what stands of each game, in
both notations. It follows from the events and is not read.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from companion.journal.evidence import KIND
from companion.journal.exchange.complete import CompleteMatch, Picture, check_agreement, check_texts
from companion.journal.exchange.decoding import LATEST, too_big
from companion.journal.exchange.importing import ForeignFileError
from companion.journal.replay import Step, plain, steps_of
from companion.journal.store import UID
from companion.table.agreement import Agreement, decode_recorded_agreement, encode_agreement
from companion.table.codec import CodecError, decode, encode
from companion.table.events import Event
from companion.table.reducer import apply
from companion.table.rejection import Rejection

FORMAT, VERSION = "companion-match", 1
MOST_BYTES = 200_000_000
"""Pictures are big."""
MOST_DIGITS = 15
NEEDED = ("format", "version", "agreement", "events")
KNOWN = (*NEEDED, "uid", "begun", "source", "evidence", "games")


def export_json(match: CompleteMatch) -> str:
    """Return a match as JSON, an event a line."""
    head = {"format": FORMAT, "version": VERSION, "uid": match.uid, "begun": match.begun, "source": match.source}
    parts = [f"{_text(name)}: {_text(value)}" for name, value in head.items() if value is not None]
    parts.append(f'"agreement": {_text(encode_agreement(match.agreement))}')
    parts.append(_listed("events", ({"wall": one.wall, "event": encode(one.event)} for one in match.stored)))
    parts.append(_listed("evidence", map(_plain_picture, match.pictures)))
    parts.append(_listed("games", _games(match)))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _listed(name: str, values: Iterator[dict[str, Any]]) -> str:
    lines = ",\n".join(map(_text, values))
    return f'"{name}": [\n{lines}\n]' if lines else f'"{name}": []'


def _plain_picture(picture: Picture) -> dict[str, Any]:
    return {"seq": picture.seq, "kind": picture.kind, "data": base64.b64encode(picture.data).decode("ascii")}


def _games(match: CompleteMatch) -> Iterator[dict[str, Any]]:
    """Return what stands of each game."""
    steps = [step for step in steps_of(match.agreement, match.stored) if step.stands]
    for number in dict.fromkeys(step.game for step in steps):
        own = [step for step in steps if step.game == number]
        turns = [plain(step)["play"] for step in own if step.play]
        result = next((plain(step)["result"] for step in own if step.result), None)
        yield {"game": number, "turns": turns, "result": result, "steps": list(_told(own))}


def _told(steps: list[Step]) -> Iterator[str]:
    for step in steps:
        yield " ".join(said.text for said in step.said)


def read_json(data: bytes, condone: bool = False) -> CompleteMatch:  # noqa: ARG001, FBT001, FBT002 - as all formats
    """Return the match that JSON of ours tells, or raise with what is wrong: it is taken in whole or not at all.

    Plays against the rules in it were let stand by the players then, so `condone` means nothing.
    """
    record = _checked(_loaded(data))
    agreement = _agreement(record["agreement"])
    lines = _list(record, "events")
    events = tuple(_event(line, number) for number, line in enumerate(lines, 1))
    _check_fold(agreement, events)
    walls = tuple(_time(line["wall"], f"event {number}: wall") for number, line in enumerate(lines, 1))
    pictures = tuple(_picture(one, number, len(events)) for number, one in enumerate(_list(record, "evidence"), 1))
    begun = record.get("begun")
    return CompleteMatch(
        agreement,
        events,
        uid=_uid(record.get("uid")),
        begun=None if begun is None else _time(begun, "begun"),
        source=_source(record.get("source")),
        walls=walls,
        pictures=pictures,
    )


def _fail(message: str, cause: Exception | None = None) -> NoReturn:
    msg = f"The record is damaged: {message}. Nothing was taken in."
    raise ForeignFileError(msg) from cause


def _loaded(data: bytes) -> Any:  # noqa: ANN401 - whatever JSON holds
    if len(data) > MOST_BYTES:
        msg = too_big(len(data), MOST_BYTES)
        raise ForeignFileError(msg)
    try:
        return json.loads(data.decode("utf-8-sig"), parse_int=_whole, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        _fail(f"it is not UTF-8 text from byte {error.start} on", error)
    except json.JSONDecodeError as error:
        _fail(f"it is not JSON at line {error.lineno}, column {error.colno}", error)
    except RecursionError as error:
        _fail("it is nested too deeply", error)


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        _fail(f"the number {digits[:MOST_DIGITS]}... has {len(digits)} digits")
    return int(digits)


def _no_number(text: str) -> float:
    _fail(f"{text!r} is no number")


def _checked(record: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever JSON holds
    """Return the record if it is one, of a version that is known."""
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        msg = f'The file is JSON, but no record of a match: that would have "format": "{FORMAT}".'
        raise ForeignFileError(msg)
    version = record.get("version")
    if type(version) is not int or version < 1:
        _fail(f"its version is {version!r}")
    if version > VERSION:
        msg = f"The record has version {version}, this companion reads version {VERSION}: update the companion."
        raise ForeignFileError(msg)
    missing = [name for name in NEEDED if name not in record]
    unknown = [name for name in record if name not in KNOWN]
    if missing or unknown:
        _fail(f"{missing[0]!r} is missing" if missing else f"it has {unknown[0]!r}, which means nothing here")
    return record


def _agreement(data: Any) -> Agreement:  # noqa: ANN401 - whatever JSON holds
    try:
        agreement = decode_recorded_agreement(data)
    except CodecError as error:
        _fail(f"what was agreed on: {error}", error)
    check_agreement(agreement)
    return agreement


def _list(record: Mapping[str, Any], name: str) -> list[Any]:
    found = record.get(name, [])
    if not isinstance(found, list):
        _fail(f"{name!r} is to be a list")
    return found


def _event(line: Any, number: int) -> Event:  # noqa: ANN401 - whatever JSON holds
    if not isinstance(line, dict) or set(line) != {"wall", "event"}:
        _fail(f"event {number} is to have 'wall' and 'event'")
    try:
        return decode(line["event"])
    except CodecError as error:
        _fail(f"event {number}: {error}", error)


def _check_fold(agreement: Agreement, events: tuple[Event, ...]) -> None:
    """Refuse events that go back in time, or that the referee would have turned down."""
    table, before = agreement.begin(), 0
    for number, event in enumerate(events, 1):
        _time(event.at, f"event {number}: at")
        if event.at < before:
            _fail(f"event {number} is earlier than the one before it")
        after, before = apply(table, event), event.at
        if isinstance(after, Rejection):
            _fail(f"event {number} cannot have happened: {after.message.rstrip('.')}")
        table = after


def _time(value: Any, what: str) -> int:  # noqa: ANN401 - whatever JSON holds
    if type(value) is not int or not 0 <= value <= LATEST:
        _fail(f"{what} is to be milliseconds, not {value!r:.60}")
    return value


def _picture(data: Any, number: int, events: int) -> Picture:  # noqa: ANN401 - whatever JSON holds
    if not isinstance(data, dict) or set(data) != {"seq", "kind", "data"}:
        _fail(f"picture {number} is to have 'seq', 'kind' and 'data'")
    seq, kind, text = data["seq"], data["kind"], data["data"]
    if type(seq) is not int or not 1 <= seq <= events:
        _fail(f"picture {number} belongs to event {seq!r:.60}, which there is not")
    if not isinstance(kind, str) or not KIND.fullmatch(kind):
        _fail(f"picture {number} is of the kind {kind!r:.60}")
    try:
        return Picture(seq, kind, base64.b64decode(str(text), validate=True))
    except (binascii.Error, ValueError) as error:
        _fail(f"picture {number} is not written in base64", error)


def _uid(value: Any) -> str | None:  # noqa: ANN401 - whatever JSON holds
    if value is not None and not (isinstance(value, str) and UID.fullmatch(value)):
        _fail(f"the uid {value!r:.60} is none")
    return value


def _source(value: Any) -> str | None:  # noqa: ANN401 - whatever JSON holds
    if value is not None and not isinstance(value, str):
        _fail(f"the source {value!r:.60} is no text")
    check_texts([value or ""], "The source")
    return value
