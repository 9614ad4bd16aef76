"""A sensor that keeps changing while hands could not: it is found out, and trusted again when it has kept still."""

from __future__ import annotations

from firmware_bridge.zones import Checker, Sensor, Slot

ENOUGH = 12.0
"""So many changes beyond what plays bring are no hands."""
A_CHANGE_LASTS = 0.25
"""Changes that follow each other sooner count as one: a checker that is pushed about trembles."""
FORGOTTEN_A_SECOND = 0.2
TRUSTED_AFTER = 10.0


class Flicker:
    """How often one sensor has changed of late."""

    def __init__(self, before: Sensor, now: float) -> None:
        self._level = 0.0
        self._counted_at = now - A_CHANGE_LASTS
        self._changed_at = now
        self._was_always_there = _is_there(before)
        self.is_found_out = False

    def change(self, value: Sensor, now: float) -> None:
        """Count a change to `value`."""
        since = now - self._counted_at
        self._changed_at = now
        self._was_always_there = self._was_always_there and _is_there(value)
        if since < A_CHANGE_LASTS:
            return
        self._level = max(0.0, self._level - since * FORGOTTEN_A_SECOND) + 1
        self._counted_at = now
        self.is_found_out = self.is_found_out or self._level >= ENOUGH

    @property
    def only_colour(self) -> bool:
        """Whether a checker was always there, and only its colour is in doubt."""
        return self._was_always_there

    @property
    def over_at(self) -> float:
        """When it is trusted again, if it keeps still."""
        return self._changed_at + TRUSTED_AFTER


def _is_there(value: Sensor) -> bool:
    return isinstance(value, Slot) and value.checker is not Checker.NONE and not value.fault
