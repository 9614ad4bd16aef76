"""Where a board may be: the serial ports of this machine, and others by pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from glob import glob
from pathlib import Path

from serial.tools import list_ports


def usb_ports() -> list[str]:
    """Return the serial ports that came with a USB plug: no board sits at another."""
    return sorted(port.device for port in list_ports.comports() if port.vid is not None)


def candidates(
    configured: str | None, patterns: Iterable[str] = (), listed: Callable[[], Iterable[str]] = usb_ports
) -> list[str]:
    """Return the ports to try in turn: the configured one, then the others, each device once."""
    found = [configured] * bool(configured) + [name for pattern in patterns for name in sorted(glob(pattern))]  # noqa: PTH207 - names, for pyserial
    unique: dict[str, str] = {}
    for name in (*filter(None, found), *listed()):
        unique.setdefault(_device(name), name)
    return list(unique.values())


def _device(name: str) -> str:
    """Return the name behind links such as those by id."""
    return name if "://" in name else str(Path(name).resolve())
