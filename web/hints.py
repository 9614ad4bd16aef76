"""Hints at the table: who wants them, and asking for one. What is said comes with the table, in its stream."""

from __future__ import annotations

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from web.access import address, needs
from web.entry import answered, player
from web.render import panel
from web.safe import Role

pages = Blueprint("hints", __name__)


@pages.post("/hints/want")
@needs(Role.TABLE)
def want() -> ResponseReturnValue:
    """A player wants hints, or wants none any more."""
    wanted = request.form.get("wanted")
    if wanted not in {"yes", "no"}:
        abort(400)
    return answered(panel().service.hints.want(player(), f"panel {address()}", wanted=wanted == "yes"))


@pages.post("/hints/ask")
@needs(Role.TABLE)
def ask() -> ResponseReturnValue:
    """Ask what to do now."""
    return answered(panel().service.hints.ask(f"panel {address()}"))
