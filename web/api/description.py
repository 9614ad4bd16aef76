"""The description of the API, made of the operations themselves: as OpenAPI, and as a page to read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from web.access import API
from web.api.errors import CODES, SCHEMA
from web.api.operations import FILE, OPERATIONS, Operation, offer
from web.api.values import Schemas
from web.kinds import Kind, Schema, example
from web.language import gettext
from web.language import mark as _
from web.limits import LARGEST_BODY, LARGEST_FILE
from web.overlay_history import LONGEST_DELAY
from web.safe import Role

readable = Blueprint("description", __name__)


TITLE, VERSION = "companion", "1.0"
"""The number grows before the point where programs have to change."""
ABOUT = _(
    "All that the panel shows and takes, for scoreboards, streams and other programs. What is read needs no token"
    " where everybody in the network may watch; what is entered needs one, which the PIN opens."
)
WAITS = _(
    "Entered, but not saved yet: the journal cannot be written. If the power goes before that is mended, it is lost."
)
WHOLE_FILE: Schema = {"type": "string", "format": "binary", "minLength": 1, "maxLength": LARGEST_FILE}
GROUPS: Mapping[str, str] = {
    "access": _("Signing in"),
    "table": _("The table"),
    "events": _("What is entered"),
    "hints": _("Hints"),
    "matches": _("Matches"),
    "archive": _("Archive"),
    "settings": _("Settings"),
    "diagnostics": _("Diagnostics"),
    "description": _("Description"),
}


def openapi() -> Schema:
    """Return the description of all operations."""
    schemas, paths = Schemas(), dict[str, Schema]()
    for one in OPERATIONS:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "version": VERSION, "description": gettext(ABOUT)},
        "servers": [{"url": API.rstrip("/")}],
        "tags": [{"name": name, "description": gettext(text)} for name, text in GROUPS.items()],
        "paths": paths,
        "components": {
            "schemas": {**schemas.named, "Error": SCHEMA},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(one: Operation, schemas: Schemas) -> Schema:
    told: Schema = {
        "operationId": one.name,
        "tags": [one.group],
        "summary": gettext(one.about),
        "parameters": list(_parameters(one)),
        "security": _security(one),
        "responses": {**_answers(one, schemas), **{str(code): _error(code) for code in one.statuses}},
    }
    if one.body is not None:
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": one.body.schema()}}}
    if one.takes_file:
        told["requestBody"] = {"required": True, "content": {FILE: {"schema": WHOLE_FILE}}}
    told["responses"]["default"] = _error(None)
    return told


def _security(one: Operation) -> list[Schema]:
    return [{"token": []}] if one.least > Role.WATCHER else [{}, {"token": []}]


def _parameters(one: Operation) -> list[Schema]:
    return [
        {"name": name, "in": place, "required": place == "path", "schema": kind.schema()}
        for place, kinds in (("path", one.path_kinds), ("query", one.asked_with))
        for name, kind in kinds.items()
    ]


def _answers(one: Operation, schemas: Schemas) -> dict[str, Schema]:
    answer = _answer(one, schemas)
    waits = {"202": {**answer, "description": f"Accepted: {gettext(WAITS)}"}} if one.may_wait else {}
    return {"200": answer, **waits}


def _answer(one: Operation, schemas: Schemas) -> Schema:
    if isinstance(one.answers, str):
        return {"description": "OK", "content": {one.answers: {"schema": {"type": "string"}}}}
    if isinstance(one.answers, tuple):
        return {"description": "OK", "content": {kind: {} for kind in one.answers}}
    return {"description": "OK", "content": {"application/json": {"schema": schemas.of(one.answers)}}}


def _error(code: int | None) -> Schema:
    about = f"{HTTPStatus(code).phrase}: {CODES[code]}" if code else "Any other error, in the same form."
    if code == 413:
        about = f"{about}. JSON may have {LARGEST_BODY} bytes, a file {LARGEST_FILE}."
    headers = {"Retry-After": {"schema": {"type": "string"}}} if code in {429, 503} else {}
    schema = {"$ref": "#/components/schemas/Error"}
    return {"description": about, "headers": headers, "content": {"application/json": {"schema": schema}}}


offer(
    Operation(
        "openapi",
        "GET",
        "/openapi.json",
        _("This description, as OpenAPI."),
        openapi,
        dict[str, Any],
        "description",
    )
)


@readable.get("/api")
def page() -> ResponseReturnValue:
    """Show the description to people."""
    return render_template(
        "api.html",
        groups=[
            (gettext(text), [_shown(one) for one in OPERATIONS if one.group == name]) for name, text in GROUPS.items()
        ],
        about=gettext(ABOUT),
        longest_delay=LONGEST_DELAY,
        document=url_for("api.openapi"),
        most=LARGEST_FILE // 1_000_000,
    )


def _shown(one: Operation) -> dict[str, Any]:
    return {
        "name": one.name,
        "method": one.method,
        "path": API.rstrip("/") + one.path,
        "about": gettext(one.about),
        "needs_pin": one.least == Role.TABLE,
        "needs_owner": one.least == Role.OWNER,
        "takes_file": one.takes_file,
        "query": {name: _form(kind) for name, kind in one.query.items()},
        "example": json.dumps(example(one.body.schema())[0], ensure_ascii=False) if one.body else "",
        "fields": {name: _form(kind) for name, kind in one.body.known.items()} if one.body else {},
        "more": sorted(one.body.may_miss) if one.body else [],
        "waits": gettext(WAITS) if one.may_wait else "",
        "errors": [f"{code} {CODES[code]}" for code in one.statuses],
    }


def _form(kind: Kind) -> str:
    """Return what a value may be, as far as that is said in few words."""
    schema = kind.schema()
    if "enum" in schema:
        return ", ".join(json.dumps(one) for one in schema["enum"])
    if "minimum" in schema:
        return f"{schema['minimum']} … {schema['maximum']}"
    return f"≤ {schema['maxLength']}" if "maxLength" in schema else ""
