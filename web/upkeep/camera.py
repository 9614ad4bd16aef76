"""The set-up of the camera: which one it is, the corners of the board in its picture, the sheet of markers."""

from __future__ import annotations

import math

from flask import Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.config import OFF
from companion.service.upkeep.refusal import SetupError
from companion.service.upkeep.values import CornersView, Points
from web.access import needs
from web.language import gettext as _
from web.safe import Role
from web.texts import Speaker
from web.upkeep import words
from web.upkeep.devices import chosen, text_of
from web.upkeep.shared import upkeep
from web.upkeep.steps import pages, refused, show

SEATS = ("bottom", "top")
NO_PICTURE = "", 204
"""A camera that is just being opened is nothing wrong: the page asks again."""
USUAL = CornersView(
    ((70, 60), (300, 60), (300, 420), (70, 420)), ((340, 60), (570, 60), (570, 420), (340, 420)), (640, 480)
)
"""Where corners are shown that nobody knows yet, in a picture of that size."""
LARGEST = 20_000
"""No picture is wider or higher."""
NUMBERS = range(4)
HALVES = ("left", "right")


@pages.get("/setup/camera")
@needs(Role.OWNER)
def camera() -> ResponseReturnValue:
    """Show the cameras, and the picture with the corners."""
    setting, look = upkeep().setting("camera.source"), upkeep().camera()
    found = upkeep().cameras()
    known = {OFF, *(one.name for one in found)}
    plain = upkeep().plain() if look.pictures else None
    return show(
        "camera",
        setting=setting,
        look=look,
        cameras=found,
        other="" if setting.value in known else look.source,
        seat=upkeep().setting("camera.white_sits").value,
        corners=_shown(plain[1]) if plain is not None else None,
        names=words.corner_names(),
        parts=camera_parts(),
        file=upkeep().settings.file,
    )


def camera_parts() -> dict[str, str]:
    """Return how the camera is, drawn anew."""
    look = upkeep().camera()
    return {"camera": render_template("setup/camera_state.html", look=look, words=words, say=Speaker().say)}


@pages.get("/setup/camera/now")
@needs(Role.OWNER)
def camera_now() -> ResponseReturnValue:
    """Return how the camera is."""
    return {"parts": camera_parts()}


def _shown(size: tuple[int, int]) -> CornersView:
    """Return the corners for pictures of a size: those that are known, or usual ones to begin with."""
    one = upkeep().corners() or USUAL
    across, down = size[0] / one.size[0], size[1] / one.size[1]
    left, right = (tuple((round(x * across, 1), round(y * down, 1)) for x, y in half) for half in (one.left, one.right))
    return CornersView(left, right, size)


@pages.get("/setup/camera/plain.jpg")
@needs(Role.OWNER)
def plain() -> ResponseReturnValue:
    """Return the camera's picture as it is now."""
    found = upkeep().plain()
    return Response(found[0], mimetype="image/jpeg") if found is not None else NO_PICTURE


@pages.get("/setup/camera/read.jpg")
@needs(Role.OWNER)
def read() -> ResponseReturnValue:
    """Return the newest picture with what was read in it."""
    found = upkeep().frame()
    return Response(found, mimetype="image/jpeg") if found is not None else NO_PICTURE


@pages.get("/setup/markers.svg")
@needs(Role.OWNER)
def markers() -> ResponseReturnValue:
    """Return the sheet of markers, to print."""
    known = words.sheet_texts()
    return Response(upkeep().sheet(lambda text: known.get(text, text)), mimetype="image/svg+xml")


@pages.post("/setup/camera")
@needs(Role.OWNER)
def choose_camera() -> ResponseReturnValue:
    """Look through another camera from now on."""
    source, seat = request.form.get("source", ""), request.form.get("white_sits", "bottom")
    if seat not in SEATS:
        abort(400)
    if source == "other":
        source = _other()
    return chosen({"camera.source": source, "camera.white_sits": seat}, "camera")


def _other() -> str:
    """Return the address that was entered; one that was left as it is shown keeps its password."""
    text = text_of("other")
    return str(upkeep().setting("camera.source").value) if text == upkeep().camera().source else text


@pages.post("/setup/camera/propose")
@needs(Role.OWNER)
def propose() -> ResponseReturnValue:
    """Look for the corners."""
    try:
        match request.form.get("how"):
            case "markers":
                upkeep().propose("markers")
            case "outline":
                upkeep().propose("outline")
            case "used":
                upkeep().forget_proposal()
                return redirect(url_for("setup.camera"))
            case _:
                abort(400)
    except SetupError as error:
        return refused(error, "camera")
    flash(_("This is where the board seems to be. Drag what is not right, then keep it."), "good")
    return redirect(url_for("setup.camera"))


@pages.post("/setup/camera/corners")
@needs(Role.OWNER)
def keep() -> ResponseReturnValue:
    """Keep the corners as they were dragged."""
    size = round(_coordinate("wide")), round(_coordinate("high"))
    left, right = _corners("left"), _corners("right")
    try:
        upkeep().keep_corners(left, right, size, die=request.form.get("die") == "yes")
    except SetupError as error:
        return refused(error, "camera")
    flash(_("Kept. The reader of dice goes by these corners now."), "good")
    return redirect(url_for("setup.camera"))


def _corners(half: str) -> Points:
    return tuple((_coordinate(f"{half}{number}x"), _coordinate(f"{half}{number}y")) for number in NUMBERS)


def _coordinate(name: str) -> float:
    try:
        value = float(request.form.get(name, ""))
    except ValueError:
        abort(400)
    if not math.isfinite(value) or abs(value) > LARGEST:
        abort(400)
    return value
