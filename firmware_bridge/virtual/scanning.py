"""Scans of a virtual board: a change counts when two scans in a row have shown it."""

from __future__ import annotations

from firmware_bridge.settling import Place
from firmware_bridge.zones import Board, Sensor

SCAN_MS = 10
SCANS_ALIKE = 2


class Scanning:
    """Debounces what the sensors show; times are the board's own milliseconds."""

    def __init__(self, board: Board, now: int) -> None:
        self.shown = board
        self._waiting: dict[Place, tuple[Sensor, int]] = {}
        self._latest = board
        self._begun = now

    def look(self, board: Board, now: int) -> None:
        """Take what the sensors show from now on."""
        for zone, (was, sensors) in enumerate(zip(self._latest, board, strict=True)):
            if was != sensors:
                self._look_at(zone, now, was, sensors)
        self._latest = board

    def know(self, board: Board) -> bool:
        """Take what lies there for certain, without scans that show it, and tell whether that is new."""
        is_new = board != self.shown
        self.shown = self._latest = board
        self._waiting.clear()
        return is_new

    def _look_at(self, zone: int, now: int, was: tuple[Sensor, ...], sensors: tuple[Sensor, ...]) -> None:
        for slot, (before, sensor) in enumerate(zip(was, sensors, strict=True)):
            if sensor == self.shown[zone][slot]:
                self._waiting.pop((zone, slot), None)
            elif before != sensor:
                self._waiting[zone, slot] = sensor, self._counts_at(now)

    def _counts_at(self, now: int) -> int:
        """Return when a change that comes now has been seen often enough."""
        scans = (now - self._begun) // SCAN_MS + SCANS_ALIKE
        return self._begun + scans * SCAN_MS

    @property
    def due(self) -> int | None:
        """When something that changes begins to count."""
        return min((at for _, at in self._waiting.values()), default=None)

    def settle(self, now: int) -> bool:
        """Tell whether something has changed that counts by now."""
        ripe = {place: sensor for place, (sensor, at) in self._waiting.items() if at <= now}
        if not ripe:
            return False
        rows = [list(sensors) for sensors in self.shown]
        for (zone, slot), sensor in ripe.items():
            rows[zone][slot] = sensor
            del self._waiting[zone, slot]
        self.shown = tuple(map(tuple, rows))
        return True
