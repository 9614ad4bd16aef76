"""What programs may ask for, as data: the routes and their description are both made of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from web.access import access as rules_of_access
from web.access import address, role
from web.api.errors import ApiError
from web.api.values import plain
from web.entered import check, parsed
from web.forms import FormError
from web.kinds import Day, Fields, Kind, OneOf, Text, Whole
from web.language import ASKED, LANGUAGES
from web.language import gettext as _
from web.limits import LARGEST_BODY, LARGEST_FILE
from web.safe import Role
from web.texts import Speaker
from web.tokens import brings_token

pages = Blueprint("api", __name__, url_prefix="/api/v1")

FILE = "application/octet-stream"
LANGUAGE: Mapping[str, Kind] = {ASKED: OneOf(tuple(LANGUAGES))}
"""What every operation may be asked with."""


@dataclass(frozen=True, slots=True)
class Said:
    """A value whose messages name other players than those at the table."""

    value: Any
    speaker: Speaker
    status: int = 200


@dataclass(frozen=True)
class Operation:
    """Something that programs may ask for."""

    name: str
    method: str
    path: str
    """With its parameters in braces."""
    about: str
    run: Callable[..., Any]
    answers: Any
    """The type of what it gives; as text the kind of content that is not JSON, or the kinds that a file may have."""
    group: str = "table"
    least: Role = Role.WATCHER
    query: Mapping[str, Kind] = field(default_factory=dict)
    path_kinds: Mapping[str, Kind] = field(default_factory=dict)
    body: Fields | None = None
    takes_file: bool = False
    """Whether a file is sent, as it is."""
    errors: tuple[int, ...] = ()
    may_wait: bool = False
    """Whether what is entered may be in memory only for a while: that is answered with another status."""

    def of(self, group: str, least: Role) -> Operation:
        """Return it as one of a group, for those who may do that much."""
        return replace(self, group=group, least=least)

    @property
    def rule(self) -> str:
        """The path as the application takes it."""
        path = self.path
        for name, kind in self.path_kinds.items():
            path = path.replace(f"{{{name}}}", f"<int:{name}>" if isinstance(kind, Whole) else f"<{name}>")
        return path

    @property
    def statuses(self) -> tuple[int, ...]:
        """How it may fail."""
        usual = {400, 401, 403, 413, 415, 422} if self.body or self.takes_file else {401, 403, 422}
        return tuple(sorted({*usual, *self.errors}))

    @property
    def asked_with(self) -> Mapping[str, Kind]:
        """All that its address may say behind the question mark."""
        return {**self.query, **LANGUAGE}


OPERATIONS: list[Operation] = []


def offer(operation: Operation) -> None:
    """Let programs ask for something."""
    OPERATIONS.append(operation)

    def asked(**path: Any) -> ResponseReturnValue:  # noqa: ANN401 - as the path says
        _may(operation)
        asked_for = {**path, **_query(operation)}
        if operation.body is not None:
            asked_for["body"] = _body(operation.body)
        if operation.takes_file:
            asked_for["data"] = _file()
        return as_json(operation.run(**asked_for))

    pages.add_url_rule(operation.rule, operation.name, asked, methods=[operation.method])


def as_json(value: Any) -> Response:  # noqa: ANN401 - any value of the service
    """Return a value as an answer; one that is a response already as it is."""
    if isinstance(value, Response):
        return value
    said = value if isinstance(value, Said) else Said(value, Speaker())
    body = json.dumps(plain(said.value, said.speaker), ensure_ascii=False)
    return Response(body, said.status, mimetype="application/json")


def sender() -> str:
    """Return who has sent a request, for the log."""
    return f"api {address()}"


def _may(operation: Operation) -> None:
    # What is open to all is open to who sends a token that is over, too: signing in, above all.
    if role() >= operation.least:
        return
    if brings_token() and rules_of_access().token() is None:
        raise ApiError(401, _("Sign in anew: this token is not known, or over."), "token_invalid")
    raise ApiError(403 if brings_token() else 401, _("For this the table's PIN is needed."))


def _query(operation: Operation) -> dict[str, Any]:
    known, values = operation.asked_with, {}
    for name, sent in request.args.lists():
        if name not in known:
            raise ApiError(422, _("%(field)s is not known.", field=name[:40]))
        values[name] = _read(known[name], sent[0] if len(sent) == 1 else None)
    _checked(Fields(known, frozenset(known)), values)
    values.pop(ASKED, None)
    return values


def _read(kind: Kind, text: str | None) -> Any:  # noqa: ANN401 - as the kind says
    if isinstance(kind, Text | Day | OneOf) or text is None:
        return text
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else text


def _body(kind: Fields) -> dict[str, Any]:
    if request.mimetype != "application/json":
        raise ApiError(415, _("Send JSON, please, and say so: Content-Type: application/json."))
    raw = request.stream.read(LARGEST_BODY + 1)
    if len(raw) > LARGEST_BODY:
        raise ApiError(413, _("That is too much at once."))
    body = _parsed(raw)
    _checked(kind, body)
    value: dict[str, Any] = body
    return value


def _file() -> bytes:
    if request.mimetype != FILE:
        raise ApiError(415, _("Send the file itself, please, and say so: Content-Type: application/octet-stream."))
    # What says that it is too large is not read: the application would stop that in the middle.
    told = request.content_length or 0
    data: bytes = request.stream.read(LARGEST_FILE + 1) if told <= LARGEST_FILE else b""
    if max(len(data), told) > LARGEST_FILE:
        raise ApiError(413, _("The file is larger than %(most)s MB.", most=LARGEST_FILE // 1_000_000))
    return data


def _parsed(raw: bytes) -> Any:  # noqa: ANN401 - whatever was sent
    try:
        return parsed(raw.decode())
    except ValueError:
        raise ApiError(400, _("That is no JSON."), "bad_json") from None


def _checked(kind: Fields, value: Any) -> None:  # noqa: ANN401 - whatever was sent
    try:
        check(kind, value)
    except FormError as error:
        raise ApiError(422, str(error)) from None
