"""How much is tried of what could be tried without end.

The test command takes a share that is the same each time; all of it is tried where COMPANION_THOROUGH is set.
"""

from __future__ import annotations

import os

IS_THOROUGH = bool(os.environ.get("COMPANION_THOROUGH"))


def tried(each_time: int, thoroughly: int) -> int:
    """Return how many are tried."""
    return thoroughly if IS_THOROUGH else each_time
