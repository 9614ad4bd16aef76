"""The panel for programs: a JSON API with a description of itself, and a page that shows it to people."""

from __future__ import annotations

from web.api import archived, description, doing, files, hinting, looking_after, settings, watching
from web.api.operations import pages

__all__ = [
    "archived",
    "description",
    "doing",
    "files",
    "hinting",
    "looking_after",
    "pages",
    "settings",
    "watching",
]
