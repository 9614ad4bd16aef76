"""What directors have: calls to answer, tables with trouble, how the hall itself is."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from companion.hall.view import Answer
from web.access import csrf_token, needs
from web.entry import told
from web.forms import text
from web.hall import words
from web.hall.entrance import director
from web.hall.floor import live_page
from web.hall.parts import Page
from web.hall.shared import shared
from web.language import gettext as _
from web.look import look
from web.safe import Role
from web.sign_in import LONGEST_NAME

pages = Blueprint("director", __name__)

MOST_CALLS = 200
ANSWERS: dict[str, Answer] = {"on_the_way": "on_the_way", "done": "done"}


@pages.get("/director")
@needs(Role.TABLE)
def desk() -> ResponseReturnValue:
    """Show what is to be done."""
    return live_page("director", Page("director", look()))


@pages.post("/director/call/<call>")
@needs(Role.TABLE)
def answer(call: str) -> ResponseReturnValue:
    """Note that a director is on the way to a call, or has dealt with it."""
    what = ANSWERS.get(request.form.get("what", ""))
    if what is None:
        abort(400)
    fine = shared().hall.answer(call, what, director() or _("A director"))
    return told("" if fine else _("That call is over already."), "director.desk", "good" if fine else "bad")


@pages.post("/director/name")
@needs(Role.TABLE)
def set_name() -> ResponseReturnValue:
    """Remember what the director at this device is called."""
    session["name"] = text(request.form, "name")[:LONGEST_NAME]
    return redirect(url_for("director.desk"))


@pages.get("/director/calls")
@needs(Role.TABLE)
def call_log() -> ResponseReturnValue:
    """Show the calls there were."""
    calls = shared().hall.call_log(MOST_CALLS)
    return render_template("hall/call_log.html", calls=calls, words=words)


@pages.get("/director/refused")
@needs(Role.TABLE)
def refused() -> ResponseReturnValue:
    """Show which messages were not taken."""
    return render_template("hall/refused.html", rows=shared().hall.refused(), csrf=csrf_token())
