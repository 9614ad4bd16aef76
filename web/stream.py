"""The live stream: the full picture first, then what has changed, for as long as the browser listens."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar

from flask import Blueprint, Response, abort, g, request, stream_with_context
from flask.typing import ResponseReturnValue

from companion.service.view import TableView
from web.access import role
from web.live import Numbered, Parts, Slots, mark
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
BEGIN = "retry: 1000\n\n"
OVER, STILL_HERE = "event: over\ndata: \n\n", ": still here\n\n"
STILL = "event: still\ndata: \n\n"
"""Unlike a comment, a page hears it, and knows that it is not cut off."""

V = TypeVar("V", bound=Numbered)
V_co = TypeVar("V_co", bound=Numbered, covariant=True)


class Source(Protocol[V_co]):
    """What can be watched."""

    def view(self) -> V_co:
        """Return it as it is now."""

    def wait(self, version: int, timeout: float, /) -> V_co | None:
        """Return a picture newer than `version`, or None if there is none in time."""


@dataclass
class Watched:
    """A page as a browser watches it: what it has seen already, and what it is told."""

    page: str
    look: Look
    last: str
    aloud: bool
    known: Parts | None = None

    def written(self, view: TableView) -> str:
        """Return a picture as it is sent: the first whole, if the browser has not got it, then what has changed."""
        before, self.known = self.known, parts(view, self.look, self.page)
        if before is None:
            known = {} if self.last == mark(panel().epoch, view) else self.known
            return _written(view, known, full=True, aloud=self.aloud)
        return _written(view, _changed(before, self.known), full=False, aloud=self.aloud)


@pages.get("/live/<page>")
def stream(page: str) -> ResponseReturnValue:
    """Send what happens at the table, if there is room for another viewer."""
    _check(page)
    watched = Watched(page, look(), request.headers.get("Last-Event-ID", ""), has_voice())
    events = followed(panel().service, watched.look, watched.written, STILL)
    return streamed(events, panel().slots) or ("", 503, {"Retry-After": str(TRY_AGAIN)})


def streamed(events: Iterator[str], slots: Slots) -> Response | None:
    """Return events as a stream; None if there is no room for another viewer."""
    give_back = slots.take()
    if give_back is None:
        return None
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


def followed(source: Source[V], seen_by: Look, written: Callable[[V], str], still: str = STILL_HERE) -> Iterator[str]:
    """Tell something as it is, then each change, for as long as somebody listens who may."""
    ends, view = time.monotonic() + LONGEST, source.view()
    yield BEGIN
    yield written(view)
    while time.monotonic() < ends and not is_gone():
        began = time.monotonic()
        newer = source.wait(view.version, KEEP_ALIVE)
        if not still_allowed(seen_by):
            yield OVER
            return
        if newer is None and time.monotonic() - began < KEEP_ALIVE / 2:
            # Only what stops has no patience; the browser comes back as long as there is a server.
            return
        view = newer or view
        yield still if newer is None else written(view)


def _changed(before: Parts, after: Parts) -> Parts:
    return {name: html for name, html in after.items() if before.get(name) != html}


def _written(view: TableView, changed: Parts, *, full: bool, aloud: bool) -> str:
    data = json.dumps(message(view, changed, panel().service.now(), full=full, aloud=aloud))
    return f"id: {mark(panel().epoch, view)}\nevent: table\ndata: {data}\n\n"


def is_gone() -> bool:
    """Whether the server knows that nobody listens any more."""
    gone = request.environ.get("waitress.client_disconnected")
    return bool(gone and gone())


def still_allowed(seen_by: Look) -> bool:
    """Whether the device may still see what it sees, and has not signed in or out elsewhere."""
    return may_watch() and (role() >= Role.TABLE) == seen_by.may_enter


def may_watch() -> bool:
    """Whether the device may watch, as things are now."""
    g.pop("role", None)
    return role() >= Role.WATCHER
