"""The pins of a Raspberry Pi: whether a library is there that can reach them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.service.device_words import DEVICES
from companion.service.doctor.access import may_use, mend_access, name_of_owner, user
from companion.service.doctor.values import Case, Finding, ill, unused, well
from companion.service.doctor.words import told
from companion.service.gpio_port import wiring
from companion.service.sentence_patterns import sentences
from companion.service.view import Message
from firmware_bridge.gpio.library import NEW, OLD, WITHOUT_MEMORY, installed

PART = "pins"
GROUP = "gpio"
BUTTONS, FAILING = "buttons", ("failed", "lost")
"""What the service calls its part, and how that is while it does not work."""
CHIPS = "/dev/gpiochip*"
MENDS = {
    "Another program is using pin {number}.": "find_user",
    "The pins may not be used by this user: it takes membership in the group gpio.": "join_group",
    "Buttons and lights need the package rpi-lgpio, which is not installed.": "install_pins",
    "The library for the pins lacks {name}: install rpi-lgpio anew.": "reinstall_pins",
    "The library for the pins cannot be loaded ({why}): install rpi-lgpio anew.": "reinstall_pins",
    "The library for the pins needs to write into the folder in which the companion runs, and may not.": "other_folder",
    "RPi.GPIO cannot reach the pins of a {name}: rpi-lgpio can, in place of it.": "replace_pins",
    "RPi.GPIO is not told by this system when a button changes: rpi-lgpio is, in place of it.": "replace_pins",
}
"""How to mend what the service says of its buttons and lights, and the libraries alone do not tell."""


def look_at_pins(case: Case) -> Iterator[Finding]:
    """Look at the pins, and at what is to reach them."""
    machine, wired = _model(case), wiring(case.config.gpio)
    is_pi, are_wanted = machine.startswith("Raspberry Pi"), wired.buttons or wired.outputs
    if not are_wanted:
        # As few have buttons and lights, what would keep them from working is no fault.
        yield unused(PART, "not_used" if is_pi else "pins_none")
        return
    if not is_pi:
        yield ill(PART, told("pins_none"), told("no_pins"))
        return
    found = list(_library(machine))
    yield from found
    closed = [path for path in case.places.pins if path.exists() and not may_use(path)]
    if closed:
        yield ill(PART, told("pins_denied"), mend_access(closed[0], GROUP, "rules_of_pins"))
    elif not found:
        yield from list(_of_service(case)) or [_ready()]


def _ready() -> Finding:
    return well(PART, "pins_ready", library=NEW if NEW in installed() else OLD)


def _of_service(case: Case) -> Iterator[Finding]:
    """Return what keeps the service from using them."""
    device = (case.devices or {}).get(BUTTONS)
    if device is None or device.state not in FAILING:
        return
    for text in (device.sentence, device.sentence.partition(". ")[2]):
        template, _ = sentences(DEVICES).find(text, narrow=False)
        if template in MENDS:
            yield ill(PART, told("said", message=text), _mend(MENDS[template], case))
            return
    yield ill(PART, told("said", message=device.sentence), told("look_at_log"))


def _mend(code: str, case: Case) -> Message:
    if code == "join_group":
        # Not whoever asks, but the service must be let in: the data are its user's.
        return told(code, user=name_of_owner(case.config.data) or user(), group=GROUP)
    return told(code, path=CHIPS) if code == "find_user" else told(code)


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
