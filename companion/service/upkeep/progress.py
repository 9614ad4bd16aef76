"""How far the set-up is: kept in the data folder, so that it goes on where it was left."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

LOG = logging.getLogger(__name__)
FILE = "set-up.json"
STEPS = ("language", "pin", "board", "orientation", "walk", "camera", "dice")
STATES = ("done", "skipped")


@dataclass(frozen=True)
class Progress:
    """What has been done of the set-up, and what it has found."""

    steps: Mapping[str, str] = field(default_factory=dict)
    """Each step that is done or skipped."""
    put_off: bool = False
    """Whether it is no longer offered at the table."""
    walk: Mapping[str, Any] = field(default_factory=dict)
    dice: Mapping[str, Any] = field(default_factory=dict)

    @property
    def next(self) -> str | None:
        """The first step that nobody has decided on."""
        return next((step for step in STEPS if step not in self.steps), None)


class Keeper:
    """Keeps the progress; what cannot be written is told in the log and kept in memory."""

    def __init__(self, data: Path) -> None:
        self._file = data / FILE
        self._lock = threading.Lock()
        self.progress = _read(self._file)

    def change(self, **changes: Any) -> None:  # noqa: ANN401 - fields of Progress
        """Keep a change."""
        with self._lock:
            self.progress = replace(self.progress, **changes)
            self._write()

    def step(self, name: str, state: str) -> None:
        """Take it that a step is done, or skipped."""
        with self._lock:
            self.progress = replace(self.progress, steps={**self.progress.steps, name: state})
            self._write()

    def _write(self) -> None:
        one = self.progress
        text = json.dumps({"steps": one.steps, "put_off": one.put_off, "walk": one.walk, "dice": one.dice})
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            unfinished = self._file.with_name(f"{FILE}.new")
            unfinished.write_text(text + "\n", encoding="utf-8")
            unfinished.replace(self._file)
        except OSError as error:
            LOG.warning("How far the set-up is could not be kept", extra={"why": str(error)})


def _read(file: Path) -> Progress:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        steps = {name: data["steps"][name] for name in STEPS if data["steps"].get(name) in STATES}
        return Progress(steps, bool(data["put_off"]), dict(data["walk"]), dict(data["dice"]))
    except FileNotFoundError:
        return Progress()
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        LOG.warning("How far the set-up was cannot be read: it begins anew", extra={"file": str(file)})
        return Progress()
