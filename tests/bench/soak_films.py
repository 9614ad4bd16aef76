"""Long drawn films for the throw watcher: throws, hands, moved checkers, nudges, changing light and faults."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from companion.rules.players import Player
from companion.rules.position import Setup
from tests.bench.watcher_films import Expected, Film, Frame
from tests.vision.stand_ins import FPS, as_read, hidden
from vision.dice import Half
from vision.virtual.board import CHECKER, LOOKS, checker_places
from vision.virtual.camera import Fittings, VirtualCamera
from vision.virtual.cubes import DICE_LOOKS
from vision.virtual.lens import Lens
from vision.virtual.optics import Optics
from vision.virtual.places import Ground, Kind, NoRoomError
from vision.virtual.source import STANDARD
from vision.virtual.stage import HELD, NUDGES, REACHES, Faulty, Lift, Lying, Moved, Nudge, Pass, Throw, Trouble

THROWS = 20
"""In one film."""
SPOILT = (Kind.COCKED, Kind.ON_CHECKER, Kind.SPLIT, Kind.OUTSIDE)
BLINDING = (Trouble.COVERED, Trouble.DARK, Trouble.KNOCKED, Trouble.LOST)
HARMLESS = (Trouble.BLUR, Trouble.GLARE, Trouble.DIM)
BACK = 2.6
"""Seconds that a camera may take to be believed in again."""


@dataclass
class Evening:
    """What happens in a film, as it is made up."""

    camera: VirtualCamera
    chance: np.random.Generator
    setup: Setup = STANDARD
    at: float = 1.0

    def likely(self, share: float) -> bool:
        """Draw a lot."""
        return float(self.chance.random()) < share

    def between(self, least: float, most: float) -> float:
        """Draw a number."""
        return float(self.chance.uniform(least, most))

    def turn(self, number: int) -> Expected:
        """Let a player throw, move and take the dice up; return what is to be told of it."""
        half, player = (Half.LEFT, Player.BLACK) if number % 2 else (Half.RIGHT, Player.WHITE)
        throw, kind = self._throw(half, player)
        self.camera.stage.add(throw)
        now = self._between(throw, player, throw.rests + self.between(0.9, 1.6))
        gone, clear = self._lift(throw, player, now)
        values = tuple(sorted((die.value for die in throw.dice), reverse=True))
        return Expected(throw.rests, gone, values, None if kind is Kind.FLAT else kind.value, clear)

    def _throw(self, half: Half, player: Player) -> tuple[Throw, Kind]:
        kind = SPOILT[int(self.chance.integers(len(SPOILT)))] if self.likely(0.12) else Kind.FLAT
        values = [int(value) for value in self.chance.integers(1, 7, 2)]
        ground = Ground(self.setup, self.chance, half, self.camera.fittings.dice.edge)
        try:
            return Throw(self.at, ground.lay(values, kind), player), kind
        except NoRoomError:
            return Throw(self.at, ground.lay(values, Kind.OUTSIDE), player), Kind.OUTSIDE

    def _between(self, throw: Throw, player: Player, now: float) -> float:
        """Let hands, light and faults pass while the dice lie; return when that is over."""
        if self.likely(0.4):
            self._pass(now, (throw.dice[0].x, throw.dice[0].y), player)
            now += self.between(1.3, 1.8)
        if self.likely(0.15):
            self.camera.stage.add(Nudge(now, 1, (self.between(-9, 9), self.between(-6, 6)), self.between(-25, 25)))
            now += NUDGES + self.between(0.2, 1.0)
        now = self._move(throw.dice, player, now, onto=self.likely(0.15))
        if self.likely(0.1):
            now = self._faulty(now, self._one_of(HARMLESS)) + 0.6
        if self.likely(0.1):
            now = self._faulty(now, self._one_of(BLINDING)) + BACK
        return now

    def _lift(self, throw: Throw, player: Player, now: float) -> tuple[float, float]:
        """Take the dice up, and perhaps put a checker where they lay; return when they are gone, and all is clear."""
        self.camera.stage.add(Lift(now, player))
        gone = now + REACHES + HELD
        if self.likely(0.35):
            self._set(gone, self._with_checker(throw.dice, player, onto=True))
        now = gone + REACHES
        if self.likely(0.3):
            now = self._move(throw.dice, player, now, onto=True)
        elif self.likely(0.06):
            now = self._faulty(now, self._one_of(BLINDING)) + BACK
        self.at = now + self.between(0.3, 1.5)
        return gone, now

    def _move(self, dice: tuple[Lying, ...], player: Player, now: float, *, onto: bool) -> float:
        after = self._with_checker(dice, player, onto=onto)
        new = [place for place in checker_places(after) if place not in checker_places(self.setup)]
        x, y = new[-1][:2] if new else (0.0, 0.0)
        self._pass(now, (x, y), player)
        self._set(now + REACHES + 0.05, after)
        return now + 2 * REACHES + 0.3 + self.between(0.2, 1.2)

    def _pass(self, now: float, to: tuple[float, float], player: Player) -> None:
        self.camera.stage.add(Pass(now, to, self.between(0.2, 0.5), player))

    def _set(self, at: float, setup: Setup) -> None:
        self.setup = setup
        self.camera.stage.add(Moved(at, setup))

    def _faulty(self, at: float, trouble: Trouble) -> float:
        lasts = self.between(1.0, 2.5)
        self.camera.stage.add(Faulty(at, trouble, lasts))
        return at + lasts

    def _one_of(self, troubles: tuple[Trouble, ...]) -> Trouble:
        return troubles[int(self.chance.integers(len(troubles)))]

    def _with_checker(self, dice: tuple[Lying, ...], player: Player, *, onto: bool) -> Setup:
        """Return the setup with a checker moved: to where a die lies or lay, or well beside all of them."""
        choices = [after for after in self._moves(player) if self._meets(after, dice) is onto]
        return choices[int(self.chance.integers(len(choices)))] if choices else self.setup

    def _meets(self, after: Setup, dice: tuple[Lying, ...]) -> bool:
        new = [place for place in checker_places(after) if place not in checker_places(self.setup)]
        near = CHECKER / 2 + self.camera.fittings.dice.edge * 0.6
        return any(math.hypot(die.x - x, die.y - y) < near for die in dice for x, y, _, _ in new)

    def _moves(self, player: Player) -> Iterator[Setup]:
        mine, theirs = self.setup.sides[player], self.setup.sides[player.opponent].points
        for start in np.flatnonzero(mine.points):
            for end in range(24):
                if end != start and not theirs[end] and mine.points[end] < 9:
                    points = list(mine.points)
                    points[start] -= 1
                    points[end] += 1
                    yield Setup(self.setup.sides.with_(player, replace(mine, points=tuple(points))))


def soaked(throws: int, first: int = 0) -> Iterator[Film]:
    """Give films with so many throws in all."""
    for seed in range(first, first + math.ceil(throws / THROWS)):
        chance = np.random.default_rng(1000 + seed)
        camera = _camera(chance, seed)
        evening = Evening(camera, chance)
        camera.stage.add(Moved(-10.0, STANDARD))
        told = [evening.turn(number) for number in range(THROWS)]
        yield Film(f"soak {seed}", _shots(camera, evening.at + 2.0), camera.calibration, told)


def _camera(chance: np.random.Generator, seed: int) -> VirtualCamera:
    between = chance.uniform
    optics = Optics(
        height=float(between(560, 760)),
        shifted=(float(between(-60, 60)), float(between(-120, 40))),
        roll=float(between(-4, 4)),
        span=float(between(372, 410)),
    )
    board, dice = list(LOOKS)[seed % len(LOOKS)], list(DICE_LOOKS)[seed % len(DICE_LOOKS)]
    lens = Lens(float(between(0.4, 0.9)), float(between(1, 4)), float(between(0.75, 1.15)))
    return VirtualCamera(Fittings(optics, LOOKS[board], DICE_LOOKS[dice], 64, lens, seed))


def _shots(camera: VirtualCamera, seconds: float) -> Iterator[Frame]:
    for number in range(int(seconds * FPS)):
        at = number / FPS
        dice = tuple(as_read(die) for die in camera.truth(at) if not hidden(camera, die, at))
        yield Frame(at, camera.picture(at), dice)
