"""Values as JSON, by the types of their fields: what is read is of the right shape, or is named as wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from dataclasses import dataclass as plain_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")
SAFE = 2**53
"""Up to here every program that reads JSON holds whole numbers exactly."""
NAMES = {bool: "true or false", int: "a whole number", str: "a text"}
UNTOLD = re.compile("[\x00\ud800-\udfff]")
"""What no database and no page can hold: NUL, and halves of characters."""


class ShapeError(ValueError):
    """A value that is not as it is to be; the message says where and why."""


@plain_dataclass(frozen=True, slots=True)
class Text:
    """How long a text may be, and what it is to look like."""

    most: int
    pattern: str = ""

    def breach(self, value: str) -> str:
        """Return what is wrong with a text; nothing if it may be so."""
        if len(value) > self.most:
            return f"at most {self.most} characters are allowed"
        if UNTOLD.search(value):
            return "it has characters that nobody can show"
        return "" if not self.pattern or re.fullmatch(self.pattern, value) else "it does not look like that"

    def fitted(self, value: str) -> str:
        """Return a text as it may be sent: pairs of halves joined, the rest replaced, and no longer than allowed."""
        if self.pattern:
            return value
        whole = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if UNTOLD.search(value) else value
        return whole.replace("\x00", "\ufffd")[: self.most]


@plain_dataclass(frozen=True, slots=True)
class Whole:
    """From where to where a whole number may go."""

    least: int = 0
    most: int = SAFE

    def breach(self, value: int) -> str:
        """Return what is wrong with a number; nothing if it may be so."""
        return "" if self.least <= value <= self.most else f"it has to be from {self.least} to {self.most}"


@plain_dataclass(frozen=True, slots=True)
class Many:
    """How many there may be."""

    most: int
    least: int = 0

    def breach(self, values: tuple[object, ...]) -> str:
        """Return what is wrong with how many there are; nothing if there may be so many."""
        if self.least <= len(values) <= self.most:
            return ""
        return f"there have to be from {self.least} to {self.most}"


Limit = Text | Whole | Many


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def _required(kind: Any) -> frozenset[str]:  # noqa: ANN401 - a dataclass
    return frozenset(one.name for one in fields(kind) if one.default is MISSING)


def read(kind: type[T], data: object) -> T:
    """Return the dataclass that JSON data hold; what it does not know is passed over. Raises `ShapeError`."""
    return cast("T", _read(kind, data, ""))


def _read(kind: Any, data: object, at: str) -> object:  # noqa: ANN401 - a type
    origin = get_origin(kind)
    if origin is Annotated:
        base, limit = get_args(kind)
        return _limited(base, limit, data, at)
    if origin in {Union, UnionType}:
        return _one_of(get_args(kind), data, at)
    if origin is Literal:
        return _literal(get_args(kind), data, at)
    if origin is tuple:
        return _tuple(get_args(kind), data, at)
    if is_dataclass(kind):
        return _object(kind, data, at)
    return _plain(kind, data, at)


def _limited(kind: Any, limit: Limit, data: object, at: str) -> object:  # noqa: ANN401 - a type
    value: Any = _read(kind, data, at)
    breach = limit.breach(value)
    if breach:
        raise _error(at, breach)
    return value


def _one_of(kinds: tuple[Any, ...], data: object, at: str) -> object:
    """Read as the first kind that fits; where none does, tell what the first says."""
    if data is None and type(None) in kinds:
        return None
    wrong: list[ShapeError] = []
    for kind in kinds:
        if kind is type(None):
            continue
        try:
            return _read(kind, data, at)
        except ShapeError as error:
            wrong.append(error)
    raise wrong[0]


def _literal(allowed: tuple[object, ...], data: object, at: str) -> object:
    if type(data) is not str or data not in allowed:
        raise _error(at, f"it has to be one of {', '.join(map(str, allowed))}")
    return data


def _tuple(kinds: tuple[Any, ...], data: object, at: str) -> tuple[object, ...]:
    if type(data) is not list:
        raise _error(at, "it has to be a list")
    if kinds[1:] != (Ellipsis,):
        if len(data) != len(kinds):
            raise _error(at, f"there have to be {len(kinds)}")
        return tuple(_read(kind, one, f"{at}[{n}]") for n, (kind, one) in enumerate(zip(kinds, data, strict=True)))
    return tuple(_read(kinds[0], one, f"{at}[{n}]") for n, one in enumerate(data))


def _object(kind: Any, data: object, at: str) -> object:  # noqa: ANN401 - a dataclass
    if type(data) is not dict:
        raise _error(at, "it has to be an object")
    missing = sorted(_required(kind) - data.keys())
    if missing:
        raise _error(at, f"{missing[0]} is missing")
    where = f"{at}." if at else ""
    return kind(**{
        name: _read(hint, data[name], where + name) for name, hint in _hints(kind).items() if name in data
    })  # fmt: skip


def _plain(kind: type, data: object, at: str) -> object:
    # bool is an int to Python; to JSON it is none.
    if type(data) is not kind:
        raise _error(at, f"it has to be {NAMES[kind]}")
    return data


def _error(at: str, why: str) -> ShapeError:
    return ShapeError(f"{at or 'The message'}: {why}")


def plain(value: object) -> dict[str, object]:
    """Return a dataclass as JSON data; texts are made to fit, and the rest is taken as it is."""
    kind: type = type(value)
    return {name: _written(hint, getattr(value, name)) for name, hint in _hints(kind).items()}


def _written(kind: Any, value: object) -> object:  # noqa: ANN401 - a type
    if isinstance(value, str):
        return _fitted(kind, value)
    if isinstance(value, tuple):
        kinds = _kinds_within(kind, len(value))
        return [_written(one, inner) for one, inner in zip(kinds, value, strict=True)]
    if is_dataclass(value):
        return plain(value)
    return value


def _fitted(kind: Any, value: str) -> str:  # noqa: ANN401 - a type
    for one in (kind, *get_args(kind)):
        limits = get_args(one)[1:] if get_origin(one) is Annotated else ()
        if limits and isinstance(limits[0], Text):
            return limits[0].fitted(value)
    return value


def _kinds_within(kind: Any, count: int) -> tuple[Any, ...]:  # noqa: ANN401 - a type
    """Return the kinds of what is in a tuple, whatever limits it has and whether it may be missing."""
    while get_origin(kind) is not tuple:
        kind = next(one for one in get_args(kind) if one is not type(None))
    kinds = get_args(kind)
    return kinds[:1] * count if kinds[1:] == (Ellipsis,) else kinds
