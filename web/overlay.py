"""The page for streams: score, clock, cube and dice on a transparent ground, on wish as they were some time ago.

The delay is kept here and not in the page: what is not old enough never leaves the companion, and a page that is
loaded again shows at once what it may.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Flask, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue

from companion.service.view import Who
from web.drawing import PLAYERS
from web.kinds import Whole
from web.language import wanted_language
from web.live import Parts, changed
from web.look import Look
from web.overlay_history import LONGEST_DELAY, History, Moment
from web.ports import Service
from web.render import panel, told
from web.stream import TRY_AGAIN, followed, may_watch, streamed

pages = Blueprint("overlay", __name__)

EXTENSION = "companion_overlay"
BESIDE = {"strip": "overlay", "hint": "overlay_hint"}
"""What is shown besides the board, and where that is drawn."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an overlay shows: how late, whether with the board and with hints, and seen from where."""

    delay: int = 0
    board: bool = False
    hints: bool = False
    look: Look = Look()  # noqa: RUF009 - immutable

    @classmethod
    def read(cls) -> Wanted:
        """Return what the address asks for; a delay that cannot be is refused, not left out."""
        delay, seat = request.args.get("delay", "0"), request.args.get("seat", "white")
        number = int(delay) if delay.isascii() and delay.isdigit() and len(delay) <= 4 else -1
        if any(Whole(0, LONGEST_DELAY).problems(number, "delay")) or seat not in PLAYERS:
            abort(400)
        who: Who = "black" if seat == "black" else "white"
        return cls(number, _chosen("board"), _chosen("hints"), Look(wanted_language(), who))

    @property
    def address(self) -> dict[str, str | int]:
        """What an address says to ask for this."""
        chosen = {"delay": self.delay, "board": int(self.board), "hints": int(self.hints)}
        return {**chosen, "seat": self.look.seat, "lang": self.look.language}


def _chosen(name: str) -> bool:
    said = request.args.get(name, "0")
    return said == "1" if said in {"0", "1"} else abort(400)


def offer_overlay(app: Flask, service: Service) -> None:
    """Let an application show the table to streams."""
    app.extensions[EXTENSION] = History(service)
    app.register_blueprint(pages)


def history() -> History:
    """Return what the table has shown lately; it is kept from now on."""
    shared: History = current_app.extensions[EXTENSION]
    shared.ask()
    return shared


@pages.get("/overlay")
def overlay() -> ResponseReturnValue:
    """Show the table for a stream."""
    wanted = Wanted.read()
    return render_template("overlay.html", wanted=wanted, first=message(wanted, history().shown(wanted.delay)))


@dataclass(frozen=True, slots=True)
class Shown:
    """What is to be shown at an instant; nothing yet at its version 0."""

    moment: Moment | None

    @property
    def version(self) -> int:
        """Which picture it is."""
        return self.moment.number if self.moment else 0


@dataclass(frozen=True)
class Delayed:
    """The table as it was so many seconds ago."""

    kept: History
    delay: int

    def view(self) -> Shown:
        """Return what is to be shown now."""
        self.kept.ask()
        return Shown(self.kept.shown(self.delay))

    def wait(self, version: int, timeout: float, /) -> Shown | None:
        """Return what is to be shown next, or None if there is nothing in time."""
        self.kept.ask()
        newer = self.kept.next(self.delay, version, timeout)
        return Shown(newer) if newer else None


@pages.get("/overlay/live")
def live() -> ResponseReturnValue:
    """Send what is to be shown, if there is room for another viewer."""
    wanted = Wanted.read()

    def draw(before: int | None, shown: Shown) -> str:
        told = message(wanted, shown.moment)
        if before is not None:
            told["parts"] = changed(panel().drawn.known(_key(before, wanted)), told["parts"])
        return f"event: overlay\ndata: {json.dumps(told)}\n\n"

    return streamed(followed(Delayed(history(), wanted.delay), wanted, draw, may_watch), panel().slots) or (
        "",
        503,
        {"Retry-After": str(TRY_AGAIN)},
    )


def message(wanted: Wanted, moment: Moment | None) -> dict[str, Any]:
    """Return what a page is told: its parts as they are to be shown now, and the time of the clocks then."""
    now = history().since_then(moment, wanted.delay) if moment else 0
    number = moment.number if moment else 0
    drawn = panel().drawn.get(_key(number, wanted), lambda: _parts(wanted, moment)) if moment else _parts(wanted, None)
    return {"number": number, "now": now, "parts": drawn}


def _key(number: int, wanted: Wanted) -> Hashable:
    # However late it is shown, it looks the same.
    return number, replace(wanted, delay=0)


def _parts(wanted: Wanted, moment: Moment | None) -> Parts:
    if moment is None:
        return {"strip": render_template("parts/overlay_early.html", delay=wanted.delay), "hint": "", "board": ""}
    view = moment.view
    if not wanted.hints or view.tournament:
        view = replace(view, hints=None)
    context = told(view, wanted.look)
    drawn = {name: render_template(f"parts/{part}.html", **context) for name, part in BESIDE.items()}
    if not wanted.board or not context["picture"]:
        return {**drawn, "board": ""}
    # Nothing is to be tapped here.
    context["picture"] = replace(context["picture"], areas=())
    return {**drawn, "board": render_template("parts/board.html", **context)}
