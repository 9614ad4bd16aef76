"""How the machine is: its disk, its temperature, its clock, and what runs on it. What is not known here is None."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from companion import __version__
from companion.journal.database import FILE as JOURNAL
from companion.journal.evidence import FOLDER as PICTURES
from companion.service.upkeep.values import Disk, Machine

THERMAL = Path("/sys/class/thermal")
PLATFORM = Path("/sys/devices/platform")
THROTTLED = ("*firmware*/get_throttled", "soc*/*firmware*/get_throttled")
"""Where the firmware of a Raspberry Pi tells what slows it down: it is called otherwise from model to model."""
VOLTAGE = ("*firmware*/*hwmon/hwmon/hwmon*/in0_lcrit_alarm", "soc*/*firmware*/*hwmon/hwmon/hwmon*/in0_lcrit_alarm")
"""Where kernels other than Raspberry Pi's own tell at least whether the voltage is too low."""
OS_RELEASE = Path("/etc/os-release")
MODEL = Path("/proc/device-tree/model")
REASONS = {0: "undervoltage", 1: "capped", 2: "throttled", 3: "hot"}
SINCE_START = 16
"""The same reasons once more, from this bit on: what has been since the start."""
MB = 1_000_000
LITTLE_DISK, LITTLE_MEMORY = 500 * MB, 150 * MB
"""Less free than this is told, to whoever asks: the doctor and the diagnostics."""
HOT = 80.0
"""From this temperature on a Raspberry Pi slows itself down."""
LIBRARIES = ("flask", "tornado", "numpy", "pyserial", "argon2-cffi")
OPENCV = tuple(f"opencv-{more}python{headless}" for more in ("", "contrib-") for headless in ("", "-headless"))
TIMEX_BYTES = 256
"""More than the kernel's `timex` takes; all zero asks and changes nothing."""
UNSYNCHRONISED = 5


def machine(data: Path) -> Machine:
    """Return how the machine is now."""
    return Machine(disk(data), celsius(), throttled(), clock(), load(), tuple(versions()))


def disk(data: Path) -> Disk | None:
    """Return how full the disk with the data is."""
    try:
        usage = shutil.disk_usage(data)
    except OSError:
        return None
    journal = sum(_size(file) for file in data.glob(f"{JOURNAL}*"))
    pictures = sum(_size(file) for file in (data / PICTURES).rglob("*"))
    return Disk(usage.free, usage.total, journal, pictures)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size if file.is_file() else 0
    except OSError:
        return 0


def celsius(thermal: Path = THERMAL) -> float | None:
    """Return the temperature of the hottest sensor that the system knows."""
    found = []
    for file in thermal.glob("thermal_zone*/temp"):
        with suppress(OSError, ValueError):
            found.append(int(file.read_text(encoding="ascii")) / 1000)
    return max(found, default=None)


def throttled(platform: Path = PLATFORM) -> tuple[str, ...] | None:
    """Return what slows a Raspberry Pi down now, or has since its start; those that are over begin with `was_`."""
    bits = _told(platform, THROTTLED)
    if bits is None:
        low = _told(platform, VOLTAGE)
        return None if low is None else tuple(REASONS[0] for _ in range(low & 1))
    now = tuple(name for bit, name in REASONS.items() if bits >> bit & 1)
    before = tuple(f"was_{name}" for bit, name in REASONS.items() if bits >> bit + SINCE_START & 1 and name not in now)
    return now + before


def _told(platform: Path, patterns: Sequence[str]) -> int | None:
    """Return the first number that one of some files tells."""
    for file in (file for pattern in patterns for file in platform.glob(pattern)):
        with suppress(OSError, ValueError):
            return int(file.read_text(encoding="ascii").strip(), 16)
    return None


def clock() -> bool | None:
    """Return whether the kernel holds the system's time for synchronised."""
    try:
        ask = ctypes.CDLL(None).adjtimex
    except (OSError, AttributeError):
        return None
    state = int(ask(ctypes.create_string_buffer(TIMEX_BYTES)))
    return None if state < 0 else state != UNSYNCHRONISED


def load() -> float | None:
    """Return how many processes want the processor, for each of its cores, over the last minute."""
    try:
        return os.getloadavg()[0] / (os.cpu_count() or 1)
    except OSError:
        return None


def versions() -> Iterator[tuple[str, str]]:
    """Return what runs here."""
    yield "companion", __version__
    yield "Python", platform.python_version()
    yield "system", _system()
    yield "kernel", platform.release()
    yield "processor", platform.machine()
    with suppress(OSError):
        yield "machine", MODEL.read_text(encoding="utf-8").strip("\0 \n")
    for name in (*LIBRARIES, *OPENCV):
        with suppress(metadata.PackageNotFoundError):
            yield name, metadata.version(name)


def _system() -> str:
    try:
        lines = OS_RELEASE.read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.system()
    told = dict(line.partition("=")[::2] for line in lines)
    return told.get("PRETTY_NAME", platform.system()).strip('"')
