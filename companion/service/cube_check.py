"""Compares the doubling cube that the camera sees with the one that the table counts; the table goes by its own."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, Self

from companion.service.view import TableView
from vision.calibration import CalibrationError

if TYPE_CHECKING:
    from vision.calibration import Calibration
    from vision.dice import Cube
    from vision.pictures import Picture
    from vision.sources import Shot

LOG = logging.getLogger(__name__)
EVERY_S = 4.0
"""From one look at the cube to the next: nobody waits for it."""
ALIKE = 4
"""Looks in a row that must show the same before it is told: a cube is seldom turned at once when a double is taken."""
NEAR = 0.5
"""A cube that lies no farther away than so many of its edges has not been moved."""
BEHIND = 10
"""How much the thread stands back behind those of the table (a nice value)."""
DIFFERS = "The doubling cube shows {shown}, and the table counts {counted}: one of the two is to be put right."
Reads = Callable[["Picture"], "Cube | None"]


class Camera(Protocol):
    """Who holds the newest picture."""

    def newest(self, after: float, timeout: float) -> Shot | None:
        """Return the newest picture taken later than `after`."""


class CubeCheck:
    """What was seen of the cube lately, and what is to be said of it."""

    def __init__(self) -> None:
        self._seen: list[Cube] = []
        self._missed = 0
        self._counted: int | None = None
        self.sentence = ""
        """What people should know; may be read from any thread."""

    def saw(self, cube: Cube | None, view: TableView) -> None:
        """Take in what the camera saw while the table stood so."""
        counted = _counted(view)
        if counted != self._counted:
            self._seen, self._counted = [], counted
        if cube is None or cube.value is None:
            # A hand hides it now and then.
            self._missed += 1
            self._seen = self._seen if self._missed < ALIKE else []
        else:
            self._missed = 0
            before = self._seen if self._seen and _is_same(cube, self._seen[-1]) else []
            self._seen = [*before, cube][-ALIKE:]
        self.sentence = self._said(view) if counted is not None and len(self._seen) == ALIKE else ""

    def _said(self, view: TableView) -> str:
        shown = self._seen[-1].value
        if view.cube is None or shown == view.cube.face:
            return ""
        return DIFFERS.format(shown=shown, counted=view.cube.value)


def _counted(view: TableView) -> int | None:
    """Return what the cube should stand for, if it is in use: between games and without it nobody turns it back."""
    over = view.crawford or view.phase in {"no_match", "game_over", "match_over"}
    return None if view.cube is None or view.cube.offer is not None or over else view.cube.value


def _is_same(one: Cube, other: Cube) -> bool:
    (left, top), (right, bottom) = other.corners[0], other.corners[2]
    reach = NEAR * (abs(right - left) + abs(bottom - top)) / 2
    return one.value == other.value and abs(one.x - other.x) + abs(one.y - other.y) <= reach


class CubeWatch:
    """Looks at the cube now and then, in a thread of its own; without a calibration it does not."""

    def __init__(self, camera: Camera, look: Callable[[], TableView], reads: Callable[[], Reads] | None) -> None:
        self._camera, self._look, self._reads = camera, look, reads
        self._stop = threading.Event()
        self._check = CubeCheck()
        self._thread = threading.Thread(target=self._run, name="doubling cube", daemon=True)

    def __enter__(self) -> Self:
        """Begin."""
        if self._reads is not None:
            self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """End; a picture that is just being read is read."""
        self._stop.set()
        if self._reads is not None:
            self._thread.join()

    @property
    def sentence(self) -> str:
        """What people should know of the cube; nothing if all is well."""
        return self._check.sentence

    def _run(self) -> None:
        try:
            if self._reads is not None:
                self._read_on(self._reads)
        except CalibrationError as error:
            LOG.info("The doubling cube is not looked for", extra={"why": str(error)})
        except Exception:  # the edge of a thread: the dice are read all the same
            LOG.exception("The doubling cube is looked for no more")

    def _read_on(self, reads: Callable[[], Reads]) -> None:
        # Linux has this for each thread; elsewhere the cube is read all the same.
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BEHIND)
        read: Reads | None = None
        while not self._stop.wait(EVERY_S):
            view = self._look()
            shot = None if _counted(view) is None else self._camera.newest(time.monotonic() - EVERY_S, 0)
            if shot is None:
                self._check.saw(None, view)
                continue
            read = read or reads()
            self._check.saw(read(shot.picture), view)


def reads_with(calibration: Calibration | None) -> Callable[[], Reads] | None:
    """Return what makes a reader of the cube, where it can be read."""
    return None if calibration is None else lambda: _reader(calibration)


def _reader(calibration: Calibration) -> Reads:
    from vision.cube import CubeReader  # noqa: PLC0415 - it takes time to load

    return CubeReader(calibration).read
