"""The diagnostics: how the board, the camera and the machine are, and the support bundle."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from companion.service.upkeep.machine import HOT, LITTLE_DISK
from companion.service.upkeep.values import Machine
from web.access import needs
from web.formats import as_number
from web.language import gettext as _
from web.render import panel
from web.safe import Role
from web.texts import Speaker
from web.upkeep import words
from web.upkeep.devices import ailing
from web.upkeep.sensor_map import sensor_map
from web.upkeep.shared import upkeep

pages = Blueprint("diagnostics", __name__)
THOUSAND = 1000


def parts() -> dict[str, str]:
    """Return the parts of the page, drawn anew."""
    board, camera, machine = upkeep().board(), upkeep().camera(), upkeep().machine()
    shared = {"words": words, "say": Speaker().say}
    journal = next((one for one in panel().service.view().devices if one.name == "journal"), None)
    return {
        "board": render_template(
            "setup/of_board.html", look=board, map=sensor_map(board, "heat"), ailing=ailing(board), **shared
        ),
        "camera": render_template("setup/of_camera.html", look=camera, **shared),
        "machine": render_template(
            "setup/of_machine.html",
            machine=machine,
            journal=journal,
            slowed=_slowed(machine),
            size=size_in_words,
            hot=HOT,
            little=LITTLE_DISK,
            **shared,
        ),
    }


def _slowed(machine: Machine) -> list[str] | None:
    known = words.slowed()
    return None if machine.throttled is None else [known[one] for one in machine.throttled]


def size_in_words(size: float) -> str:
    """Return a number of bytes as people read it."""
    *units, last = _("B"), _("kB"), _("MB"), _("GB"), _("TB")
    for unit in units:
        if size < THOUSAND:
            return f"{_short(size)} {unit}"
        size /= THOUSAND
    return f"{_short(size)} {last}"


def _short(size: float) -> str:
    """Return the first three figures of a number."""
    return as_number(float(f"{size:.3g}"))


@pages.get("/diagnostics")
@needs(Role.OWNER)
def show() -> ResponseReturnValue:
    """Show how everything is."""
    return render_template("setup/diagnostics.html", parts=parts(), pictures=upkeep().camera().pictures)


@pages.get("/diagnostics/now")
@needs(Role.OWNER)
def now() -> ResponseReturnValue:
    """Return the parts of the page."""
    return {"parts": parts()}


@pages.get("/diagnostics/bundle")
@needs(Role.OWNER)
def bundle() -> ResponseReturnValue:
    """Show what is in the support bundle."""
    about = words.bundle_parts()
    files = [(one.name, about[one.name], size_in_words(len(one.content)), one.cut) for one in upkeep().bundle()]
    return render_template("setup/bundle.html", files=files)


@pages.post("/diagnostics/bundle")
@needs(Role.OWNER)
def packed() -> ResponseReturnValue:
    """Return the support bundle."""
    name = f"companion-{datetime.now(UTC):%Y%m%d-%H%M}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(upkeep().packed(), mimetype="application/zip", headers=headers)
