"""Where pictures come from: one way to name and open every kind of camera, film and folder."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from vision.pictures import Picture

Clock = Callable[[], float]
PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
FPS = 15.0
WARMING = 10
"""Pictures of a live camera that are passed over: the first ones are too dark or too bright."""
KINDS = (
    "Pictures come from a USB camera by its number or path (0, /dev/video0), picamera, http:// (MJPEG), rtsp://,"
    " a video file, a folder of pictures, or virtual: for the demonstration."
)


class SourceError(Exception):
    """A source that gives no pictures; the message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture and when it was taken, in seconds: since the start of a film, or by the monotonic clock."""

    picture: Picture
    at: float


class Source(Protocol):
    """Something that gives one picture after the other."""

    live: bool
    """Whether pictures are lost that nobody takes."""

    def read(self) -> Shot | None:
        """Return the next picture, none at the end; raise SourceError if there is a fault."""

    def close(self) -> None:
        """Let go of the camera or file."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a camera is asked for, and the clock that its pictures are timed by."""

    size: tuple[int, int] = (640, 480)
    fps: float | None = None
    clock: Clock = time.monotonic


def open_source(name: str, wishes: Wishes | None = None) -> Source:
    """Open what `name` stands for, or say in a sentence why that cannot be."""
    wishes = wishes or Wishes()
    scheme, mark, rest = name.partition("://")
    name = f"{scheme.lower()}{mark}{rest}" if mark else name
    for fits, opened in _OPENERS:
        if fits(name):
            return opened(name, wishes)
    absent = f"There is no camera and no file {shown(name)!r}."
    msg = f"{absent} {KINDS}"
    raise SourceError(msg)


def picture_of(name: str, wishes: Wishes | None = None) -> Picture | None:
    """Return what a source shows now, none if it shows nothing."""
    source = open_source(name, wishes)
    try:
        shot = source.read()
        for _ in range(WARMING if source.live else 0):
            shot = source.read() or shot
    finally:
        source.close()
    return shot.picture if shot else None


def shown(name: str) -> str:
    """Return a source's name as it may be shown: without a password, whatever signs that holds."""
    scheme, mark, rest = name.partition("://")
    login, at, where = rest.rpartition("@")
    # Without a colon only what stands before the path can be a login, which an @ in the path does not make of it.
    if not mark or not at or (":" not in login and "/" in login):
        return name
    return f"{scheme}{mark}{where}"


def plain(name: str) -> str:
    """Return a name for OpenCV, which dies of one that is not UTF-8; say so instead."""
    try:
        name.encode()
    except UnicodeEncodeError:
        readable = shown(os.fsencode(name).decode("utf-8", "replace"))
        msg = f"The name {readable} is not in UTF-8: give the file another name."
        raise SourceError(msg) from None
    return name


def _usb(name: str, wishes: Wishes) -> Source:
    from vision.capture import open_usb  # noqa: PLC0415 - each kind is loaded only where it is used

    return open_usb(name, wishes)


def _rtsp(name: str, wishes: Wishes) -> Source:
    from vision.capture import open_rtsp  # noqa: PLC0415 - see above

    return open_rtsp(name, wishes)


def _mjpeg(name: str, wishes: Wishes) -> Source:
    from vision.mjpeg import MjpegSource  # noqa: PLC0415 - see above

    return MjpegSource(name, wishes.clock)


def _pi(name: str, wishes: Wishes) -> Source:
    from vision.pi_camera import PiCamera  # noqa: PLC0415 - see above

    number = name.partition(":")[2]
    return PiCamera(int(number) if number.isdecimal() else 0, wishes)


def _virtual(name: str, wishes: Wishes) -> Source:
    from vision.virtual.source import open_virtual  # noqa: PLC0415 - see above

    return open_virtual(name.partition(":")[2], wishes)


def _folder(name: str, wishes: Wishes) -> Source:
    from vision.films import Folder  # noqa: PLC0415 - see above

    return Folder(Path(name), wishes.fps or FPS)


def _film(name: str, wishes: Wishes) -> Source:
    from vision.films import Film  # noqa: PLC0415 - see above

    return Film(Path(name), wishes.fps)


_OPENERS: tuple[tuple[Callable[[str], bool], Callable[[str, Wishes], Source]], ...] = (
    (lambda name: name.startswith("virtual:"), _virtual),
    (lambda name: name == "picamera" or name.startswith("picamera:"), _pi),
    (lambda name: name.startswith(("rtsp://", "rtsps://")), _rtsp),
    (lambda name: name.startswith(("http://", "https://")), _mjpeg),
    (lambda name: name.isdecimal() or name.startswith("/dev/"), _usb),
    (lambda name: bool(name) and Path(name).is_dir(), _folder),
    (lambda name: Path(name).is_file(), _film),
)
