"""Draws faces of doubling cubes in all kinds of type, and what else may lie there, as pieces cut out of pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.numerals import NUMBER
from vision.teller import CUBES
from vision.training.camera import sweep
from vision.training.faces import Array, Rng, layout

OTHER = len(CUBES)
"""The class of all that is no number of a cube."""
FINER = 3
"""Pieces are drawn so much larger than they are shown."""
SIDE, EDGE = NUMBER.side * FINER, NUMBER.edge * FINER
FACE, PAGE = 96, 240
NONSENSE = "1 3 5 6 7 9 0 12 20 24 48 128 A B D E F G H K M R S T X Z ? F6 BG OK".split()
NO_TYPE = ("Dingbats", "D050000L", "Symbol", "Emoji")
SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
Write = Callable[[str], Array]
"""Gives a text as it is written: bright on a dark page."""


@dataclass(frozen=True)
class Ink:
    """The brightness of a cube's body, and of what stands on it."""

    body: float
    mark: float


def types(folder: Path) -> list[Write]:
    """Return the types in a folder, each once; needs OpenCV 5."""
    files = sorted(one for one in folder.rglob("*") if one.suffix in {".ttf", ".otf"})
    seen: dict[bytes, Write] = {}
    for file in files:
        if not any(name in file.name for name in NO_TYPE):
            write = _writer(cv2.FontFace(str(file)))
            # What has no numbers of its own is written in a type of OpenCV's.
            seen.setdefault(write("2486").tobytes(), write)
    return list(seen.values())


def _writer(face: cv2.FontFace) -> Write:
    def write(text: str) -> Array:
        page = np.zeros((PAGE, 2 * PAGE), np.uint8)
        cv2.putText(page, text, (20, PAGE - 60), (255,), face, 100 if len(text) < 3 else 60)
        return page

    return write


def piece(rng: Rng, fonts: list[Write]) -> tuple[Array, int]:
    """Return a grey piece and the class of what stands in its middle."""
    kind = int(rng.integers(0, OTHER + 1))
    ground = _ground(rng)
    if kind < OTHER or rng.random() < 0.85:
        font = fonts[int(rng.integers(len(fonts)))]
        kind = _cube(rng, ground, kind, font)
    return _seen(rng, ground), kind


def _ground(rng: Rng) -> Array:
    """Return a board, a frame or a table: even, or of two parts."""
    page = np.full((SIDE, SIDE), rng.uniform(5, 235))
    for _ in range(int(rng.integers(0, 3))):
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(-0.6, 0.6) * SIDE
        down, across = np.mgrid[:SIDE, :SIDE] - SIDE / 2
        page[np.cos(angle) * across + np.sin(angle) * down > far] = rng.uniform(5, 235)
    grain = cv2.resize(rng.normal(0, rng.uniform(0, 15), (12, 12)), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    return np.asarray(page + grain)


def _cube(rng: Rng, ground: Array, kind: int, font: Write) -> int:
    """Draw a cube that shows a number or something else; return what it is then."""
    edge, angle = EDGE * rng.uniform(0.82, 1.2), rng.uniform(0, 2 * np.pi)
    aside = kind == OTHER and rng.random() < 0.15
    shift = rng.uniform(-0.12, 0.12, 2) * edge
    if aside:
        # Half of a number, of which nobody can say what it is.
        way = rng.uniform(0, 2 * np.pi)
        shift = np.array([np.cos(way), np.sin(way)]) * rng.uniform(0.6, 0.9) * edge
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    bent = SQUARE - 0.5 + rng.uniform(-0.05, 0.05, (4, 2))
    corners = bent * [1, rng.uniform(0.8, 1)] @ turn.T * edge + SIDE / 2 + shift
    lean = rng.uniform(0, 2 * np.pi)
    depth = np.array([np.cos(lean), np.sin(lean)]) * rng.choice([0.05, rng.uniform(0.05, 0.6)]) * edge
    dark = rng.random() < 0.5
    low, high = rng.uniform(5, 90), rng.uniform(130, 250)
    ink = Ink(low, high) if dark else Ink(high, low)
    make = _maker(rng, font)
    hull = cv2.convexHull(np.vstack([corners, corners + depth]).astype(np.float32))
    cv2.fillConvexPoly(ground, np.round(hull).astype(np.int32), ink.body * rng.uniform(0.4, 1))
    for first in range(4):
        _side(rng, ground, (corners, depth, first), ink, make)
    if kind == OTHER and not aside:
        marks = _nonsense(rng, make)
    else:
        marks = make(str(rng.choice(CUBES) if aside else CUBES[kind]))
    _laid(ground, corners, marks, ink, rng.uniform(0.0, 0.25))
    return kind


def _nonsense(rng: Rng, make: Write) -> Array:
    draw = rng.random()
    if draw < 0.35:
        return _pips(rng, int(rng.integers(1, 7)))
    return make("" if draw < 0.45 else str(rng.choice(NONSENSE)))


def _pips(rng: Rng, value: int) -> Array:
    page = np.zeros((FACE, FACE), np.uint8)
    a, b, c, d = (bool(share < 0.5) for share in rng.random(4))
    for x, y in layout(value, float(rng.uniform(0.2, 0.29)), (a, b, c, d)):
        middle = round((0.5 + x) * FACE), round((0.5 + y) * FACE)
        cv2.circle(page, middle, round(rng.uniform(0.07, 0.12) * FACE), 255, cv2.FILLED, cv2.LINE_AA)
    return page


def _side(rng: Rng, ground: Array, where: tuple[Array, Array, int], ink: Ink, make: Write) -> None:
    """Draw a face that is seen aslant, if it is seen."""
    corners, depth, first = where
    one, other = corners[first], corners[(first + 1) % 4]
    out = (one + other) / 2 - corners.mean(0)
    if out @ depth > 0:
        shade = rng.uniform(0.4, 1.0)
        dim = Ink(ink.body * shade, ink.mark * shade)
        _laid(ground, np.array([one, other, other + depth, one + depth]), make(str(rng.choice(CUBES))), dim, 0.0)


def _maker(rng: Rng, font: Write) -> Write:
    """Return what marks the faces of a cube of a certain make."""
    high, wide = rng.uniform(0.32, 0.75), rng.uniform(0.45, 0.85)
    squeezed, bolder = rng.uniform(0.8, 1.2), int(rng.integers(0, 3))
    off = rng.uniform(-0.05, 0.05, 2)
    frame = float(rng.uniform(0.7, 0.95)) if rng.random() < 0.2 else 0.0
    ring = float(rng.uniform(0.33, 0.48)) if rng.random() < 0.12 else 0.0
    bar = rng.random() < 0.15

    def make(text: str) -> Array:
        page: Array = np.zeros((FACE, FACE), np.uint8)
        if text:
            _stamp(page, _trimmed(font(text)), (high, wide), squeezed, off)
        if bolder:
            page = cv2.dilate(page, np.ones((bolder, bolder), np.uint8))
        thick = 1 + bolder
        if frame:
            near = round((1 - frame) / 2 * FACE)
            cv2.rectangle(page, (near, near), (FACE - near, FACE - near), 255, thick + 1, cv2.LINE_AA)
        if ring:
            cv2.circle(page, (FACE // 2, FACE // 2), round(ring * FACE), 255, thick, cv2.LINE_AA)
        if bar and text in {"16", "64", "6", "9"}:
            cv2.line(page, (FACE // 4, FACE * 7 // 8), (FACE * 3 // 4, FACE * 7 // 8), 255, thick + 1)
        return page

    return make


def _trimmed(page: Array) -> Array:
    left, top, wide, high = cv2.boundingRect(page)
    return page[top : top + high, left : left + wide] if wide and high else page


def _stamp(page: Array, mark: Array, room: tuple[float, float], squeezed: float, off: Array) -> None:
    """Put a mark in the middle of a page, as high as there is room, but no wider either."""
    high, wide = mark.shape
    scale = min(room[0] * FACE / high, room[1] * FACE / (wide * squeezed))
    size = max(2, round(wide * squeezed * scale)), max(2, round(high * scale))
    small = cv2.resize(mark, size, interpolation=cv2.INTER_AREA)
    left, top = (max(0, round(FACE * (0.5 + at) - length / 2)) for at, length in zip(off, size, strict=True))
    part = page[top : top + size[1], left : left + size[0]]
    part[:] = small[: part.shape[0], : part.shape[1]]


def _laid(ground: Array, corners: Array, marks: Array, ink: Ink, rounding: float) -> None:
    """Lay a face with its marks over four corners."""
    mask: Array = np.full((FACE, FACE), 255, np.uint8)
    if rounding:
        near = round(rounding * FACE)
        mask[:] = 0
        cv2.rectangle(mask, (near, near), (FACE - 1 - near, FACE - 1 - near), 255, cv2.FILLED)
        mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * near + 1, 2 * near + 1)))
    matrix = cv2.getPerspectiveTransform(SQUARE * (FACE - 1), corners.astype(np.float32))
    over, marked = (cv2.warpPerspective(one, matrix, (SIDE, SIDE)).astype(float) / 255 for one in (mask, marks))
    face = ink.body + (ink.mark - ink.body) * marked
    ground[:] = ground * (1 - over) + face * over


def _seen(rng: Rng, page: Array) -> Array:
    """Return what a cheap camera makes of it."""
    down, across = np.mgrid[:SIDE, :SIDE] / SIDE - 0.5
    light = 1 + rng.uniform(-0.5, 0.5) * across + rng.uniform(-0.5, 0.5) * down
    if rng.random() < 0.2:
        x, y = rng.uniform(-0.35, 0.35, 2)
        page = page + rng.uniform(30, 150) * np.exp(-((across - x) ** 2 + (down - y) ** 2) / rng.uniform(0.004, 0.05))
    page = cv2.GaussianBlur(page * light, (0, 0), float(rng.choice([rng.uniform(0.6, 2.5), rng.uniform(2.5, 5)])))
    if rng.random() < 0.15:
        kernel = sweep(float(rng.integers(3, 12)), float(rng.uniform(0, 180)))
        page = np.asarray(cv2.filter2D(page, -1, kernel))
    small = cv2.resize(page, (NUMBER.side, NUMBER.side), interpolation=cv2.INTER_AREA)
    small = (small - 128) * rng.uniform(0.2, 1.1) + rng.uniform(60, 190)
    small += rng.normal(0, rng.choice([0, rng.uniform(0, 12)]), small.shape)
    shown: Array = np.clip(small, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        coded = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])[1]
        shown = np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE))
    return shown


def pieces(rng: Rng, fonts: list[Write], count: int) -> Iterator[tuple[Array, int]]:
    """Return so many pieces, each with its class."""
    return (piece(rng, fonts) for _ in range(count))
