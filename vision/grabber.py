"""A thread that always holds the newest picture of a camera, and opens the camera again when it is lost."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from vision.sources import Clock, Shot, Source, SourceError

WAITS = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds before each new try to open a camera; the last one is repeated for ever."""
STALE = 3.0
"""Seconds after which a camera that should deliver counts as stuck."""
STANDSTILL = 1.0
"""Seconds without a picture after which what comes first may be old."""
CATCHING_UP = 0.5
WAITED_FOR = 0.02
"""After a standstill pictures are passed over for so many seconds, or until one had to be waited for so long."""
STOPPING = 2.0
"""Seconds that a camera is given to let go."""

_log = logging.getLogger(__name__)


class Phase(Enum):
    """How it stands with a camera."""

    OPENING = "opening"
    RUNNING = "running"
    STUCK = "stuck"
    LOST = "lost"
    ENDED = "ended"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class State:
    """How it stands with a camera, since when, and what people are told."""

    phase: Phase
    since: float
    sentence: str
    tries: int = 0


class _Backlog:
    """What has waited in the camera or in the network while no picture came."""

    def __init__(self) -> None:
        self._until: float | None = None

    def has(self, asked: float, came: float) -> bool:
        """Whether the picture that was asked for and came then may be an old one."""
        waited = came - asked
        if self._until is None:
            self._until = came + CATCHING_UP if waited > STANDSTILL else None
        elif came > self._until or waited >= WAITED_FOR:
            self._until = None
        return self._until is not None


class Grabber:
    """Reads one source for ever; only its newest picture is kept."""

    def __init__(
        self, open_source: Callable[[], Source], *, waits: tuple[float, ...] = WAITS, clock: Clock = time.monotonic
    ) -> None:
        self._open_source = open_source
        self._waits = waits
        self._clock = clock
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self._shot: Shot | None = None
        self._taken_at = clock()
        self._state = State(Phase.OPENING, clock(), "The camera is being opened.")
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def stop(self) -> None:
        """End it; a camera that is stuck in the driver is left behind."""
        self._stop.set()
        self._tell(Phase.STOPPED, "The camera is switched off.")
        self._thread.join(STOPPING)

    @property
    def state(self) -> State:
        """How it stands with the camera now."""
        with self._changed:
            state, last = self._state, max(self._state.since, self._taken_at)
        if state.phase is Phase.RUNNING and self._clock() - last > STALE:
            return State(Phase.STUCK, last, "The camera has not delivered a picture for some seconds.")
        return state

    def newest(self, after: float, timeout: float) -> Shot | None:
        """Return the newest picture taken later than `after`, as soon as there is one; none if it takes too long."""
        with self._changed:
            self._changed.wait_for(lambda: self._over or self._is_newer(after), timeout)
            return self._shot if self._is_newer(after) else None

    @property
    def _over(self) -> bool:
        return self._state.phase in {Phase.ENDED, Phase.STOPPED}

    def _is_newer(self, after: float) -> bool:
        return self._shot is not None and self._shot.at > after

    def _run(self) -> None:
        tries = 0
        while not self._stop.is_set():
            fault = self._session()
            if fault is None:
                self._tell(Phase.ENDED, "There are no more pictures.")
                return
            # The waiting grows while the camera stays away, and begins anew once it delivered.
            tries = 1 if self._state.phase is Phase.RUNNING else tries + 1
            self._tell(Phase.LOST, fault, tries)
            self._stop.wait(self._waits[min(tries, len(self._waits)) - 1])

    def _session(self) -> str | None:
        """Read until there is a fault, and return it; none if there are no more pictures."""
        try:
            self._read_all()
        except SourceError as error:
            return str(error)
        except Exception:  # noqa: BLE001 - a driver may raise anything, and the thread must outlive it
            _log.exception("The camera failed.")
            return "The camera failed in a way that was not foreseen; the log tells more."
        return None

    def _read_all(self) -> None:
        source, backlog = self._open_source(), _Backlog()
        try:
            while not self._stop.is_set():
                asked = self._clock()
                shot = source.read()
                if shot is None:
                    return
                if not backlog.has(asked, self._clock()):
                    self._take(shot)
        finally:
            source.close()

    def _take(self, shot: Shot) -> None:
        with self._changed:
            self._shot, self._taken_at = shot, self._clock()
            if self._state.phase is not Phase.RUNNING and not self._stop.is_set():
                self._state = State(Phase.RUNNING, self._taken_at, "The camera is running.")
            self._changed.notify_all()

    def _tell(self, phase: Phase, sentence: str, tries: int = 0) -> None:
        with self._changed:
            if self._state.phase is not Phase.STOPPED:
                self._state = State(phase, self._clock(), sentence, tries)
            self._changed.notify_all()
