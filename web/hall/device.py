"""What a device can choose for itself in the hall."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from web.language import COOKIE, LANGUAGES
from web.pages import remember

pages = Blueprint("device", __name__)


@pages.get("/device")
def show() -> ResponseReturnValue:
    """Show what a device can choose for itself."""
    return render_template("hall/device.html", languages=LANGUAGES, chosen=request.cookies.get(COOKIE, ""))


@pages.post("/device")
def choose() -> ResponseReturnValue:
    """Remember on the device what was chosen."""
    return remember("device.show")
