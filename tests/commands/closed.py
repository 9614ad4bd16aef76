"""Commands whose output nobody reads any more."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.checkout import ROOT
from tests.waiting import HANG_S


def with_nobody_reading(*arguments: str) -> tuple[int, str]:
    """Run a command as before a `| head` that has ended; return its exit status, and what it tells people."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "companion", *arguments]
    # As people have it: what is written waits until there is much of it, or the program ends.
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=buffered,
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            timeout=HANG_S,
            check=False,
        )
    finally:
        os.close(writing)
    return done.returncode, done.stderr
