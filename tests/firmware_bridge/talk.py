"""A bridge and a board that talk over a perfect or a bad line, in times that are values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from firmware_bridge.bridge import Bridge, Event
from tests.firmware_bridge.device import Device

E = TypeVar("E")
STEP = 0.01


def same(data: bytes) -> bytes:
    return data


class Talk:
    """Moves time on in small steps, and bytes with it; `up` and `down` may do to them what they like."""

    def __init__(self, device: Device | None = None, bridge: Bridge | None = None) -> None:
        self.device = device if device is not None else Device()
        self.bridge = bridge if bridge is not None else Bridge()
        self.up: Callable[[bytes], bytes] = same
        self.down: Callable[[bytes], bytes] = same
        self.steps = 0
        self.events: list[Event] = list(self.bridge.open(0.0))

    @property
    def now(self) -> float:
        return self.steps * STEP

    @property
    def milliseconds(self) -> int:
        """The board's time, which began earlier."""
        return self.steps * 10 + 5000

    def run(self, seconds: float, *, device_is_on: bool = True) -> None:
        for _ in range(round(seconds / STEP)):
            self.steps += 1
            self.note(self.bridge.tick(self.now))
            down = self.down(self.bridge.session.to_send())
            if device_is_on:
                self.device.receive(down, self.milliseconds)
                self.device.tick(self.milliseconds)
                data = self.up(self.device.take())
                self.note(self.bridge.receive(data, self.now) if data else [])

    def note(self, events: list[Event]) -> None:
        self.events += events

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def forget(self) -> None:
        self.events.clear()
