"""What is connected to which pin; pins are told by the processor's (BCM) numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

SETTLE_S = 0.02
"""Contacts that still bounce after this are worn out."""


class Pull(Enum):
    """Where the Pi's own resistor pulls the pin of a button that nobody presses."""

    UP = "up"
    DOWN = "down"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Wiring:
    """The pins of buttons and of what is switched, by the names that they go by."""

    buttons: Mapping[str, int] = field(default_factory=dict)
    outputs: Mapping[str, int] = field(default_factory=dict)
    pull: Pull = Pull.UP
    pressed_high: bool = False
    on_high: bool = True
    settle: float = SETTLE_S
    """How long a button has to stay as it is before that counts."""
