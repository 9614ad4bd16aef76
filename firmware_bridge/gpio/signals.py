"""When a light is lit and when the buzzer sounds, sans I/O."""

from __future__ import annotations

from firmware_bridge.payloads import Light

HALF_S = {Light.BLINKING: 0.5, Light.BLINKING_FAST: 0.125}
"""How long a blinking light is on, and how long it is off: as the sensor board's own lights."""
BEEP_S, SILENCE_S = 0.12, 0.13


def is_lit(light: Light, now: float) -> bool:
    """Whether a light is on at this moment."""
    half = HALF_S.get(light)
    return light is Light.ON if half is None else int(now / half) % 2 == 0


def changes_at(light: Light, now: float) -> float | None:
    """Return when a light goes on or off next by itself."""
    half = HALF_S.get(light)
    return None if half is None else (int(now / half) + 1) * half


class Beeps:
    """A row of short tones; none is left out, however late it is turned."""

    def __init__(self) -> None:
        self._left, self._is_on, self._until = 0, False, 0.0

    def begin(self, count: int, now: float) -> None:
        """Sound so often from now on, whatever was to sound before."""
        self._left = count
        if not self._is_on:
            self._until = now

    def turn(self, now: float) -> bool:
        """Go on if that is due; return whether it sounds."""
        if now < self._until:
            return self._is_on
        if self._is_on:
            self._is_on, self._until = False, now + SILENCE_S
        elif self._left:
            self._left, self._is_on, self._until = self._left - 1, True, now + BEEP_S
        return self._is_on

    @property
    def changes_at(self) -> float | None:
        """When it has to be turned next."""
        return self._until if self._is_on or self._left else None
