"""Setting up a match: the game and its options, how long, who plays, the clock, the table's own rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.service.view import GameInfo, OptionInfo
from web.access import address, csrf_token, needs
from web.drawing import PLAYERS
from web.entered import CLOCKS, ENDS, ILLEGAL, LONGEST, MOST_MATCHES, MOST_STEP_MS
from web.entered import begin as begin_match
from web.entry import answered
from web.forms import FormError, choice, minutes, number, text
from web.language import gettext as _
from web.render import panel
from web.safe import Role
from web.texts import Speaker

pages = Blueprint("new", __name__)
Form = Mapping[str, str]

LENGTHS = ("points", "money", "rounds")
USUAL_POINTS = (1, 3, 5, 7, 9, 11)
COLOURS = {"white": "White", "black": "Black"}


@pages.get("/new")
@needs(Role.TABLE)
def new() -> ResponseReturnValue:
    """Show what can be played, and how."""
    return render_template(
        "new.html",
        games=panel().service.catalogue(),
        usual=USUAL_POINTS,
        csrf=csrf_token(),
        view=panel().service.view(),
    )


@pages.get("/matches")
@needs(Role.TABLE)
def matches() -> ResponseReturnValue:
    """Show the matches that can be gone back to."""
    service = panel().service
    return render_template(
        "matches.html",
        matches=service.open_matches(),
        csrf=csrf_token(),
        view=service.view(),
        say=Speaker().say,
    )


@pages.post("/matches")
@needs(Role.TABLE)
def go_back() -> ResponseReturnValue:
    """Go on with another match."""
    try:
        match = number(request.form, "match", 1, MOST_MATCHES, _("Match"))
    except FormError as error:
        flash(str(error), "bad")
        return redirect(url_for("new.matches"))
    return answered(panel().service.go_back(match, f"panel {address()}"), "new.matches")


@pages.post("/new")
@needs(Role.TABLE)
def begin() -> ResponseReturnValue:
    """Begin the match that was set up."""
    game = next((one for one in panel().service.catalogue() if one.id == request.form.get("game")), None)
    if game is None:
        abort(400)
    try:
        begun = begin_match(agreement(request.form, game), f"panel {address()}")
    except FormError as error:
        flash(str(error), "bad")
        return redirect(url_for("new.new"))
    return answered(begun, "new.new")


def agreement(form: Form, game: GameInfo) -> dict[str, Any]:
    """Return what was agreed on, as the service takes it."""
    kind = choice(form, "clock", CLOCKS)
    length = _length(form, game)
    return {
        "game": game.id,
        "options": {option.name: _option(form, game, option) for option in game.options},
        "length": length,
        "names": {player: text(form, f"name_{player}") or COLOURS[player] for player in PLAYERS},
        "clock": {"kind": kind, **(_times(form, length["kind"]) if kind != "none" else {})},
        "cube": None if form.get(f"{game.id}.cube") == "yes" else False,
        "table": {
            "ends_by": choice(form, "ends_by", ENDS),
            "illegal_plays": choice(form, "illegal_plays", ILLEGAL),
            "tournament": form.get("tournament") == "yes",
        },
    }


def _length(form: Form, game: GameInfo) -> dict[str, Any]:
    kind = choice(form, "length", LENGTHS)
    if kind not in game.lengths:
        kind = game.lengths[0]
    if kind == "points":
        return {"kind": kind, "points": number(form, "points", 1, LONGEST, _("Points"))}
    if kind == "rounds":
        return {"kind": kind, "games": number(form, "games", 1, LONGEST, _("Games"))}
    return {"kind": kind}


def _option(form: Form, game: GameInfo, option: OptionInfo) -> bool | int | str:
    """Return what was chosen; a box that is not ticked is not sent."""
    sent = form.get(f"{game.id}.{option.name}", "")
    if isinstance(option.default, bool):
        return sent == "yes"
    return next((one for one in option.allowed if str(one) == sent), option.default)


def _times(form: Form, length: str) -> dict[str, Any]:
    """Return the times of the clock; an empty reserve is the usual one, which money play does not have."""
    step = number(form, "step", 0, MOST_STEP_MS // 1000, _("Seconds")) * 1000
    if not form.get("reserve", "").strip():
        if length == "money":
            raise FormError(_("Without a length the clock needs a time for each player."))
        return {"reserve_ms": None, "step_ms": step}
    reserve = minutes(form, "reserve", _("Time"))
    return {"reserve_ms": dict.fromkeys(PLAYERS, reserve), "step_ms": step}
