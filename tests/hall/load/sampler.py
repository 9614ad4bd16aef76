"""What the hall, the broker and the database use of the machine while the load goes on; they may be started anew."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tests.hall.load.programs import cpu_of, memory_of

EVERY_S = 1.0


@dataclass
class Use:
    """What one of them has used over all its lives, and how much memory it had when."""

    cpu: float = 0.0
    memory: list[tuple[float, float]] = field(default_factory=list)
    _pid: int = 0
    _last: float = 0.0

    def look(self, pid: int, now: float) -> None:
        """Take a sample of the life that is `pid`."""
        if pid == 0:
            return
        used = cpu_of(pid)
        if pid != self._pid:
            self._pid, self._last = pid, 0.0
        # One that has just ended is found with nothing.
        self.cpu += max(0.0, used - self._last)
        self._last = max(used, self._last)
        held = memory_of(pid)
        if held:
            self.memory.append((now, held))


class Sampler:
    """Looks once in a while, in a thread of its own."""

    def __init__(self, pids: Mapping[str, Callable[[], int]]) -> None:
        self._pids = pids
        self.uses = {name: Use() for name in pids}
        self.machine: list[float] = []
        """The load average of the machine."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sampler", daemon=True)
        self.began = time.monotonic()

    def start(self) -> None:
        """Begin."""
        self.began = time.monotonic()
        for name, use in self.uses.items():
            # What was used before does not count.
            use.look(self._pids[name](), 0.0)
            use.cpu = 0.0
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._stopping.set()
        self._thread.join()

    @property
    def seconds(self) -> float:
        """How long it has looked."""
        return time.monotonic() - self.began

    def _run(self) -> None:
        while not self._stopping.wait(EVERY_S):
            for name, use in self.uses.items():
                use.look(self._pids[name](), self.seconds)
            self.machine.append(os.getloadavg()[0])
