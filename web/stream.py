"""The live stream: the full picture first, then what has changed, for as long as the browser listens."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from flask import Blueprint, Response, abort, g, request, stream_with_context
from flask.typing import ResponseReturnValue

from companion.service.view import TableView
from web.access import access
from web.live import Parts, mark
from web.look import Look, look
from web.render import PAGES, message, panel, parts
from web.safe import Role
from web.voice import has_voice

pages = Blueprint("live", __name__)

KEEP_ALIVE = 1.0
"""Seconds: a browser that is gone is noticed by writing to it."""
LONGEST = 3600.0
"""Seconds after which a stream ends; the browser opens another."""
TRY_AGAIN = 5


@pages.get("/live/<page>")
def stream(page: str) -> ResponseReturnValue:
    """Send what happens at the table, if there is room for another viewer."""
    _check(page)
    give_back = panel().slots.take()
    if give_back is None:
        return "", 503, {"Retry-After": str(TRY_AGAIN)}
    events = _events(page, look(), request.headers.get("Last-Event-ID", ""), aloud=has_voice())
    response = Response(stream_with_context(events), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(give_back)
    return response


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


def _events(page: str, seen_by: Look, last: str, *, aloud: bool) -> Iterator[str]:
    service, ends = panel().service, time.monotonic() + LONGEST
    view = service.view()
    known = parts(view, seen_by, page)
    yield "retry: 1000\n\n"
    yield _written(view, {} if last == mark(panel().epoch, view) else known, full=True, aloud=aloud)
    while time.monotonic() < ends and not _is_gone():
        newer = service.wait(view.version, KEEP_ALIVE)
        if not _still_allowed(seen_by):
            yield "event: over\ndata: \n\n"
            return
        if newer is None:
            yield ": still here\n\n"
            continue
        view, before = newer, known
        known = parts(view, seen_by, page)
        yield _written(view, _changed(before, known), full=False, aloud=aloud)


def _changed(before: Parts, after: Parts) -> Parts:
    return {name: html for name, html in after.items() if before.get(name) != html}


def _written(view: TableView, changed: Parts, *, full: bool, aloud: bool) -> str:
    data = json.dumps(message(view, changed, panel().service.now(), full=full, aloud=aloud))
    return f"id: {mark(panel().epoch, view)}\nevent: table\ndata: {data}\n\n"


def _is_gone() -> bool:
    """Whether the server knows that nobody listens any more."""
    gone = request.environ.get("waitress.client_disconnected")
    return bool(gone and gone())


def _still_allowed(seen_by: Look) -> bool:
    """Whether the device may still see what it sees, and has not signed in or out elsewhere."""
    now_is = access().role()
    g.role = now_is
    return now_is >= Role.WATCHER and (now_is >= Role.TABLE) == seen_by.may_enter
