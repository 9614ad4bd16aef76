"""The programs of the load: the hall, the tables; and what each of them uses of the machine."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.broker.mosquitto import HERE
from tests.checkout import ROOT
from tests.waiting import HANG_S

TICKS = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")
LONG_S = 120.0


def cpu_of(pid: int) -> float:
    """Return how many seconds of a processor a process and all that belong to it have used."""
    return sum(_cpu(one) for one in (pid, *children(pid)))


def _cpu(pid: int) -> float:
    try:
        fields = (PROC / str(pid) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    # Its own, and that of its children that have ended.
    return sum(int(field) for field in fields[11:15]) / TICKS


def children(pid: int) -> list[int]:
    """Return the processes that another has begun, and that are still there."""
    try:
        return [int(one) for one in (PROC / f"{pid}/task/{pid}/children").read_text(encoding="utf-8").split()]
    except OSError:
        return []


def memory_of(pid: int) -> float:
    """Return how many MB a process holds; 0 if there is none."""
    try:
        status = (PROC / str(pid) / "status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    lines = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    return int(lines["VmRSS"].split()[0]) / 1024 if "VmRSS" in lines else 0.0


@dataclass
class HallProgram:
    """`companion hall`, killed and started at will."""

    config: Path
    port: int
    log: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin, and return when its pages answer."""
        command = [sys.executable, "-m", "companion", "hall", "--config", str(self.config)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
        until = time.monotonic() + LONG_S
        while not self.answers():
            assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
            assert time.monotonic() < until, self.log.read_text(encoding="utf-8")
            time.sleep(0.03)

    def answers(self) -> bool:
        """Whether its pages answer."""
        line = http.client.HTTPConnection(HERE, self.port, timeout=HANG_S)
        try:
            line.request("GET", "/")
            return line.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()

    @property
    def pid(self) -> int:
        return self.process.pid if self.process else 0

    def kill(self) -> None:
        """End it without a word."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(HANG_S)

    def stop(self) -> int:
        """Ask it to end; return how it has."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(LONG_S)


@dataclass
class TablesProgram:
    """A process with some tables."""

    command: list[str]
    count: int
    process: subprocess.Popen[str] | None = None
    done: dict[str, Any] = field(default_factory=dict)

    def start(self) -> None:
        """Begin; `wait_until_ready` waits until it plays."""
        self.process = subprocess.Popen(
            self.command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    @property
    def pid(self) -> int:
        return self.process.pid if self.process else 0

    def wait_until_ready(self) -> None:
        """Wait until it plays."""
        assert self._answer() == {"ready": True}

    def stop_playing(self) -> None:
        """Let the players stop."""
        self._say("stop")

    def wait_until_stopped(self) -> None:
        """Wait until they have; the tables go on telling the hall what they have not told it yet."""
        self.done = self._answer()

    def end(self) -> None:
        """End all of it."""
        if self.process is not None and self.process.poll() is None:
            self._say("end")
            assert self._answer() == {"ended": True}
            assert self.process.wait(LONG_S) == 0

    def kill(self) -> None:
        """End it without a word."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()

    def _say(self, word: str) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def _answer(self) -> dict[str, Any]:
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, f"tables have ended: {self.command}"
        found: dict[str, Any] = json.loads(line)
        return found
