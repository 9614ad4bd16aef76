"""What the camera sees, for those who look at it: read in a thread of its own, and only while somebody looks."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from companion.service.standing_back import stand_back

if TYPE_CHECKING:
    from vision.calibration import Calibration
    from vision.dice import Cube
    from vision.pictures import Picture
    from vision.sources import Shot
    from vision.watching import Told

LOG = logging.getLogger(__name__)
LOOKED_AT_S = 4.0
"""So long after somebody has looked, pictures are still read."""
PAUSE_S = 0.34
"""From one picture to the next: about three a second are enough to look at."""
RATED_OVER_S = 2.0
CUBE_EVERY = 6
"""Only in every so many pictures the doubling cube is looked for: it takes longer than the dice, and seldom moves."""
WIDTH, QUALITY = 800, 70
Clock = Callable[[], float]


class Camera(Protocol):
    """Who holds the newest picture."""

    def newest(self, after: float, timeout: float) -> Shot | None:
        """Return the newest picture taken later than `after`."""


class Watch(Protocol):
    """Who watches the pictures for throws."""

    @property
    def looked(self) -> int:
        """How many pictures were looked at."""

    @property
    def busy(self) -> float:
        """How many seconds that took."""


@dataclass(frozen=True)
class Eye:
    """A camera at work."""

    camera: Camera
    watch: Watch
    calibration: Calibration | None
    name: str
    """As it may be shown."""


@dataclass(frozen=True)
class Rates:
    """How fast the watcher is: pictures a second, and ms for each."""

    per_second: float | None = None
    watch_ms: float | None = None


@dataclass(frozen=True)
class Frame:
    """A picture with what was read in it, as a JPEG."""

    number: int
    data: bytes
    size: tuple[int, int]
    read_ms: float
    dice: int


class CameraWindow:
    """The window to one camera."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self.eye: Eye | None = None
        self._looked_at = float("-inf")
        self._frame: Frame | None = None
        self._frames = 0
        self._rated: tuple[float, int, float] | None = None
        self.rates = Rates()
        self._thread: threading.Thread | None = None
        self.on_told: Callable[[Told], None] = lambda _told: None
        """Who else hears what the watcher tells: the dice test."""

    # What the camera's part does

    def attach(self, eye: Eye) -> None:
        """Take a camera that begins."""
        with self._changed:
            self.eye, self._frame, self._rated, self.rates = eye, None, None, Rates()

    def detach(self) -> None:
        """Take it that the camera has ended."""
        with self._changed:
            self.eye, self._frame, self._rated, self.rates = None, None, None, Rates()
            self._changed.notify_all()

    def told(self, told: Told) -> None:
        """Hear what the watcher tells."""
        self.on_told(told)

    # Those who look

    def look(self) -> Frame | None:
        """Return the newest picture that was read, and let others follow for a while."""
        with self._changed:
            self._looked_at = self._clock()
            if self.eye is not None and self._thread is None:
                self._thread = threading.Thread(target=self._run, name="camera window", daemon=True)
                self._thread.start()
            return self._frame

    def next(self, after: int, timeout: float) -> Frame | None:
        """Return a picture newer than that of the number, as soon as there is one; none if there is none in time."""
        self.look()
        with self._changed:
            self._changed.wait_for(lambda: self.eye is None or self._is_newer(after), timeout)
            return self._frame if self._is_newer(after) else None

    def picture(self, timeout: float) -> Picture | None:
        """Return the camera's picture as it is now."""
        eye = self.eye
        shot = eye.camera.newest(time.monotonic(), timeout) if eye is not None else None
        return shot.picture if shot is not None else None

    @property
    def is_looked_at(self) -> bool:
        """Whether somebody has looked lately."""
        return self._clock() - self._looked_at <= LOOKED_AT_S

    def _is_newer(self, after: int) -> bool:
        return self._frame is not None and self._frame.number > after

    # The thread

    def _run(self) -> None:
        stand_back()
        failed: Eye | None = None
        while (eye := self._next(failed)) is not None:
            try:
                self._read_on(eye)
            except Exception:  # the edge of a thread: whoever looks again begins anew
                LOG.exception("The camera's picture cannot be shown")
                failed = eye

    def _next(self, failed: Eye | None) -> Eye | None:
        """Return the camera that somebody looks at, unless it has failed; if there is none, the thread is over."""
        with self._changed:
            if self.eye is not None and self.eye is not failed and self.is_looked_at:
                return self.eye
            self._thread, self._frame = None, None
            return None

    def _read_on(self, eye: Eye) -> None:
        reading, after = _Reading(eye.calibration), float("-inf")
        while self._is_wanted(eye):
            begun = self._clock()
            shot = eye.camera.newest(after, PAUSE_S)
            self._rate(eye)
            if shot is not None:
                after = shot.at
                self._show(eye, reading.frame(shot.picture, self._frames + 1))
            time.sleep(max(0.0, begun + PAUSE_S - self._clock()))

    def _is_wanted(self, eye: Eye) -> bool:
        with self._changed:
            return self.eye is eye and self.is_looked_at

    def _show(self, eye: Eye, frame: Frame) -> None:
        with self._changed:
            if self.eye is eye:
                self._frame, self._frames = frame, frame.number
                self._changed.notify_all()

    def _rate(self, eye: Eye) -> None:
        now, looked, busy = self._clock(), eye.watch.looked, eye.watch.busy
        if self._rated is None:
            self._rated = now, looked, busy
            return
        began, before, was_busy = self._rated
        if now - began >= RATED_OVER_S:
            new = looked - before
            self.rates = Rates(new / (now - began), 1000 * (busy - was_busy) / new if new else None)
            self._rated = now, looked, busy


class _Reading:
    """Reads pictures and draws into them what was read; made where it is used, for it takes time to load."""

    def __init__(self, calibration: Calibration | None) -> None:
        from vision.reader import DiceReader  # noqa: PLC0415 - see above

        self._calibration, self._reader = calibration, DiceReader(calibration)
        self._cube: Cube | None = None
        self._read = 0

    def frame(self, picture: Picture, number: int) -> Frame:
        """Return a picture with what was read in it."""
        from vision.drawing import annotated  # noqa: PLC0415 - as above
        from vision.pictures import as_jpeg, shrunk, size_of  # noqa: PLC0415 - as above

        with_cube = self._read % CUBE_EVERY == 0
        self._read += 1
        found = self._reader.read(picture, cube=with_cube)
        self._cube = found.cube if with_cube else self._cube
        size = size_of(picture)
        scaled = self._calibration.scaled_to(size) if self._calibration is not None else None
        drawn = shrunk(annotated(picture, found.dice, self._cube, scaled), WIDTH)
        return Frame(number, as_jpeg(drawn, QUALITY), size, found.ms, len(found.dice))
