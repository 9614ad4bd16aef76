"""What is free goes back to the system, wherever the C library can do that."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
from types import SimpleNamespace

import pytest

from companion import heap
from companion.commands import hall, run
from companion.config import parse

HAS_GLIBC = hasattr(ctypes.CDLL(None), "mallopt")
# Each picture lies between two small things that stay. What is freed first teaches the C library, as it comes, to take
# such pictures from its heap.
BURST = """
import ctypes, sys, threading
from pathlib import Path
from companion import heap

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

def burst(size, keep):
    pictures = []
    for _ in range(64_000_000 // size):
        pictures.append(ctypes.create_string_buffer(b"x" * (size - 1), size))
        keep.append(ctypes.create_string_buffer(2000))

kept = []
if "plain" not in sys.argv:
    heap.keep_small()
for size in (8_000_000, 4_000_000, 500_000):
    burst(size, kept)
before = resident()
stopped, rounds = threading.Event(), []
stopped.wait = lambda _seconds: rounds.append(1) or len(rounds) == 3
if "plain" not in sys.argv:
    heap.tend(stopped)
print((resident() - before) // 1_000_000, before // 1_000_000)
"""


@pytest.mark.skipif(not HAS_GLIBC, reason="this C library keeps what it likes")
def test_bursts_go_back_to_the_system() -> None:
    print(subprocess.run([sys.executable, "-c", BURST], capture_output=True, text=True, check=False))
    print(subprocess.run([sys.executable, "-c", BURST, "plain"], capture_output=True, text=True, check=False))
