"""The list of rounds: handed in, looked at before it is taken over; the round that is played; results to take away."""

from __future__ import annotations

from contextlib import closing

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from web.access import csrf_token, needs
from web.hall import words
from web.hall.entrance import director
from web.hall.shared import shared
from web.language import gettext as _
from web.safe import Role

pages = Blueprint("rounds", __name__)

LARGEST_LIST = 1_000_000


@pages.get("/director/rounds")
@needs(Role.TABLE)
def overview() -> ResponseReturnValue:
    """Show the rounds, and ask for a list."""
    return render_template("hall/rounds.html", floor=shared().hall.view(), csrf=csrf_token())


@pages.post("/director/rounds/list")
@needs(Role.TABLE)
def hand_in() -> ResponseReturnValue:
    """Read a list that is handed in, and show what is in it."""
    data = _sent()
    if not data.strip():
        return _again(_("Choose a file that is not empty."))
    if len(data) > LARGEST_LIST:
        return _again(_("The file is larger than %(most)s MB.", most=LARGEST_LIST // 1_000_000))
    return redirect(url_for("rounds.preview", name=shared().lists.keep(data)))


@pages.get("/director/rounds/list/<name>")
@needs(Role.TABLE)
def preview(name: str) -> ResponseReturnValue:
    """Show what is in a list, or what is wrong with it."""
    data = shared().lists.get(name)
    if data is None:
        return _again(_("That list is not known any more. Choose it once more."))
    read = shared().hall.read_list(data)
    return render_template(
        "hall/list.html",
        name=name,
        rows=read.rows,
        problems=read.problems,
        more=read.more,
        said=words.said,
        csrf=csrf_token(),
    )


@pages.post("/director/rounds/list/<name>")
@needs(Role.TABLE)
def take_over(name: str) -> ResponseReturnValue:
    """Take over a list that was looked at."""
    data = shared().lists.get(name)
    if data is None:
        return _again(_("That list is not known any more. Choose it once more."))
    if shared().hall.take_list(data, director()):
        return redirect(url_for("rounds.preview", name=name))
    flash(_("The list is taken over."), "good")
    return redirect(url_for("rounds.overview"))


@pages.post("/director/rounds/present")
@needs(Role.TABLE)
def choose() -> ResponseReturnValue:
    """Let a round begin, or none be played."""
    wanted = request.form.get("round", "")
    if not shared().hall.choose_round(_number(wanted) if wanted else None, director()):
        return _again(_("There is no such round."))
    flash(_("Round %(number)s is played now.", number=wanted) if wanted else _("No round is played now."), "good")
    return redirect(url_for("rounds.overview"))


@pages.post("/director/rounds/drop")
@needs(Role.TABLE)
def drop() -> ResponseReturnValue:
    """Take a round off the list."""
    wanted = _number(request.form.get("round", ""))
    if not shared().hall.drop_round(wanted, director()):
        return _again(_("There is no such round."))
    flash(_("Round %(number)s is off the list.", number=wanted), "good")
    return redirect(url_for("rounds.overview"))


@pages.get("/director/results/<int:number>.<kind>")
@needs(Role.TABLE)
def take_away(number: int, kind: str) -> ResponseReturnValue:
    """Hand out the results of a round as a file; its name holds nothing that anybody has entered."""
    hall = shared().hall
    if number not in hall.view().rounds or kind not in {"csv", "json"}:
        abort(404)
    data = hall.results_csv(number) if kind == "csv" else hall.results_json(number)
    response = Response(data, mimetype="text/csv" if kind == "csv" else "application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="round-{number}.{kind}"'
    return response


def _number(text: str) -> int:
    """Return the number of a round; what is none is no request of our pages."""
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        abort(400)
    return int(text)


def _sent() -> bytes:
    sent = request.files.get("file")
    if sent is None:
        return b""
    with closing(sent):
        return sent.stream.read(LARGEST_LIST + 1)


def _again(why: str) -> ResponseReturnValue:
    flash(why, "bad")
    return redirect(url_for("rounds.overview"))
