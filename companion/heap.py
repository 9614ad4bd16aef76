"""How the C library keeps memory that is free: hardly, as the service runs for months beside other programs."""

from __future__ import annotations

import ctypes

TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
"""Of glibc's `malloc.h`."""
LARGE = 1024 * 1024
"""What is larger is taken from the system by itself, and given back as soon as it is free. Reading dice in pictures of
640x480 points takes smaller pieces, again and again: to give them back each time would cost half as much again."""
SPARE = 4 * LARGE
"""So much that is free may stay at the end of a heap."""
HEAPS = 2
"""Each thread takes what is smaller from one of so many; else from one of its own, and none is ever empty."""


def keep_small() -> bool:
    """Have it give back what is free, from now on; return whether it can. To be called before threads are started."""
    # Not all have it: neither musl nor other systems than Linux.
    change = getattr(ctypes.CDLL(None), "mallopt", None)
    if change is None:
        return False
    wishes = ((ARENA_MAX, HEAPS), (MMAP_THRESHOLD, LARGE), (TRIM_THRESHOLD, SPARE))
    return all([change(option, value) == 1 for option, value in wishes])
