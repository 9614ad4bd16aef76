"""Pictures that are on the disk: video files and folders, every picture in its order."""

from __future__ import annotations

import re
from pathlib import Path

import cv2

from vision.pictures import from_file
from vision.sources import FPS, PICTURES, Shot, SourceError, plain


class Film:
    """A video file."""

    live = False

    def __init__(self, path: Path, fps: float | None = None) -> None:
        """Open it; `fps` overrides what the file says of itself."""
        self.path = path
        self._capture = cv2.VideoCapture(plain(str(path)))
        if not self._capture.isOpened():
            raise SourceError(self._no_video)
        told = float(self._capture.get(cv2.CAP_PROP_FPS))
        self.fps = fps or (told if 0.5 <= told <= 500 else FPS)
        self._is_told = fps is None
        self._number, self._at, self._position = 0, 0.0, 0.0

    def read(self) -> Shot | None:
        """Return the next picture of the film."""
        there, picture = self._capture.read()
        if not there and not self._number:
            raise SourceError(self._no_video)
        if not there:
            return None
        before, self._position = self._position, float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        if self._number:
            self._at += self._step(self._position - before)
        self._number += 1
        return Shot(picture, self._at)

    def _step(self, told: float) -> float:
        # Not every film has its pictures at equal distances, and not every one tells when they were taken.
        return told if self._is_told and told > 0 else 1 / self.fps

    @property
    def _no_video(self) -> str:
        return f"The file {self.path} is no video that can be read."

    def close(self) -> None:
        """Let go of the file."""
        self._capture.release()


class Folder:
    """A folder of pictures, in the order of their names; numbers in them count as numbers."""

    live = False

    def __init__(self, path: Path, fps: float = FPS) -> None:
        """List the pictures."""
        self.fps = fps
        self.files = sorted((file for file in path.iterdir() if file.suffix.lower() in PICTURES), key=_in_order)
        if not self.files:
            msg = f"There are no pictures in {path}."
            raise SourceError(msg)
        self._number = 0

    def read(self) -> Shot | None:
        """Return the next picture."""
        if self._number == len(self.files):
            return None
        file = self.files[self._number]
        picture = from_file(file)
        if picture is None:
            msg = f"The file {file} is no picture."
            raise SourceError(msg)
        self._number += 1
        return Shot(picture, (self._number - 1) / self.fps)

    def close(self) -> None:
        """There is nothing to let go of."""


def _in_order(file: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", file.name)]
