"""The doctor as a page: what works, what does not, and how to mend it."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from web.access import needs
from web.language import gettext as _
from web.safe import Role
from web.texts import Speaker
from web.upkeep.diagnostics import pages
from web.upkeep.shared import upkeep


@pages.get("/diagnostics/doctor")
@needs(Role.OWNER)
def doctor() -> ResponseReturnValue:
    """Look at every part, and show what was found."""
    findings = upkeep().examine()
    return render_template(
        "setup/doctor.html",
        findings=findings,
        all_well=all(one.state != "mend" for one in findings),
        names=part_names(),
        states=states(),
        say=Speaker().say,
    )


def part_names() -> dict[str, str]:
    """Return what each part is called."""
    return {
        "board": _("Sensor board"),
        "camera": _("Camera"),
        "pins": _("Pins"),
        "gnubg": _("GNU Backgammon"),
        "disk": _("Disk"),
        "journal": _("Journal"),
        "time": _("Time"),
        "memory": _("Memory"),
        "heat": _("Temperature"),
        "power": _("Power"),
        "panel": _("Panel"),
        "set_up": _("Set-up"),
        "hall": _("Hall"),
    }


def states() -> dict[str, str]:
    """Return how a part is, in a word."""
    return {"well": _("works"), "unused": _("not used"), "mend": _("to be mended")}
