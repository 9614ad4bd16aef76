"""Every table that was ever heard, for directors: to let it in, or to turn it away with all that it has told."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from web.access import csrf_token, needs
from web.hall import words
from web.hall.entrance import director
from web.hall.shared import shared
from web.language import gettext as _
from web.safe import Role

pages = Blueprint("known_tables", __name__)


@pages.get("/director/tables")
@needs(Role.TABLE)
def overview() -> ResponseReturnValue:
    """Show the tables."""
    return render_template("hall/known_tables.html", tables=shared().hall.tables(), words=words, csrf=csrf_token())


@pages.post("/director/tables")
@needs(Role.TABLE)
def decide() -> ResponseReturnValue:
    """Let tables in, or turn them away."""
    hall, wanted = shared().hall, set(request.form.getlist("table"))
    what = request.form.get("what")
    if what not in {"let_in", "turn_away"} or not wanted <= {one.id for one in hall.tables()}:
        abort(400)
    if what == "let_in":
        hall.let_in(sorted(wanted), director())
        flash(_("It takes part from now on."), "good")
    else:
        for table in sorted(wanted):
            hall.turn_away(table, director())
        flash(_("It takes part no more, and its matches are discarded."), "good")
    return redirect(url_for("known_tables.overview"))
