"""When the board has come to rest: no sensor has changed for a while, but for those that never rest."""

from __future__ import annotations

from collections.abc import Collection

from firmware_bridge.zones import Board, Sensor, Slot

QUIET = 0.3
"""A hand that slides a checker slowly over points is over each for less than this."""
Place = tuple[int, int]
"""A sensor: its zone in the order of HELLO, and its slot in it, both from 0."""


def alike(one: Sensor, other: Sensor) -> bool:
    """Whether two values tell the same, however strong the signal is."""
    if isinstance(one, Slot) and isinstance(other, Slot):
        return (one.checker, one.fault) == (other.checker, other.fault)
    return one == other


def changes(before: Board, after: Board) -> list[Place]:
    """Return the sensors that tell something else than before."""
    return [
        (zone, slot)
        for zone, (was, now) in enumerate(zip(before, after, strict=True))
        if was is not now and was != now
        for slot, (one, other) in enumerate(zip(was, now, strict=True))
        if not alike(one, other)
    ]


class Settling:
    """Takes snapshots as they come, and tells when what they show has been the same for long enough."""

    def __init__(self, quiet: float = QUIET) -> None:
        self.quiet = quiet
        self.board: Board | None = None
        self._begun_at = 0.0
        self._changed_at: dict[Place, float] = {}

    def interrupt(self) -> None:
        """Forget what was shown: nothing is known until the next snapshot."""
        self.board = None
        self._changed_at.clear()

    def show(self, board: Board, now: float) -> list[Place]:
        """Take a snapshot, and return the sensors that it shows to have changed."""
        before, self.board = self.board, board
        if before is None:
            self._begun_at = now
            return []
        changed = changes(before, board) if before is not board else []
        self._changed_at.update(dict.fromkeys(changed, now))
        return changed

    def due(self, restless: Collection[Place]) -> float | None:
        """Return when the board comes to rest if nothing changes; the restless sensors are not waited for."""
        if self.board is None:
            return None
        waited_for = (at for place, at in self._changed_at.items() if place not in restless)
        return max((self._begun_at, *waited_for)) + self.quiet

    def rest(self, now: float, restless: Collection[Place]) -> Board | None:
        """Return what lies there if the board is at rest."""
        due = self.due(restless)
        if due is None or now < due:
            return None
        return self.board
