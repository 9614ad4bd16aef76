"""Buttons, lights and buzzer together: edges only wake the one thread, which samples, and switches what is due."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from firmware_bridge.gpio.debounce import Contact
from firmware_bridge.gpio.port import Pins
from firmware_bridge.gpio.signals import Beeps, changes_at, is_lit
from firmware_bridge.gpio.wiring import Wiring
from firmware_bridge.payloads import Light

Clock = Callable[[], float]
SAMPLES = 4
"""How often a button is looked at before it counts as having stayed as it is."""
BUZZER = "buzzer"
"""The output that sounds; all others are lights."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button that was pressed, and when that began."""

    button: str
    at: float


class Controls:
    """All that is connected; but for the edges, one thread alone uses it."""

    def __init__(self, pins: Pins, wiring: Wiring, clock: Clock = time.monotonic) -> None:
        """Make the pins ready, with everything switched off."""
        self._pins, self._wiring, self._clock = pins, wiring, clock
        self._edges: SimpleQueue[tuple[int, float]] = SimpleQueue()
        self._contacts = {name: Contact(wiring.settle) for name in wiring.buttons}
        self._names = {pin: name for name, pin in wiring.buttons.items()}
        self._lights: dict[str, Light] = {}
        self._beeps = Beeps()
        self._on = dict.fromkeys(wiring.outputs, False)
        for pin in wiring.outputs.values():
            pins.drive(pin, high=not wiring.on_high)
        for pin in wiring.buttons.values():
            pins.listen(pin, wiring.pull, self._edge)

    def _edge(self, pin: int) -> None:
        self._edges.put((pin, self._clock()))

    def show(self, lights: Mapping[str, Light]) -> None:
        """Let lights be like this from now on."""
        self._lights = dict(lights)

    def beep(self, count: int) -> None:
        """Sound so often."""
        self._beeps.begin(count, self._clock())

    @property
    def is_ready(self) -> bool:
        """Whether it is known of all buttons how they are, so that presses count."""
        return all(contact.is_known for contact in self._contacts.values())

    @property
    def stuck(self) -> tuple[str, ...]:
        """The buttons that have been down for longer than anybody presses them."""
        now = self._clock()
        return tuple(name for name, contact in self._contacts.items() if contact.is_stuck(now))

    def age(self, press: Press) -> float:
        """Return how long ago a press began."""
        return self._clock() - press.at

    def step(self, longest: float) -> list[Press]:
        """Do what is due, at most for so long; return what was pressed."""
        self._switch()
        self._take_edges(self._patience(longest))
        return list(self._sample())

    def close(self) -> None:
        """Switch everything off, and give the pins back."""
        try:
            for pin in self._wiring.outputs.values():
                self._pins.write(pin, high=not self._wiring.on_high)
        finally:
            self._pins.close()

    def _patience(self, longest: float) -> float:
        now = self._clock()
        sampling = self._wiring.settle / SAMPLES
        restless = any(contact.is_restless for contact in self._contacts.values())
        waits = [longest, *(at - now for at in self._changes(now))]
        if restless:
            waits.append(sampling)
        elif self._contacts and not self._pins.edges:
            waits.append(2 * sampling)
        return max(0.0, min(waits))

    def _changes(self, now: float) -> Iterator[float]:
        changes = [changes_at(light, now) for name, light in self._lights.items() if name in self._on]
        yield from (at for at in (*changes, self._beeps.changes_at) if at is not None)

    def _take_edges(self, patience: float) -> None:
        try:
            self._take(*self._edges.get(timeout=patience))
            while True:
                self._take(*self._edges.get_nowait())
        except Empty:
            return

    def _take(self, pin: int, at: float) -> None:
        self._contacts[self._names[pin]].edge(at)

    def _sample(self) -> Iterator[Press]:
        for name, contact in self._contacts.items():
            down = self._pins.read(self._wiring.buttons[name]) is self._wiring.pressed_high
            began = contact.sample(self._clock(), down=down)
            if began is not None:
                yield Press(name, began)

    def _switch(self) -> None:
        now = self._clock()
        for name, pin in self._wiring.outputs.items():
            on = self._beeps.turn(now) if name == BUZZER else is_lit(self._lights.get(name, Light.OFF), now)
            if on is not self._on[name]:
                self._on[name] = on
                self._pins.write(pin, high=on is self._wiring.on_high)
