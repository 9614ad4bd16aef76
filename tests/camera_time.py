"""Time in front of a virtual camera: it passes as fast as the pictures are looked at, however slow the machine is."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from companion.demo import filming
from vision.sources import Shot, Wishes
from vision.watching import LiveWatch, Told

LEAST_S, MOST_S = 0.02, 0.5
"""How long a picture stays at least, so that others on the machine get on too, and how long where nobody looks."""


class CameraTime:
    """The time, in seconds; every picture is taken when the one before has been dealt with."""

    def __init__(self) -> None:
        self.now = time.monotonic()
        self.taken = 0
        self.wanted = threading.Event()
        """Somebody waits for the next picture."""

    def go_on(self, until: float) -> None:
        """Let time pass up to the next picture, as soon as that is wanted."""
        begun = time.monotonic()
        self.wanted.wait(MOST_S)
        self.wanted.clear()
        time.sleep(max(0.0, begun + LEAST_S - time.monotonic()))
        self.now, self.taken = max(self.now, until), self.taken + 1


@contextmanager
def camera_time() -> Iterator[CameraTime]:
    """Have the one camera of a test taken at its own time."""
    passing, step = CameraTime(), LiveWatch.step

    class Film(filming.Film):
        def __init__(self, camera: Any, wishes: Wishes, *more: Any) -> None:
            super().__init__(camera, replace(wishes, clock=lambda: passing.now), *more)

        def read(self) -> Shot | None:
            passing.go_on(self._next)
            return super().read()

    def stepped(watch: LiveWatch, timeout: float) -> list[Told]:
        # What came before has been dealt with.
        passing.wanted.set()
        return step(watch, timeout)

    with patch.object(filming, "Film", Film), patch.object(LiveWatch, "step", stepped):
        yield passing
