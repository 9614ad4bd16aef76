"""What a board's own clock shows now, though its messages may be late."""

from __future__ import annotations

FULL = 1 << 32
HALF = FULL // 2
SLOWEST = 0.99
"""How slow the clock of a board may be beside ours."""


class BoardClock:
    """Goes by the promptest messages: one that was held up makes it no earlier."""

    def __init__(self) -> None:
        self._heard: tuple[int, float] | None = None

    def hear(self, milliseconds: int, now: float) -> None:
        """Take what a message says, which has come now."""
        behind = self.since(milliseconds, now)
        if behind is None or behind <= 0:
            self._heard = milliseconds, now

    def since(self, milliseconds: int, now: float) -> float | None:
        """Return how many seconds ago the clock showed this, negative for a time to come; None if nothing is known."""
        if self._heard is None:
            return None
        heard, at = self._heard
        shows = heard + round(1000 * SLOWEST * (now - at))
        return ((shows - milliseconds + HALF) % FULL - HALF) / 1000
