"""Whether the camera sees the board at all, or is covered, in the dark, out of focus, moved or lost."""

from __future__ import annotations

import cv2
import numpy as np

from vision.background import Background
from vision.events import Blind, CameraBack, CameraBlind, Event
from vision.mounting import Mounting, compare
from vision.pictures import Picture, grey, shrunk
from vision.stillness import Stillness

PATIENCE = 0.4
"""Seconds that something must be wrong, or right again, before it is told."""
PLAIN = 4.0
"""The spread of a picture that shows nothing."""
PLAINER = 0.25
"""Spread and light below so much of what they were are not the board's."""
GLOOM = 22.0
"""A mean level of grey below it is too dark to read by."""
ODD = 0.05
"""If so much of a still picture differs from the board, the camera may have been pushed."""
OFTEN, LATER = 1.0, 60.0
"""Seconds between two comparisons where there is reason for it, and where there is none."""
ALL_NEW = 0.5
"""If so much differs from the board that the pictures cannot be compared, the camera shows something else."""
FINE, COARSE = 640, 160
"""How wide a picture is where its edges are compared: out of focus they are weak in the large one only."""
SELDOM = 0.15
"""Seconds between two looks at how sharp the picture is."""
SOFTER = 0.7
"""Edges that are weaker than so much of what they were are out of focus."""

FORGIVEN = 20.0
"""Seconds after which a picture that stays soft is taken as it is: perhaps it can be read."""


class Eyesight:
    """Remembers how the board looked when all was well."""

    def __init__(self, reference: Picture | None = None) -> None:
        """Take the picture kept with the calibration; without one the first board seen stands for it."""
        self.blind: Blind | None = None
        self._reference = reference
        self._spread = 0.0
        self._light = 0.0
        self._sharpness = 0.0
        self._focus = 0.0
        self._focus_at = -LATER
        self._blurred_at: float | None = None
        self._since: float | None = None
        self._compared_at = -LATER
        self._moved = False

    @property
    def doubts(self) -> bool:
        """Whether something seems to be wrong, or right again, for which it is too early to tell."""
        return self._since is not None

    def has_compared(self, since: float) -> bool:
        """Tell whether the camera was found where it was, later than at a time."""
        return self._compared_at >= since and not self._moved

    def lose(self, at: float) -> Event | None:
        """There are no more pictures; return what is to be told."""
        if self.blind is Blind.LOST:
            return None
        self.blind = Blind.LOST
        return CameraBlind(at, self.blind)

    def look(self, frame: Picture, stillness: Stillness, background: Background, at: float) -> Event | None:
        """Take in a frame; return what is to be told: that the camera is blind from now on, or no longer."""
        wrong = self._wrong(frame, stillness, at) or self._pushed(frame, stillness, background, at)
        if wrong == self.blind:
            self._since = None
            return None
        self._since = at if self._since is None else self._since
        if at - self._since < PATIENCE:
            return None
        self.blind, self._since = wrong, None
        return CameraBlind(at, wrong) if wrong else CameraBack(at)

    def _wrong(self, frame: Picture, stillness: Stillness, at: float) -> Blind | None:
        spread, light = float(stillness.small.std()), float(stillness.small.mean())
        if light < max(GLOOM, PLAINER * self._light) and spread > 0.15 * light:
            return Blind.DARK
        if spread < max(PLAIN, PLAINER * self._spread):
            return Blind.COVERED
        if at - self._focus_at >= SELDOM:
            self._focus_at, self._focus = at, sharpness_of(frame)
        if self._is_blurred(at):
            return Blind.BLURRED
        if self.blind is None:
            self._spread = _usual(self._spread, spread)
            self._light = _usual(self._light, light)
            self._sharpness = _usual(self._sharpness, self._focus)
        return None

    def _is_blurred(self, at: float) -> bool:
        if self._focus >= SOFTER * self._sharpness:
            self._blurred_at = None
            return False
        self._blurred_at = at if self._blurred_at is None else self._blurred_at
        if at - self._blurred_at > FORGIVEN:
            self._sharpness = self._focus
        return True

    def _pushed(self, frame: Picture, stillness: Stillness, background: Background, at: float) -> Blind | None:
        odd = background.share_strange > ODD or self._moved
        if stillness.still_since(at) >= PATIENCE and at - self._compared_at >= (OFTEN if odd else LATER):
            self._compare(frame, background, at)
        return Blind.MOVED if self._moved else None

    def _compare(self, frame: Picture, background: Background, at: float) -> None:
        reference = self._reference if self._reference is not None else background.board
        if reference is None:
            return
        self._reference, self._compared_at = reference, at
        mounting = compare(reference, frame).mounting
        strange = background.share_strange
        if mounting is Mounting.UNSURE:
            mounting = Mounting.MOVED if strange > ALL_NEW else Mounting.SAME
        self._moved = mounting is Mounting.MOVED


def sharpness_of(picture: Picture) -> float:
    """Return how strong edges are close by, as a share of what they are from afar."""
    plain = grey(picture)
    return _edges(shrunk(plain, FINE)) / (_edges(shrunk(plain, COARSE)) + 1.0)


def _edges(picture: Picture) -> float:
    soft = cv2.blur(picture, (3, 3))
    across, down = (cv2.Sobel(soft, cv2.CV_16S, *way) for way in ((1, 0), (0, 1)))
    step = max(1, picture.shape[1] // COARSE)
    strength = np.abs(across[::step, ::step]) + np.abs(down[::step, ::step])
    return float(np.percentile(strength, 97))


def _usual(usual: float, now: float) -> float:
    return usual + 0.05 * (now - usual) if usual else now
