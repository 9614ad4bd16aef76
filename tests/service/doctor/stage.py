"""An installation to be looked at, in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import Config, changed
from companion.service.doctor import board
from companion.service.doctor.values import Case, Device, Finding, Places
from tests.waiting import HANG_S

NOWHERE = Path("/nowhere")
FIRST_S = 0.1
"""So long the doctor waits for a board at first; if that was not enough, twice as long."""
NONE = Places(NOWHERE, (), NOWHERE, NOWHERE, NOWHERE, ())


def case(data: Path, devices: dict[str, Device] | None = None, places: Places = NONE, **options: object) -> Case:
    """An installation with its data in a folder, and options as `board__port`."""
    named = {name.replace("__", "."): value for name, value in options.items()}
    return Case(changed(Config(), {"folder": str(data), **named}), devices, places=places)


def codes(found: Finding) -> tuple[str, ...]:
    """How a part is, what is said of it, and how it is to be mended."""
    return found.state, found.what.code, *(mend.code for mend in found.mends)


def at_last(says: str, data: Path, **options: object) -> Finding:
    """What the doctor finds of a board once it says that; until then it is given ever more time."""
    patience = FIRST_S
    while True:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(board, "PATIENCE_S", patience)
            (only,) = board.look_at_board(case(data, None, NONE, **options))
        if says in only.what.text:
            return only
        assert patience < HANG_S, only
        patience *= 2
