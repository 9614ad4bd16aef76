"""Which match goes on after a restart, where that is not the newest: kept beside the journal, and no part of it."""

from __future__ import annotations

import logging
import os
from pathlib import Path

LOG = logging.getLogger(__name__)
FILE = "playing"


def marked(folder: Path) -> str | None:
    """Return the uid of the match that was gone back to, if any was."""
    try:
        return (folder / FILE).read_text(encoding="utf-8").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


def mark(folder: Path, uid: str) -> None:
    """Remember that this match is being played."""
    fresh = folder / f"{FILE}.new"
    try:
        with fresh.open("w", encoding="utf-8") as file:
            file.write(f"{uid}\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(folder / FILE)
    except OSError as error:
        LOG.warning("Which match is being played is not kept", extra={"why": str(error)})


def unmark(folder: Path) -> None:
    """Let the newest match go on."""
    try:
        (folder / FILE).unlink(missing_ok=True)
    except OSError as error:
        LOG.warning("Which match is being played is not kept", extra={"why": str(error)})
