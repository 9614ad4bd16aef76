"""Which of the Pi's pins may be used for what: everything that is wrong with those that are configured."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from companion.language import _

if TYPE_CHECKING:
    from companion.config import Gpio

BUTTONS = ("white_button", "black_button", "cube_button", "take_button", "drop_button")
OUTPUTS = ("white_light", "black_light", "illegal_light", "buzzer")
NONE = -1
TAKEN = frozenset({0, 1})
"""By these the Pi asks boards that are put on it who they are."""
PULLED_UP = frozenset({2, 3})
"""A resistor on the Pi pulls these up, whatever is configured."""


def used(gpio: Gpio) -> dict[str, int]:
    """Return the pins that are connected, by their options."""
    return {name: pin for name in (*BUTTONS, *OUTPUTS) if (pin := getattr(gpio, name)) != NONE}


def problems(gpio: Gpio) -> Iterator[str]:
    """Everything that is wrong with the pins."""
    pins = used(gpio)
    for name, pin in pins.items():
        if pin in TAKEN:
            yield _(
                "gpio.{option} is pin {pin}, which the Pi needs itself: choose one from 2 to 27.", option=name, pin=pin
            )
    for (name, pin), (other, same) in combinations(pins.items(), 2):
        if pin == same:
            yield _(
                "gpio.{option} and gpio.{other} are both pin {pin}: each needs its own.",
                option=name,
                other=other,
                pin=pin,
            )
    yield from _of_buttons(gpio, [name for name in BUTTONS if name in pins])


def _of_buttons(gpio: Gpio, names: list[str]) -> Iterator[str]:
    against = {"low": "down", "high": "up"}[gpio.pressed]
    if names and gpio.pull == against:
        yield _(
            "gpio.pull must not be {pull} where a pressed button is {pressed}: every button would seem to be pressed.",
            pull=gpio.pull,
            pressed=gpio.pressed,
        )
    for name in names:
        if gpio.pressed == "high" and getattr(gpio, name) in PULLED_UP:
            yield _(
                "gpio.{option} is pin {pin}, which the Pi itself pulls up: a button there has to be low when pressed.",
                option=name,
                pin=getattr(gpio, name),
            )
