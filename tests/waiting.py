"""How tests wait: for what is sure to come, however slow the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

HANG_S = 300.0
"""No time for anything: whatever takes longer hangs."""
LOOK_S = 0.01


def wait_until(is_so: Callable[[], T], told: Callable[[], object] = lambda: "it does not come to that") -> T:
    """Return what is wanted as soon as it is there; `told` says what there is instead, should it never come."""
    end = time.monotonic() + HANG_S
    while not (found := is_so()):
        assert time.monotonic() < end, told()
        time.sleep(LOOK_S)
    return found
