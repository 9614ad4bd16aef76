"""Small disks of a test's own, where the system lets it mount one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def mount(*words: str) -> bool:
    """Mount something, and tell whether that could be done."""
    return subprocess.run(["mount", *words], capture_output=True, check=False).returncode == 0  # noqa: S607


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of that size in a new folder."""
    folder.mkdir()
    if os.geteuid() or not mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)):
        pytest.skip("no disk can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)  # noqa: S607
