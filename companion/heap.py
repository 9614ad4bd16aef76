"""How the C library keeps memory that is free: hardly, as the service runs for months beside other programs."""

from __future__ import annotations

import ctypes
import threading

TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
"""As in glibc's `malloc.h`."""
LARGE, SPARE = 256 * 1024, 1024 * 1024
"""What is larger, as pictures are, is taken from the system by itself, and given back as soon as it is free. Of what is
smaller, so much that is free may stay at the end of a heap."""
HEAPS = 2
"""All threads share so many; else each has one of its own, and none is ever empty."""
OFTEN_S = 15.0
"""How often what is free between other things is given back, too; that takes some thousandths of a second."""


def keep_small() -> bool:
    """Let it keep little, from now on; return whether it can. To be called before there are other threads."""
    wishes = ((ARENA_MAX, HEAPS), (MMAP_THRESHOLD, LARGE), (TRIM_THRESHOLD, SPARE))
    return all(_call("mallopt", option, value) for option, value in wishes)


def tend(stopped: threading.Event) -> None:
    """Wait until something is stopped, and have given back meanwhile what is free."""
    while not stopped.wait(OFTEN_S):
        _call("malloc_trim", 0)


def _call(name: str, *given: int) -> bool:
    # Not all have it: neither musl nor other systems than Linux.
    function = getattr(ctypes.CDLL(None), name, None)
    return function is not None and function(*given) == 1
