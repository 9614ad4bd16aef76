"""Threads whose work can wait stand back behind those of the table."""

from __future__ import annotations

import os
import threading
from contextlib import suppress

BEHIND = 10
"""How much they stand back (a nice value)."""


def stand_back() -> None:
    """Let the thread that asks for it stand back. Linux has this for each thread; elsewhere it works all the same."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BEHIND)
