"""The set-up, step by step: what is done, what is next, and the steps that need no device."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.service.upkeep.progress import STATES, STEPS
from companion.service.upkeep.refusal import SetupError
from web.access import access, needs
from web.language import COOKIE, LANGUAGES
from web.language import gettext as _
from web.look import COOKIE_SECONDS
from web.safe import PinError, Role, check_pin
from web.upkeep import words
from web.upkeep.shared import upkeep

pages = Blueprint("setup", __name__)


@pages.get("/setup")
@needs(Role.OWNER)
def overview() -> ResponseReturnValue:
    """Show all steps, and how far they are."""
    progress = upkeep().keeper.progress
    return render_template("setup/overview.html", steps=words.step_names(), progress=progress, next=progress.next)


@pages.post("/setup/put-off")
@needs(Role.OWNER)
def put_off() -> ResponseReturnValue:
    """Offer the set-up no more at the table; it stays in the settings."""
    upkeep().keeper.change(put_off=True)
    flash(_("The set-up is in the settings whenever you want it."), "good")
    return redirect(url_for("pages.table"))


@pages.post("/setup/<step>/leave")
@needs(Role.OWNER)
def leave(step: str) -> ResponseReturnValue:
    """Take it that a step is done or skipped, and go on to the next."""
    state = request.form.get("state", "")
    if step not in STEPS or state not in STATES:
        abort(400)
    if step == "dice":
        upkeep().dice.end()
    upkeep().keeper.step(step, state)
    return to_next(step)


def to_next(step: str) -> ResponseReturnValue:
    """Go on to the step after one; after the last, to the overview."""
    at = STEPS.index(step) + 1
    return redirect(url_for(f"setup.{STEPS[at]}") if at < len(STEPS) else url_for("setup.overview"))


def show(step: str, **more: Any) -> str:  # noqa: ANN401 - what the template needs
    """Return the page of a step."""
    title, about = words.step_names()[step]
    progress = upkeep().keeper.progress
    return render_template(
        f"setup/{step}.html",
        step=step,
        number=STEPS.index(step) + 1,
        count=len(STEPS),
        title=title,
        about=about,
        state=progress.steps.get(step, ""),
        playing=upkeep().is_playing,
        words=words,
        **more,
    )


def refused(error: SetupError, step: str) -> ResponseReturnValue:
    """Say on the page of a step why something cannot be done."""
    flash(words.refusal(error), "bad")
    return redirect(url_for(f"setup.{step}"))


# Language and PIN


@pages.get("/setup/language")
@needs(Role.OWNER)
def language() -> ResponseReturnValue:
    """Ask for the language of this device."""
    return show("language", chosen=request.cookies.get(COOKIE, ""), languages=LANGUAGES)


@pages.post("/setup/language")
@needs(Role.OWNER)
def choose_language() -> ResponseReturnValue:
    """Remember the language on this device, and go on."""
    value = request.form.get("language", "")
    if value not in {"", *LANGUAGES}:
        abort(400)
    upkeep().keeper.step("language", "done")
    response = make_response(to_next("language"))
    response.set_cookie(COOKIE, value, max_age=COOKIE_SECONDS, httponly=True, samesite="Strict")
    return response


@pages.get("/setup/pin")
@needs(Role.OWNER)
def pin() -> ResponseReturnValue:
    """Ask for the PINs."""
    return show("pin", kept=access().safe.kept)


@pages.post("/setup/pin")
@needs(Role.OWNER)
def set_pins() -> ResponseReturnValue:
    """Set the PINs that were entered; an empty field leaves one as it is."""
    wanted = {role: request.form.get(name, "") for name, role in (("table", Role.TABLE), ("owner", Role.OWNER))}
    try:
        for one in filter(None, wanted.values()):
            check_pin(one)
    except PinError as error:
        flash(_(str(error)), "bad")
        return redirect(url_for("setup.pin"))
    if not any(wanted.values()):
        flash(_("No PIN was entered."), "bad")
        return redirect(url_for("setup.pin"))
    for role, one in wanted.items():
        if one:
            access().safe.set_pin(role, one)
    access().sign_in(Role.OWNER)
    upkeep().keeper.step("pin", "done")
    flash(_("The PIN is set. All other devices are signed out."), "good")
    return to_next("pin")
