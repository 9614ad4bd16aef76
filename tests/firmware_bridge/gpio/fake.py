"""Stands in for RPi.GPIO: does what its documentation says, minds wrong use, and keeps what was switched when."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType

CHANNELS = range(54)
FITTED = frozenset({2, 3})
"""Pulled up on the Pi itself."""


@dataclass
class Channel:
    """A pin: how it is used, and how it is pulled from outside, if at all."""

    direction: int | None = None
    pull: int = 20
    level: int = 0
    outside: int | None = None
    callbacks: list[Callable[[int], None]] = field(default_factory=list)
    detects: bool = False


class FakeGpio(ModuleType):
    """The module, and the world around the pins; hands of other threads may pull at them."""

    BOARD, BCM = 10, 11
    OUT, IN, LOW, HIGH = 0, 1, 0, 1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = 31, 32, 33

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__("RPi.GPIO")
        self.pins = {number: Channel() for number in CHANNELS}
        self.switched: list[tuple[float, int, int]] = []
        """When which pin was switched, and to what."""
        self.tells_edges = True
        self.fails: Exception | None = None
        """What any use of a pin raises."""
        self._clock = clock
        self._mode: int | None = None

    # What the documentation says

    def setwarnings(self, _value: int) -> None:
        pass

    def setmode(self, mode: int) -> None:
        if mode not in {self.BOARD, self.BCM}:
            msg = "An invalid mode was passed to setmode()"
            raise ValueError(msg)
        if self._mode not in {None, mode}:
            msg = "A different mode has already been set!"
            raise ValueError(msg)
        self._mode = mode

    def setup(self, number: int, direction: int, pull_up_down: int = 20, initial: int | None = None) -> None:
        pin = self._pin(number)
        if direction == self.OUT and pull_up_down != self.PUD_OFF:
            msg = "pull_up_down parameter is not valid for outputs"
            raise ValueError(msg)
        if direction == self.IN and initial is not None:
            msg = "initial parameter is not valid for inputs"
            raise ValueError(msg)
        pin.direction, pin.pull = direction, pull_up_down
        if initial is not None:
            self._switch(number, initial)

    def input(self, number: int) -> int:
        pin = self._pin(number)
        if pin.direction is None:
            msg = "You must setup() the GPIO channel first"
            raise RuntimeError(msg)
        return pin.level if pin.direction == self.OUT else self._seen(number)

    def output(self, number: int, value: int) -> None:
        if self._pin(number).direction != self.OUT:
            msg = "The GPIO channel has not been set up as an OUTPUT"
            raise RuntimeError(msg)
        self._switch(number, value)

    def add_event_detect(
        self, number: int, edge: int, callback: Callable[[int], None] | None = None, bouncetime: int | None = None
    ) -> None:
        pin = self._pin(number)
        assert bouncetime is None, "ten callbacks for five presses"
        if edge not in {self.RISING, self.FALLING, self.BOTH}:
            msg = "The edge must be set to RISING, FALLING or BOTH"
            raise ValueError(msg)
        if pin.direction != self.IN:
            msg = "You must setup() the GPIO channel as an input first"
            raise RuntimeError(msg)
        if pin.detects:
            msg = "Conflicting edge detection already enabled for this GPIO channel"
            raise RuntimeError(msg)
        if not self.tells_edges:
            msg = "Failed to add edge detection"
            raise RuntimeError(msg)
        pin.detects, pin.callbacks = True, [callback] if callback else []

    def remove_event_detect(self, number: int) -> None:
        pin = self._pin(number)
        pin.detects, pin.callbacks = False, []

    def cleanup(self, channels: Iterable[int]) -> None:
        for number in channels:
            self.pins[number] = Channel(outside=self.pins[number].outside)

    def _pin(self, number: int) -> Channel:
        if self.fails is not None:
            raise self.fails
        if self._mode is None:
            msg = "Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)"
            raise RuntimeError(msg)
        if number not in self.pins:
            msg = "The channel sent is invalid on a Raspberry Pi"
            raise ValueError(msg)
        return self.pins[number]

    def _switch(self, number: int, value: int) -> None:
        self.pins[number].level = value
        self.switched.append((self._clock(), number, value))

    def _seen(self, number: int) -> int:
        pin = self.pins[number]
        if pin.outside is not None:
            return pin.outside
        return int(number in FITTED or pin.pull == self.PUD_UP)

    # The world

    def drive(self, number: int, level: int | None) -> None:
        """Pull a pin from outside; None: let it go."""
        before = self._seen(number)
        self.pins[number].outside = level
        if self._seen(number) != before:
            for tell in self.pins[number].callbacks:
                tell(number)

    def levels(self, number: int) -> list[int]:
        """What a pin was switched to, in order."""
        return [value for _, pin, value in self.switched if pin == number]

    @property
    def used(self) -> set[int]:
        """The pins that somebody has set up."""
        return {number for number, pin in self.pins.items() if pin.direction is not None}


@contextmanager
def installed(fake: ModuleType | None) -> Iterator[None]:
    """Have a module answer to RPi.GPIO for a while; None: have none there."""
    before = {name: sys.modules.pop(name, None) for name in ("RPi", "RPi.GPIO")}
    package = ModuleType("RPi")
    package.__path__ = []
    sys.modules["RPi"] = package
    if fake is not None:
        sys.modules["RPi.GPIO"] = fake
    try:
        yield
    finally:
        for name, module in before.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module
