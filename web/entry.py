"""What people enter: buttons, throws, plays told by hand. Each is an event that is put to the table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.service.view import Answer, Who
from web.access import address, asks_for_page, csrf_token, needs
from web.entered import ENTRIES, parsed, put
from web.forms import FormError
from web.language import gettext as _
from web.pages import read_steps
from web.render import panel
from web.safe import Role
from web.texts import Speaker

pages = Blueprint("entry", __name__)

STATUSES: Mapping[str, int] = MappingProxyType({"good": 200, "warn": 202, "bad": 409})


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
    return post({"event": "throw_entered", "player": player(), "dice": dice})


@pages.post("/play")
@needs(Role.TABLE)
def play() -> ResponseReturnValue:
    """Take a play that is told by hand: as it was tapped, or in either notation."""
    text = request.form.get("text", "").strip()[:200]
    steps = read_steps(request.form.get("steps", ""))
    if steps:
        text = panel().service.play_text(steps)
    return post({"event": "play_entered", "player": player(), "play": text})


def post(event: Mapping[str, Any], back: str = "pages.table") -> ResponseReturnValue:
    """Put an event to the table; tell what came of it."""
    try:
        return answered(put(event, f"panel {address()}"), back)
    except FormError as error:
        return told(str(error), back)


def answered(answer: Answer, back: str = "pages.table") -> ResponseReturnValue:
    """Tell what came of something: to a program as JSON, to a person on the page it came from."""
    text = Speaker.of(answer.view).say(answer.message)
    if not answer.ok and not text:
        text = _("That is not possible now.")
    if answer.ok and answer.view.kept == "memory":
        waits = _("Entered, but not saved yet: the journal cannot be written. Do not switch off before that is mended.")
        return told(f"{text} {waits}".strip(), "pages.table", "warn")
    return told(text, "pages.table" if answer.ok else back, "good" if answer.ok else "bad")


def told(text: str, target: str, kind: Literal["good", "warn", "bad"] = "bad") -> ResponseReturnValue:
    """Tell a program as JSON, and a person on a page, what came of something; `warn`: it is not on disk yet."""
    if not asks_for_page():
        return {"ok": kind != "bad", "kind": kind, "message": text}, STATUSES[kind]
    if text:
        flash(text, kind)
    return redirect(url_for(target))


def _event(text: str) -> dict[str, Any]:
    try:
        event = parsed(text)
    except ValueError:
        abort(400)
    if not isinstance(event, dict) or str(event.get("event")) not in ENTRIES or "at" in event:
        abort(400)
    return event


def _die(text: str) -> int:
    if text not in {"1", "2", "3", "4", "5", "6"}:
        abort(400)
    return int(text)


def player() -> Who:
    """Return the player that a form names."""
    who = request.form.get("player", "")
    return "white" if who == "white" else "black" if who == "black" else abort(400)
