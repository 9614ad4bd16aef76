"""The hall's live streams: the full picture first, then what has changed, no more often than people can follow."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from companion.hall.hall import Hall
from companion.hall.view import FloorView
from web.access import needs
from web.hall.parts import Page, message, parts
from web.hall.shared import shared
from web.live import Parts, mark
from web.look import look
from web.safe import Role
from web.stream import STILL, TRY_AGAIN, followed, streamed

pages = Blueprint("live", __name__)

PAUSE = 0.2
"""Seconds between two pictures: fifty tables change more often than anybody can see."""
FOR_ALL = frozenset({"tables", "screen"})


class Calmly:
    """Shows the hall to one viewer: a change at once, the next ones after a pause, together."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._next = 0.0

    def view(self) -> FloorView:
        """Return the hall as it is now."""
        return self._hall.view()

    def wait(self, version: int, timeout: float, /) -> FloorView | None:
        """Return a newer picture, or None if there is none in time."""
        time.sleep(max(0.0, self._next - time.monotonic()))
        newer = self._hall.wait(version, timeout)
        self._next = time.monotonic() + PAUSE
        return newer


@dataclass
class Watched:
    """A page as a browser watches it: what it has seen already."""

    page: Page
    last: str
    known: Parts | None = None
    order: tuple[str, ...] = ()

    def written(self, view: FloorView) -> str:
        """Return a picture as it is sent: the first whole, if the browser has not got it, then what has changed."""
        before, self.known = self.known, parts(view, self.page)
        if before is None:
            changed = {} if self.last == mark(shared().epoch, view) else self.known
        else:
            changed = {name: html for name, html in self.known.items() if before.get(name) != html}
            if not changed and before.keys() == self.known.keys() and list(before) == list(self.known):
                return STILL
        data = message(view, self.page, changed, full=before is None)
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
    # A page that has just been loaded says in its address what it has.
    watched = Watched(page, request.headers.get("Last-Event-ID") or request.args.get("have", ""))
    events = followed(Calmly(shared().hall), page.look, watched.written, STILL)
    return streamed(events, shared().slots) or ("", 503, {"Retry-After": str(TRY_AGAIN)})


def _once(page: Page) -> ResponseReturnValue:
    view = shared().hall.view()
    if request.args.get("have") == mark(shared().epoch, view):
        return "", 204
    return message(view, page, parts(view, page), full=True)
