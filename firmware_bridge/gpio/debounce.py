"""One contact, from edges and samples to presses, sans I/O: what counts is a level that has stayed for a while.

The debouncing of the libraries is not gone by: it takes some bounces for presses, and misses others.
"""

from __future__ import annotations

STUCK_S = 20.0
"""Nobody holds a button down for so long."""


class Contact:
    """A button; one that is down from the start counts as pressed only after it was let go."""

    def __init__(self, settle: float) -> None:
        """Take how long a level has to stay."""
        self._settle = settle
        self._seen: bool | None = None
        self._is_down: bool | None = None
        self._moved_first: float | None = None
        self._moved_last = 0.0
        self._down_since = 0.0

    @property
    def is_restless(self) -> bool:
        """Whether it has moved, and has to be sampled until it rests."""
        return self._moved_first is not None

    @property
    def is_known(self) -> bool:
        """Whether it has rested once, so that a press counts from now on."""
        return self._is_down is not None

    def is_stuck(self, now: float) -> bool:
        """Whether it has been down for longer than anybody presses it."""
        return bool(self._is_down) and now - self._down_since >= STUCK_S

    def edge(self, at: float) -> None:
        """Take it that the level has changed."""
        if self._moved_first is None:
            self._moved_first, self._moved_last = at, at
        self._moved_last = max(self._moved_last, at)

    def sample(self, now: float, *, down: bool) -> float | None:
        """Take how it is now; return when a press began, once it is sure that it is one."""
        if down is not self._seen:
            self._seen = down
            self.edge(now)
        if self._moved_first is None or now - self._moved_last < self._settle:
            return None
        return self._rest(self._moved_first, down=down)

    def _rest(self, began: float, *, down: bool) -> float | None:
        before, self._is_down, self._moved_first = self._is_down, down, None
        if before is down:
            return None
        self._down_since = began
        return began if down and before is not None else None
