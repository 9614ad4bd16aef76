"""Makes the set-up and the diagnostics a part of the panel, where there is something to set up."""

from __future__ import annotations

from flask import Flask

from companion.service.upkeep.upkeep import Upkeep
from web.access import role
from web.safe import Role
from web.upkeep import camera, devices, diagnostics, dice, doctor, recording, steps
from web.upkeep.shared import EXTENSION, upkeep

PAGES = (steps.pages, diagnostics.pages)
STEPS = (devices, camera, dice, doctor, recording)
"""Loaded for the pages that they add to the set-up and the diagnostics."""


def offer_upkeep(app: Flask, upkeep: Upkeep) -> None:
    """Let the owner set the table up and look after it."""
    app.extensions[EXTENSION] = upkeep
    app.jinja_env.globals.update(has_upkeep=True, setup_is_offered=setup_is_offered)
    for pages in PAGES:
        app.register_blueprint(pages)


def setup_is_offered() -> bool:
    """Whether the device that asks may set the table up, and nobody has done so yet."""
    return role() >= Role.OWNER and upkeep().is_offered
