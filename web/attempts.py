"""How often a PIN may be tried: after a few wrong ones each further try waits longer, for an address and for all."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

FREE_TRIES = 4
"""Wrong ones from an address before it has to wait."""
FREE_TRIES_IN_ALL = 20
LONGEST_WAIT = 900.0
LONGEST_WAIT_IN_ALL = 30.0
"""Short, so that somebody who guesses cannot keep the players out."""
FORGOTTEN_AFTER = 3600.0
REMEMBERED = 1000


@dataclass(frozen=True, slots=True)
class Failures:
    """The wrong PINs of somebody: how many, and when the last was tried."""

    count: int = 0
    last: float = 0.0

    def wait(self, now: float, free: int, longest: float) -> float:
        """Return how many seconds are left until the next try."""
        if self.count < free or now - self.last > FORGOTTEN_AFTER:
            return 0.0
        pause: float = min(longest, 2.0 ** min(self.count - free, 12))
        return max(0.0, self.last + pause - now)

    def and_one(self, now: float) -> Failures:
        """Return these with one more."""
        return Failures(1 if now - self.last > FORGOTTEN_AFTER else self.count + 1, now)


class Attempts:
    """Counts wrong PINs; `clock` gives seconds that never go back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = Lock()
        self._of: OrderedDict[str, Failures] = OrderedDict()
        self._all = Failures()

    def begin(self, address: str) -> float:
        """Take a try as failed until `succeeded`, or return how many seconds it has to wait."""
        with self._lock:
            now = self._clock()
            failures = self._of.get(address, Failures())
            left = max(
                failures.wait(now, FREE_TRIES, LONGEST_WAIT),
                self._all.wait(now, FREE_TRIES_IN_ALL, LONGEST_WAIT_IN_ALL),
            )
            if not left:
                self._note(address, failures.and_one(now))
                self._all = self._all.and_one(now)
            return left

    def succeeded(self, address: str) -> None:
        """Forget the wrong tries of an address: the right PIN was entered."""
        with self._lock:
            self._of.pop(address, None)
            self._all = Failures(max(0, self._all.count - 1), self._all.last)

    def _note(self, address: str, failures: Failures) -> None:
        self._of[address] = failures
        self._of.move_to_end(address)
        while len(self._of) > REMEMBERED:
            self._of.popitem(last=False)
