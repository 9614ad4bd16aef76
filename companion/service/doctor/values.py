"""What the doctor is asked about, and what is found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from companion.config import Config
from companion.service.doctor.words import told
from companion.service.upkeep import machine
from companion.service.view import Message, Param

State = Literal["well", "unused", "mend"]


@dataclass(frozen=True, slots=True)
class Finding:
    """How a part is: well, not used, or to be mended, and then how."""

    part: str
    state: State
    what: Message
    mends: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Device:
    """How a part of the service that runs is, as it shows it: its state, and an English sentence."""

    state: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Places:
    """Where the system tells how it is."""

    model: Path = Path("/proc/device-tree/model")
    pins: tuple[Path, ...] = (Path("/dev/gpiochip0"), Path("/dev/gpiomem"))
    memory: Path = Path("/proc/meminfo")
    thermal: Path = Path("/sys/class/thermal")
    platform: Path = machine.PLATFORM
    time_keepers: tuple[Path, ...] = tuple(
        map(Path, ("/run/systemd/timesync", "/run/chrony", "/run/chronyd.pid", "/run/ntpd.pid"))
    )


@dataclass(frozen=True, slots=True)
class Case:
    """An installation to be looked at."""

    config: Config
    devices: Mapping[str, Device] | None = None
    """The parts of the service that runs; None if none does: then they are looked at by the doctor alone."""
    from_within: bool = False
    """Whether it is the service itself that asks, over its panel."""
    places: Places = field(default_factory=Places)


def well(part: str, code: str, /, **params: Param) -> Finding:
    """Return that something works."""
    return Finding(part, "well", told(code, **params))


def unused(part: str, code: str, /, **params: Param) -> Finding:
    """Return that something is not there, and need not be."""
    return Finding(part, "unused", told(code, **params))


def ill(part: str, what: Message, *mends: Message) -> Finding:
    """Return that something is to be mended, and how."""
    return Finding(part, "mend", what, mends)
