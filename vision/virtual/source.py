"""The virtual camera as a source like the others, and a demonstration that goes on by itself."""

from __future__ import annotations

import time
from collections.abc import Mapping

import numpy as np

from companion.rules.players import Pair, Player
from companion.rules.position import Setup
from vision.dice import Half
from vision.sources import FPS, Shot, SourceError, Wishes
from vision.virtual.board import LOOKS
from vision.virtual.camera import Fittings, VirtualCamera
from vision.virtual.optics import Optics
from vision.virtual.places import Ground
from vision.virtual.stage import Lift, Moved, Throw

_START: Pair[Mapping[int | str, int]] = Pair({24: 2, 13: 5, 8: 3, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5})
STANDARD = Setup.of(_START)
"""Where backgammon begins."""
TURN = 7.0
"""Seconds from one throw of the demonstration to the next."""
AHEAD = 3 * TURN


class VirtualSource:
    """Delivers the pictures of a virtual camera at the pace of a real one."""

    live = True

    def __init__(self, camera: VirtualCamera, wishes: Wishes | None = None) -> None:
        """Show what happens on the camera's stage, whose times are those of the clock."""
        wishes = wishes or Wishes()
        self.camera = camera
        self._clock = wishes.clock
        self._pause = 1 / (wishes.fps or FPS)
        self._next = self._clock()

    def read(self) -> Shot | None:
        """Wait until the next picture is due, and draw it."""
        time.sleep(max(0.0, self._next - self._clock()))
        at = self._clock()
        self._next = max(self._next + self._pause, at)
        self.prepare(at)
        picture = self.camera.picture(at)
        if picture is None:
            msg = "The virtual camera is lost."
            raise SourceError(msg)
        return Shot(picture, at)

    def close(self) -> None:
        """There is nothing to let go of."""

    def prepare(self, at: float) -> None:
        """Do what must be done before the picture of that time; here nothing."""


class Demonstration(VirtualSource):
    """Two players throw by turns for ever, each into the half to the right."""

    def __init__(self, camera: VirtualCamera, wishes: Wishes | None = None) -> None:
        """Set the board up and begin soon."""
        super().__init__(camera, wishes)
        self._chance = np.random.default_rng(camera.fittings.seed)
        self._turn = self._next + 1.0
        self._player = Player.WHITE
        camera.stage.add(Moved(self._next, STANDARD))

    def prepare(self, at: float) -> None:
        """Let the next throws lie ahead, and forget those long past."""
        while self._turn < at + TURN:
            self._throw()
            self.camera.stage.forget(at - AHEAD)

    def _throw(self) -> None:
        half = Half.RIGHT if self._player is Player.WHITE else Half.LEFT
        first, second = (int(value) for value in self._chance.integers(1, 7, 2))
        dice = Ground(STANDARD, self._chance, half, self.camera.fittings.dice.edge).lay((first, second))
        self.camera.stage.add(Throw(self._turn, dice, self._player))
        self.camera.stage.add(Lift(self._turn + TURN - 2.5, self._player))
        self._turn += TURN
        self._player = self._player.opponent


def open_virtual(look: str, wishes: Wishes) -> VirtualSource:
    """Open the demonstration on a board of that look."""
    if look and look not in LOOKS:
        msg = f"There is no virtual board '{look}'; there are {', '.join(LOOKS)}."
        raise SourceError(msg)
    seed = time.time_ns() % 1_000_000
    fittings = Fittings(Optics(wishes.size), LOOKS[look or "green"], cube=64, seed=seed)
    return Demonstration(VirtualCamera(fittings), wishes)
