"""Reads the dice in a single picture; what two independent ways do not agree on is not told."""

import time
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from vision import crop
from vision.calibration import Calibration
from vision.changes import Box, Changes, changes
from vision.cube import CubeFinder
from vision.dice import Cube, DiceReading, Die, Half
from vision.eye import Eye
from vision.finder import CALIBRATED_WEIGHTS, STEP, Finder, Spot, apart
from vision.levels import Image, Levels, levels_of, nearest, resized
from vision.looking import Looking
from vision.looks import (
    BESIDE_A_DIE,
    CALIBRATED,
    LIKELY,
    UNCALIBRATED,
    WITHOUT_DICE,
    Look,
    Rules,
    evidence,
    is_flat,
    is_on_checker,
    leaning,
    odd,
    separate,
    value_of,
)
from vision.rim import BareBoard, rim
from vision.teller import SHARP_WEIGHTS, TABLE_WEIGHTS, Teller, Telling
from vision.upright import Place, Places, Upright

MOST, MOST_UNCALIBRATED = 12, 48
"""Places looked at, the likeliest first."""
AROUND = 3.0
"""How far from the playing surface dice are looked for, in edges of a die."""
SEARCHED_EDGE = 13.5
"""The length of an edge in the picture that is searched."""
UNLIKE, UNLIKE_UNMEASURED = 1.15, 1.2
"""A die's edge is at most so much longer or shorter than is usual at its place; more where no die was measured."""
NEW = 0.7
"""What speaks for a die where the board was bare before."""
RIM_EDGE = 17.0
"""The length of an edge in the picture in which checkers' rims are looked for."""
SMALLEST_PICTURE = 45
FINER = 2**0.5
"""From one size of the picture to the next, where it is not known how large dice are."""


class DiceReader:
    """Reads dice; knows the board if it was calibrated."""

    def __init__(self, calibration: Calibration | None = None) -> None:
        self.calibration = calibration
        self.rules = CALIBRATED if calibration else UNCALIBRATED
        self._finder = Finder(CALIBRATED_WEIGHTS) if calibration else Finder()
        eye = Eye(Teller(TABLE_WEIGHTS) if calibration else Teller())
        self._looking = Looking(eye, Eye(Teller(SHARP_WEIGHTS, crop.SHARP)))
        self._cubes = CubeFinder(self._finder, eye)
        self._places = Places(calibration)
        self._board: tuple[Image, float, BareBoard] | None = None

    def read(self, image: Image, before: Image | None = None, *, cube: bool = False) -> DiceReading:
        """Return the dice, and on request the cube; `before` is the board as it was before the throw."""
        start = time.perf_counter()
        picture = _coloured(image)
        board = None if before is None or before.shape != image.shape else _coloured(before)
        looks = self.looks(picture, board)
        dice = self.dice(looks, (picture.shape[1], picture.shape[0]), self.rules)
        if board is not None:
            dice = self._thrown([die for die in dice if _is_new(picture, board, die)], picture)
        ms = (time.perf_counter() - start) * 1000
        return DiceReading(tuple(dice), self._cube(picture, looks) if cube else None, ms)

    def _cube(self, picture: Image, looks: list[Look]) -> Cube | None:
        place = self._places.of((picture.shape[1], picture.shape[0]))
        if place is not None:
            return self._cubes.find(picture, place[1])
        # Of unknown size it was looked for among the dice, and much looks like a cube but for the number.
        cube = self._cubes.among(picture, (look.telling for look in looks))
        return cube if cube and cube.value else None

    def _thrown(self, dice: list[Die], picture: Image) -> list[Die]:
        """Return the dice without those far from the board, unless one has rolled there and the other lies on it."""
        size = (picture.shape[1], picture.shape[0])
        place = self._places.of(size)
        if place is None:
            return dice
        left, top, right, bottom = _near_board(place, size)
        near = [die for die in dice if left <= die.x <= right and top <= die.y <= bottom]
        return dice if len(near) == 1 and len(dice) == 2 else near

    def dice(self, looks: list[Look], size: tuple[int, int], rules: Rules) -> list[Die]:
        """Return what is told of these looks at a picture of that size."""
        return [self._die(look, size, rules) for look in looks if look.evidence > rules.enough]

    def looks(self, picture: Image, before: Image | None = None) -> list[Look]:
        """Return what is to be said of every place that may be a die or the cube, and is not as it was before."""
        size = (picture.shape[1], picture.shape[0])
        scales = self._scales(size)
        levels = levels_of(picture, scales)
        new = self._changes(picture, before)
        is_new = new is not None and new.boxes is not None
        spots = apart([spot for scale in scales for spot in self._spots(levels[scale], scale, size, new)])
        levels.setdefault(1.0, picture)
        most = MOST if len(scales) == 1 else MOST_UNCALIBRATED
        looks = [look for spot in spots[:most] if (look := self._look(levels, spot, size, is_new=is_new))]
        weighed = self._weighed(looks, size, NEW if is_new else 0.0)
        return self._with_rims(separate(weighed), levels, before, size)

    def _changes(self, picture: Image, before: Image | None) -> Changes | None:
        place = self._places.of((picture.shape[1], picture.shape[0]))
        if place is None or before is None:
            return None
        return changes(picture, before, place[1].edge_at(picture.shape[1] / 2, picture.shape[0] / 2))

    def _spots(self, level: Image, scale: float, size: tuple[int, int], new: Changes | None) -> list[Spot]:
        place = self._places.of(size)
        if place is None:
            return self._finder.spots(level, scale)
        boxes = None if new is None else new.boxes
        left, top, right, bottom = _near_board(place, size) if boxes is None else (0, 0, *size)
        whole = int(left * scale), int(top * scale), int(right * scale), int(bottom * scale)
        found = [spot for part in _parts(whole, scale, boxes) for spot in self._searched(level, part, scale)]
        kept = [spot for spot in found if new is None or new.at(spot.x, spot.y)]
        return [_fitting(spot, place[1], UNLIKE if place[0].die_px else UNLIKE_UNMEASURED) for spot in kept]

    def _searched(self, level: Image, part: Box, scale: float) -> list[Spot]:
        left, top, right, bottom = part
        if left >= right or top >= bottom:
            # The board lies outside the picture.
            return []
        found = self._finder.spots(level[top:bottom, left:right], scale)
        return [replace(spot, x=spot.x + left / scale, y=spot.y + top / scale) for spot in found]

    def _scales(self, size: tuple[int, int]) -> list[float]:
        place = self._places.of(size)
        if place is not None:
            return [SEARCHED_EDGE / place[1].edge_at(size[0] / 2, size[1] / 2)]
        scales = [1.0]
        while min(size) * scales[-1] > SMALLEST_PICTURE * FINER:
            scales.append(scales[-1] / FINER)
        return scales

    def _look(self, levels: Levels, spot: Spot, size: tuple[int, int], *, is_new: bool) -> Look | None:
        place = self._places.of(size)
        if place is None:
            return self._looking.anywhere(levels, spot, self.rules.enough)
        return self._looking.at_table(levels, spot, place[1].at(spot.x, spot.y), new=is_new)

    def _weighed(self, looks: list[Look], size: tuple[int, int], more: float) -> list[Look]:
        """Return the looks with the evidence for each; dice in one picture are of much the same size."""
        place, known = self._places.of(size), self.calibration is not None
        how = [None if place is None else self._leaning(look.telling, place[1]) for look in looks]
        weighed = [
            replace(look, evidence=evidence(look, calibrated=known, leaning=so) + more)
            for look, so in zip(looks, how, strict=True)
        ]
        if not weighed:
            return []
        best = max(weighed, key=lambda look: look.evidence).telling.edge
        usual = [place[1].edge_at(*look.telling.centre) if place else best for look in weighed]
        return [
            replace(k, evidence=k.evidence - odd(k.telling.edge / edge)) for k, edge in zip(weighed, usual, strict=True)
        ]

    def _with_rims(self, looks: list[Look], levels: Levels, before: Image | None, size: tuple[int, int]) -> list[Look]:
        """Return the looks with how much of a checker's rim shows where they may be dice."""
        place = self._places.of(size)
        if place is None:
            return looks
        view = place[1]
        # The same for all dice, so that the bare board is made ready once.
        scale = nearest(levels, RIM_EDGE / view.edge_at(size[0] / 2, size[1] / 2))
        return [look if look.evidence < 0 else self._with_rim(look, view, levels, before, scale) for look in looks]

    def _with_rim(self, look: Look, view: Upright, levels: Levels, before: Image | None, scale: float) -> Look:
        told = look.telling
        foot = view.foot(told.centre, told.edge)
        if before is not None:
            return replace(look, rim=(self._bare_board(before, scale).rim(view, foot), WITHOUT_DICE))
        if not BESIDE_A_DIE.is_checker(told.on_checker, 1.0):
            # Whatever shows.
            return look
        die = [*told.corners, *(view.foot(corner, told.edge) for corner in told.corners)]
        return replace(look, rim=(rim(levels[scale], view, foot, scale, die), BESIDE_A_DIE))

    def _bare_board(self, before: Image, scale: float) -> BareBoard:
        if self._board is None or self._board[0] is not before or self._board[1] != scale:
            self._board = before, scale, BareBoard(resized(before, scale), scale)
        return self._board[2]

    def _leaning(self, told: Telling, view: Upright) -> float | None:
        """Return how clearly it leans, or None if it lies flat."""
        up = view.at(*told.centre)
        return None if is_flat(told, up, self.rules) else leaning(told, up)

    def _die(self, look: Look, size: tuple[int, int], rules: Rules) -> Die:
        telling = look.telling
        place = self._places.of(size)
        value, sure = value_of(look, rules)
        moving = telling.moving > rules.moving
        is_level = is_flat(telling, place[1].at(*telling.centre) if place else None, rules)
        # Of the two faces that a leaning die shows now one and now the other seems to be the upper one.
        x, y = telling.centre if is_level else telling.middle
        # What leans and hardly seems a die, or seems to move a little, may be one that rolls.
        rolls = moving or (not is_level and (telling.die < LIKELY or telling.moving > rules.rolling))
        return Die(
            value=None if rolls else value,
            x=x,
            y=y,
            corners=telling.corners,
            half=_half(place, *telling.centre, telling.edge),
            flat=is_level and not moving,
            on_checker=is_on_checker(look),
            moving=moving,
            confidence=round(sure * look.sure, 3),
        )


def _fitting(spot: Spot, view: Upright, unlike: float) -> Spot:
    """Return the spot as large as dice can be at that place."""
    usual = view.edge_at(spot.x, spot.y)
    return replace(spot, edge=min(max(spot.edge, usual / unlike), usual * unlike))


def _coloured(image: Image) -> Image:
    if image.ndim == 2:
        return cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    return image if image.shape[2] == 3 else image[..., :3]


def _near_board(place: Place, size: tuple[int, int]) -> Box:
    """Return where dice are looked for in any picture."""
    corners = np.array(place[0].outline)
    margin = AROUND * place[1].edge_at(size[0] / 2, size[1] / 2)
    left, top = (max(0, int(low)) for low in corners.min(0) - margin)
    right, bottom = (max(0, min(int(high), most)) for high, most in zip(corners.max(0) + margin, size, strict=True))
    return left, top, right, bottom


def _parts(whole: Box, scale: float, boxes: list[Box] | None) -> Iterator[Box]:
    """Return what is to be searched of a picture of that scale, cut where the network's own cells end."""
    if boxes is None:
        yield whole
        return
    left, top, right, bottom = whole
    for box in boxes:
        low = [
            first + max(0, int((at * scale - first) / STEP)) * STEP for at, first in zip(box, (left, top), strict=False)
        ]
        high = [min(int(at * scale) + STEP, last) for at, last in zip(box[2:], (right, bottom), strict=True)]
        if high[0] - low[0] >= STEP and high[1] - low[1] >= STEP:
            yield low[0], low[1], high[0], high[1]


def _half(place: Place | None, x: float, y: float, edge: float) -> Half | None:
    if place is None:
        return None
    calibration, view = place
    return calibration.half_of(*view.foot((x, y), edge))


def _is_new(picture: Image, before: Image, die: Die) -> bool:
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(np.array(die.corners)).astype(np.int32), 1)
    return not mask.any() or float(cv2.absdiff(picture, before)[mask > 0].mean()) > 6
