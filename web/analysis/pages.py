"""The analysis of a match: looked at by everybody who may look at the archive, begun with the PIN."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.service.analysing import AnalysisState
from web.access import csrf_token, needs
from web.analysis.sheet import sheet_of
from web.analysis.steps import step_of
from web.analysis.words import TOOLS
from web.archive.pages import archive, called, reads, tools
from web.language import asked_language
from web.look import look
from web.render import panel
from web.safe import Role
from web.texts import Speaker

pages = Blueprint("analysis", __name__)


@pages.get("/archive/<int:number>/analysis")
@reads
def show(number: int) -> ResponseReturnValue:
    """Show what came of a match, or how far that is."""
    report = panel().service.analysing.report(number)
    names = called(archive().match(number).line.names)
    return render_template(
        "analysis/page.html",
        number=number,
        names=names,
        sheet=sheet_of(report, look().seat) if report else None,
        state=state_of(number),
        at=lambda game, decision: url_for("analysis.decision", number=number, game=game, decision=decision),
        first=lambda game: url_for("archive.first_step", number=number, game=game),
        csrf=csrf_token(),
        **TOOLS,
        **tools(),
    )


def state_of(number: int) -> AnalysisState:
    """Return how far the analysis of a match is."""
    return panel().service.analysing.state(number)


@pages.post("/archive/<int:number>/analysis")
@needs(Role.TABLE)
@reads
def begin(number: int) -> ResponseReturnValue:
    """Have a match analysed now."""
    refused = panel().service.analysing.wish(number)
    if refused:
        flash(Speaker().say(refused), "bad")
    return redirect(url_for("analysis.show", number=number))


@pages.get("/archive/<int:number>/analysis.json")
@reads
def plain(number: int) -> ResponseReturnValue:
    """Hand out what came of a match, as `companion analyse` writes it."""
    report = panel().service.analysing.report(number)
    if report is None:
        abort(404)
    response = Response(json.dumps(report, ensure_ascii=False, indent=1), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="match-{number}-analysis.json"'
    return response


@pages.get("/archive/<int:number>/analysis/game/<int:game>/decision/<int:decision>")
@reads
def decision(number: int, game: int, decision: int) -> ResponseReturnValue:
    """Show the step of the replay to which a decision belongs."""
    found = judged(number, game)
    if decision >= len(found):
        abort(404)
    step = step_of(archive().game(number, game).steps, found, decision)
    return redirect(url_for("archive.step", number=number, game=game, step=step, lang=asked_language()))


def judged(number: int, game: int) -> list[dict[str, Any]]:
    """Return the judged decisions of a game; none where there are none to be shown."""
    return panel().service.analysing.game(number, game) or []
