"""Keeps one part of the installation at work in a thread of its own, and begins anew when it fails."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence

from companion.service import words
from companion.service.ports import Condition, MakePort, PortError, Report

LOG = logging.getLogger(__name__)
WAITS = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds before each new try; the last one is repeated for ever."""


LONG_S = 60.0
"""After so long at work it was no failing start."""


class Keeper:
    """One part: it is made in its own thread, for a driver may be slow to load."""

    def __init__(
        self, name: str, make: MakePort, tell: Callable[[str, Report], None], waits: Sequence[float] = ()
    ) -> None:
        self.name = name
        self.make = make
        self._tell_service = tell
        self._waits = waits or WAITS
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"keeper of {name}", daemon=True)

    def start(self) -> None:
        """Begin, unless it was told to end meanwhile."""
        if not self._stopping.is_set():
            self._thread.start()

    def end(self) -> None:
        """Let it stop; from now on it tells nothing more."""
        self._stopping.set()

    def wait(self, seconds: float) -> None:
        """Wait until it has stopped; one that does not in time is left behind."""
        if self._thread.ident is not None:
            self._thread.join(seconds)
        if self._thread.is_alive():
            LOG.warning("A part does not stop", extra={"part": self.name})

    def _tell(self, report: Report) -> None:
        if not self._stopping.is_set():
            self._tell_service(self.name, report)

    def _run(self) -> None:
        tries = 0
        while not self._stopping.is_set():
            self._tell(Condition("starting", words.own("device_starting")))
            begun = time.monotonic()
            said = self._work()
            if time.monotonic() - begun > LONG_S:
                tries = 0
            if said is None:
                self._tell(Condition("off", words.own("device_ended")))
                return
            self._tell(Condition("failed", words.own("device_failed", message=said)))
            self._stopping.wait(self._waits[min(tries, len(self._waits) - 1)])
            tries += 1

    def _work(self) -> str | None:
        """Work until the part ends; return what to tell people if it failed."""
        try:
            self.make().run(self._tell, self._stopping)
        except PortError as error:
            LOG.warning("A part cannot be used", extra={"part": self.name, "why": str(error)})
            return str(error)
        except Exception:  # the edge of a thread: whatever a driver raises, the table goes on
            LOG.exception("A part has failed", extra={"part": self.name})
            return "The log tells more."
        return None
