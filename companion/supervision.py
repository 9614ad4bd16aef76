"""What the system's manager (systemd) is told: that the service is ready, alive, and about to stop.

Alive means that the table's own thread does what it is asked; as long as it hangs, nothing is told, and the manager
starts the service anew.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, MutableMapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotInTime
from dataclasses import dataclass
from typing import Any

LOG = logging.getLogger(__name__)
SOCKET, EVERY_US, WHOSE = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
READY, ALIVE, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"
BEATS = 4
"""So many signs of life there are in the time in which one is expected."""
SLOW_S = 10.0
"""Between two signs of life that nobody has asked for."""
Probe = Callable[[], "Future[Any]"]


@dataclass(frozen=True, slots=True)
class Manager:
    """Who started this process and wants to know how it is; nobody, without an address."""

    address: str = ""
    within_s: float = 0.0
    """How often a sign of life is expected; 0: never."""

    @classmethod
    def of(cls, environment: MutableMapping[str, str], process: int) -> Manager:
        """Return the one that the environment names, and take it out: programs that are started here are not meant."""
        address, every, whose = (environment.pop(name, "") for name in (SOCKET, EVERY_US, WHOSE))
        is_meant = not whose or whose == str(process)
        return cls(address, int(every) / 1_000_000 if every.isdecimal() and is_meant else 0.0)

    def tell(self, state: str) -> None:
        """Tell a state; a manager that does not listen is no reason to stop."""
        if not self.address:
            return
        where = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.sendto(state.encode("ascii"), where)
        except OSError as error:
            LOG.warning("The system's manager cannot be told", extra={"state": state, "why": str(error)})


class Supervision:
    """Tells the manager how the table is, from a thread of its own."""

    def __init__(self, probe: Probe, manager: Manager | None = None) -> None:
        """Take what asks the table for a sign of life."""
        self.manager = manager if manager is not None else Manager.of(os.environ, os.getpid())
        self._probe = probe
        self._asked: Future[Any] | None = None
        self._is_ready = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="supervision", daemon=True)

    @property
    def every_s(self) -> float:
        """How often the table is asked, in seconds."""
        return self.manager.within_s / BEATS or SLOW_S

    def start(self) -> None:
        """Begin, if anybody wants to know."""
        if self.manager.address:
            self._thread.start()

    def stop(self) -> None:
        """Tell that the service stops, and nothing more."""
        self._stopping.set()
        self.manager.tell(STOPPING)

    def look(self, patience: float) -> bool:
        """Ask the table for a sign of life; tell the manager if it comes in time. One that is late is waited for."""
        self._asked = self._asked or self._probe()
        try:
            self._asked.result(patience)
        except NotInTime:
            LOG.warning("The table does not answer", extra={"seconds": patience})
            return False
        self._asked = None
        if not self._is_ready:
            self._is_ready = True
            self.manager.tell(READY)
        self.manager.tell(ALIVE)
        return True

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                is_alive = self.look(self.every_s)
            except Exception:  # the edge of a thread: without signs of life the manager does what is right
                LOG.exception("The table cannot be asked for a sign of life")
                return
            if is_alive:
                self._stopping.wait(self.every_s)
