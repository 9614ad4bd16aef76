"""Where a board may be: the serial ports of this machine, and others by pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from glob import glob
from operator import attrgetter
from pathlib import Path

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

TRIES = 3


def usb_plugs() -> list[ListPortInfo]:
    """Return the serial ports that came with a USB plug: no board sits at another."""
    for _ in range(TRIES):
        # The list stumbles over what is unplugged while it is looked at, in one or the other way.
        with suppress(OSError, TypeError):
            return sorted((port for port in list_ports.comports() if port.vid is not None), key=attrgetter("device"))
    return []


def usb_ports() -> list[str]:
    """Return the names of the ports that came with a USB plug."""
    return [port.device for port in usb_plugs()]


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
    if "://" in name:
        return name
    try:
        return str(Path(name).resolve())
    except OSError:
        # A link that goes away while it is followed: opening it will say so.
        return name
