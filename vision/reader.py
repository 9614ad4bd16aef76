"""Reads the dice in a single picture; what two independent ways do not agree on is not told."""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import crop, pips
from vision.calibration import Calibration
from vision.changes import Box, Changes, changes
from vision.dice import Cube, DiceReading, Die, Half
from vision.finder import CALIBRATED_WEIGHTS, STEP, WEIGHTS, Finder, Spot, apart
from vision.looks import (
    BESIDE_A_DIE,
    CALIBRATED,
    LIKELY,
    UNCALIBRATED,
    WITHOUT_DICE,
    Look,
    Rules,
    evidence,
    is_clear,
    is_flat,
    is_on_checker,
    leaning,
    may_lean,
    odd,
    separate,
    value_of,
)
from vision.rim import BareBoard, rim
from vision.teller import CUBES, Teller, Telling, mean
from vision.upright import Upright, upright

Image: TypeAlias = NDArray[Any]
Levels: TypeAlias = dict[float, Image]
"""The picture in several sizes, by how much smaller they are."""
MOST, MOST_UNCALIBRATED = 12, 48
"""Places looked at, the likeliest first."""
AROUND = 3.0
"""How far from the playing surface dice are looked for, in edges of a die."""
FAST_EDGE, FINER_EDGE = 12.5, 13.5
"""The length of an edge in the picture that is searched; longer where the dice were not measured, only the board."""
UNLIKE, UNLIKE_UNMEASURED = 1.15, 1.2
"""A die's edge is at most so much longer or shorter than is usual at its place; more where no die was measured."""
UPRIGHT: crop.Up = (0.0, -1.0)
"""Where up is, roughly, for a camera that is not calibrated: it is held upright."""
SEEMS = 0.3
"""What has not this chance to be a die or the cube at the first look is not looked at again."""
LARGE, LARGE_SEEMS = 50.0, 0.1
"""From this edge on pips show so well that they may speak for a die that hardly seems one, down to this chance."""
BEYOND_DOUBT = 0.9
"""With these chances, and as many pips, one look is enough."""
A_DIE, ITS_VALUE, LEVEL = 0.8, 0.95, -1.0
"""The same where it is known how a flat die looks: for a die, for its value, and what may speak for leaning."""
HALF_SURE = 0.3, 0.7
"""With a chance between these to lie on a checker a die is looked at again."""
TURNS = (np.pi / 2, np.pi, 1.5 * np.pi, 0.25 * np.pi)
"""How the picture is turned for the second look and for those after it."""
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
        self._finder, self._teller = Finder(CALIBRATED_WEIGHTS if calibration else WEIGHTS), Teller()
        self._place: tuple[tuple[int, int], Calibration, Upright | None] | None = None
        self._board: tuple[Image, float, BareBoard] | None = None

    def read(self, image: Image, before: Image | None = None) -> DiceReading:
        """Return the dice and the cube in a picture; `before` is the board as it was before the throw."""
        start = time.perf_counter()
        picture = _coloured(image)
        board = None if before is None or before.shape != image.shape else _coloured(before)
        looks = self.looks(picture, board)
        dice = self.dice(looks, (picture.shape[1], picture.shape[0]), self.rules)
        if board is not None:
            dice = [die for die in dice if _is_new(picture, board, die)]
        return DiceReading(tuple(dice), _cube(looks), (time.perf_counter() - start) * 1000)

    def dice(self, looks: list[Look], size: tuple[int, int], rules: Rules) -> list[Die]:
        """Return what is told of these looks at a picture of that size."""
        return [self._die(look, size, rules) for look in looks if look.evidence > rules.enough]

    def looks(self, picture: Image, before: Image | None = None) -> list[Look]:
        """Return what is to be said of every place that may be a die or the cube, and is not as it was before."""
        size = (picture.shape[1], picture.shape[0])
        scales = self._scales(size)
        levels = _levels(picture, scales)
        new = self._changes(picture, before)
        spots = apart([spot for scale in scales for spot in self._spots(levels[scale], scale, size, new)])
        levels.setdefault(1.0, picture)
        most = MOST if len(scales) == 1 else MOST_UNCALIBRATED
        looks = [look for spot in spots[:most] if (look := self._look(levels, spot, size))]
        return self._with_rims(separate(self._weighed(looks, size)), levels, before, size)

    def _changes(self, picture: Image, before: Image | None) -> Changes | None:
        place = self._upright((picture.shape[1], picture.shape[0]))
        if place is None or before is None:
            return None
        return changes(picture, before, place[1].edge_at(picture.shape[1] / 2, picture.shape[0] / 2))

    def _spots(self, level: Image, scale: float, size: tuple[int, int], new: Changes | None) -> list[Spot]:
        place = self._upright(size)
        if place is None:
            return self._finder.spots(level, scale)
        corners = np.array(place[0].outline)
        margin = AROUND * place[1].edge_at(size[0] / 2, size[1] / 2)
        left, top = (max(0, int(low * scale)) for low in corners.min(0) - margin)
        right, bottom = (max(0, int(high * scale)) for high in corners.max(0) + margin)
        whole = left, top, min(right, level.shape[1]), min(bottom, level.shape[0])
        found = [spot for part in _parts(whole, scale, new) for spot in self._searched(level, part, scale)]
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
        if self.calibration is not None:
            place = self._upright(size)
            if place is not None:
                edge = FAST_EDGE if self.calibration.die_px else FINER_EDGE
                return [edge / place[1].edge_at(size[0] / 2, size[1] / 2)]
        scales = [1.0]
        while min(size) * scales[-1] > SMALLEST_PICTURE * FINER:
            scales.append(scales[-1] / FINER)
        return scales

    def _upright(self, size: tuple[int, int]) -> tuple[Calibration, Upright] | None:
        if self.calibration is None:
            return None
        if self._place is None or self._place[0] != size:
            scaled = self.calibration.scaled_to(size)
            self._place = size, scaled, upright(scaled, size)
        _, calibration, place = self._place
        return None if place is None else (calibration, place)

    def _look(self, levels: Levels, spot: Spot, size: tuple[int, int]) -> Look | None:
        place = self._upright(size)
        up = place[1].at(spot.x, spot.y) if place else None
        first = self._tell(levels, spot, 0.0, up)
        seems = first.die + first.cube
        if self.calibration is None and spot.edge >= LARGE and seems >= LARGE_SEEMS:
            return self._look_all_round(levels, spot, first)
        return self._look_again(levels, spot, first, up) if seems >= SEEMS else None

    def _look_again(self, levels: Levels, spot: Spot, first: Telling, up: crop.Up | None) -> Look:
        """Look as often as it takes to be sure of the value, and whether a die leans."""
        if _beyond_doubt(first, up):
            counted = _count(levels, first)
            if counted and counted.value == first.value:
                return Look(first, spot.score, counted, agree=True)
        nearer = _nearer(spot, first)
        told = [first, self._tell(levels, nearer, TURNS[0], up or UPRIGHT, roughly=up is None)]
        counted = _count(levels, told[1])
        if first.value != told[1].value:
            told.append(self._tell(levels, nearer, TURNS[1], up))
        while len(told) <= len(TURNS) and may_lean(mean(told), up):
            told.append(self._tell(levels, nearer, TURNS[len(told) - 1], up))
        together = mean(told)
        agree = sum(one.value == together.value for one in told) > 1
        return Look(together, spot.score, counted, agree)

    def _look_all_round(self, levels: Levels, spot: Spot, first: Telling) -> Look | None:
        """Look at something large; if that leaves doubt, from all sides."""
        look = self._look_again(levels, spot, first, None) if first.die + first.cube >= SEEMS else None
        if look is not None and evidence(look, calibrated=False) > self.rules.enough:
            return look
        nearer, sideways = _nearer(spot, first), (TURNS[0], TURNS[2])
        told = [first]
        for turn in TURNS[:3]:
            up = UPRIGHT if turn in sideways else None
            told.append(self._tell(levels, nearer, turn, up, roughly=up is not None))
        together, counts = mean(told), [_count(levels, one) for one in told]
        if not all(is_clear(one, counted, together.value) for one, counted in zip(told, counts, strict=True)):
            return look
        return Look(together, spot.score, counts[0], agree=True, all_round=True)

    def _weighed(self, looks: list[Look], size: tuple[int, int]) -> list[Look]:
        """Return the looks with the evidence for each; dice in one picture are of much the same size."""
        place, known = self._upright(size), self.calibration is not None
        leans = [place is not None and not self._is_flat(look.telling, place[1]) for look in looks]
        weighed = [
            replace(look, evidence=evidence(look, calibrated=known, leans=so))
            for look, so in zip(looks, leans, strict=True)
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
        place = self._upright(size)
        if place is None:
            return looks
        view = place[1]
        # The same for all dice, so that the bare board is made ready once.
        scale = _nearest(levels, RIM_EDGE / view.edge_at(size[0] / 2, size[1] / 2))
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
            self._board = before, scale, BareBoard(_resized(before, scale), scale)
        return self._board[2]

    def _is_flat(self, told: Telling, view: Upright) -> bool:
        return is_flat(told, view.at(*told.centre), self.rules)

    def _tell(self, levels: Levels, spot: Spot, angle: float, up: crop.Up | None, *, roughly: bool = False) -> Telling:
        scale = _nearest(levels, 1.2 * crop.EDGE / spot.edge)
        x, y = ((at + 0.5) * scale - 0.5 for at in (spot.x, spot.y))
        piece, matrix = crop.cut(levels[scale], x, y, spot.edge * scale, angle)
        if up:
            across, down = matrix[:, :2] @ up * (spot.edge * scale / crop.EDGE)
            up = float(across), float(down)
        matrix[:, 2] += matrix[:, :2] @ [0.5 * scale - 0.5, 0.5 * scale - 0.5]
        matrix[:, :2] *= scale
        return self._teller.tell(piece, up, matrix, roughly=roughly)

    def _die(self, look: Look, size: tuple[int, int], rules: Rules) -> Die:
        telling = look.telling
        x, y = telling.centre
        place = self._upright(size)
        value, sure = value_of(look, rules)
        moving = telling.moving > rules.moving
        return Die(
            value=None if moving else value,
            x=x,
            y=y,
            corners=telling.corners,
            half=_half(place, x, y, telling.edge),
            flat=is_flat(telling, place[1].at(x, y) if place else None, rules) and not moving,
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


def _parts(whole: Box, scale: float, new: Changes | None) -> Iterator[Box]:
    """Return what is to be searched of a picture of that scale, cut where the network's own cells end."""
    boxes = None if new is None else new.boxes()
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


def _levels(picture: Image, scales: list[float]) -> Levels:
    return {scale: _resized(picture, scale) for scale in scales}


def _resized(picture: Image, scale: float) -> Image:
    if scale == 1:
        return picture
    if scale < 0.5:
        return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    # Blurred first, the quick way is as good as the thorough one.
    soft = cv2.GaussianBlur(picture, (3, 3), 0.4 / scale) if scale < 1 else picture
    return cv2.resize(soft, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)


def _nearest(levels: Levels, wanted: float) -> float:
    return min(levels, key=lambda scale: abs(float(np.log(scale / wanted))))


def _count(levels: Levels, told: Telling) -> pips.Count | None:
    scale = _nearest(levels, pips.SIDE / max(told.edge, 1))
    corners = [((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5) for x, y in told.corners]
    return pips.count(levels[scale], corners)


def _beyond_doubt(told: Telling, up: crop.Up | None) -> bool:
    if up is None:
        return min(told.die, max(told.values), told.flat) > BEYOND_DOUBT
    surely = told.die > A_DIE and max(told.values) > ITS_VALUE and leaning(told, up) < LEVEL
    return surely and not HALF_SURE[0] < told.on_checker < HALF_SURE[1]


def _nearer(spot: Spot, told: Telling) -> Spot:
    """Return the spot moved to where the first look saw the face, unless that is somewhere else."""
    (x, y), edge = told.centre, told.edge
    steady = 0.6 < edge / spot.edge < 1.7 and float(np.hypot(x - spot.x, y - spot.y)) < 0.6 * spot.edge
    return Spot(x, y, edge, spot.score) if steady else spot


def _half(place: tuple[Calibration, Upright] | None, x: float, y: float, edge: float) -> Half | None:
    if place is None:
        return None
    calibration, view = place
    return calibration.half_of(*view.foot((x, y), edge))


def _cube(looks: list[Look]) -> Cube | None:
    found = [look.telling for look in looks if look.telling.cube > LIKELY]
    if not found:
        return None
    best = max(found, key=lambda telling: telling.cube)
    number = CUBES[int(np.argmax(best.numbers))] if max(best.numbers) > 0.8 else None
    return Cube(number, *best.centre, best.corners)


def _is_new(picture: Image, before: Image, die: Die) -> bool:
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(np.array(die.corners)).astype(np.int32), 1)
    return not mask.any() or float(cv2.absdiff(picture, before)[mask > 0].mean()) > 6
