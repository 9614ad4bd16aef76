"""The virtual camera of the demonstration: films the dice of the cup and the checkers of the board."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.demo.checkers import Checkers
from companion.demo.cup import Cup, Taken, Thrown
from companion.rules.players import Player
from vision.calibration import file_for
from vision.dice import Half
from vision.sources import Wishes
from vision.virtual.board import LOOKS
from vision.virtual.camera import Fittings, VirtualCamera
from vision.virtual.places import Ground, Kind, NoRoomError
from vision.virtual.source import VirtualSource
from vision.virtual.stage import HELD, REACHES, Faulty, Lift, Lying, Moved, Throw, Trouble

LOG = logging.getLogger(__name__)
HALVES = {Player.WHITE: Half.RIGHT, Player.BLACK: Half.LEFT}
"""The half to a player's right, where White sits at the lower edge of the picture."""
TRIES = 6
"""Of so many ways to lie, dice take the one that is nearest to the middle."""
FPS = 10.0
"""Drawing the pictures is work too: fewer than a real camera gives are enough."""


class Filming:
    """Makes the camera, and says how it hangs."""

    def __init__(self, checkers: Checkers, cup: Cup, seed: int = 0) -> None:
        self._checkers, self._cup = checkers, cup
        self._camera = VirtualCamera(Fittings(board=LOOKS["green"], seed=seed))
        self._chance = np.random.default_rng(seed or None)

    def calibrate(self, folder: Path, name: str) -> None:
        """Keep how the camera hangs, as after a calibration."""
        self._camera.calibration.save(file_for(folder, name))

    def open(self, _name: str, wishes: Wishes) -> VirtualSource:
        """Open the camera."""
        return Film(self._camera, wishes, self._checkers, self._cup, self._chance)


class Film(VirtualSource):
    """The pictures, as long as somebody looks at them."""

    def __init__(
        self, camera: VirtualCamera, wishes: Wishes, checkers: Checkers, cup: Cup, chance: np.random.Generator
    ) -> None:
        super().__init__(camera, replace(wishes, fps=min(wishes.fps or FPS, FPS)))
        self._checkers, self._cup, self._chance = checkers, cup, chance
        self._setup = checkers.setup
        self._hand_gone = float("-inf")
        """When the hand that took up the dice last has gone again: before, nobody throws."""
        camera.stage.add(Moved(self._next, self._setup))

    def prepare(self, at: float) -> None:
        """Bring to the stage what has been done until now."""
        self._spoil(at)
        setup = self._checkers.setup
        if setup != self._setup:
            self._setup = setup
            self.camera.stage.add(Moved(at, setup))
        if at >= self._hand_gone:
            # What happened before shows no more.
            self.camera.stage.forget(self._hand_gone)
        # What happened while nobody filmed, but for the end of it, is not shown afterwards.
        for deed in [*self._cup.deeds()][-2:]:
            begins = max(at, self._hand_gone)
            if isinstance(deed, Taken):
                self.camera.stage.add(Lift(begins, deed.by))
                self._hand_gone = begins + REACHES + HELD + REACHES
            else:
                self.camera.stage.add(Throw(begins + REACHES, self._laid(deed), deed.by))

    def _spoil(self, at: float) -> None:
        """Give the camera the troubles that are wanted, and none besides."""
        stage, wanted = self.camera.stage, {Trouble(name) for name in self._cup.troubles}
        faulty = [act for act in stage.acts if isinstance(act, Faulty)]
        if any(act.trouble not in wanted for act in faulty):
            stage.acts = tuple(act for act in stage.acts if not isinstance(act, Faulty) or act.trouble in wanted)
        for trouble in wanted - {act.trouble for act in faulty}:
            stage.add(Faulty(at, trouble))

    def _laid(self, thrown: Thrown) -> tuple[Lying, ...]:
        try:
            return tuple(self._places(thrown, Kind(thrown.kind)))
        except NoRoomError:
            LOG.info("There is no room for dice that lie like this", extra={"kind": thrown.kind})
            return tuple(self._places(thrown, Kind.OUTSIDE))

    def _places(self, thrown: Thrown, kind: Kind) -> Iterator[Lying]:
        edge = self.camera.fittings.dice.edge
        for player in Player:
            values = [value for owner, value in thrown.dice if owner is player]
            ground = Ground(self._setup, self._chance, HALVES[player], edge)
            tries = TRIES if kind is Kind.FLAT else 1
            # People throw to the middle: checkers that come to lie where a die does are told as that die for long.
            yield from min((ground.lay(values, kind) for _ in range(tries)), key=_away_from_middle)


def _away_from_middle(dice: tuple[Lying, ...]) -> float:
    return max((abs(die.y) for die in dice), default=0.0)
