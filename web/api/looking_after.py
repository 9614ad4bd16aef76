"""How the table's devices and its machine are, for programs that look after many tables."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, current_app

from companion.service.doctor.values import Finding
from companion.service.upkeep.upkeep import Upkeep
from companion.service.upkeep.values import BoardLook, CameraLook, Machine
from web.api.errors import ApiError
from web.api.operations import Operation, offer
from web.language import gettext
from web.language import mark as _
from web.safe import Role
from web.upkeep.shared import EXTENSION


@dataclass(frozen=True, slots=True)
class Diagnostics:
    """How the sensor board, the camera and the machine are."""

    board: BoardLook
    camera: CameraLook
    machine: Machine


def _upkeep() -> Upkeep:
    known: Upkeep | None = current_app.extensions.get(EXTENSION)
    if known is None:
        raise ApiError(404, gettext("There is no such page."))
    return known


def diagnostics() -> Diagnostics:
    """Return how everything is."""
    known = _upkeep()
    return Diagnostics(known.board(), known.camera(), known.machine())


def doctor() -> list[Finding]:
    """Look at every part."""
    return _upkeep().examine()


def bundle() -> Response:
    """Return the support bundle."""
    return Response(_upkeep().packed(), mimetype="application/zip")


for one in (
    Operation(
        "diagnostics",
        "GET",
        "/diagnostics",
        _("The sensor board with its error counters, the camera, and the machine: disk, clock, temperature."),
        diagnostics,
        Diagnostics,
        errors=(404,),
    ),
    Operation(
        "doctor",
        "GET",
        "/diagnostics/doctor",
        _("What works, what does not, and how to mend it."),
        doctor,
        list[Finding],
        errors=(404,),
    ),
    Operation(
        "bundle",
        "GET",
        "/diagnostics/bundle",
        _("The support bundle: versions, configuration without secrets, log, last events."),
        bundle,
        ("application/zip",),
        errors=(404,),
    ),
):
    offer(one.of("diagnostics", Role.OWNER))
