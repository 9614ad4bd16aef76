"""The pages where a PIN is entered, and where the owner sets them."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from web.access import TooManyTriesError, access, home, needs, role
from web.forms import text
from web.language import gettext as _
from web.safe import PinError, Role, check_pin

pages = Blueprint("access", __name__)

LONGEST_NAME = 30
"""Of a person, where a page asks for one."""


@pages.get("/sign-in")
def sign_in() -> ResponseReturnValue:
    """Ask for the PIN."""
    return render_template("sign_in.html", target=_local(request.args.get("next", "")), waits=0)


@pages.post("/sign-in")
def enter() -> ResponseReturnValue:
    """Take the PIN, but not too often."""
    target = _local(request.form.get("next", ""))
    try:
        opened = access().try_pin(request.form.get("pin", ""))
    except TooManyTriesError as error:
        page = render_template("sign_in.html", target=target, waits=error.wait)
        return page, 429, {"Retry-After": str(error.wait)}
    if opened is None:
        flash(_("That PIN is not right."), "bad")
        return render_template("sign_in.html", target=target, waits=0), 403
    access().sign_in(opened)
    session["name"] = text(request.form, "name")[:LONGEST_NAME]
    return redirect(target)


@pages.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """Let this device only watch."""
    access().sign_out()
    return redirect(home())


@pages.get("/settings")
@needs(Role.OWNER)
def settings() -> ResponseReturnValue:
    """Show what the owner can set."""
    return render_template("settings.html", kept=access().safe.kept)


@pages.post("/settings/pin")
@needs(Role.OWNER)
def set_pin() -> ResponseReturnValue:
    """Set a PIN; whoever does so stays signed in, everybody else has to enter the new one."""
    which = {"table": Role.TABLE, "owner": Role.OWNER}.get(request.form.get("which", ""))
    if which is None:
        abort(400)
    pin = request.form.get("pin", "")
    try:
        check_pin(pin)
    except PinError as error:
        flash(_(str(error)), "bad")
        return redirect(url_for("access.settings"))
    access().safe.set_pin(which, pin)
    access().sign_in(Role.OWNER)
    flash(_("The PIN is set. All other devices are signed out."), "good")
    return redirect(url_for("access.settings"))


@pages.post("/settings/watching")
@needs(Role.OWNER)
def set_watching() -> ResponseReturnValue:
    """Let everybody in the network watch, or only who has a PIN."""
    access().safe.set_open_to_watch(is_open=request.form.get("open") == "yes")
    flash(_("Saved."), "good")
    return redirect(url_for("access.settings"))


@pages.post("/settings/sign-all-out")
@needs(Role.OWNER)
def sign_all_out() -> ResponseReturnValue:
    """End every session but this one."""
    mine = role()
    access().safe.sign_all_out()
    access().sign_in(mine)
    flash(_("All other devices are signed out."), "good")
    return redirect(url_for("access.settings"))


def _local(target: str) -> str:
    """Return a page of ours to go on to: never another site. Browsers pass over tabs and line ends in an address."""
    if target.startswith("/") and not target.startswith("//") and "\\" not in target and target.isprintable():
        return target
    return home()
