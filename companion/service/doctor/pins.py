"""The pins of a Raspberry Pi: whether a library is there that can reach them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.service.doctor.access import may_use, mend_access
from companion.service.doctor.values import Case, Finding, ill, unused, well
from companion.service.doctor.words import told
from firmware_bridge.gpio.library import NEW, OLD, WITHOUT_MEMORY, installed

PART = "pins"
GROUP = "gpio"


def look_at_pins(case: Case) -> Iterator[Finding]:
    """Look at the pins, and at what is to reach them."""
    machine = _model(case)
    if not machine.startswith("Raspberry Pi"):
        yield unused(PART, "pins_none")
        return
    found = list(_library(machine))
    yield from found
    closed = [path for path in case.places.pins if path.exists() and not may_use(path)]
    if closed:
        yield ill(PART, told("pins_denied"), mend_access(closed[0], GROUP))
    elif not found:
        yield well(PART, "pins_ready", library=NEW if NEW in installed() else OLD)


def _library(machine: str) -> Iterator[Finding]:
    """Return what is wrong with the library."""
    libraries = installed()
    if not libraries:
        yield ill(PART, told("pins_no_library"), told("install_pins"))
    elif libraries >= {OLD.lower(), NEW}:
        yield ill(PART, told("pins_two_libraries"), told("replace_pins"))
    elif NEW not in libraries and machine.startswith(WITHOUT_MEMORY):
        yield ill(PART, told("pins_wrong_library", machine=machine), told("replace_pins"))


def _model(case: Case) -> str:
    try:
        return case.places.model.read_text(encoding="utf-8", errors="replace").rstrip("\0\n")
    except OSError:
        return ""
