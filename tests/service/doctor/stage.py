"""An installation to be looked at, in a folder of its own."""

from __future__ import annotations

from pathlib import Path

from companion.config import Config, changed
from companion.service.doctor.values import Case, Device, Finding, Places

NOWHERE = Path("/nowhere")
NONE = Places(NOWHERE, (), NOWHERE, NOWHERE, NOWHERE, ())


def case(data: Path, devices: dict[str, Device] | None = None, places: Places = NONE, **options: object) -> Case:
    """An installation with its data in a folder, and options as `board__port`."""
    named = {name.replace("__", "."): value for name, value in options.items()}
    return Case(changed(Config(), {"folder": str(data), **named}), devices, places=places)


def codes(found: Finding) -> tuple[str, ...]:
    """How a part is, what is said of it, and how it is to be mended."""
    return found.state, found.what.code, *(mend.code for mend in found.mends)
