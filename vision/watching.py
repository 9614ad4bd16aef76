"""Watches a film or a live camera, and tells what happens with the picture it was seen in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vision.calibration import Calibration, CalibrationError
from vision.events import Event
from vision.eyesight import Eyesight
from vision.grabber import Grabber, Phase
from vision.mounting import reference_in
from vision.pictures import Picture, size_of
from vision.reader import DiceReader
from vision.repeats import Repeats
from vision.sources import Clock, Source
from vision.watcher import Reads, Watcher

WAITING = 0.5
"""Seconds to wait for a picture before looking how it stands with the camera."""


@dataclass(frozen=True)
class Told:
    """An event and the picture in which it was noticed; none if the camera delivers none."""

    event: Event
    picture: Picture | None


Make = Callable[[Reads, Eyesight | None], Watcher]
"""Makes a watcher of what reads the dice, and of what knows how the board looked when all was well."""


Misfit = Callable[[CalibrationError], None]
"""Hears that a calibration is not for these pictures; they are read without it then."""


def watcher_for(
    calibration: Calibration | None, size: tuple[int, int], make: Make = Watcher, misfit: Misfit | None = None
) -> Watcher:
    """Return a watcher for pictures of that size, with the reader that reads them."""
    fitting = _fitting(calibration, size, misfit)
    if fitting is None:
        return make(DiceReader(), None)
    return make(DiceReader(fitting), Eyesight(reference_in(fitting)))


def _fitting(calibration: Calibration | None, size: tuple[int, int], misfit: Misfit | None) -> Calibration | None:
    try:
        return calibration and calibration.scaled_to(size)
    except CalibrationError as error:
        if misfit is None:
            raise
        misfit(error)
        return None


def _fit(watcher: Watcher, calibration: Calibration | None, size: tuple[int, int], misfit: Misfit | None) -> None:
    """Let a watcher go on with pictures of another size than those so far, if they are."""
    if calibration is not None and size != watcher.size and all(watcher.size):
        watcher.reader = DiceReader(_fitting(calibration, size, misfit))


def watch_film(
    source: Source, calibration: Calibration | None, make: Make = Watcher, misfit: Misfit | None = None
) -> Iterator[Told]:
    """Look at every picture of a film or folder."""
    watcher: Watcher | None = None
    repeats = Repeats()
    while (shot := source.read()) is not None:
        if repeats.is_one(shot.picture, shot.at):
            continue
        size = size_of(shot.picture)
        watcher = watcher or watcher_for(calibration, size, make, misfit)
        _fit(watcher, calibration, size, misfit)
        for event in watcher.see(shot.picture, shot.at):
            yield Told(event, shot.picture)


class LiveWatch:
    """Follows a camera that a grabber reads; `step` is called again and again by one thread."""

    def __init__(
        self,
        grabber: Grabber,
        calibration: Calibration | None,
        clock: Clock = time.monotonic,
        make: Make = Watcher,
        misfit: Misfit | None = None,
    ) -> None:
        self.grabber = grabber
        self.calibration = calibration
        self._make, self._misfit = make, misfit
        self.watcher: Watcher | None = None
        self.looked, self.busy = 0, 0.0
        """How many pictures were looked at, and how many seconds that took in all."""
        self._clock = clock
        self._repeats = Repeats()
        self._last = float("-inf")

    def step(self, timeout: float = WAITING) -> list[Told]:
        """Look at the next picture, if one comes in time, and return what it brings."""
        shot = self.grabber.newest(self._last, timeout)
        if shot is None:
            return self._nothing()
        self._last = shot.at
        if self._repeats.is_one(shot.picture, shot.at):
            return []
        size = size_of(shot.picture)
        if self.watcher is None:
            self.watcher = watcher_for(self.calibration, size, self._make, self._misfit)
        _fit(self.watcher, self.calibration, size, self._misfit)
        begun = time.perf_counter()
        told = [Told(event, shot.picture) for event in self.watcher.see(shot.picture, shot.at)]
        self.looked, self.busy = self.looked + 1, self.busy + time.perf_counter() - begun
        return told

    def run(self, tell: Callable[[Told], None], silent: Callable[[str], None] | None = None) -> None:
        """Follow the camera until it is stopped, or has no more pictures.

        `silent` hears once why there is no picture at all yet; after the first one the watcher tells what is wrong.
        """
        while (state := self.grabber.state).phase not in {Phase.ENDED, Phase.STOPPED}:
            if silent is not None and self.watcher is None and state.phase in {Phase.LOST, Phase.STUCK}:
                silent(state.sentence)
                silent = None
            for told in self.step():
                tell(told)

    def _nothing(self) -> list[Told]:
        if self.watcher is None or self.grabber.state.phase not in {Phase.LOST, Phase.STUCK}:
            return []
        return [Told(event, None) for event in self.watcher.lost(self._clock())]
