"""Finds the doubling cube, which is larger than dice and may lie beside the board, and reads it."""

from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision import crop
from vision.calibration import Calibration
from vision.dice import Cube
from vision.eye import Eye, moved_to
from vision.finder import CALIBRATED_WEIGHTS, Finder, Spot, apart
from vision.levels import Image, Levels, levels_of
from vision.looking import TURNS
from vision.looks import LIKELY
from vision.numerals import NUMBER, Numerals
from vision.teller import CUBES, TABLE_WEIGHTS, Teller, Telling, mean
from vision.upright import Places, Upright

LARGER = 2.2
"""A cube's edge, in edges of a die: from 1.5 to 3."""
SEARCHED_EDGES = (14.0, 19.0)
"""The lengths of a cube's edge in the pictures that are searched; each way finds cubes that the other does not."""
LOOKED_AT_EDGE = 24.0
MOST = 9
"""Places looked at of each picture, the likeliest first."""
SEEMS = 0.4
"""What has not this chance to be the cube at the first look is not looked at again."""
UPRIGHT = (0.0, *TURNS[:3])
"""How a face is turned to read its number, which may stand any way up."""
SIZES = (0.9, 1.0, 1.1)
"""In these sizes the number is read, as its face may be a little larger or smaller than it seems."""
SURE, SURE_TOGETHER = 0.8, 0.5
"""The chance that all readings together must give to a number, by itself or if the teller has seen the same."""
SOMETHING_ELSE = 0.8
"""With this chance to show something else, it is no cube."""


class CubeFinder:
    """Finds it with what finds the dice, and tells it from them with what tells them."""

    def __init__(self, finder: Finder, eye: Eye) -> None:
        self._finder, self._eye = finder, eye

    @cached_property
    def _numerals(self) -> Numerals:
        # Who watches for dice has no need of it.
        return Numerals()

    def find(self, picture: Image, view: Upright) -> Cube | None:
        """Return the cube in a picture that was taken from that place."""
        edge = LARGER * view.edge_at(picture.shape[1] / 2, picture.shape[0] / 2)
        scales = [length / edge for length in SEARCHED_EDGES]
        levels = levels_of(picture, [*scales, LOOKED_AT_EDGE / edge])
        seems = list(self._seeming(levels, scales))
        if not seems:
            return None
        spot, first = max(seems, key=lambda one: one[1].cube)
        together = mean([first, *(self._eye.tell(levels, spot, angle) for angle in TURNS)])
        return self.among(picture, [together])

    def among(self, picture: Image, found: Iterable[Telling]) -> Cube | None:
        """Return the likeliest cube of what was found in a picture, if there is one."""
        best = max(found, key=lambda told: told.cube, default=None)
        if best is None or best.cube <= LIKELY:
            return None
        chances = self._chances(picture, best)
        if chances[-1] > SOMETHING_ELSE:
            return None
        number = int(np.argmax(chances))
        enough = SURE_TOGETHER if number == int(np.argmax(best.numbers)) else SURE
        is_sure = number < len(CUBES) and chances[number] > enough
        return Cube(CUBES[number] if is_sure else None, *best.centre, best.corners)

    def _seeming(self, levels: Levels, scales: list[float]) -> Iterator[tuple[Spot, Telling]]:
        for scale in scales:
            for spot in apart(self._finder.spots(levels[scale], scale))[:MOST]:
                told = self._eye.tell(levels, spot, 0.0)
                if told.cube > SEEMS:
                    yield moved_to(spot, told), told

    def _chances(self, picture: Image, face: Telling) -> NDArray[np.float64]:
        """Return the chance of each number to stand on a face, and of something else last."""
        (first, second), edge = face.corners[:2], face.edge
        aslant = float(np.arctan2(second[1] - first[1], second[0] - first[0]))
        pieces = [
            crop.cut(picture, face.centre, edge * size, turn - aslant, NUMBER)[0] for size in SIZES for turn in UPRIGHT
        ]
        return np.asarray(np.mean([self._numerals.chances(piece) for piece in pieces], axis=0))


class CubeReader:
    """Reads nothing but the cube, with a camera that is calibrated."""

    def __init__(self, calibration: Calibration) -> None:
        self._places = Places(calibration)
        self._cubes = CubeFinder(Finder(CALIBRATED_WEIGHTS), Eye(Teller(TABLE_WEIGHTS)))

    def read(self, picture: Image) -> Cube | None:
        """Return the cube in a picture, as far as it is seen."""
        place = self._places.of((picture.shape[1], picture.shape[0]))
        return None if place is None else self._cubes.find(picture, place[1])
