"""Buttons, lights and a buzzer at the Pi's pins, as a part of the table."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.config import Gpio
from companion.service import words
from companion.service.buttons import is_late, press
from companion.service.lamps import BEEPS, lamps, sounds
from companion.service.ports import Condition, Noticed, PortError, State, Tell
from companion.service.view import Message, TableView
from firmware_bridge.gpio.controls import BUZZER, Controls, Press
from firmware_bridge.gpio.port import NoPinsError, Pins, PinsError
from firmware_bridge.gpio.wiring import Pull, Wiring

LOG = logging.getLogger(__name__)
STEP_S = 0.05
"""How soon the lights follow the table; edges of buttons are taken at once."""
OUTPUTS = {"white": "white_light", "black": "black_light", "illegal": "illegal_light", BUZZER: "buzzer"}
"""Which option has the pin of a light, and that of the buzzer."""
RUNNING = "Buttons and lights are connected."
Look = Callable[[], TableView]


@dataclass(frozen=True)
class GpioPort:
    """All that is connected, as configured."""

    config: Gpio
    look: Look
    """What the table shows: the lights follow it, and what a button means depends on it."""

    def run(self, tell: Tell, stop: threading.Event) -> None:
        """Take presses, and switch the lights, until `stop` is set."""
        try:
            controls = Controls(pins := Pins(), wiring(self.config))
        except NoPinsError as error:
            _do_without(str(error), tell, stop)
            return
        except PinsError as error:
            raise PortError(str(error)) from error
        known = pins.answering
        LOG.info("The pins are reached", extra={"library": known.name, "advice": known.advice})
        working = Working(self, controls, tell, known.advice)
        try:
            while not stop.is_set():
                working.step()
        finally:
            controls.close()


def _do_without(sentence: str, tell: Tell, stop: threading.Event) -> None:
    """Say once that there are no pins; trying again would not help."""
    LOG.warning("There are no buttons and lights", extra={"why": sentence})
    tell(Condition("failed", words.own("device_says", message=sentence)))
    stop.wait()


class Working:
    """The buttons and lights while they work."""

    def __init__(self, port: GpioPort, controls: Controls, tell: Tell, advice: str = "") -> None:
        """Take what the library was found to lack, in words."""
        self._look, self._config, self._controls, self._tell = port.look, port.config, controls, tell
        self._sentence = advice or RUNNING
        self._does = meanings(port.config)
        self._shown: TableView | None = None
        self._late: Message | None = None
        """What is told of a press that was noticed too late, until one counts again."""
        self._said: tuple[State, Message] | None = None

    def step(self) -> None:
        """Show what is new at the table, and take what was pressed."""
        self._show(self._look())
        for one in self._controls.step(STEP_S):
            self._pressed(one)
        if self._controls.is_ready:
            self._say()

    def _show(self, view: TableView) -> None:
        if self._shown is not None and view.version == self._shown.version:
            return
        self._controls.show({OUTPUTS[name]: light for name, light in lamps(view).items()})
        beeps = [BEEPS[sound] for sound in sounds(self._shown, view) if sound in self._config.sounds]
        if beeps:
            self._controls.beep(max(beeps))
        self._shown = view

    def _pressed(self, one: Press) -> None:
        event, age = press(self._does[one.button], self._look()), self._controls.age(one)
        if event is None:
            return
        if is_late(age):
            LOG.warning("A press that is noticed too late is ignored", extra={"button": one.button, "seconds": age})
            self._late = words.own("late_pin_press", seconds=round(age))
            return
        self._late = None
        LOG.debug("Pressed", extra={"button": one.button})
        self._tell(Noticed(event))

    def _say(self) -> None:
        """Tell how they are, if that has changed."""
        stuck = ", ".join(str(getattr(self._config, name)) for name in self._controls.stuck)
        if stuck:
            message = words.own("stuck_pins", pins=stuck)
        else:
            message = self._late or words.own("device_says", message=self._sentence)
        state: State = "running"
        if (state, message) != self._said:
            self._said = (state, message)
            self._tell(Condition(state, message))


def meanings(config: Gpio) -> Mapping[str, str]:
    """Return what each button does, by its option."""
    return {
        "white_button": f"{config.player_buttons} white",
        "black_button": f"{config.player_buttons} black",
        "cube_button": "double",
        "take_button": "take",
        "drop_button": "drop",
    }


def wiring(config: Gpio) -> Wiring:
    """Return what is connected to which pin."""
    return Wiring(
        {name: pin for name in meanings(config) if (pin := getattr(config, name)) >= 0},
        {name: pin for name in OUTPUTS.values() if (pin := getattr(config, name)) >= 0},
        Pull(config.pull),
        pressed_high=config.pressed == "high",
        on_high=config.lit == "high",
        settle=config.settle_ms / 1000,
    )
