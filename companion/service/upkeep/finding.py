"""Which ports and cameras this machine has."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from firmware_bridge.ports import usb_plugs

VIDEO = Path("/sys/class/video4linux")
PICAMERA = "picamera"


@dataclass(frozen=True, slots=True)
class Found:
    """A port or a camera: its name, and what it says of itself."""

    name: str
    about: str = ""


def boards(patterns: tuple[str, ...] = ()) -> list[Found]:
    """Return the ports at which a board may be, USB ports first."""
    usb = [Found(one.device, _text(one.description)) for one in usb_plugs()]
    named = [Found(name) for pattern in patterns for name in sorted(glob(pattern))]  # noqa: PTH207 - names, for pyserial
    return usb + [one for one in named if one.name not in {known.name for known in usb}]


def cameras(video: Path = VIDEO) -> list[Found]:
    """Return the cameras of this machine: that of a Pi, and those at USB."""
    has_pi = importlib.util.find_spec("picamera2") is not None
    return [Found(PICAMERA)] * has_pi + [Found(f"/dev/{folder.name}", name) for folder, name in _usb(video)]


def _usb(video: Path) -> list[tuple[Path, str]]:
    """Return the devices that give pictures; a camera has others besides, which do not have the index 0."""
    found = []
    for folder in sorted(video.glob("video*"), key=lambda one: (len(one.name), one.name)):
        try:
            index, name = ((folder / what).read_text(encoding="utf-8").strip() for what in ("index", "name"))
            device = str(folder.resolve())
        except OSError:
            continue
        if index == "0" and not _is_inside(device):
            found.append((folder, name))
    return found


def _is_inside(device: str) -> bool:
    """Whether it is a part of the processor itself, as the decoders of a Pi are."""
    return "/platform/" in device and "/usb" not in device


def _text(text: str | None) -> str:
    return "" if text in {None, "n/a"} else str(text)
