"""How often a PIN may be tried, so that nobody guesses it, and nobody who guesses keeps the players out.

Whoever asks for the first time has a few tries of their own, out of an allowance for newcomers; after that all
strangers share a small one. Devices on which a PIN was once entered have tries that no stranger can use up, and so has
the machine itself. What that comes to in a day stands in the README.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from threading import Lock

LOG = logging.getLogger(__name__)

FREE_TRIES = 3
"""Of each who asks, before there is any waiting."""
NEWCOMERS, NEWCOMER_EVERY = 60, 1200.0
"""So many may use their free tries at once, and one more after so many seconds."""
SHARED_TRIES, SHARED_EVERY = 30, 600.0
"""Of all strangers together, once their free ones are used up."""
DEVICE_TRIES, DEVICE_EVERY = 60, 600.0
"""Of all known devices together: whoever knew a PIN may have made many of them known."""
LONGEST_WAIT, LONGEST_WAIT_AT_MACHINE = 900.0, 30.0
FORGOTTEN_AFTER = 24 * 3600.0
REMEMBERED = 2000
STRANGERS_AT_ONCE = 4
"""Each check costs memory and a thread of the server."""
BUSY_WAIT = 1.0
QUIET_S, MOST_LINES = 60.0, 10
"""The log tells once in so many seconds of each who tries, and of so many in all."""


class Kind(Enum):
    """Who asks: somebody at the machine itself, a device on which a PIN was once entered, anybody else."""

    MACHINE = "machine"
    DEVICE = "device"
    STRANGER = "stranger"


@dataclass(frozen=True, slots=True)
class Asker:
    """Who tries a PIN; `name` tells one from the other."""

    kind: Kind
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Failures:
    """The tries of somebody: all, the wrong ones since the last right one, and when the last was."""

    tries: int = 0
    wrong: int = 0
    last: float = 0.0

    def wait(self, now: float, longest: float) -> float:
        """Return how many seconds are left until the next try."""
        if self.wrong < FREE_TRIES:
            return 0.0
        pause: float = min(longest, 2.0 ** min(self.wrong - FREE_TRIES, 12))
        return max(0.0, self.last + pause - now)


class Allowance:
    """So many at once, and one more after each while."""

    def __init__(self, most: int, every: float, now: float) -> None:
        self._most, self._every = most, every
        self._left, self._at = float(most), now

    def wait(self, now: float) -> float:
        """Return how many seconds it takes until there is one."""
        self._left = min(self._most, self._left + (now - self._at) / self._every)
        self._at = now
        # A little is lost each time in adding up.
        return 0.0 if self._left > 1 - 1e-6 else (1 - self._left) * self._every

    def take(self) -> None:
        """Use one up."""
        self._left -= 1

    def give_back(self) -> None:
        """It was none."""
        self._left += 1


@dataclass(frozen=True, slots=True)
class Try:
    """A try that may be made now, or only after `wait` seconds."""

    asker: Asker
    wait: float = 0.0
    taken_from: Allowance | None = None


class Attempts:
    """Counts wrong PINs; `clock` gives seconds that never go back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = Lock()
        self._of: OrderedDict[tuple[Kind, str], Failures] = OrderedDict()
        now = clock()
        self._newcomers = Allowance(NEWCOMERS, NEWCOMER_EVERY, now)
        self._shared = Allowance(SHARED_TRIES, SHARED_EVERY, now)
        self._devices = Allowance(DEVICE_TRIES, DEVICE_EVERY, now)
        self._newly_in: set[str] = set()
        """The strangers that have come in by the allowance for newcomers."""
        self._checking = 0
        self._told = _Told()

    def begin(self, asker: Asker) -> Try:
        """Return a try; one that need not wait is wrong until it is ended otherwise."""
        with self._lock:
            now = self._clock()
            failures = self._failures(asker, now)
            begun = self._begun(asker, failures, now)
            if begun.wait:
                self._told.refused(asker, failures, now)
            else:
                if begun.taken_from is not None:
                    begun.taken_from.take()
                self._checking += asker.kind is Kind.STRANGER
                self._note(asker, failures.tries + 1, failures.wrong + 1, now)
            return begun

    def end(self, begun: Try, *, right: bool) -> None:
        """Note what came of a try that was made."""
        asker = begun.asker
        with self._lock:
            now = self._clock()
            failures = self._failures(asker, now)
            self._checking -= asker.kind is Kind.STRANGER
            if not right:
                self._told.wrong(asker, failures, now)
                return
            # The wrong ones before stay used up: who knows the table's PIN is not to guess the owner's for ever.
            self._note(asker, failures.tries - 1, 0, now)
            if begun.taken_from is not None:
                begun.taken_from.give_back()

    def _begun(self, asker: Asker, failures: Failures, now: float) -> Try:
        at_machine, is_stranger = asker.kind is Kind.MACHINE, asker.kind is Kind.STRANGER
        wait = failures.wait(now, LONGEST_WAIT_AT_MACHINE if at_machine else LONGEST_WAIT)
        if not wait and is_stranger and self._checking >= STRANGERS_AT_ONCE:
            wait = BUSY_WAIT
        if wait:
            return Try(asker, wait)
        allowance = self._allowance(asker, failures, now)
        return Try(asker, allowance.wait(now) if allowance else 0.0, allowance)

    def _allowance(self, asker: Asker, failures: Failures, now: float) -> Allowance | None:
        """Return what a try is taken from; None where only one's own waiting counts."""
        if asker.kind is Kind.MACHINE:
            return None
        if asker.kind is Kind.DEVICE and not self._devices.wait(now):
            return self._devices
        if asker.kind is Kind.STRANGER and not failures.tries:
            if not self._newcomers.wait(now):
                self._newly_in.add(asker.name)
                return self._newcomers
            # Who was new before and is forgotten is not to have free tries without the allowance.
            self._newly_in.discard(asker.name)
        return None if 0 < failures.tries < FREE_TRIES and asker.name in self._newly_in else self._shared

    def _failures(self, asker: Asker, now: float) -> Failures:
        known = self._of.get((asker.kind, asker.name), Failures())
        return Failures() if now - known.last > FORGOTTEN_AFTER else known

    def _note(self, asker: Asker, tries: int, wrong: int, now: float) -> None:
        key = asker.kind, asker.name
        self._of[key] = Failures(tries, wrong, now)
        self._of.move_to_end(key)
        while len(self._of) > REMEMBERED:
            (_, name), _failures = self._of.popitem(last=False)
            self._newly_in.discard(name)


class _Told:
    """What the log is told of wrong PINs, never so much that it is flooded."""

    def __init__(self) -> None:
        self._since = float("-inf")
        self._lately: set[tuple[str, str]] = set()
        self._untold = 0

    def wrong(self, asker: Asker, failures: Failures, now: float) -> None:
        self._tell("A wrong PIN was entered", asker, failures, now)

    def refused(self, asker: Asker, failures: Failures, now: float) -> None:
        self._tell("A PIN was not looked at: too many were wrong", asker, failures, now)

    def _tell(self, what: str, asker: Asker, failures: Failures, now: float) -> None:
        if now - self._since >= QUIET_S:
            self._since, self._lately = now, set()
        if (what, asker.name) in self._lately or len(self._lately) >= MOST_LINES:
            self._untold += 1
            return
        self._lately.add((what, asker.name))
        told = {"address": asker.address, "asker": asker.kind.value, "wrong": failures.wrong, "untold": self._untold}
        LOG.warning(what, extra=told)
        self._untold = 0
