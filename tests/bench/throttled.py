"""A slow machine: one core, and of that only a share, for a process that is put there (control groups of Linux)."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PERIOD_US = 20_000
OLD, NEW = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")
NAME = "companion-bench"
LEAVES_S = 5.0


@contextmanager
def throttled(pid: int, share: float) -> Iterator[None]:
    """Let a process, and all it starts from now on, have a share of one core."""
    group = (OLD if OLD.is_dir() else NEW) / NAME
    group.mkdir(exist_ok=True)
    quota = round(PERIOD_US * share)
    # What else runs on this machine is not to be measured: the share is had at once, before all others.
    if OLD.is_dir():
        (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
        (group / "cpu.cfs_quota_us").write_text(str(quota))
        (group / "cpu.shares").write_text("262144")
    else:
        (group / "cpu.max").write_text(f"{quota} {PERIOD_US}")
        (group / "cpu.weight").write_text("10000")
    (group / "cgroup.procs").write_text(str(pid))
    for thread in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), {min(os.sched_getaffinity(0))})
    try:
        yield
    finally:
        _remove(group)


def _remove(group: Path) -> None:
    """Remove the group as soon as the last process has left it."""
    until = time.monotonic() + LEAVES_S
    while time.monotonic() < until:
        try:
            group.rmdir()
        except OSError:
            time.sleep(0.1)
        else:
            return
