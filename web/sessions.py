"""Who is signed in: the sessions and tokens that are open, by names that nobody can guess; ended, they open nothing.

They are kept in the data folder over a restart. Their time is that in which the machine runs: a clock that was set
wrong neither ends them nor makes them longer. Only over a restart of the machine the clock on the wall has to do.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock

from web.safe import write_private

LOG = logging.getLogger(__name__)
FILE = "panel.sessions"
NAME_BYTES = 18
MOST = 500
"""So many are open at once; then the one that would end first ends."""
LONGEST_S = 12 * 3600
RETRY_S = 10.0
"""After so long it is tried again to write what could not be written."""
BOOT = Path("/proc/sys/kernel/random/boot_id")


def running_seconds() -> float:
    """Return for how long the machine has been running, also asleep."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def this_boot() -> str:
    """Return what tells this start of the machine from others; empty where nothing does."""
    with suppress(OSError):
        return BOOT.read_text(encoding="ascii").strip()
    return ""


@dataclass(frozen=True, slots=True)
class Clock:
    """The times that sessions go by."""

    running: Callable[[], float] = running_seconds
    wall: Callable[[], float] = time.time
    boot: Callable[[], str] = this_boot


class Sessions:
    """May be used from any thread."""

    def __init__(self, folder: Path, clock: Clock = Clock()) -> None:
        self._path, self._clock = folder / FILE, clock
        self._lock = Lock()
        self._ends: dict[str, float] = {}
        """When each ends, by the time the machine runs."""
        self._unwritten_since: float | None = None
        self._read()

    def begin(self, seconds: float = LONGEST_S) -> str:
        """Return the name of a new one."""
        name = token_urlsafe(NAME_BYTES)
        with self._lock:
            now = self._clock.running()
            self._ends = {one: ends for one, ends in self._ends.items() if ends > now}
            while len(self._ends) >= MOST:
                del self._ends[min(self._ends, key=lambda one: self._ends[one])]
            self._ends[name] = now + seconds
            self._write(now)
        return name

    def is_open(self, name: str) -> bool:
        """Whether there is one of that name that has not ended."""
        with self._lock:
            now = self._clock.running()
            if self._unwritten_since is not None and now - self._unwritten_since >= RETRY_S:
                self._write(now)
            return self._ends.get(name, now) > now

    def end(self, name: str) -> bool:
        """End one; return whether it was open."""
        with self._lock:
            now = self._clock.running()
            ends = self._ends.pop(name, None)
            if ends is not None:
                self._write(now)
            return ends is not None and ends > now

    def _write(self, now: float) -> None:
        left = {name: ends - now for name, ends in self._ends.items()}
        kept = {"boot": self._clock.boot(), "running": now, "wall": self._clock.wall(), "left": left}
        try:
            write_private(self._path, json.dumps(kept).encode())
        except OSError as error:
            if self._unwritten_since is None:
                LOG.warning("Who is signed in cannot be written down", extra={"why": str(error)})
            self._unwritten_since = now
        else:
            self._unwritten_since = None

    def _read(self) -> None:
        try:
            kept = json.loads(self._path.read_bytes())
            gone = self._gone_since(str(kept["boot"]), float(kept["running"]), float(kept["wall"]))
            left = {str(name): min(float(seconds), LONGEST_S) - gone for name, seconds in kept["left"].items()}
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            LOG.warning("Who was signed in cannot be read: everybody signs in once more", extra={"why": str(error)})
            return
        now = self._clock.running()
        self._ends = {name: now + seconds for name, seconds in left.items() if seconds > 0}

    def _gone_since(self, boot: str, running: float, wall: float) -> float:
        """Return how long ago that was."""
        same = bool(boot) and boot == self._clock.boot()
        return max(0.0, self._clock.running() - running if same else self._clock.wall() - wall)
