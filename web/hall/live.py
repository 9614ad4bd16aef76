"""The hall's live streams: the full picture first, then what has changed, no more often than people can follow."""

from __future__ import annotations

import json

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from companion.hall.view import FloorView
from web.access import needs
from web.hall.parts import Page, message, parts
from web.hall.shared import shared
from web.live import Parts, changed, mark
from web.look import look
from web.safe import Role
from web.stream import TRY_AGAIN, followed, last_seen, still_allowed, streamed

pages = Blueprint("live", __name__)

FOR_ALL = frozenset({"tables", "screen"})


def _written(view: FloorView, page: Page, told: Parts, *, full: bool) -> str:
    data = message(view, page, told, full=full)
    return f"id: {data['id']}\nevent: hall\ndata: {json.dumps(data)}\n\n"


@pages.get("/live/<name>")
def stream(name: str) -> ResponseReturnValue:
    """Send what happens in the hall, if there is room for another viewer."""
    return _streamed(_for_all(name))


@pages.get("/live/table/<table>")
def stream_of_table(table: str) -> ResponseReturnValue:
    """Send what happens at one table."""
    return _streamed(Page("table", look(), table))


@pages.get("/live/director")
@needs(Role.TABLE)
def stream_of_director() -> ResponseReturnValue:
    """Send what a director has to know."""
    return _streamed(Page("director", look()))


@pages.get("/now/<name>")
def now(name: str) -> ResponseReturnValue:
    """Return the picture once, for browsers that have no stream; nothing if they have it already."""
    return _once(_for_all(name))


@pages.get("/now/table/<table>")
def now_of_table(table: str) -> ResponseReturnValue:
    """Return the picture of one table once."""
    return _once(Page("table", look(), table))


@pages.get("/now/director")
@needs(Role.TABLE)
def now_of_director() -> ResponseReturnValue:
    """Return the directors' picture once."""
    return _once(Page("director", look()))


def _for_all(name: str) -> Page:
    if name not in FOR_ALL:
        abort(404)
    return Page(name, look())


def _streamed(page: Page) -> ResponseReturnValue:
    last = last_seen()

    def draw(before: int | None, view: FloorView) -> str:
        known = parts(view, page)
        if before is None:
            return _written(view, page, {} if last == mark(shared().epoch, view) else known, full=True)
        shown = shared().drawn.known((before, page))
        told = changed(shown, known)
        if shown is not None and not told and list(shown) == list(known):
            return ""
        return _written(view, page, told, full=False)

    live = followed(shared().calm, page, draw, lambda: still_allowed(page.look))
    return streamed(live, shared().slots) or ("", 503, {"Retry-After": str(TRY_AGAIN)})


def _once(page: Page) -> ResponseReturnValue:
    view = shared().hall.view()
    if request.args.get("have") == mark(shared().epoch, view):
        return "", 204
    return message(view, page, parts(view, page), full=True)
