"""Where the companion keeps its data: the journal, and the pictures of throws."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "COMPANION_DATA"
NAME = "companion"
CAMERAS = "cameras"
"""The folder of the cameras' calibrations, in the data folder."""


def may_be_there(file: Path) -> bool:
    """Whether a file is there; where that cannot be told, whoever opens it says why."""
    try:
        return file.exists()
    except OSError:
        return True


def data_folder(given: Path | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder that is `given`, or else named by the environment, or else the usual one for data."""
    if given is not None:
        return given
    named = environment.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    usual = Path(environment.get("XDG_DATA_HOME", ""))
    # An XDG folder that is not absolute is to be ignored.
    return (usual if usual.is_absolute() else Path.home() / ".local" / "share") / NAME
