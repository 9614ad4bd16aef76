"""What is set up and looked after in this application."""

from __future__ import annotations

from flask import current_app

from companion.service.upkeep.upkeep import Upkeep

EXTENSION = "companion_upkeep"


def upkeep() -> Upkeep:
    """Return what this application sets up."""
    shared: Upkeep = current_app.extensions[EXTENSION]
    return shared
