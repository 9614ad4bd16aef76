"""Every event to and from JSON: plain dicts whose form follows the fields of the event, read strictly.

An event is `{"event": "dice_seen", "at": 1200, ...}`. A value for each player is `{"white": ..., "black": ...}`; what
a point's sensors show is a number where that is sure, + White, - Black, and otherwise
`[white least, white most, black least, black most, in all least, in all most]`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.rules.board import POINTS
from companion.rules.players import Pair
from companion.rules.position import Side
from companion.table import events
from companion.table.lying import is_told_whole
from companion.table.reading import MANY, BoardReading, Seen, counted
from companion.table.reducer import HANDLERS

Json = Any
"""What the json module reads and writes: dict, list, str, int, bool or None."""
SEEN_NUMBERS = 6


class CodecError(ValueError):
    """Data that is no event: the message names the event and the field."""


def _name(kind: type) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


EVENTS: Mapping[str, type[events.Event]] = MappingProxyType({_name(kind): kind for kind in HANDLERS})


def encode(event: events.Event) -> dict[str, Json]:
    """Return `event` as plain data for JSON."""
    return {"event": _name(type(event)), **_fields_of(event)}


def decode(data: Json) -> events.Event:
    """Return the event that `data` describes; raise `CodecError` if it does so wrongly in any way."""
    if not isinstance(data, dict):
        msg = f"an event is an object, not {_shown(data)}"
        raise CodecError(msg)
    name = data.get("event")
    if not isinstance(name, str) or name not in EVENTS:
        msg = f"there is no event {_shown(name)}"
        raise CodecError(msg)
    rest = {key: value for key, value in data.items() if key != "event"}
    event: events.Event = _object(EVENTS[name], rest, name)
    return event


def _fields_of(value: Any) -> dict[str, Json]:  # noqa: ANN401 - any dataclass
    return {field.name: plain(getattr(value, field.name)) for field in fields(value)}


def plain(value: Any) -> Json:  # noqa: ANN401 - any field of an event
    """Return a value object, or anything in one, as plain data."""
    if isinstance(value, Seen):
        return _plain_seen(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    return _fields_of(value) if is_dataclass(value) else value


def _plain_seen(seen: Seen) -> Json:
    number = seen.colours.white[0] - seen.colours.black[0]
    return number if seen == _sure(number) else [*seen.colours.white, *seen.colours.black, *seen.total]


@lru_cache(maxsize=256)
def _sure(number: int) -> Seen:
    return counted(max(0, number), max(0, -number))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def read_as(kind: Any, data: Json, where: str) -> Any:  # noqa: ANN401 - as the type says
    """Return `data` as a value of the type `kind`; `where` says what it is, for errors."""
    origin = get_origin(kind)
    if origin in {UnionType, Union}:
        return None if data is None else read_as(_not_none(kind), data, where)
    if origin is tuple:
        return _tuple(get_args(kind), data, where)
    if origin is Pair:
        return _pair(get_args(kind)[0], data, where)
    if kind is Seen:
        return _seen(data, where)
    if is_dataclass(kind) and isinstance(kind, type):
        return _object(kind, data, where)
    return _simple(kind, data, where)


def _not_none(kind: Any) -> Any:  # noqa: ANN401 - a type
    (only,) = (one for one in get_args(kind) if one is not NoneType)
    return only


def _simple(kind: Any, data: Json, where: str) -> Any:  # noqa: ANN401 - as the type says
    if isinstance(kind, type) and issubclass(kind, Enum):
        allowed = [one.value for one in kind]
        if data not in allowed or isinstance(data, bool):
            raise _wrong(where, f"one of {', '.join(map(str, allowed))}", data)
        return kind(data)
    # A bool is an int for Python, not here.
    if type(data) is not kind:
        raise _wrong(where, {int: "a whole number", str: "a text", bool: "true or false"}[kind], data)
    return data


def _object(kind: Any, data: Json, where: str) -> Any:  # noqa: ANN401 - as the type says
    if not isinstance(data, dict):
        raise _wrong(where, "an object", data)
    known = {field.name: field for field in fields(kind)}
    for name in data:
        if name not in known:
            msg = f"{where} has no field {name!r}"
            raise CodecError(msg)
    for name, field in known.items():
        if name not in data and field.default is MISSING and field.default_factory is MISSING:
            msg = f"{where} needs the field {name!r}"
            raise CodecError(msg)
    hints = _hints(kind)
    value = kind(**{name: read_as(hints[name], one, f"{where}.{name}") for name, one in data.items()})
    _check(value, where)
    return value


def _check(value: object, where: str) -> None:
    """Refuse what no board or die can show; all else is for the table to judge."""
    if isinstance(value, Side | BoardReading) and len(value.points) != POINTS:
        msg = f"{where}.points is to be a list of {POINTS}, not of {len(value.points)}"
        raise CodecError(msg)
    if isinstance(value, BoardReading):
        for counts in (*(value.bars or ()), *(value.trays or ())):
            _check_counts(counts, where)
    if isinstance(value, events.Die) and not is_told_whole(value):
        msg = f"{where}.value is to be from 1 to 6, not {value.value}"
        raise CodecError(msg)


def _check_counts(counts: tuple[int, ...], where: str) -> None:
    for count in counts:
        if not 0 <= count <= MANY:
            raise _wrong(where, f"counts of checkers from 0 to {MANY}", count)


def _tuple(kinds: tuple[Any, ...], data: Json, where: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise _wrong(where, "a list", data)
    if kinds[0] is Seen:
        # Which of them is wrong is found below: the places of all of them cost too much to write.
        with suppress(CodecError):
            return tuple(_seen(one, where) for one in data)
    if kinds[-1] is Ellipsis:
        return tuple(read_as(kinds[0], one, f"{where}[{at}]") for at, one in enumerate(data))
    if len(data) != len(kinds):
        raise _wrong(where, f"a list of {len(kinds)}", data)
    return tuple(read_as(kind, one, f"{where}[{at}]") for at, (kind, one) in enumerate(zip(kinds, data, strict=True)))


def _pair(kind: Any, data: Json, where: str) -> Pair[Any]:  # noqa: ANN401 - a type
    if not isinstance(data, dict) or set(data) != {"white", "black"}:
        raise _wrong(where, "a value for white and one for black", data)
    return Pair(*(read_as(kind, data[player], f"{where}.{player}") for player in ("white", "black")))


def _seen(data: Json, where: str) -> Seen:
    if type(data) is int:
        _check_counts((abs(data),), where)
        return _sure(data)
    numbers = _tuple((int,) * SEEN_NUMBERS, data, where)
    _check_counts(numbers, where)
    return Seen(Pair(numbers[0:2], numbers[2:4]), numbers[4:6])


def _wrong(where: str, wanted: str, data: Json) -> CodecError:
    return CodecError(f"{where} is to be {wanted}, not {_shown(data)}")


def _shown(data: Json) -> str:
    text = repr(data)
    return text if len(text) <= 60 else f"{text[:57]}..."
