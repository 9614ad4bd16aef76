#!/usr/bin/python3
"""Stands in for systemctl where no manager runs, as in an emulated system: starts what the units say."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

UNITS, RUN, LOGS = Path("/etc/systemd/system"), Path("/run"), Path("/var/log")


class Unit:
    """A service."""

    def __init__(self, name: str) -> None:
        self.file = UNITS / name
        self.process = RUN / f"{self.file.stem}.pid"
        self.log = LOGS / f"{self.file.stem}.log"

    def said(self, name: str) -> str:
        """Return what the unit says."""
        found = re.search(rf"^{name}=(.*)$", self.file.read_text(encoding="utf-8"), re.MULTILINE)
        return found[1] if found else ""

    def stop(self) -> None:
        """End what was started."""
        with suppress(OSError, ValueError):
            process = int(self.process.read_text(encoding="ascii"))
            os.kill(process, signal.SIGTERM)
            for _ in range(300):
                os.kill(process, 0)
                time.sleep(0.1)
        self.process.unlink(missing_ok=True)

    def start(self) -> None:
        """Start it as the unit's user, in its folder."""
        folder = self.said("WorkingDirectory")
        environment = dict(one.split("=", 1) for one in self.said("Environment").split())
        command = ["setpriv", f"--reuid={self.said('User')}", f"--regid={self.said('Group')}", "--init-groups"]
        with self.log.open("ab") as log:
            child = subprocess.Popen(
                [*command, *self.said("ExecStart").split()],
                cwd=folder,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.process.write_text(str(child.pid), encoding="ascii")


if __name__ == "__main__":
    what, *names = (one for one in sys.argv[1:] if not one.startswith("--"))
    for one in map(Unit, names):
        if what in {"stop", "restart", "disable"}:
            one.stop()
        if what in {"start", "restart"}:
            one.start()
