"""How the parts of the link to a board stand, as plain data for JSON, and back.

What is read may come from anybody: only values and the classes that are listed here are made, and nothing else.
"""

from __future__ import annotations

import inspect
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import MappingProxyType, ModuleType
from typing import Any

from companion.rules import players
from companion.service import view
from companion.service.recording.trouble import RawError
from firmware_bridge import (
    asking,
    bridge,
    clock,
    commands,
    flicker,
    frames,
    fresh,
    happenings,
    health,
    orientation,
    payloads,
    presses,
    protocol,
    reports,
    seating,
    session,
    settling,
    stuck,
    watch,
    wishes,
    zones,
)

Json = Any
NOT_KEPT = frozenset({"_games", "_tape"})
"""What is the same for every board, and what only looks on."""
DEEPEST = 40
BEGUN: tuple[type, ...] = (
    *(bridge.Bridge, session.Session, watch.Watch, frames.Deframer, protocol.Joiner, wishes.Wishes),
    *(presses.Presses, clock.BoardClock, fresh.Fresh),
)
"""What a recording of an older companion does not tell of these is as at their beginning."""
MODULES = (
    *(
        asking,
        bridge,
        clock,
        commands,
        flicker,
        frames,
        fresh,
        happenings,
        health,
        orientation,
        payloads,
        presses,
        protocol,
    ),
    *(reports, seating, session, settling, stuck, watch, wishes, zones, players),
)


def _classes(modules: tuple[ModuleType, ...]) -> Iterator[tuple[str, type]]:
    for module in modules:
        for name, one in inspect.getmembers(module, inspect.isclass):
            if one.__module__ == module.__name__ and not issubclass(one, BaseException):
                yield f"{module.__name__.rpartition('.')[2]}.{name}", one
    yield "view.Message", view.Message


CLASSES: Mapping[str, type] = MappingProxyType(dict(_classes(MODULES)))
NAMES: Mapping[type, str] = MappingProxyType({one: name for name, one in CLASSES.items()})
LISTS: Mapping[str, type[Any]] = MappingProxyType({"t": tuple, "l": list, "s": set, "f": frozenset, "q": deque})
MAPPINGS: Mapping[str, type[Any]] = MappingProxyType({"d": dict, "k": OrderedDict, "c": Counter})


def freeze(value: object) -> Json:
    """Return a value as plain data."""
    return _Freezer().frozen(value)


def thaw(data: Json) -> Any:  # noqa: ANN401 - as it was frozen
    """Return the value that plain data tells of; raise `RawError` for what cannot have been written."""
    try:
        return _Thawer().thawed(data, 0)
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise _damaged() from error


class _Freezer:
    """Writes an object that several others have in common only once."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def frozen(self, value: Any) -> Json:  # noqa: ANN401 - anything that a board's parts are made of
        if isinstance(value, Enum):
            return ["e", _name_of(value), value.value]
        if value is None or isinstance(value, bool | int | str):
            return value
        if isinstance(value, float):
            return ["n", value.hex()]
        if isinstance(value, bytes | bytearray):
            return ["b" if isinstance(value, bytes) else "a", value.hex()]
        return self._many(value)

    def _many(self, value: Any) -> Json:  # noqa: ANN401 - as above
        for word, kind in MAPPINGS.items():
            if type(value) is kind:
                return [word, [[self.frozen(one) for one in pair] for pair in value.items()]]
        for word, kind in LISTS.items():
            if type(value) is kind:
                return [word, [self.frozen(one) for one in value]]
        return self._object(value)

    def _object(self, value: object) -> Json:
        if id(value) in self._known:
            return ["r", self._known[id(value)]]
        if not is_dataclass(value):
            self._known[id(value)] = len(self._known)
        return ["o", _name_of(value), {name: self.frozen(one) for name, one in _attributes(value)}]


def _name_of(value: object) -> str:
    for kind in type(value).__mro__:
        if kind in NAMES:
            return NAMES[kind]
    msg = f"{type(value).__name__} cannot be written down"
    raise TypeError(msg)


def _attributes(value: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - any object
    names = [one.name for one in fields(value)] if is_dataclass(value) else list(vars(value))
    for name in names:
        if name not in NOT_KEPT:
            yield name, getattr(value, name)


class _Thawer:
    """Makes what was frozen."""

    def __init__(self) -> None:
        self._known: list[object] = []

    def thawed(self, data: Json, depth: int) -> Any:  # noqa: ANN401 - as it was frozen
        if data is None or isinstance(data, bool | int | str):
            return data
        if depth > DEEPEST or not isinstance(data, list) or not data or not isinstance(data[0], str):
            raise _damaged()
        word, *rest = data
        if len(rest) == 2:
            return self._object(word, rest, depth)
        (one,) = rest
        if word in LISTS and isinstance(one, list):
            return LISTS[word]([self.thawed(part, depth + 1) for part in one])
        if word in MAPPINGS and isinstance(one, list):
            return MAPPINGS[word]({self.thawed(key, depth + 1): self.thawed(part, depth + 1) for key, part in one})
        return self._simple(word, one)

    def _simple(self, word: str, one: Json) -> Any:  # noqa: ANN401 - as above
        if word == "r" and type(one) is int and 0 <= one < len(self._known):
            return self._known[one]
        if word == "n" and isinstance(one, str):
            return float.fromhex(one)
        if word in {"a", "b"} and isinstance(one, str):
            return bytes.fromhex(one) if word == "b" else bytearray.fromhex(one)
        raise _damaged()

    def _object(self, word: str, rest: list[Json], depth: int) -> Any:  # noqa: ANN401 - as above
        kind, told = CLASSES[rest[0]], rest[1]
        if word == "e" and issubclass(kind, Enum):
            return kind(told)
        if word != "o" or issubclass(kind, Enum) or not isinstance(told, dict):
            raise _damaged()
        made = kind.__new__(kind)
        if not is_dataclass(kind):
            self._known.append(made)
        if kind in BEGUN:
            vars(made).update(vars(kind()))
        for name, one in told.items():
            # Also where the class allows no change: it is being made.
            object.__setattr__(made, name, self.thawed(one, depth + 1))
        return made


def _damaged() -> RawError:
    return RawError("how the board stood cannot be read")
