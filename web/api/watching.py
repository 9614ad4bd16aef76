"""What programs may look at: the table, its stream, the games, the matches that can be gone back to."""

from __future__ import annotations

import json

from flask import Response

from companion.service.view import GameInfo, OpenMatch, TableView
from web.api.errors import ApiError
from web.api.operations import Operation, offer
from web.api.values import plain
from web.language import current_language, gettext
from web.language import mark as _
from web.live import mark
from web.look import look
from web.render import panel
from web.safe import Role
from web.stream import TRY_AGAIN, followed, still_allowed, streamed
from web.texts import Speaker


def table() -> Response:
    """Return the table as it is."""
    return Response(_json(panel().service.view()), mimetype="application/json")


def _json(view: TableView) -> str:
    # Written once for all who ask in a language: for many at once it would be most of a table's work.
    key = table, view.version, current_language()
    return panel().drawn.get(key, lambda: {"table": json.dumps(plain(view, Speaker()), ensure_ascii=False)})["table"]


def stream() -> Response:
    """Send the table, and again each time it has changed."""
    seen_by = look()
    live = followed(panel().service, current_language(), _written, lambda: still_allowed(seen_by))
    found = streamed(live, panel().slots)
    if found is None:
        raise ApiError(503, gettext("Too many are watching now. Try again in a moment."), wait=TRY_AGAIN)
    return found


def _written(_before: int | None, view: TableView) -> str:
    data = f'{{"table": {_json(view)}, "now": {json.dumps(panel().service.now())}}}'
    return f"id: {mark(panel().epoch, view)}\nevent: table\ndata: {data}\n\n"


def games() -> list[GameInfo]:
    """Return the games that can be played."""
    return list(panel().service.catalogue())


def open_matches() -> list[OpenMatch]:
    """Return the matches that can be gone back to."""
    return list(panel().service.open_matches())


offer(
    Operation(
        "table",
        "GET",
        "/table",
        _("The table as it is now. Each of its actions is an event that can be posted."),
        table,
        TableView,
    )
)
offer(
    Operation(
        "stream",
        "GET",
        "/table/stream",
        _(
            "The table as server-sent events: at once as it is, then after each change. The data of an event is"
            " an object with the table and the time of its clocks."
        ),
        stream,
        "text/event-stream",
        errors=(503,),
    )
)
offer(
    Operation("games", "GET", "/games", _("The games that can be played, with their options."), games, list[GameInfo])
)
offer(
    Operation(
        "open_matches",
        "GET",
        "/matches",
        _("The matches that are not over and can be gone back to."),
        open_matches,
        list[OpenMatch],
        "matches",
        Role.TABLE,
    )
)
