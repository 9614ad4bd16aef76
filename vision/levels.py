"""A picture in several sizes."""

from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[Any]
Levels: TypeAlias = dict[float, Image]
"""The picture in several sizes, by how much smaller they are."""


def levels_of(picture: Image, scales: list[float]) -> Levels:
    """Return the picture in those sizes."""
    return {scale: resized(picture, scale) for scale in scales}


def resized(picture: Image, scale: float) -> Image:
    """Return the picture made smaller, or larger."""
    if scale == 1:
        return picture
    if scale < 0.5:
        return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    # Blurred first, the quick way is as good as the thorough one.
    soft = cv2.GaussianBlur(picture, (3, 3), 0.4 / scale) if scale < 1 else picture
    return cv2.resize(soft, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)


def nearest(levels: Levels, wanted: float) -> float:
    """Return which of the sizes is nearest to the wanted one."""
    return min(levels, key=lambda scale: abs(float(np.log(scale / wanted))))
