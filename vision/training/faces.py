"""What stands on the faces of a drawn die: pips of many makes, the numbers of a doubling cube, or nonsense."""

from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Rng: TypeAlias = np.random.Generator

EDGE = 32.0
"""Roughly the length of a die's edge in a drawing, in pixels."""
NUMERALS = (2, 4, 8, 16, 32, 64)


@dataclass(frozen=True)
class Variety:
    """How often drawn dice and pictures are of an odd kind: shares from 0 to 1."""

    inlaid: float
    clear: float
    oblique: float
    """Seen from far aside."""
    large: float
    stretched: float
    shaken: float


TABLE = Variety(inlaid=0.07, clear=0.25, oblique=0.3, large=0.15, stretched=0.12, shaken=0.0)
ANYWHERE = Variety(inlaid=0.18, clear=0.35, oblique=0.5, large=0.3, stretched=0.3, shaken=0.12)
"""What a camera above a table sees, and what photographs of dice show."""


@dataclass(frozen=True)
class Style:
    """The make of a die; lengths in edges."""

    rounding: float
    ball: float
    spread: float
    pip: float
    first: float
    depth: float
    ring: float
    inlay: float
    """Radius of a disc of another colour on every face, with the pips on it; 0 for none."""
    swaps: tuple[bool, bool, bool, bool]
    kind: str
    numeral: int


def random_style(rng: Rng, variety: Variety = TABLE) -> Style:
    """Return a make of die: mostly dice, some doubling cubes, some with nonsense on their faces."""
    kind = str(rng.choice(["die", "cube", "dots", "blank"], p=[0.86, 0.08, 0.035, 0.025]))
    inlay = float(rng.uniform(0.33, 0.46)) if rng.random() < variety.inlaid else 0.0
    spread, pip = float(rng.uniform(0.2, 0.29)), float(rng.uniform(0.065, 0.118))
    return Style(
        rounding=float(rng.uniform(0.02, 0.24)),
        ball=float(rng.choice([9.0, 9.0, rng.uniform(0.62, 0.78)])),
        spread=inlay * float(rng.uniform(0.42, 0.55)) if inlay else spread,
        pip=min(pip, 0.2 * inlay) if inlay else pip,
        first=float(rng.choice([1.0, 1.0, rng.uniform(1.2, 1.9)])),
        depth=float(rng.choice([0.0, rng.uniform(0.2, 1.0)])),
        ring=float(rng.choice([0.0, 0.0, 0.0, 0.0, rng.uniform(1.3, 1.8)])),
        inlay=inlay,
        swaps=(bool(rng.random() < 0.5), bool(rng.random() < 0.5), bool(rng.random() < 0.5), bool(rng.random() < 0.5)),
        kind=kind,
        numeral=int(rng.choice(NUMERALS)) if kind == "cube" else 0,
    )


def value_of(axis: int, side: int, style: Style) -> int:
    """Return how many pips the face at that end of an axis has."""
    value = (1, 2, 3)[axis] if side > 0 else (6, 5, 4)[axis]
    return 7 - value if style.swaps[3] and axis == 2 else value


def marks(local: Array, style: Style) -> tuple[Array, Array, Array]:
    """Return pips, rings and dents at places on the die, in its own directions."""
    axis = np.abs(local).argmax(1)
    sign = np.sign(np.take_along_axis(local, axis[:, None], 1)[:, 0])
    pips, rings = np.zeros(len(local), np.float32), np.zeros(len(local), np.float32)
    dents = np.zeros_like(local)
    for which in range(3):
        for side in (-1, 1):
            on = np.flatnonzero((axis == which) & (sign == side))
            if len(on):
                flat = np.delete(local[on], which, 1)
                pips[on], rings[on], dent = _face(flat, value_of(which, side, style), style)
                dents[np.ix_(on, np.array([k for k in range(3) if k != which]))] = dent
    return pips, rings, dents


def layout(value: int, spread: float, swaps: tuple[bool, bool, bool, bool]) -> list[tuple[float, float]]:
    """Return where the pips of a face stand, in edges from its middle."""
    a = spread
    rising, falling = [(-a, -a), (a, a)], [(-a, a), (a, -a)]
    four = rising + falling
    six = [*four, *([(0, -a), (0, a)] if swaps[2] else [(-a, 0), (a, 0)])]
    two, three = (rising if swaps[0] else falling), [*(rising if swaps[1] else falling), (0.0, 0.0)]
    return {1: [(0.0, 0.0)], 2: two, 3: three, 4: four, 5: [*four, (0.0, 0.0)], 6: six}[value]


def _face(flat: Array, value: int, style: Style) -> tuple[Array, Array, Array]:
    if style.kind == "cube":
        return _numeral(flat, NUMERALS[(NUMERALS.index(style.numeral) + value) % 6])
    pips, rings = np.zeros(len(flat), np.float32), np.zeros(len(flat), np.float32)
    dent = np.zeros_like(flat)
    if style.inlay:
        rings = _disc(flat, (0.0, 0.0), style.inlay)
    spots = layout(value, style.spread, style.swaps) if style.kind == "die" else _nonsense(value, style)
    radius = style.pip * (style.first if value == 1 else 1)
    for spot in spots:
        away = flat - np.array(spot, np.float32)
        pips = np.maximum(pips, _disc(flat, spot, radius))
        if style.ring:
            rings = np.maximum(rings, _disc(flat, spot, radius * style.ring))
        inside = (away**2).sum(1) < radius**2
        dent[inside] = -away[inside] / radius
    return pips, rings, dent


def _disc(flat: Array, spot: tuple[float, float], radius: float) -> Array:
    far = np.sqrt(((flat - np.array(spot, np.float32)) ** 2).sum(1))
    return np.asarray(np.clip((radius - far) * EDGE + 0.5, 0, 1))


def _nonsense(value: int, style: Style) -> list[tuple[float, float]]:
    if style.kind == "blank":
        return []
    rng = np.random.default_rng(value + int(style.spread * 1e6))
    return [tuple(rng.uniform(-0.4, 0.4, 2)) for _ in range(int(rng.integers(1, 5)))]


def _numeral(flat: Array, number: int) -> tuple[Array, Array, Array]:
    text = str(number)
    page = np.zeros((64, 64), np.uint8)
    face = number % 3
    size, thick = (1.5, 4) if len(text) == 1 else (1.05, 3)
    (wide, high), _ = cv2.getTextSize(text, face, size, thick)
    cv2.putText(page, text, (32 - wide // 2, 32 + high // 2), face, size, 255, thick, cv2.LINE_AA)
    across = np.clip(((flat + 0.5) * 63).round().astype(int), 0, 63)
    ink = page[across[:, 1], across[:, 0]].astype(np.float32) / 255
    return ink, np.zeros_like(ink), np.zeros_like(flat)
