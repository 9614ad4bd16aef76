"""Whether the camera sees the board at all, or is covered, in the dark, moved or lost."""

from __future__ import annotations

from vision.background import Background
from vision.events import Blind, CameraBack, CameraBlind, Event
from vision.mounting import Mounting, compare
from vision.pictures import Picture
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
OFTEN, LATER = 2.0, 60.0
"""Seconds between two comparisons where there is reason for it, and where there is none."""
ALL_NEW = 0.5
"""If so much differs and the camera was not moved, the light has changed."""


class Eyesight:
    """Remembers how the board looked when all was well."""

    def __init__(self, reference: Picture | None = None) -> None:
        """Take the picture kept with the calibration; without one the first board seen stands for it."""
        self.blind: Blind | None = None
        self._reference = reference
        self._spread = 0.0
        self._light = 0.0
        self._since: float | None = None
        self._compared_at = -LATER
        self._moved = False

    def lose(self, at: float) -> Event | None:
        """There are no more pictures; return what is to be told."""
        if self.blind is Blind.LOST:
            return None
        self.blind = Blind.LOST
        return CameraBlind(at, self.blind)

    def look(self, frame: Picture, stillness: Stillness, background: Background, at: float) -> Event | None:
        """Take in a frame; return what is to be told: that the camera is blind from now on, or no longer."""
        wrong = self._wrong(stillness) or self._pushed(frame, stillness, background, at)
        if wrong == self.blind:
            self._since = None
            return None
        self._since = at if self._since is None else self._since
        if at - self._since < PATIENCE:
            return None
        self.blind, self._since = wrong, None
        return CameraBlind(at, wrong) if wrong else CameraBack(at)

    def _wrong(self, stillness: Stillness) -> Blind | None:
        spread, light = float(stillness.small.std()), float(stillness.small.mean())
        if light < max(GLOOM, PLAINER * self._light) and spread > 0.15 * light:
            return Blind.DARK
        if spread < max(PLAIN, PLAINER * self._spread):
            return Blind.COVERED
        if self.blind is None:
            self._spread += 0.05 * (spread - self._spread) if self._spread else spread
            self._light += 0.05 * (light - self._light) if self._light else light
        return None

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
        if self._moved or strange > ALL_NEW:
            background.forget()
