"""What people enter: buttons, throws, plays told by hand. Each is an event that is put to the table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.service.view import Answer
from web.access import address, asks_for_page, csrf_token, needs
from web.language import gettext as _
from web.pages import read_steps
from web.render import panel
from web.safe import Role
from web.texts import Speaker

pages = Blueprint("entry", __name__)

BY_HAND = frozenset(
    "turn_ended throw_entered play_entered double_named cube_moved resigned answered call_off_wanted way_chosen"
    " flag_claimed next_game session_ended undone throw_corrected score_set cube_set position_set clock_set"
    " clock_stopped clock_resumed clock_hit hint_wanted answer_device"
    " restart_device new_journal".split()
)
"""What may be entered; what boards and cameras see is told by them alone."""


@pages.post("/do")
@needs(Role.TABLE)
def do() -> ResponseReturnValue:
    """Do what a button stands for; where that is not easily taken back, ask first."""
    event = _event(request.form.get("event", ""))
    question = request.form.get("question", "")
    if question and not request.form.get("sure"):
        return render_template("sure.html", event=request.form["event"], question=question, csrf=csrf_token())
    return post(event)


@pages.post("/throw")
@needs(Role.TABLE)
def throw() -> ResponseReturnValue:
    """Take a throw that is told by hand."""
    dice = [_die(request.form[name]) for name in ("first", "second") if name in request.form]
    return post({"event": "throw_entered", "player": _player("player"), "dice": dice})


@pages.post("/play")
@needs(Role.TABLE)
def play() -> ResponseReturnValue:
    """Take a play that is told by hand: as it was tapped, or in either notation."""
    text = request.form.get("text", "").strip()[:200]
    steps = read_steps(request.form.get("steps", ""))
    if steps:
        text = panel().service.play_text(steps)
    return post({"event": "play_entered", "player": _player("player"), "play": text})


def post(event: Mapping[str, Any], back: str = "pages.table") -> ResponseReturnValue:
    """Put an event to the table; tell what came of it."""
    return answered(panel().service.post(dict(event), f"panel {address()}"), back)


def answered(answer: Answer, back: str = "pages.table") -> ResponseReturnValue:
    """Tell what came of something: to a program as JSON, to a person on the page it came from."""
    text = Speaker.of(answer.view).say(answer.message)
    if not answer.ok and not text:
        text = _("That is not possible now.")
    if not asks_for_page():
        return {"ok": answer.ok, "message": text}, 200 if answer.ok else 409
    if text:
        flash(text, "good" if answer.ok else "bad")
    return redirect(url_for("pages.table" if answer.ok else back))


def _event(text: str) -> dict[str, Any]:
    try:
        event = json.loads(text)
    except ValueError:
        abort(400)
    if not isinstance(event, dict) or event.get("event") not in BY_HAND or "at" in event:
        abort(400)
    return event


def _die(text: str) -> int:
    if text not in {"1", "2", "3", "4", "5", "6"}:
        abort(400)
    return int(text)


def _player(name: str) -> str:
    player = request.form.get(name, "")
    if player not in {"white", "black"}:
        abort(400)
    return player
