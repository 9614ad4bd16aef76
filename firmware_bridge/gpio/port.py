"""The pins of a Raspberry Pi: the only place that knows RPi.GPIO, or rpi-lgpio, which provides the same name."""

from __future__ import annotations

import importlib
import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType
from typing import Any

from firmware_bridge.gpio import library
from firmware_bridge.gpio.library import Answering, answering
from firmware_bridge.gpio.wiring import Pull

LOG = logging.getLogger(__name__)
TellEdge = Callable[[int], None]


class PinsError(Exception):
    """Pins cannot be used just now: the message is a sentence for people."""


class NoPinsError(PinsError):
    """Pins cannot be used here, however often that is tried."""


class Pins:
    """Pins by their BCM numbers; closed, they are as before."""

    def __init__(self) -> None:
        """Load the library; raise `PinsError` if that cannot be."""
        self._gpio: Any = load()
        self._module: ModuleType = self._gpio
        self._listened: list[int] = []
        self._used: list[int] = []
        self.edges = True
        """Whether all pins that are listened to tell of changes by themselves."""
        self._do(self._begin)

    def _begin(self) -> None:
        self._gpio.setwarnings(0)
        self._gpio.setmode(self._gpio.BCM)

    @property
    def answering(self) -> Answering:
        """Which library it is."""
        return answering(self._module, self.edges if self._listened else None)

    def listen(self, pin: int, pull: Pull, tell: TellEdge) -> None:
        """Make a pin one that is read, and have its changes told from a thread of the library."""
        gpio = self._gpio
        pulls = {Pull.UP: gpio.PUD_UP, Pull.DOWN: gpio.PUD_DOWN, Pull.OFF: gpio.PUD_OFF}
        self._do(lambda: gpio.setup(pin, gpio.IN, pull_up_down=pulls[pull]), pin)
        self._used.append(pin)
        self._listened.append(pin)
        try:
            gpio.add_event_detect(pin, gpio.BOTH, callback=tell)
        except RuntimeError as error:
            # Old libraries on new systems can read pins all the same.
            LOG.warning("A pin does not tell its changes", extra={"pin": pin, "why": str(error)})
            self.edges = False

    def drive(self, pin: int, *, high: bool) -> None:
        """Make a pin one that is switched."""
        self._do(lambda: self._gpio.setup(pin, self._gpio.OUT, initial=int(high)), pin)
        self._used.append(pin)

    def read(self, pin: int) -> bool:
        """Return whether a pin is high."""
        return bool(self._gpio.input(pin))

    def write(self, pin: int, *, high: bool) -> None:
        """Switch a pin."""
        self._gpio.output(pin, int(high))

    def close(self) -> None:
        """Give all pins back."""
        for pin in self._listened:
            with suppress(RuntimeError):
                self._gpio.remove_event_detect(pin)
        if self._used:
            self._gpio.cleanup(self._used)
        self._listened, self._used = [], []

    def _do(self, work: Callable[[], None], pin: int | None = None) -> None:
        try:
            work()
        except troubles() as error:
            self.close()
            raise explained(error, pin) from error


def load() -> ModuleType:
    """Return the library; raise `NoPinsError` with a sentence if there is none that works here."""
    try:
        return importlib.import_module(library.NAME)
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] != "RPi":
            msg = f"The library for the pins lacks {error.name}: install rpi-lgpio anew."
            raise NoPinsError(msg) from error
        msg = "Buttons and lights need the package rpi-lgpio, which is not installed."
        raise NoPinsError(msg) from error
    except (ImportError, AttributeError) as error:
        # A part of it that is of the system has gone, or is of another version.
        msg = f"The library for the pins cannot be loaded ({error}): install rpi-lgpio anew."
        raise NoPinsError(msg) from error
    except FileNotFoundError as error:
        msg = "The library for the pins needs to write into the folder in which the companion runs, and may not."
        raise NoPinsError(msg) from error
    except troubles() as error:
        raise explained(error, None) from error


def troubles() -> tuple[type[Exception], ...]:
    """Return what the libraries raise: one of them has a kind of its own."""
    own = getattr(sys.modules.get("lgpio"), "error", RuntimeError)
    return (RuntimeError, OSError, ValueError, own)


def found() -> tuple[bool, str]:
    """Return whether there is a library for the pins that works here, and a sentence about it; no pin is touched."""
    try:
        known = answering(load())
    except PinsError as error:
        return False, str(error)
    return not known.advice, known.advice or f"The pins are reached through {known.name}."


def explained(error: Exception, pin: int | None) -> PinsError:
    """Return in words what a library has raised."""
    told = str(error)
    if "only be run on a Raspberry Pi" in told or isinstance(error, NotImplementedError):
        return NoPinsError("This machine has no pins for buttons and lights: it is no Raspberry Pi that is known.")
    if "peripheral base address" in told:
        machine = library.model() or "Raspberry Pi 5"
        return NoPinsError(f"RPi.GPIO cannot reach the pins of a {machine}: rpi-lgpio can, in place of it.")
    if "busy" in told.lower():
        return PinsError(f"Another program is using pin {pin}.")
    if "can not open gpiochip" in told or isinstance(error, PermissionError) or "/dev/mem" in told:
        return PinsError("The pins may not be used by this user: it takes membership in the group gpio.")
    return PinsError(f"The pins cannot be used ({told or type(error).__name__}).")
