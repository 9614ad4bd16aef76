"""What is free goes back to the system, wherever the C library can do that."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import heap
from tests.commands.test_run import companion_run, panel_port

BURST = """
import ctypes
from pathlib import Path
from threading import Event
from companion import heap

kept, rounds, tended = [], [False, True] * 3, Event()
tended.wait = lambda _seconds: rounds.pop(0)

def burst(size):
    pictures = []
    for _ in range(100_000_000 // size):
        pictures.append(ctypes.create_string_buffer(b"x" * (size - 1), size))
        kept.append(ctypes.create_string_buffer(b"x" * 50_000))

heap.keep_small()
for size in (8_000_000, 4_000_000, 500_000):
    burst(size)
    heap.tend(tended)
    print(int(Path("/proc/self/statm").read_text().split()[1]) * 4096 - len(kept) * 50_000)
"""
"""Three times 100 MB of pictures come and go, with something small that stays between each and the next."""
HEAP = re.compile(r"^[0-9a-f]+[048c]000000-[0-9a-f]+ rw-p 00000000 00:00 0 *$", re.MULTILINE)
"""A heap begins at a multiple of 64 MB."""
needs_glibc = pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallopt"), reason="this C library has no such options")


@needs_glibc
def test_bursts_go_back_to_the_system() -> None:
    told = subprocess.run([sys.executable, "-c", BURST], capture_output=True, text=True, check=True).stdout
    assert [int(line) < 40_000_000 for line in told.split()] == [True] * 3


@needs_glibc
def test_all_threads_of_the_service_share_two_heaps(tmp_path: Path) -> None:
    with companion_run(tmp_path, "--host", "127.0.0.1") as child:
        panel_port(child)
        assert len(HEAP.findall(Path(f"/proc/{child.pid}/maps").read_text())) < heap.HEAPS


def test_another_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: SimpleNamespace())
    rounds = [False, True]
    assert not heap.keep_small()
    heap.tend(SimpleNamespace(wait=lambda _seconds: rounds.pop(0)))  # type: ignore[arg-type]
    assert not rounds
