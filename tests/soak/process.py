"""The service as a process of its own: started, killed, started again, and looked at from outside."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.checkout import ROOT

STOPS_S = 60.0
PAGE = os.sysconf("SC_PAGESIZE")
TICKS = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")
FAULT = re.compile(r"Traceback|Segmentation fault|level=critical")


@dataclass(frozen=True, slots=True)
class Sample:
    """How much a process uses: `life` counts its starts."""

    at: float
    life: int
    memory: int
    files: int
    threads: int


def free_port() -> int:
    """A port of this machine that nobody has now."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
    return port


class Service:
    """One `companion run`; may be killed from another thread than it was started in."""

    def __init__(self, config: Path, log: Path, environment: Mapping[str, str], root: Path = ROOT) -> None:
        self._config, self._log, self._root = config, log, root
        self._environment = {**os.environ, "LANGUAGE": "en", **environment}
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self.lives = 0
        """How often it was started."""
        self.ended: list[int] = []
        """How it has ended where nobody has killed it."""

    def start(self) -> None:
        with self._lock:
            self._start()

    def _start(self) -> None:
        command = [sys.executable, "-m", "companion", "run", "--config", str(self._config)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, cwd=self._root, env=self._environment, stdout=log, stderr=log)
        self.lives += 1

    def kill_and_start(self, pause_s: float = 0.2) -> None:
        """Kill it as a loss of power does, and start it again."""
        with self._lock:
            self._end(signal.SIGKILL)
            time.sleep(pause_s)
            self._start()

    def revive(self) -> None:
        """Start it again if it has ended by itself, as the system's manager would; that is written down."""
        with self._lock:
            if self._process is not None and self._process.poll() is not None:
                self.ended.append(self._process.returncode)
                self._start()

    def stop(self) -> int:
        """Ask it to end; return its exit status."""
        with self._lock:
            status = self._end(signal.SIGTERM)
            # Who looks after it from another thread is not to take this for an end of its own.
            self._process = None
            return status

    def _end(self, how: signal.Signals) -> int:
        process = self._process
        if process is None:
            return 0
        process.send_signal(how)
        try:
            return process.wait(STOPS_S)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    def complaints(self) -> list[str]:
        """What its log tells of faults of its own, in all its lives."""
        found = (line for line in self._log.read_text(errors="replace").splitlines() if FAULT.search(line))
        return [f"the log tells: {line[:300]}" for line in found]

    @property
    def pid(self) -> int:
        """The process that runs now."""
        return self._process.pid if self._process is not None else 0

    @property
    def has_ended(self) -> bool:
        """Whether it has ended by itself."""
        return self._process is not None and self._process.poll() is not None

    def sample(self, began: float) -> Sample | None:
        """How much it uses now; nothing while it does not run."""
        here, life = PROC / str(self.pid), self.lives
        try:
            memory = int((here / "statm").read_text().split()[1]) * PAGE
            files, threads = len(list((here / "fd").iterdir())), len(list((here / "task").iterdir()))
        except (OSError, IndexError):
            return None
        return Sample(time.monotonic() - began, life, memory, files, threads)

    def children(self, name: str) -> list[int]:
        """The processes of that name that it has started, or that one of those has."""
        return [pid for pid, called in _offspring(self.pid) if called == name]


def _offspring(parent: int) -> list[tuple[int, str]]:
    about = [one for one in map(_about, PROC.iterdir()) if one is not None]
    found, parents = [], {parent}
    while own := [(pid, name) for pid, name, its in about if its in parents and (pid, name) not in found]:
        found += own
        parents = {pid for pid, _ in own}
    return found


def _about(folder: Path) -> tuple[int, str, int] | None:
    """A process: its number, its name, and who has started it."""
    if not folder.name.isdecimal():
        return None
    try:
        head, _, rest = (folder / "stat").read_text().rpartition(")")
    except OSError:
        return None
    return int(folder.name), head.partition("(")[2], int(rest.split()[1])
