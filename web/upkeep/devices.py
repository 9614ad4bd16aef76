"""The set-up of the sensor board: its port, how it stands, and the walk over its sensors."""

from __future__ import annotations

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.config import AUTO, OFF
from companion.service.upkeep.refusal import SetupError
from companion.service.upkeep.values import BoardLook, Sensor, ZoneView
from web.access import csrf_token, needs
from web.drawing import PLAYERS
from web.language import gettext as _
from web.render import panel
from web.safe import Role
from web.texts import Speaker
from web.upkeep import words
from web.upkeep.sensor_map import sensor_map, stand_zones
from web.upkeep.shared import upkeep
from web.upkeep.steps import pages, refused, show

LONGEST, MOST_DIGITS = 200, 6
Problem = tuple[str, str]
"""A sensor's name, and what is the matter with it."""


def board_parts() -> dict[str, str]:
    """Return how the board is, drawn anew."""
    look = upkeep().board()
    return {"board": render_template("setup/board_state.html", look=look, words=words, say=Speaker().say)}


def stand_parts() -> dict[str, str]:
    """Return how the board stands, drawn anew."""
    look = upkeep().board()
    stand = look.stands[0] if len(look.stands) == 1 else None
    context = {"look": look, "stand": stand, "spots": stand_zones(stand) if stand else ()}
    return {
        "stands": render_template(
            "setup/stands.html",
            map=sensor_map(look, "plain"),
            games=_games(look),
            words=words,
            csrf=csrf_token(),
            **context,
        )
    }


def walk_parts() -> dict[str, str]:
    """Return the walk over the sensors, drawn anew."""
    look = upkeep().board()
    return {
        "walk": render_template(
            "setup/walk_map.html",
            look=look,
            map=sensor_map(look, "walk"),
            words=words,
            asked=_asked(look),
            elsewhere=[words.place_name(look.zones[zone].place) for zone in look.walk.elsewhere],
            csrf=csrf_token(),
        ),
        "found": render_template("setup/walk_found.html", problems=problems(look), look=look),
    }


def problems(look: BoardLook) -> list[Problem]:
    """Return every sensor that the walk has not found good, by name."""
    known = words.verdicts()
    return [(name, known[one.verdict]) for name, one in _named(look.zones) if one.verdict not in {"", "seen"}]


def ailing(look: BoardLook) -> list[Problem]:
    """Return every sensor that is in trouble now, by name."""
    known = words.troubles()
    return [(name, known[one.trouble]) for name, one in _named(look.zones) if one.trouble]


def _named(zones: tuple[ZoneView, ...]) -> list[tuple[str, Sensor]]:
    return [(words.sensor_name(zone.place, one, len(zone.sensors)), one) for zone in zones for one in zone.sensors]


def _asked(look: BoardLook) -> str:
    return words.place_name(look.zones[look.walk.asked].place) if look.walk.asked is not None else ""


def _games(look: BoardLook) -> list[str]:
    return [_(one.name) for one in panel().service.catalogue() if one.id in look.games]


PARTS = {"board": board_parts, "orientation": stand_parts, "walk": walk_parts}


@pages.get("/setup/<step>/now")
@needs(Role.OWNER)
def now(step: str) -> ResponseReturnValue:
    """Return the parts of a page that follow the board."""
    if step not in PARTS:
        abort(404)
    return {"parts": PARTS[step]()}


@pages.get("/setup/board")
@needs(Role.OWNER)
def board() -> ResponseReturnValue:
    """Show the ports, and what the board says of itself."""
    setting = upkeep().setting("board.port")
    ports = upkeep().ports()
    known = {AUTO, OFF, *(one.name for one in ports)}
    return show(
        "board",
        setting=setting,
        ports=ports,
        other="" if setting.value in known else setting.value,
        parts=board_parts(),
        file=upkeep().settings.file,
    )


@pages.post("/setup/board")
@needs(Role.OWNER)
def choose_port() -> ResponseReturnValue:
    """Look for the board elsewhere from now on."""
    port = request.form.get("port", "")
    return chosen({"board.port": text_of("other") if port == "other" else port}, "board")


@pages.get("/setup/orientation")
@needs(Role.OWNER)
def orientation() -> ResponseReturnValue:
    """Show how the board stands."""
    one = upkeep().setting("board.corner")
    return show(
        "orientation",
        setting=one,
        colour=upkeep().setting("board.colour_a").value,
        players=PLAYERS,
        parts=stand_parts(),
        file=upkeep().settings.file,
    )


@pages.post("/setup/orientation")
@needs(Role.OWNER)
def orient() -> ResponseReturnValue:
    """Take how the board stands, or let it be found out."""
    corner, colour = request.form.get("corner", ""), request.form.get("colour_a", "white")
    if corner not in {"0", *map(str, words.corners())} or colour not in PLAYERS:
        abort(400)
    return chosen({"board.corner": int(corner), "board.colour_a": colour}, "orientation")


@pages.get("/setup/walk")
@needs(Role.OWNER)
def walk() -> ResponseReturnValue:
    """Show the walk over the sensors."""
    return show("walk", parts=walk_parts())


@pages.post("/setup/walk")
@needs(Role.OWNER)
def walk_on() -> ResponseReturnValue:
    """Begin the walk, or give up a place of it."""
    try:
        if request.form.get("do") == "begin":
            upkeep().begin_walk()
        elif request.form.get("do") == "pass":
            upkeep().pass_zone(number_of("zone"))
        else:
            abort(400)
    except SetupError as error:
        return refused(error, "walk")
    return redirect(url_for("setup.walk"))


@pages.post("/setup/walk/tare")
@needs(Role.OWNER)
def tare() -> ResponseReturnValue:
    """Let the board measure its sensors with nothing on it."""
    if request.form.get("empty") != "yes":
        flash(_("First take everything off the board, from the bar and the trays too, and say so."), "bad")
        return redirect(url_for("setup.walk"))
    result = upkeep().tare()
    flash(words.tare_results()[result], "good" if result == "done" else "bad")
    return redirect(url_for("setup.walk"))


@pages.post("/setup/take-back")
@needs(Role.OWNER)
def take_back() -> ResponseReturnValue:
    """Let the file say again what was chosen here."""
    back = {
        "board": ("board.port",),
        "orientation": ("board.corner", "board.colour_a"),
        "camera": ("camera.source", "camera.white_sits"),
    }
    step = request.form.get("step", "")
    if step not in back:
        abort(400)
    try:
        upkeep().take_back(*back[step])
    except SetupError as error:
        return refused(error, step)
    return redirect(url_for(f"setup.{step}"))


def chosen(values: dict[str, object], step: str) -> ResponseReturnValue:
    """Choose options, and say on the page of a step that they count."""
    if not all(values[name] for name in values if name.endswith((".port", ".source"))):
        flash(_("Nothing was chosen."), "bad")
        return redirect(url_for(f"setup.{step}"))
    try:
        upkeep().choose(values)
    except SetupError as error:
        return refused(error, step)
    flash(_("Chosen. It counts from now on."), "good")
    return redirect(url_for(f"setup.{step}"))


def text_of(name: str) -> str:
    """Return a short text on one line."""
    return " ".join(request.form.get(name, "").split())[:LONGEST]


def number_of(name: str) -> int:
    """Return a whole number; what is none is no request of our pages."""
    text = request.form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        abort(400)
    return int(text)
