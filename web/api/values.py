"""Finished values of the service as JSON, and the JSON schemas of their types: both made from the types themselves."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import pairwise
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.service.archive_view import GameResults, MatchLine
from companion.service.importing import Handed, Trouble
from companion.service.view import Both, GameInfo, Message, OpenMatch, OptionInfo, TableView
from web.archive.words import in_words
from web.kinds import Schema
from web.language import gettext
from web.texts import Speaker

Json = Any
TRANSLATED = frozenset(
    {
        (TableView, "game_name"),
        (GameInfo, "name"),
        (OptionInfo, "about"),
        (MatchLine, "game_name"),
        (OpenMatch, "game_name"),
        (GameResults, "game_name"),
    }
)
"""What is a text for people besides messages."""
SENTENCES = frozenset({(Handed, "why"), (Trouble, "text")})
"""What is told of files in English sentences, one on each line."""
SIMPLE: Mapping[Any, Schema] = {
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Any: {},
}
MESSAGE: Schema = {
    "type": "object",
    "description": "A sentence: its code and what fills it are the same in every language, the text is not.",
    "properties": {
        "code": {"type": "string"},
        "params": {"type": "object", "additionalProperties": {"type": ["string", "integer"]}},
        "text": {"type": "string"},
    },
    "required": ["code", "params", "text"],
}


def plain(value: Any, speaker: Speaker) -> Json:  # noqa: ANN401 - any value of the service
    """Return a value as plain data; its messages are said in the language of the request."""
    if value is None or isinstance(value, str | int | float):
        # Most are: nothing else need be looked for.
        return value
    if isinstance(value, Message):
        return {"code": value.code, "params": dict(value.params), "text": speaker.say(value)}
    if is_dataclass(value):
        if isinstance(value, TableView):
            speaker = Speaker.of(value)
        kind = type(value)
        return {one.name: _of_field(kind, one.name, getattr(value, one.name), speaker) for one in fields(value)}
    if isinstance(value, tuple | list):
        return [plain(one, speaker) for one in value]
    if isinstance(value, Mapping):
        return {str(name): plain(one, speaker) for name, one in value.items()}
    return value


def _of_field(kind: type, name: str, value: Any, speaker: Speaker) -> Json:  # noqa: ANN401 - as above
    if (kind, name) in SENTENCES:
        return "\n".join(map(in_words, value.splitlines()))
    return gettext(value) if value and (kind, name) in TRANSLATED else plain(value, speaker)


class Schemas:
    """The schemas of types; those of dataclasses are kept by name, for others to refer to."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}

    def of(self, kind: Any) -> Schema:  # noqa: ANN401 - any type
        """Return the schema of a type."""
        origin, inside = get_origin(kind), get_args(kind)
        if kind in SIMPLE:
            return dict(SIMPLE[kind])
        if origin is Literal:
            return {"enum": list(inside)}
        if origin in {Union, UnionType}:
            return {"anyOf": [self.of(one) for one in inside]}
        if origin is tuple or origin is list:
            return self._row(inside)
        return self._by_name(kind, origin, inside) if origin else self._object(kind)

    def _by_name(self, kind: Any, origin: Any, inside: tuple[Any, ...]) -> Schema:  # noqa: ANN401 - any type
        """Return the schema of values that are found by a name."""
        inner = self.of(inside[-1])
        if origin is Both:
            players = ("white", "black")
            return {"type": "object", "properties": dict.fromkeys(players, inner), "required": list(players)}
        if not issubclass(origin, Mapping):
            msg = f"there is no schema for {kind}"
            raise TypeError(msg)
        return {"type": "object", "additionalProperties": inner}

    def _row(self, inside: tuple[Any, ...]) -> Schema:
        if len(inside) == 1 or inside[1:] == (...,):
            return {"type": "array", "items": self.of(inside[0])}
        sizes = {"minItems": len(inside), "maxItems": len(inside)}
        return {"type": "array", "prefixItems": [self.of(one) for one in inside], **sizes}

    def _object(self, kind: type) -> Schema:
        if kind.__name__ not in self.named:
            # First its name, as it may hold others of its own kind.
            self.named[kind.__name__] = {}
            self.named[kind.__name__] = MESSAGE if kind is Message else self._written(kind)
        return {"$ref": f"#/components/schemas/{kind.__name__}"}

    def _written(self, kind: Any) -> Schema:  # noqa: ANN401 - a dataclass
        hints, about = get_type_hints(kind), _about_fields(kind)
        known = {one.name: self.of(hints[one.name]) for one in fields(kind)}
        told = {
            name: {**schema, "description": about[name]} if name in about else schema for name, schema in known.items()
        }
        return {"type": "object", "description": inspect.getdoc(kind), "properties": told, "required": list(known)}


@cache
def _about_fields(kind: type) -> dict[str, str]:
    """Return what stands in the source below the fields of a dataclass."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    lines = body.body if isinstance(body, ast.ClassDef) else []
    about: dict[str, str] = {}
    for line, after in pairwise(lines):
        match line, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                about[name] = " ".join(text.split())
    return about
