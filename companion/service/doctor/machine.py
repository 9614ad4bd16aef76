"""The machine: its disk, its time, its memory, how hot it is, and its power."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from companion.journal.database import FILE
from companion.service.doctor.access import is_hidden, mend_folder
from companion.service.doctor.values import Case, Finding, ill, unused, well
from companion.service.doctor.words import told
from companion.service.upkeep import machine
from companion.service.upkeep.machine import HOT, LITTLE_DISK, LITTLE_MEMORY, MB

MADE_IN = 2026
"""No time before this year can be right."""
FORGIVEN_S = 60.0
"""So much later than now the last event may have been: a time server sets clocks back a little."""


def look_at_disk(case: Case) -> Iterator[Finding]:
    """Look whether something can be written, and how much."""
    folder = case.config.data
    if is_hidden(folder):
        yield ill("disk", told("disk_denied", path=str(folder)), mend_folder(folder))
        return
    if not folder.exists():
        yield unused("disk", "disk_later", path=str(folder))
        return
    usage = shutil.disk_usage(folder)
    free, size = usage.free // MB, usage.total // MB
    problem = _cannot_write(folder)
    if problem is not None:
        yield problem
    elif usage.free < LITTLE_DISK:
        yield ill("disk", told("disk_little", free=free, size=size), told("make_room"))
    else:
        yield well("disk", "disk_room", free=free, size=size)


def _cannot_write(folder: Path) -> Finding | None:
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(65536))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return _disk_trouble(error, folder)
    return None


def _disk_trouble(error: OSError, folder: Path) -> Finding:
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return ill("disk", told("disk_full"), told("make_room"))
    if error.errno in {errno.EACCES, errno.EPERM}:
        return ill("disk", told("disk_denied", path=str(folder)), mend_folder(folder))
    if error.errno == errno.EROFS:
        return ill("disk", told("disk_read_only"), told("check_disk"))
    what = told("disk_fails", path=str(folder), why=error.strerror or str(error))
    return ill("disk", what, told("check_disk"))


def look_at_time(
    case: Case, now: Callable[[], float] = time.time, synchronised: Callable[[], bool | None] = machine.clock
) -> Iterator[Finding]:
    """Look whether the time is set, goes on from the last event, and is kept right."""
    year, last = datetime.fromtimestamp(now(), UTC).year, _last_event(case.config.data / FILE)
    if year < MADE_IN:
        yield ill("time", told("time_unset", year=year), told("connect"))
    elif last is not None and last > now() + FORGIVEN_S:
        day = f"{datetime.fromtimestamp(last, UTC):%Y-%m-%d %H:%M} UTC"
        yield ill("time", told("time_jumped", day=day), told("connect"))
    elif synchronised():
        yield well("time", "time_right")
    elif any(path.exists() for path in case.places.time_keepers):
        yield ill("time", told("time_unsure"), told("connect"))
    else:
        yield ill("time", told("time_alone"), told("ask_server"))


def _last_event(journal: Path) -> float | None:
    """Return when the last event was written, in seconds; none if that cannot be told."""
    if not journal.is_file():
        return None
    try:
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True, timeout=1.0)) as connection:
            (last,) = connection.execute("SELECT max(wall) FROM events").fetchone()
    except sqlite3.Error:
        return None
    return last / 1000 if isinstance(last, int) else None


def look_at_memory(case: Case) -> Iterator[Finding]:
    """Look how much memory is free."""
    try:
        lines = case.places.memory.read_text(encoding="ascii").splitlines()
        told_ = {name: int(rest.split()[0]) * 1024 for name, _, rest in (line.partition(":") for line in lines)}
        free, size = told_["MemAvailable"] // MB, told_["MemTotal"] // MB
    except (OSError, ValueError, LookupError):
        yield unused("memory", "unknown_here")
        return
    if told_["MemAvailable"] < LITTLE_MEMORY:
        yield ill("memory", told("memory_little", free=free, size=size), told("less_programs"))
    else:
        yield well("memory", "memory_room", free=free, size=size)


def look_at_heat(case: Case) -> Iterator[Finding]:
    """Look how hot it is."""
    degrees, slowed = machine.celsius(case.places.thermal), machine.throttled(case.places.platform) or ()
    if degrees is not None and degrees >= HOT:
        yield ill("heat", told("heat_hot", degrees=round(degrees)), told("cool"))
    elif {"hot", "was_hot"} & set(slowed):
        yield ill("heat", told("heat_slowed"), told("cool"))
    elif degrees is None:
        yield unused("heat", "unknown_here")
    else:
        yield well("heat", "heat_right", degrees=round(degrees))


def look_at_power(case: Case) -> Iterator[Finding]:
    """Look whether the voltage is, and was, high enough."""
    slowed = machine.throttled(case.places.platform)
    if slowed is None:
        yield unused("power", "unknown_here")
    elif "undervoltage" in slowed:
        yield ill("power", told("power_low"), told("power"))
    elif "was_undervoltage" in slowed:
        yield ill("power", told("power_was_low"), told("power"))
    else:
        yield well("power", "power_right")
