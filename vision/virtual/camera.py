"""The virtual camera: pictures of the drawn table at any time, and the truth about them."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np

from companion.rules.position import Setup
from vision.calibration import Calibration
from vision.dice import Half
from vision.pictures import Picture
from vision.virtual.board import LOOKS, Look, calibration_of, draw_board
from vision.virtual.cubes import DICE_LOOKS, DieLook, Solid, draw_solid, shadow_on
from vision.virtual.hands import draw_hand
from vision.virtual.lens import Lens
from vision.virtual.optics import Optics
from vision.virtual.stage import DieNow, Moment, Stage, Trouble

EXPOSURE = 0.02
"""In seconds: dice in motion are blurred by it."""
DOUBLING = (64, 2, 16, 8, 4, 32)
CUBE_EDGE = 19.0


@dataclass(frozen=True, slots=True)
class DieTruth:
    """What a reader should find: a die's upper face in the picture."""

    value: int
    x: float
    y: float
    corners: tuple[tuple[float, float], ...]
    half: Half
    flat: bool
    on_checker: bool
    moving: bool
    at: tuple[float, float]
    """Where it is on the table, in millimetres."""


@dataclass(frozen=True)
class Fittings:
    """What the drawn table is made of."""

    optics: Optics = field(default_factory=Optics)
    board: Look = LOOKS["green"]
    dice: DieLook = DICE_LOOKS["ivory"]
    cube: int | None = None
    """The number on top of the doubling cube; none: there is no cube."""
    lens: Lens = field(default_factory=Lens)
    seed: int = 0


class VirtualCamera:
    """Draws what happens on a stage; `picture` gives none while the camera is lost."""

    def __init__(self, fittings: Fittings | None = None, stage: Stage | None = None) -> None:
        self.fittings = fittings or Fittings()
        self.stage = stage or Stage(self.fittings.dice)
        self._drawing: tuple[object, Picture] | None = None
        """What was drawn last: most of the time nothing moves."""
        self._softened: tuple[Picture, AbstractSet[Trouble], Picture] | None = None
        """The scene and the troubles of the last picture, and what came through the lens."""
        self.knocked = replace(self.fittings.optics, aim=(21.0, -9.0), roll=self.fittings.optics.roll + 4.0)

    @property
    def calibration(self) -> Calibration:
        """The calibration that is true while the camera is not knocked."""
        return calibration_of(self.fittings.optics, self.fittings.dice.edge)

    def picture(self, at: float) -> Picture | None:
        """Return the picture at a time in seconds."""
        moment = self.stage.moment(at, EXPOSURE)
        if Trouble.LOST in moment.troubles:
            return None
        lens, scene, troubles = self.fittings.lens, self._scene(moment), moment.troubles
        if self._softened is None or self._softened[0] is not scene or self._softened[1] != troubles:
            self._softened = scene, troubles, lens.softened(scene, troubles)
        return lens.taken(self._softened[2], troubles, round(at * 1000) + self.fittings.seed)

    def truth(self, at: float) -> tuple[DieTruth, ...]:
        """Return what dice there are at a time, and how they lie."""
        return tuple(self._truth(die) for die in self.stage.moment(at).dice)

    def _scene(self, moment: Moment) -> Picture:
        if any(die.moving for die in moment.dice):
            return self._drawn(moment)
        lying = tuple(die.lying for die in moment.dice)
        shows = moment.setup, lying, moment.hands, Trouble.KNOCKED in moment.troubles
        if self._drawing is None or self._drawing[0] != shows:
            self._drawing = shows, self._drawn(moment)
        return self._drawing[1]

    def _drawn(self, moment: Moment) -> Picture:
        optics = self.knocked if Trouble.KNOCKED in moment.troubles else self.fittings.optics
        picture = _board(optics, self.fittings.board, moment.setup, self.fittings.cube, self.fittings.seed).copy()
        for die in moment.dice:
            _shade(picture, optics, die.solid, 0.0 if die.moving else die.lying.on)
        for die in sorted(moment.dice, key=lambda one: -float(one.solid.middle[1])):
            _draw_die(picture, optics, die)
        for hand in moment.hands:
            draw_hand(picture, optics, hand)
        return picture

    def _truth(self, die: DieNow) -> DieTruth:
        optics = self.fittings.optics
        corners = [(float(x), float(y)) for x, y in optics.seen(die.solid.face(die.value))]
        middle = optics.seen(die.solid.face(die.value).mean(axis=0))[0]
        foot = optics.seen(die.solid.middle * np.array([1.0, 1.0, 0.0]))[0]
        half = self.calibration.half_of(float(foot[0]), float(foot[1]))
        place = (float(die.solid.middle[0]), float(die.solid.middle[1]))
        return DieTruth(
            die.value,
            float(middle[0]),
            float(middle[1]),
            tuple(corners),
            half,
            die.flat,
            die.lying.on_checker,
            die.moving,
            place,
        )


@lru_cache(maxsize=1)
def _board(optics: Optics, look: Look, setup: Setup, cube: int | None, seed: int) -> Picture:
    picture = draw_board(optics, look, setup, seed)
    if cube is not None:
        others = [number for number in DOUBLING if number != cube]
        edge = DieLook((232, 236, 238), (30, 28, 120), CUBE_EDGE)
        solid = Solid(np.array([0.0, 0.0, CUBE_EDGE / 2]), np.eye(3), edge, (cube, *others))
        _shade(picture, optics, solid, 0.0)
        draw_solid(picture, optics, solid)
    return picture


def _draw_die(picture: Picture, optics: Optics, die: DieNow) -> None:
    places = (die.solid, *die.trail)
    for number, solid in enumerate(reversed(places), 1):
        draw_solid(picture, optics, solid, 1.0 if len(places) == 1 else 1.0 / number)


def _shade(picture: Picture, optics: Optics, solid: Solid, ground: float) -> None:
    shape = cv2.convexHull(optics.seen(shadow_on(solid, ground)).astype(np.float32)).reshape(-1, 2)
    left, top = np.maximum(np.floor(shape.min(axis=0)).astype(int) - 8, 0)
    right, bottom = np.ceil(shape.max(axis=0)).astype(int) + 8
    part = picture[top:bottom, left:right]
    if not part.size:
        return
    mask = np.zeros(part.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(shape - (left, top)).astype(np.int32), 135)
    soft = cv2.GaussianBlur(mask, (0, 0), 2.0).astype(np.float32)[..., None] / 255
    part[:] = (part * (1 - soft)).astype(np.uint8)
