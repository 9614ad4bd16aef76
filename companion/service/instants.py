"""The time of a match: milliseconds since it began, by a clock that never goes back, and stands while we are off."""

from __future__ import annotations

from collections.abc import Callable

Monotonic = Callable[[], float]


class MatchTime:
    """Counts from where a match stands."""

    def __init__(self, instant: float, at: int = 0, last: int | None = None) -> None:
        """Begin to count from `at`, which is the monotonic `instant`; `last` was asked for before."""
        self._instant = instant
        self._begun = at
        self._last = at if last is None else last

    @property
    def stands(self) -> tuple[float, int, int]:
        """What another one has to be made of to count as this one does."""
        return self._instant, self._begun, self._last

    def at(self, instant: float) -> int:
        """Return the match's time at a monotonic instant: never before one that was asked for earlier."""
        self._last = max(self._last, self.read(instant))
        return self._last

    def read(self, instant: float) -> int:
        """Return the match's time without holding on to it."""
        return self._begun + round(1000 * (instant - self._instant))

    def instant_of(self, at: int) -> float:
        """Return when it is that time."""
        return self._instant + (at - self._begun) / 1000
