"""Looks at everything, part by part; a look that fails itself spoils no other."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping

from companion.service.doctor.board import look_at_board
from companion.service.doctor.camera import look_at_camera
from companion.service.doctor.chosen import look_at_chosen
from companion.service.doctor.hall import look_at_hall
from companion.service.doctor.journal import look_at_journal
from companion.service.doctor.machine import (
    look_at_disk,
    look_at_heat,
    look_at_memory,
    look_at_power,
    look_at_time,
)
from companion.service.doctor.pins import look_at_pins
from companion.service.doctor.programs import look_at_gnubg, look_at_panel
from companion.service.doctor.values import Case, Finding, ill
from companion.service.doctor.words import told

LOG = logging.getLogger(__name__)
Look = Callable[[Case], Iterable[Finding]]
LOOKS: Mapping[str, Look] = {
    "board": look_at_board,
    "camera": look_at_camera,
    "pins": look_at_pins,
    "gnubg": look_at_gnubg,
    "disk": look_at_disk,
    "journal": look_at_journal,
    "time": look_at_time,
    "memory": look_at_memory,
    "heat": look_at_heat,
    "power": look_at_power,
    "panel": look_at_panel,
    "set_up": look_at_chosen,
    "hall": look_at_hall,
}


def examine(case: Case, looks: Mapping[str, Look] = LOOKS) -> Iterator[Finding]:
    """Return how each part is, as soon as it is known."""
    for part, look in looks.items():
        try:
            yield from list(look(case))
        except Exception:  # the edge of a look: whatever one part does, the others are looked at
            LOG.exception("A part could not be looked at", extra={"part": part})
            yield ill(part, told("failed_itself"), told("look_at_log"))
