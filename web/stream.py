"""The live stream: the full picture first, then what has changed, for as long as the browser listens."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import TypeVar

from flask import Blueprint, Response, abort, copy_current_request_context, g, request
from flask.typing import ResponseReturnValue

from companion.service.view import TableView
from web.access import address, role
from web.doorway import MACHINE, place_of
from web.live import LIVE, Live, Numbered, Parts, Slots, Source, changed, mark
from web.look import Look, look
from web.render import PAGES, message, panel, parts
from web.safe import Role
from web.voice import has_voice

pages = Blueprint("live", __name__)

TRY_AGAIN = 5
V = TypeVar("V", bound=Numbered)


@pages.get("/live/<page>")
def stream(page: str) -> ResponseReturnValue:
    """Send what happens at the table, if there is room for another viewer."""
    _check(page)
    seen_by, aloud, last = look(), has_voice(), last_seen()

    def draw(before: int | None, view: TableView) -> str:
        known = parts(view, seen_by, page)
        if before is None:
            return _written(view, {} if last == mark(panel().epoch, view) else known, full=True, aloud=aloud)
        shown = panel().drawn.known((before, seen_by, page))
        return _written(view, changed(shown, known), full=False, aloud=aloud)

    live = followed(panel().service, (page, seen_by, aloud), draw, lambda: still_allowed(seen_by))
    return streamed(live, panel().slots) or ("", 503, {"Retry-After": str(TRY_AGAIN)})


def followed(
    source: Source[V], alike: Hashable, draw: Callable[[int | None, V], str], may_watch: Callable[[], bool]
) -> Live:
    """Return a stream of something, drawn as for the request that asks for it."""
    draws, may = copy_current_request_context(draw), copy_current_request_context(may_watch)
    return Live(source, (request.endpoint, alike), draws, may, last=last_seen())


def streamed(live: Live, slots: Slots) -> Response | None:
    """Let the server send a stream; None if there is no room for another viewer."""
    place = place_of(address())
    is_here = place == MACHINE
    give_back = slots.take("" if is_here else place, is_known=is_here or role() >= Role.TABLE)
    if give_back is None:
        return None
    request.environ[LIVE] = replace(live, give_back=give_back)
    response = Response(mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response


def last_seen() -> str:
    """Return which picture the browser says it has; one that has just been loaded says so in its address."""
    return request.headers.get("Last-Event-ID") or request.args.get("have", "")


@pages.get("/now/<page>")
def now(page: str) -> ResponseReturnValue:
    """Return the picture once, for browsers that have no stream; nothing if they have it already."""
    _check(page)
    view = panel().service.view()
    if request.args.get("have") == mark(panel().epoch, view):
        return "", 204
    return message(view, parts(view, look(), page), panel().service.now(), full=True, aloud=has_voice())


def _check(page: str) -> None:
    if page not in PAGES:
        abort(404)


def _written(view: TableView, changed: Parts, *, full: bool, aloud: bool) -> str:
    data = json.dumps(message(view, changed, panel().service.now(), full=full, aloud=aloud))
    return f"id: {mark(panel().epoch, view)}\nevent: table\ndata: {data}\n\n"


def still_allowed(seen_by: Look) -> bool:
    """Whether the device may still see what it sees, and has not signed in or out elsewhere."""
    return may_watch() and (role() >= Role.TABLE) == seen_by.may_enter


def may_watch() -> bool:
    """Whether the device may watch, as things are now."""
    g.pop("role", None)
    return role() >= Role.WATCHER
