"""Proposes the corners of the board's halves from the points and edges that are seen, for a person to confirm."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration import Calibration, CalibrationError, Corners, from_json
from vision.mounting import reference_of
from vision.pictures import Picture, shrunk, size_of

Array = npt.NDArray[np.float64]
WIDTH = 320
"""The picture is looked at so many pixels wide."""
BLURS = (3.0, 1.5, 0.8)
"""First the edges are blurred, so that a guess that is nearly right is seen to be."""
STEPS = ((6.0, 3.0, 1.5), (2.0, 1.0), (0.7, 0.35))
LOOKED_AT = (80, 16, 4)
"""So many of the best guesses go on to each finer look."""
TRIES = 90
"""How many other guesses are tried with each step."""
WORTH_IT, SURE = 0.36, 0.42
"""Guesses whose edges are seen less clearly, at first and at last, are none."""
LEFTS, TOPS, TURNS = np.arange(0.03, 0.31, 0.035), np.arange(0.03, 0.28, 0.05), (-7, -3.5, 0, 3.5, 7)
BARS = (0.05, 0.1)
ACROSS = 0.004
"""So far from an edge it is seen which way lies across it."""
POINTS_LONG = 0.41
"""How long a point is, in parts of the board's depth."""


@dataclass(frozen=True)
class Guess:
    """The corners of the playing surface, and in parts of its size: the bar's width, the length of a point."""

    corners: Array
    bar: float
    long: float = POINTS_LONG

    def tried(self, chance: np.random.Generator, step: float) -> Guess:
        """Return another guess close by."""
        what = int(chance.integers(0, 10))
        if what == 8:
            return replace(self, bar=float(np.clip(self.bar + chance.normal(0, 0.004 * step), 0.02, 0.2)))
        if what == 9:
            return replace(self, long=float(np.clip(self.long + chance.normal(0, 0.01 * step), 0.3, 0.48)))
        corners = self.corners.copy()
        if what < 4:
            corners[what] += chance.normal(0, step, 2)
        else:
            # A whole side at once.
            corners[[what - 4, (what - 3) % 4]] += chance.normal(0, step, 2)
        return replace(self, corners=corners)


class Edges:
    """How strongly the picture has an edge at a place, across a direction: 0 to 1."""

    def __init__(self, picture: Picture, blur: float) -> None:
        colours = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
        soft = cv2.GaussianBlur(colours, (0, 0), blur)
        across, down = (cv2.Sobel(soft, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1)))
        strongest = np.argmax(np.abs(across) + np.abs(down), axis=2)[..., None]
        self._across = np.take_along_axis(across, strongest, axis=2)[..., 0]
        self._down = np.take_along_axis(down, strongest, axis=2)[..., 0]
        strength = np.hypot(self._across, self._down)
        level = strength + float(np.percentile(strength, 70)) + 1.0
        # One row more, of nothing: where everything lies that is beside the picture.
        self._across, self._down = (np.pad(one / level, ((0, 1), (0, 0))) for one in (self._across, self._down))

    def score(self, guess: Guess) -> float:
        """Return how well the edges fit."""
        places, weights = _edges(round(guess.bar, 4), round(guess.long, 3))
        moved = _matrix(guess.corners) @ places
        moved = moved[:2] / moved[2]
        at, beside = moved[:, : len(weights)], moved[:, len(weights) :]
        across, down = beside - at
        length = np.maximum(np.hypot(across, down), 1e-9)
        columns, rows = np.rint(at).astype(np.intp)
        high, wide = self._across.shape[0] - 1, self._across.shape[1]
        seen = (columns >= 0) & (rows >= 0) & (columns < wide) & (rows < high)
        index = np.where(seen, rows * wide + columns, high * wide)
        # The normal of a line that perspective bends away is not the moved normal, but near enough.
        found = np.abs(self._across.take(index) * across + self._down.take(index) * down) / length
        return float(found @ weights)


def propose(picture: Picture) -> Calibration | None:
    """Return where the halves seem to lie; none if that is not to be seen."""
    small = shrunk(picture, WIDTH)
    levels = [Edges(small, blur) for blur in BLURS]
    chance = np.random.default_rng(1)
    guesses = _guesses(size_of(small))
    # In a picture much taller or wider than a board there is nothing to guess.
    scores = [levels[0].score(guess) for guess in guesses]
    if max(scores, default=0.0) < WORTH_IT:
        return None
    best_first = sorted(range(len(guesses)), key=scores.__getitem__, reverse=True)
    guesses = [guesses[number] for number in best_first[: LOOKED_AT[0]]]
    for edges, steps, many in zip(levels, STEPS, LOOKED_AT, strict=True):
        guesses = sorted(guesses, key=edges.score, reverse=True)[:many]
        guesses = [_refined(guess, edges, steps, chance) for guess in guesses]
    best = max(guesses, key=levels[1].score)
    if levels[1].score(best) < SURE:
        return None
    return _calibration(best, picture, size_of(picture)[0] / size_of(small)[0])


def _guesses(size: tuple[int, int]) -> list[Guess]:
    wide, high = size
    found = []
    for left, right, top, bottom, turn, bar in product(LEFTS, LEFTS, TOPS, TOPS, TURNS, BARS):
        if 1.0 < (1 - left - right) * wide / ((1 - top - bottom) * high) < 1.7:
            box = np.array([(left, top), (1 - right, top), (1 - right, 1 - bottom), (left, 1 - bottom)]) * (wide, high)
            angle = np.deg2rad(turn)
            rotation = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
            middle = box.mean(axis=0)
            found.append(Guess((box - middle) @ rotation + middle, bar))
    return found


def _refined(guess: Guess, edges: Edges, steps: tuple[float, ...], chance: np.random.Generator) -> Guess:
    score = edges.score(guess)
    for step in steps:
        for _ in range(TRIES):
            other = guess.tried(chance, step)
            value = edges.score(other)
            if value > score:
                guess, score = other, value
    return guess


@lru_cache(maxsize=512)
def _edges(bar: float, long: float) -> tuple[Array, Array]:
    """Return places on the edges of a board one wide and one deep, and their weights, which are 1 together.

    The places stand in columns, ready for a perspective; after them come the same ones, a little across the edge.
    """
    half = (1 - bar) / 2
    lines = [((0.0, y), (1.0, y), 2.0) for y in (0.0, 1.0)]
    lines += [((x, 0.0), (x, 1.0), 2.0) for x in (0.0, half, 1 - half, 1.0)]
    for start in (0.0, 1 - half):
        for number in range(6):
            left, pitch = start + number * half / 6, half / 6
            for base, tip in ((0.0, long), (1.0, 1 - long)):
                lines += [
                    ((left, base), (left + pitch / 2, tip), 1.0),
                    ((left + pitch, base), (left + pitch / 2, tip), 1.0),
                ]
    shares = np.linspace(0.06, 0.94, 12)
    starts, ends = (np.array([line[part] for line in lines], dtype=np.float64) for part in (0, 1))
    places = (starts[:, None] + (ends - starts)[:, None] * shares[:, None]).reshape(-1, 2)
    along = (ends - starts) / np.hypot(*(ends - starts).T)[:, None]
    normals = np.repeat(np.column_stack([along[:, 1], -along[:, 0]]), len(shares), axis=0)
    both = np.concatenate([places, places + normals * ACROSS])
    weights = np.repeat(np.array([line[2] for line in lines]), len(shares))
    return np.vstack([both.T, np.ones(len(both))]), weights / weights.sum()


def _matrix(corners: Array) -> Array:
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(unit, corners.astype(np.float32)), dtype=np.float64)


def _moved(matrix: Array, places: Array) -> Array:
    found = places @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(found[:, :2] / found[:, 2:], dtype=np.float64)


def _calibration(guess: Guess, picture: Picture, scale: float) -> Calibration | None:
    half = (1 - guess.bar) / 2
    left, right = (
        _corners(_moved(_matrix(guess.corners), np.array([(start, 0), (end, 0), (end, 1), (start, 1)])) * scale)
        for start, end in ((0.0, half), (1 - half, 1.0))
    )
    data = {"left": [list(corner) for corner in left], "right": [list(corner) for corner in right]}
    try:
        found = from_json(data)
    except CalibrationError:
        return None
    return replace(found, size=size_of(picture), how="outline", reference=reference_of(picture))


def _corners(rows: Array) -> Corners:
    first, second, third, fourth = ((float(x), float(y)) for x, y in rows)
    return first, second, third, fourth
