"""Kinds of values that are entered as JSON: each can check a value, and describe itself as a JSON schema."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from web.language import gettext as _

Schema = dict[str, Any]
PLAIN = "^[^\\x00-\\x1f\\x7f]*$"
"""A text on one line."""


class Kind(Protocol):
    """A kind of value."""

    def schema(self) -> Schema:
        """Return the JSON schema, with an example."""

    def problems(self, value: Any, where: str) -> Iterator[str]:  # noqa: ANN401 - whatever was sent
        """Return what is wrong with a value, in words for people."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within limits."""

    least: int
    most: int
    example: int | None = None

    def schema(self) -> Schema:
        """Return the JSON schema."""
        shown = self.least if self.example is None else self.example
        return {"type": "integer", "minimum": self.least, "maximum": self.most, "examples": [shown]}

    def problems(self, value: Any, where: str) -> Iterator[str]:  # noqa: ANN401 - whatever was sent
        """Return what is wrong with a value."""
        # A bool is an int for Python, not here.
        if type(value) is not int or not self.least <= value <= self.most:
            text = _("%(field)s: a number from %(least)s to %(most)s, please.")
            yield text % {"field": where, "least": self.least, "most": self.most}


@dataclass(frozen=True, slots=True)
class Text:
    """A short text on one line."""

    most: int
    example: str = ""
    least: int = 0

    def schema(self) -> Schema:
        """Return the JSON schema."""
        lengths = {"minLength": self.least, "maxLength": self.most}
        return {"type": "string", **lengths, "pattern": PLAIN, "examples": [self.example]}

    def problems(self, value: Any, where: str) -> Iterator[str]:  # noqa: ANN401 - whatever was sent
        """Return what is wrong with a value."""
        if not (isinstance(value, str) and self.least <= len(value) <= self.most and re.fullmatch(PLAIN, value)):
            text = _("%(field)s: a text of %(least)s to %(most)s letters on one line, please.")
            yield text % {"field": where, "least": self.least, "most": self.most}


@dataclass(frozen=True, slots=True)
class Day:
    """A day as 2026-01-31, or nothing."""

    def schema(self) -> Schema:
        """Return the JSON schema."""
        return {"type": "string", "pattern": "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$", "examples": ["2026-01-31"]}

    def problems(self, value: Any, where: str) -> Iterator[str]:  # noqa: ANN401 - whatever was sent
        """Return what is wrong with a value."""
        if not isinstance(value, str) or not re.fullmatch(r"([0-9]{4}-[0-9]{2}-[0-9]{2})?", value):
            yield _("%(field)s: a day like 2026-01-31, please.", field=where)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values."""

    values: tuple[str | int | bool | None, ...]

    def schema(self) -> Schema:
        """Return the JSON schema."""
        return {"enum": list(self.values), "examples": [self.values[0]]}

    def problems(self, value: Any, where: str) -> Iterator[str]:  # noqa: ANN401 - whatever was sent
        """Return what is wrong with a value."""
        # True equals 1 for Python, not here.
        if not any(type(value) is type(one) and value == one for one in self.values):
            shown = ", ".join("null" if one is None else str(one).lower() for one in self.values)
            yield _("%(field)s: one of %(values)s, please.", field=where, values=shown)


YES_NO = OneOf((True, False))


@dataclass(frozen=True, slots=True)
class Maybe:
    """A value, or null."""

    kind: Kind

    def schema(self) -> Schema:
        """Return the JSON schema."""
        inner = self.kind.schema()
        return {"anyOf": [inner, {"type": "null"}], "examples": example(inner)}

    def problems(self, value: Any, where: str) -> Iterator[str]:  # noqa: ANN401 - whatever was sent
        """Return what is wrong with a value."""
        if value is not None:
            yield from self.kind.problems(value, where)


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of values of one kind."""

    kind: Kind
    least: int
    most: int

    def schema(self) -> Schema:
        """Return the JSON schema."""
        inner = self.kind.schema()
        shown = example(inner) * max(1, self.least)
        return {"type": "array", "items": inner, "minItems": self.least, "maxItems": self.most, "examples": [shown]}

    def problems(self, value: Any, where: str) -> Iterator[str]:  # noqa: ANN401 - whatever was sent
        """Return what is wrong with a value."""
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            yield _(
                "%(field)s: a list of %(least)s to %(most)s, please.", field=where, least=self.least, most=self.most
            )
            return
        for at, one in enumerate(value):
            yield from self.kind.problems(one, f"{where}[{at}]")


@dataclass(frozen=True, slots=True)
class Fields:
    """An object with these fields, and no others."""

    known: Mapping[str, Kind]
    may_miss: frozenset[str] = frozenset()

    def schema(self) -> Schema:
        """Return the JSON schema."""
        inner = {name: kind.schema() for name, kind in self.known.items()}
        needed = [name for name in inner if name not in self.may_miss]
        shown = {name: example(inner[name])[0] for name in needed}
        rest = {"additionalProperties": False, "examples": [shown]}
        return {"type": "object", "properties": inner, **({"required": needed} if needed else {}), **rest}

    def problems(self, value: Any, where: str = "") -> Iterator[str]:  # noqa: ANN401 - whatever was sent
        """Return what is wrong with a value."""
        if not isinstance(value, dict):
            yield _("%(field)s: an object, please.", field=where or "JSON")
            return
        for name, kind in self.known.items():
            if name in value:
                yield from kind.problems(value[name], f"{where}.{name}".lstrip("."))
            elif name not in self.may_miss:
                yield _("%(field)s is missing.", field=f"{where}.{name}".lstrip("."))
        for name in value.keys() - self.known.keys():
            yield _("%(field)s is not known.", field=f"{where}.{name[:40]}".lstrip("."))


def for_both(kind: Kind) -> Fields:
    """Return an object with a value for each player."""
    return Fields({"white": kind, "black": kind})


@dataclass(frozen=True, slots=True)
class Among:
    """An object of one of several forms, told apart by one of its fields."""

    field: str
    forms: Mapping[str, Fields]

    def schema(self) -> Schema:
        """Return the JSON schema."""
        forms = [Fields({self.field: OneOf((name,)), **form.known}, form.may_miss) for name, form in self.forms.items()]
        inner = [form.schema() for form in forms]
        return {"oneOf": inner, "examples": example(inner[0])}

    def problems(self, value: Any, where: str) -> Iterator[str]:  # noqa: ANN401 - whatever was sent
        """Return what is wrong with a value."""
        if not isinstance(value, dict):
            yield _("%(field)s: an object, please.", field=where)
            return
        chosen = value.get(self.field)
        form = self.forms.get(chosen) if isinstance(chosen, str) else None
        if form is None:
            yield from OneOf(tuple(self.forms)).problems(chosen, f"{where}.{self.field}")
            return
        yield from form.problems({name: one for name, one in value.items() if name != self.field}, where)


@dataclass(frozen=True, slots=True)
class Named:
    """An object whose fields have any names, with values of a few simple types."""

    most: int

    def schema(self) -> Schema:
        """Return the JSON schema."""
        simple = {"anyOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "string", "maxLength": 100}]}
        return {"type": "object", "additionalProperties": simple, "maxProperties": self.most, "examples": [{}]}

    def problems(self, value: Any, where: str) -> Iterator[str]:  # noqa: ANN401 - whatever was sent
        """Return what is wrong with a value."""
        if not isinstance(value, dict) or len(value) > self.most:
            yield _("%(field)s: an object, please.", field=where)
            return
        for name, one in value.items():
            if not (isinstance(one, bool | int) or (isinstance(one, str) and len(one) <= 100)):
                yield _("%(field)s is not known.", field=f"{where}.{name[:40]}")


def example(schema: Schema) -> list[Any]:
    """Return the examples of a schema, or null."""
    return list(schema.get("examples", [None]))
