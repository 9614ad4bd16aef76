"""Compares the doubling cube that the camera sees with the one that the table counts; the table goes by its own."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Self

from companion.service.standing_back import stand_back
from companion.service.upkeep.camera_window import Camera
from companion.service.view import CubeView, TableView
from vision.calibration import Calibration, CalibrationError
from vision.cube import CubeReader
from vision.dice import Cube

LOG = logging.getLogger(__name__)
EVERY_S = 4.0
"""From one look at the cube to the next: nobody waits for it."""
ALIKE = 4
"""Looks in a row that must show the same before it is told: a cube is seldom turned at once when a double is taken."""
NEAR = 0.5
"""A cube that lies no farther away than so many of its edges has not been moved."""
DIFFERS = "The doubling cube shows {shown}, and the table counts {counted}: one of the two is to be put right."


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
        used = _in_use(view)
        counted = used.value if used else None
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
        shown = self._seen[-1].value if len(self._seen) == ALIKE else None
        differs = used is not None and shown not in {None, used.face}
        self.sentence = DIFFERS.format(shown=shown, counted=counted) if differs else ""


def _in_use(view: TableView) -> CubeView | None:
    """Return the cube that the table counts, if it is in use: between games and without it nobody turns it back."""
    over = view.crawford or view.phase in {"no_match", "game_over", "match_over"}
    return None if over or view.cube is None or view.cube.offer is not None else view.cube


def _is_same(one: Cube, other: Cube) -> bool:
    (left, top), (right, bottom) = other.corners[0], other.corners[2]
    reach = NEAR * (abs(right - left) + abs(bottom - top)) / 2
    return one.value == other.value and abs(one.x - other.x) + abs(one.y - other.y) <= reach


class CubeWatch:
    """Looks at the cube now and then, in a thread of its own; without a calibration it does not."""

    def __init__(self, camera: Camera, look: Callable[[], TableView], calibration: Calibration | None) -> None:
        self._camera, self._look = camera, look
        self._stop = threading.Event()
        self._check = CubeCheck()
        self._thread: threading.Thread | None = None
        if calibration is not None:
            self._thread = threading.Thread(target=self._run, args=(calibration,), name="doubling cube", daemon=True)

    def __enter__(self) -> Self:
        """Begin."""
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """End; a picture that is just being read is read."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    @property
    def sentence(self) -> str:
        """What people should know of the cube; nothing if all is well."""
        return self._check.sentence

    def _run(self, calibration: Calibration) -> None:
        stand_back()
        try:
            self._read_on(calibration)
        except CalibrationError as error:
            LOG.info("The doubling cube is not looked for", extra={"why": str(error)})
        except Exception:  # the edge of a thread: the dice are read all the same
            LOG.exception("The doubling cube is looked for no more")

    def _read_on(self, calibration: Calibration) -> None:
        reader: CubeReader | None = None
        while not self._stop.wait(EVERY_S):
            view = self._look()
            shot = None if _in_use(view) is None else self._camera.newest(time.monotonic() - EVERY_S, 0)
            if shot is None:
                self._check.saw(None, view)
                continue
            reader = reader or CubeReader(calibration)
            self._check.saw(reader.read(shot.picture), view)
