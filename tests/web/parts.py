"""Checkers and dice of a table of virtual parts: hands carry the ones on a virtual board, a camera films both."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from random import Random

import numpy as np

from companion.rules.game import Game
from companion.rules.players import Player
from companion.rules.position import Setup
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.ends import PtyEnd
from firmware_bridge.virtual.hands import Hands
from firmware_bridge.virtual.server import Server
from vision.dice import Half
from vision.sources import Shot, Wishes
from vision.virtual.camera import VirtualCamera
from vision.virtual.places import Ground, Kind
from vision.virtual.source import VirtualSource
from vision.virtual.stage import REACHES, Lift, Lying, Moved, Throw

HALVES = {Player.WHITE: Half.RIGHT, Player.BLACK: Half.LEFT}
"""The half to a player's right, where White sits at the lower edge of the picture."""
SLOWNESS = 0.08
"""Of the hands, as a part of how slow people are; how long the board has to be at rest is as at any table."""
FPS = 10.0
WAYS = 6
"""Of so many ways to lie, dice take the one that is nearest to the middle, as people throw them."""


class Checkers:
    """The checkers on a virtual board at the end of a pseudo-terminal."""

    def __init__(self, server: Server, chance: Random) -> None:
        self.server, self._chance = server, chance

    @property
    def port(self) -> str:
        """The device under which the board is found."""
        return self.server.port

    @property
    def setup(self) -> Setup:
        """What truly lies there."""
        return self.server.do(lambda board: board.seat.setup)

    def lay(self, setup: Setup) -> None:
        """Set the checkers up all at once."""
        self.server.do(lambda board: board.lay(setup))

    def carry(self, game: Game, player: Player, after: Setup) -> None:
        """Let a player's hands carry checkers until they lie like this."""
        hands = Hands(game, player, self._chance, SLOWNESS)
        self.server.do(lambda board: board.move(hands.play(board.seat.setup, after, begin=board.now)))
        while self.server.do(lambda board: board.is_moving):
            time.sleep(0.005)
        assert self.setup == after, self.server.do(lambda board: board.mishap)


@contextmanager
def checkers_on_board(setup: Setup, seed: int) -> Iterator[Checkers]:
    """Have a board with these checkers for a while."""
    chance = Random(seed)
    with Server(VirtualBoard(chance=chance), PtyEnd()) as server:
        checkers = Checkers(server, chance)
        checkers.lay(setup)
        yield checkers


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice, each with the player in whose half it comes to lie; `kind` is how the first of them does."""

    dice: tuple[tuple[Player, int], ...]
    by: Player
    kind: str = "flat"


class Cup:
    """What is done with the dice, on its way to the camera."""

    def __init__(self) -> None:
        self.lying: Thrown | None = None
        self.deeds: SimpleQueue[Thrown | Player] = SimpleQueue()

    def throw(self, thrown: Thrown) -> None:
        """Throw the dice."""
        self.lying = thrown
        self.deeds.put(thrown)

    def take(self, by: Player) -> None:
        """Take the dice up."""
        self.lying = None
        self.deeds.put(by)


@dataclass
class Pace:
    """The time in front of the camera, and how many pictures it has taken."""

    faster: float
    taken: int = 0

    def now(self) -> float:
        """Return the time of the camera, in seconds."""
        return time.monotonic() * self.faster


@dataclass(frozen=True)
class Scene:
    """What a camera looks at."""

    checkers: Checkers
    cup: Cup
    pace: Pace
    chance: np.random.Generator


class Film(VirtualSource):
    """The pictures, taken as fast as time passes in front of the camera."""

    def __init__(self, camera: VirtualCamera, wishes: Wishes, scene: Scene) -> None:
        super().__init__(camera, replace(wishes, fps=FPS, clock=scene.pace.now))
        self._scene, self._setup = scene, scene.checkers.setup
        camera.stage.add(Moved(self._next, self._setup))

    def read(self) -> Shot | None:
        """Return the next picture; the wait for it is as much shorter as time passes faster."""
        pace = self._scene.pace
        time.sleep(max(0.0, (self._next - pace.now()) / pace.faster))
        shot = super().read()
        pace.taken += 1
        return shot

    def prepare(self, at: float) -> None:
        """Bring to the stage what was done until now."""
        setup = self._scene.checkers.setup
        if setup != self._setup:
            self._setup = setup
            self.camera.stage.add(Moved(at, setup))
        while True:
            try:
                self._show(self._scene.cup.deeds.get_nowait(), at)
            except Empty:
                return

    def _show(self, deed: Thrown | Player, at: float) -> None:
        if isinstance(deed, Player):
            self.camera.stage.add(Lift(at, deed))
            return
        # What happened before this throw shows no more.
        self.camera.stage.forget(at - 3 * REACHES)
        self.camera.stage.add(Throw(at + REACHES, tuple(self._places(deed)), deed.by))

    def _places(self, thrown: Thrown) -> Iterator[Lying]:
        kind, edge = Kind(thrown.kind), self.camera.fittings.dice.edge
        for player in Player:
            values = [value for owner, value in thrown.dice if owner is player]
            ground = Ground(self._setup, self._scene.chance, HALVES[player], edge)
            ways = (ground.lay(values, kind) for _ in range(WAYS if kind is Kind.FLAT else 1))
            yield from min(ways, key=lambda dice: max((abs(die.y) for die in dice), default=0.0))
