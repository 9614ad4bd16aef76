"""The scorer's page: what was read or entered wrongly is put right here, each time with a reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.service.view import TableView
from web.access import csrf_token, needs
from web.drawing import PLAYERS, POINTS
from web.entered import CRAWFORD, CUBES, MOST_GAME_POINTS, MOST_POINTS, MOST_STEPS_BACK, TRAYS
from web.entry import post
from web.forms import FormError, as_minutes, choice, count, minutes, number, text
from web.language import gettext as _
from web.look import look
from web.render import panel, told
from web.safe import Role

pages = Blueprint("corrections", __name__)
Form = Mapping[str, str]


@pages.get("/correct")
@needs(Role.TABLE)
def correct() -> ResponseReturnValue:
    """Show what can be put right."""
    view = panel().service.view()
    times = times_left(view, panel().service.now())
    return render_template("correct.html", csrf=csrf_token(), cubes=CUBES, times=times, **told(view, look()))


def times_left(view: TableView, now: int) -> dict[str, str]:
    """Return what each player's clock shows, as it can be put in again."""
    clock = view.clock
    if clock is None:
        return {}
    ticking = None if clock.paused or clock.flagged else clock.running
    gone = max(0, now - clock.at - clock.delay_ms)
    return {
        player: as_minutes(max(0, clock.reserve_ms.of(player) - (gone if player == ticking else 0)))
        for player in PLAYERS
    }


@pages.post("/correct/<what>")
@needs(Role.TABLE)
def put_right(what: str) -> ResponseReturnValue:
    """Put a correction to the table."""
    if what not in READERS:
        abort(404)
    try:
        event = {"event": what, **READERS[what](request.form), "reason": text(request.form, "reason")}
    except FormError as error:
        flash(str(error), "bad")
        return redirect(url_for("corrections.correct"))
    return post(event, "corrections.correct")


def _undone(form: Form) -> dict[str, Any]:
    agreed = {player: form.get(f"agreed_{player}") == "yes" for player in PLAYERS}
    return {"steps": number(form, "steps", 1, MOST_STEPS_BACK, _("Steps")), "agreed": agreed}


def _throw(form: Form) -> dict[str, Any]:
    return {"dice": [number(form, name, 1, 6, _("Die")) for name in ("first", "second")]}


def _score(form: Form) -> dict[str, Any]:
    score = {player: number(form, player, 0, MOST_POINTS, _("Score")) for player in PLAYERS}
    return {"score": score, "crawford": choice(form, "crawford", ("", *CRAWFORD)) or None}


def _cube(form: Form) -> dict[str, Any]:
    value = number(form, "value", 1, CUBES[-1], _("Cube"))
    return {"value": value, "owner": choice(form, "owner", ("", *PLAYERS)) or None}


def _clock(form: Form) -> dict[str, Any]:
    return {"player": choice(form, "player", PLAYERS), "reserve": minutes(form, "reserve", _("Time"))}


def _position(form: Form) -> dict[str, Any]:
    event: dict[str, Any] = {
        "setup": {"sides": {player: _side(form, player) for player in PLAYERS}},
        "player": choice(form, "player", PLAYERS),
    }
    if "points_white" in form:
        event["points"] = {
            player: number(form, f"points_{player}", 0, MOST_GAME_POINTS, _("Points")) for player in PLAYERS
        }
    return event


def _side(form: Form, player: str) -> dict[str, Any]:
    points = [count(form, f"{player}_{point}", _("Checkers")) for point in range(1, POINTS + 1)]
    return {"points": points, **{tray: count(form, f"{player}_{tray}", _("Checkers")) for tray in TRAYS}}


READERS: Mapping[str, Callable[[Form], dict[str, Any]]] = MappingProxyType(
    {
        "undone": _undone,
        "throw_corrected": _throw,
        "score_set": _score,
        "cube_set": _cube,
        "position_set": _position,
        "clock_set": _clock,
    }
)
