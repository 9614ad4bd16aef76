"""What fails during a load, one after the other; each is a window of time in which delays are told apart."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Say = Callable[[str], None]
BEFORE_NS, AFTER_NS = 2_000_000_000, 20_000_000_000
"""For so long before a failure what was entered may be hit by it, and for so long after it is caught up with."""

BEGINNING_NS = 10_000_000_000
"""For so long at the beginning all tables come at once."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that fails for so many seconds, and is mended; at which part of the whole time."""

    name: str
    part: float
    seconds: float
    fail: Callable[[], None]
    mend: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Window:
    """When something failed."""

    name: str
    begin: int
    end: int


def suffer(faults: Sequence[Fault], seconds: float, say: Say) -> list[Window]:
    """Let everything fail that is to fail in so many seconds; return when that was."""
    began = time.monotonic()
    found = [Window("all begin", 0, time.monotonic_ns() + BEGINNING_NS)]
    for fault in sorted(faults, key=lambda one: one.part):
        _sleep_until(began + fault.part * seconds)
        found.append(_suffer(fault, say))
    _sleep_until(began + seconds)
    return found


def _suffer(fault: Fault, say: Say) -> Window:
    say(f"{fault.name}: fails for {fault.seconds:g} s")
    begin = time.monotonic_ns() - BEFORE_NS
    fault.fail()
    time.sleep(fault.seconds)
    fault.mend()
    say(f"{fault.name}: mended")
    return Window(fault.name, begin, time.monotonic_ns() + AFTER_NS)


def _sleep_until(instant: float) -> None:
    time.sleep(max(0.0, instant - time.monotonic()))
