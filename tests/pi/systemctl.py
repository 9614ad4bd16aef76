#!/usr/bin/python3
"""Stands in for systemctl where no manager runs, as in an emulated system: starts what the unit says."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

UNIT = Path("/etc/systemd/system/companion.service")
PROCESS, LOG = Path("/run/companion.pid"), Path("/var/log/companion.log")


def said(name: str) -> str:
    """Return what the unit says."""
    found = re.search(rf"^{name}=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else ""


def stop() -> None:
    """End what was started."""
    with suppress(OSError, ValueError):
        process = int(PROCESS.read_text(encoding="ascii"))
        os.kill(process, signal.SIGTERM)
        for _ in range(300):
            os.kill(process, 0)
            time.sleep(0.1)
    PROCESS.unlink(missing_ok=True)


def start() -> None:
    """Start it as the unit's user, in its folder."""
    folder = said("WorkingDirectory")
    environment = dict(one.split("=", 1) for one in said("Environment").split())
    command = ["setpriv", f"--reuid={said('User')}", f"--regid={said('Group')}", "--init-groups"]
    with LOG.open("ab") as log:
        child = subprocess.Popen(
            [*command, *said("ExecStart").split()],
            cwd=folder,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    PROCESS.write_text(str(child.pid), encoding="ascii")


if __name__ == "__main__":
    what = sys.argv[1]
    if what in {"stop", "restart", "disable"}:
        stop()
    if what in {"start", "restart"}:
        start()
