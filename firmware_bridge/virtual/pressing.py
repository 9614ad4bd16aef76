"""Button events of a virtual board: sent again until they are seen."""

from __future__ import annotations

from collections.abc import Iterable

from firmware_bridge.reports import Button

AGAIN_MS = 100
KEPT = 8
NUMBERS = 1 << 16


class Pressing:
    """Keeps the events that nobody has acknowledged."""

    def __init__(self) -> None:
        self.given_up = 0
        self._number = 0
        self._kept: list[tuple[Button, int]] = []

    def press(self, button: int, now: int, *, pressed: bool) -> None:
        """Take an event."""
        self._number = (self._number + 1) % NUMBERS
        if len(self._kept) == KEPT:
            self._kept.pop(0)
            self.given_up += 1
        self._kept.append((Button(self._number, button, pressed, now), now))

    def seen(self, number: int) -> None:
        """Take it that the host knows of an event."""
        self._kept = [(event, at) for event, at in self._kept if event.number != number]

    @property
    def due(self) -> int | None:
        """When something is to be sent."""
        return min((at for _, at in self._kept), default=None)

    def to_send(self, now: int) -> Iterable[Button]:
        """Return what is to be sent by now."""
        sent = [event for event, at in self._kept if at <= now]
        self._kept = [(event, now + AGAIN_MS if at <= now else at) for event, at in self._kept]
        return sent
