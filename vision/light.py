"""How the light has changed between two pictures of the same place, whatever else was put there or taken away."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.pictures import Picture

Grey = npt.NDArray[np.float32]
LEAST, MOST = 0.3, 3.0
"""Light that became weaker or stronger than that is another scene."""
KEPT = 0.6
"""So much of the picture, at least, is taken to show the same as before."""
ROUNDS = 4
STEP = 3
"""One pixel in so many, across and down, is enough."""
PLAIN = 9.0
"""The variance of a picture by which no change of contrast can be told."""


@dataclass(frozen=True, slots=True)
class Light:
    """By what every level of grey is to be multiplied, and what is to be added."""

    gain: float
    shift: float

    def on(self, picture: Picture) -> Grey:
        """Return the picture as it would look in this light."""
        return np.asarray(picture * self.gain + self.shift, dtype=np.float32)


EVEN = Light(1.0, 0.0)


def light_between(before: Grey, now: Grey) -> Light:
    """Return the change that fits most of the picture: each round leaves out what fits least."""
    old, new = (small[::STEP, ::STEP].ravel() for small in (before, now))
    light = Light(1.0, float(np.median(new - old)))
    for _ in range(ROUNDS):
        off = np.abs(new - light.on(old))
        like = off <= np.partition(off, int(KEPT * off.size))[int(KEPT * off.size)]
        light = _fitted(old[like], new[like])
    return light


def _fitted(old: Grey, new: Grey) -> Light:
    spread = float(old.var())
    together = float(((old - old.mean()) * (new - new.mean())).mean())
    gain = float(np.clip(together / spread, LEAST, MOST)) if spread > PLAIN else 1.0
    return Light(gain, float(new.mean() - gain * old.mean()))
