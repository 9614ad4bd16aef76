"""Cameras that OpenCV opens itself: at a USB port, or in the network by RTSP."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import cv2

from vision.sources import Clock, Shot, SourceError, Wishes, plain, shown

TIMEOUT = 5.0
"""Seconds without a picture after which a network camera counts as lost."""


class Capture:
    """A live camera behind OpenCV."""

    live = True

    def __init__(self, capture: cv2.VideoCapture, name: str, clock: Clock) -> None:
        if not capture.isOpened():
            capture.release()
            msg = f"The camera {name} cannot be opened: is it plugged in, switched on, and not in use elsewhere?"
            raise SourceError(msg)
        self.name = name
        self._capture = capture
        self._clock = clock

    def read(self) -> Shot:
        """Wait for the next picture."""
        there, picture = self._capture.read()
        if not there:
            msg = f"The camera {self.name} delivers no more pictures."
            raise SourceError(msg)
        return Shot(picture, self._clock())

    def close(self) -> None:
        """Let go of the camera."""
        self._capture.release()


def open_usb(name: str, wishes: Wishes) -> Capture:
    """Open a USB camera by its number or path; the path may be a link such as those in /dev/v4l/by-id."""
    path = f"/dev/video{name}" if name.isdecimal() else _device(name)
    capture = cv2.VideoCapture()
    if Path(path).exists():
        capture.open(plain(path), cv2.CAP_V4L2)
    if not capture.isOpened() and _is_kept_away(path):
        msg = f"The service may not use the camera {name} before it is started anew: sudo systemctl restart companion."
        raise SourceError(msg)
    source = Capture(capture, name, wishes.clock)
    # Uncompressed pictures take so much of the cable that cheap cameras send few of them.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, wishes.size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wishes.size[1])
    if wishes.fps:
        capture.set(cv2.CAP_PROP_FPS, wishes.fps)
    return source


def _device(name: str) -> str:
    """Return the name behind links; one that goes away while it is followed cannot be opened either."""
    try:
        return str(Path(name).resolve())
    except OSError:
        return name


def _is_kept_away(path: str) -> bool:
    """Whether not the file forbids it to be opened, but what the service was let use when it started."""
    try:
        os.close(os.open(path, os.O_RDWR))
    except OSError as error:
        return error.errno == errno.EPERM
    return False


def open_rtsp(url: str, wishes: Wishes) -> Capture:
    """Open a network camera."""
    milliseconds = int(TIMEOUT * 1000)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, milliseconds, cv2.CAP_PROP_READ_TIMEOUT_MSEC, milliseconds]
    capture = cv2.VideoCapture()
    capture.open(plain(url), cv2.CAP_FFMPEG, limits)
    return Capture(capture, shown(url), wishes.clock)
