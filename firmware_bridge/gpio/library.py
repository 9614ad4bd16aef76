"""Which library answers to the name RPi.GPIO, and whether it is the right one for this machine.

There are two: RPi.GPIO itself, which writes into the memory of the processor, and rpi-lgpio, which goes by the kernel.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from types import ModuleType

NAME = "RPi.GPIO"
OLD, NEW = "RPi.GPIO", "rpi-lgpio"
MODEL = Path("/proc/device-tree/model")
WITHOUT_MEMORY = ("Raspberry Pi 5", "Raspberry Pi 500", "Raspberry Pi Compute Module 5")
"""Machines whose pins RPi.GPIO cannot reach."""


@dataclass(frozen=True, slots=True)
class Answering:
    """The library that has answered; `advice` says why another one would be right, and is empty where none would be."""

    name: str
    advice: str = ""


def model() -> str:
    """Return what this machine calls itself; nothing if it does not say so."""
    with suppress(OSError):
        return MODEL.read_text(encoding="utf-8", errors="replace").rstrip("\0\n")
    return ""


def answering(module: ModuleType, edges: bool | None = None) -> Answering:  # noqa: FBT001 - what was found out
    """Return which library was loaded; `edges`: whether it tells that a pin has changed, if that was tried."""
    name = NEW if hasattr(module, "lgpio") else OLD
    if {OLD.lower(), NEW} <= installed():
        return Answering(name, "Both RPi.GPIO and rpi-lgpio are installed, and overwrite each other: remove RPi.GPIO.")
    if name == OLD:
        return Answering(name, _advice_against_old(edges))
    return Answering(name)


def _advice_against_old(edges: bool | None) -> str:  # noqa: FBT001 - as above
    machine = model()
    if machine.startswith(WITHOUT_MEMORY):
        return f"RPi.GPIO cannot reach the pins of a {machine}: rpi-lgpio can, in place of it."
    if edges is False:
        return "RPi.GPIO is not told by this system when a button changes: rpi-lgpio is, in place of it."
    return ""


def installed() -> set[str]:
    """Return which of the two are installed, in small letters."""
    found = set()
    for name in (OLD, NEW):
        with suppress(metadata.PackageNotFoundError):
            found.add(metadata.distribution(name).metadata["Name"].lower())
    return found
