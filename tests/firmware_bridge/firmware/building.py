"""Builds the firmware and what simulates its board, once for each state of the sources, outside the tree."""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.checkout import ROOT

FIRMWARE = ROOT / "firmware_bridge" / "firmware"
HARNESS = ROOT / "tests" / "firmware_bridge" / "firmware"
SOURCES = ("*.c", "*.h", "Makefile")


def built(folder: Path, target: str, *settings: str) -> Path:
    """Return what `make` makes of the sources in a folder with these settings."""
    return _built(folder, target, settings)


@cache
def _built(folder: Path, target: str, settings: tuple[str, ...]) -> Path:
    into = _cache() / _fingerprint(folder, settings)
    into.mkdir(exist_ok=True)
    with _locked(into / "lock"):
        run_make(folder, f"BUILD={into}", str(into / target), *settings)
    return into / target


def run_make(folder: Path, *arguments: str) -> str:
    """Run make and return what it says; a missing compiler or a warning is a failure."""
    command = ["make", "--no-print-directory", "-C", str(folder), *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}(.ci/setup brings the compilers)"
    return done.stdout


def _cache() -> Path:
    path = Path(tempfile.gettempdir()) / f"companion-firmware-{os.getuid()}"
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def _fingerprint(folder: Path, settings: Iterable[str]) -> str:
    files = sorted(path for pattern in SOURCES for path in folder.glob(pattern))
    content = b"".join(path.name.encode() + path.read_bytes() for path in files)
    return hashlib.sha256(content + " ".join(settings).encode()).hexdigest()[:16]


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
