"""Button events that have been told already, so that each is told once."""

from __future__ import annotations

from firmware_bridge.reports import Button, Head

REMEMBERED = 256


class Presses:
    """Remembers the latest events of any board."""

    def __init__(self) -> None:
        self._known: dict[tuple[bytes, int, Button], None] = {}

    def is_new(self, board: Head, event: Button) -> bool:
        """Tell whether the event comes for the first time, and remember it."""
        key = (board.board, board.boot, event)
        if key in self._known:
            return False
        self._known[key] = None
        if len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]
        return True
