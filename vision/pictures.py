"""What a picture is here: rows of pixels in blue, green, red, or in grey."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np

Picture: TypeAlias = np.ndarray[Any, np.dtype[np.integer[Any] | np.floating[Any]]]
"""What OpenCV calls `MatLike`."""


def size_of(picture: Picture) -> tuple[int, int]:
    """Return width and height."""
    return int(picture.shape[1]), int(picture.shape[0])


def grey(picture: Picture) -> Picture:
    """Return the picture without colours."""
    return picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)


def shrunk(picture: Picture, width: int) -> Picture:
    """Return it no wider than `width`, each pixel the mean of what it stands for."""
    wide, high = size_of(picture)
    if wide <= width:
        return picture
    return cv2.resize(picture, (width, max(1, round(high * width / wide))), interpolation=cv2.INTER_AREA)


def as_jpeg(picture: Picture, quality: int) -> bytes:
    """Return the picture as the bytes of a JPEG file."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        msg = "OpenCV could not write the picture as JPEG"
        raise ValueError(msg)
    return data.tobytes()


def from_jpeg(data: bytes, *, in_colour: bool = True) -> Picture | None:
    """Return the picture in the bytes of a file, or none if they are no picture."""
    if not data:
        return None
    flag = cv2.IMREAD_COLOR if in_colour else cv2.IMREAD_GRAYSCALE
    try:
        return cv2.imdecode(np.frombuffer(data, np.uint8), flag)
    except cv2.error:
        return None


def from_file(path: Path) -> Picture | None:
    """Return the picture in a file, or none if there is none that can be read."""
    # OpenCV itself dies of a name that is not UTF-8.
    try:
        return from_jpeg(path.read_bytes()) if path.is_file() else None
    except (OSError, UnicodeError):
        return None
