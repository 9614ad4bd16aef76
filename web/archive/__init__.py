"""The archive in the panel: recorded matches to be found, looked at, gone through, taken away and handed in."""

from __future__ import annotations

from web.archive import files, replaying, uploads
from web.archive.pages import pages

__all__ = ["files", "pages", "replaying", "uploads"]
