"""What a cheap camera makes of what it sees: blur, noise, exposure, and its faults."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.pictures import Picture, size_of
from vision.virtual.board import strips
from vision.virtual.stage import Trouble

FLICKER = 0.008
"""How much brighter or darker one picture is than the next."""
DARKER = {Trouble.DARK: 0.1, Trouble.DIM: 0.6}
"""How much of the light is left."""


@dataclass(frozen=True, slots=True)
class Lens:
    """How good the camera is."""

    blur: float = 0.6
    noise: float = 2.5
    exposure: float = 1.0

    def seen(self, scene: Picture, troubles: AbstractSet[Trouble], number: int) -> Picture:
        """Return the scene as the camera delivers it; the number makes the noise of each picture its own."""
        return self.taken(self.softened(scene, troubles), troubles, number)

    def softened(self, scene: Picture, troubles: AbstractSet[Trouble]) -> Picture:
        """Return what of the scene comes through the lens: the same from picture to picture."""
        blur = 4.0 if Trouble.BLUR in troubles else self.blur
        picture = np.full_like(scene, 14) if Trouble.COVERED in troubles else scene
        if Trouble.GLARE in troubles:
            picture = cv2.add(picture, _glare(size_of(picture)))
        return cv2.GaussianBlur(picture, (0, 0), blur) if blur > 0 else picture

    def taken(self, softened: Picture, troubles: AbstractSet[Trouble], number: int) -> Picture:
        """Return the picture that is taken of what came through: no two are as light, or have the same noise."""
        chance = np.random.default_rng(number)
        left = min((DARKER[trouble] for trouble in troubles if trouble in DARKER), default=1.0)
        light = self.exposure * left * (1 + chance.normal(0.0, FLICKER))
        return _noisy(cv2.convertScaleAbs(softened, alpha=float(light)), self.noise, chance)


def _noisy(picture: Picture, much: float, chance: np.random.Generator) -> Picture:
    wide, high = size_of(picture)
    grain = _grain(wide, high, much)
    right, down = (int(part) for part in chance.integers(0, 64, 2))
    return cv2.add(picture, grain[down : down + high, right : right + wide], dtype=cv2.CV_8U)


@lru_cache(maxsize=4)
def _grain(wide: int, high: int, much: float) -> Picture:
    # The sensor's noise is smeared over neighbours by the camera's own processing.
    chance, noise = np.random.default_rng(5), np.empty((high + 64, wide + 64, 3), dtype=np.float32)
    for rows in strips(len(noise)):
        noise[rows] = chance.normal(0.0, 1.0, noise[rows].shape)
    cv2.GaussianBlur(noise, (0, 0), 0.6, dst=noise)
    noise *= much / float(noise.std())
    return np.round(noise, out=noise).astype(np.int16)


@lru_cache(maxsize=2)
def _glare(size: tuple[int, int]) -> Picture:
    wide, high = size
    spot = np.zeros((high, wide, 3), dtype=np.uint8)
    cv2.ellipse(spot, (wide * 5 // 8, high * 4 // 9), (wide // 6, high // 10), 25, 0, 360, (235, 240, 240), cv2.FILLED)
    return cv2.blur(spot, (wide // 8, wide // 8))
