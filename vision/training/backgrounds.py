"""Draws what dice lie on: boards with points and checkers, cloth, wood, desks with clutter, and all without dice."""

import cv2
import numpy as np

from vision.training.faces import Array, Rng

LETTERS = "ABCDEFGHKLMNPRSTXYZ0123456789%&?!"


def colour(rng: Rng, low: float = 0.0, high: float = 1.0, strength: float = 0.8) -> Array:
    """Return a colour of a brightness between low and high, of 0 to 255."""
    grey = rng.uniform(low, high)
    return np.asarray(255 * grey * (1 - rng.uniform(0, strength) * rng.uniform(0, 1, 3)))


def background(rng: Rng, side: int, edge: float) -> Array:
    """Return a square picture without dice, in a scale where a die's edge would have that length."""
    kind = rng.choice(["board", "cloth", "clutter"], p=[0.5, 0.25, 0.25])
    page = _ground(rng, side)
    if kind == "board":
        page = _board(rng, page, edge)
    elif kind == "clutter":
        _clutter(rng, page, edge)
    if rng.random() < 0.25:
        _dots(rng, page, edge)
    return page


def _noise(rng: Rng, side: int, grain: tuple[float, float]) -> Array:
    small = rng.normal(size=(max(2, int(side / grain[1])), max(2, int(side / grain[0])))).astype(np.float32)
    return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC))


def _ground(rng: Rng, side: int) -> Array:
    shade = colour(rng, 0.04, 1.0) if rng.random() < 0.8 else colour(rng, 0.08, 0.35, 1.0)
    page = np.ones((side, side, 3), np.float32) * shade.astype(np.float32)
    kind = rng.choice(["plain", "felt", "wood", "marble"])
    strength = float(rng.uniform(0.02, 0.16))
    if kind == "felt":
        page *= 1 + strength * _noise(rng, side, (1.5, 1.5))[..., None]
    elif kind == "wood":
        long = float(rng.uniform(20, 90))
        grain = _noise(rng, side, (long, 2.5)) + np.sin(4 * _noise(rng, side, (2.5 * long, 25)))
        page *= 1 + strength * (grain if rng.random() < 0.5 else grain.T)[..., None]
    elif kind == "marble":
        page *= 1 + strength * (_noise(rng, side, (30, 30)) + _noise(rng, side, (6, 6)))[..., None]
    return np.clip(page, 0, 255)


def _board(rng: Rng, page: Array, edge: float) -> Array:
    side = len(page)
    wide = edge * rng.uniform(1.7, 3.0)
    tall, middle = wide * rng.uniform(3.5, 5), side / 2 + rng.uniform(-0.5, 0.5) * side
    shades = colour(rng, 0.4, 1), colour(rng, 0, 0.6)
    for down, top in ((1, middle - wide * 6), (-1, middle + wide * 6)):
        for number in range(-1, int(side / wide) + 2):
            left = number * wide
            tip = (left + wide / 2, top + down * tall)
            shape = np.array([(left, top), (left + wide, top), tip])
            _fill(page, shape, shades[number % 2])
            if rng.random() < 0.45:
                _column(rng, page, (left + wide / 2, top), down * wide, shades[int(rng.integers(2))])
    if rng.random() < 0.5:
        at, thick = rng.uniform(0, side), edge * rng.uniform(1, 3)
        _fill(page, np.array([(at, 0), (at + thick, 0), (at + thick, side), (at, side)]), colour(rng, 0, 0.7))
        for _ in range(int(rng.integers(0, 3))):
            _checker(rng, page, (at + thick / 2, rng.uniform(0, side)), wide * 0.47, colour(rng, 0, 1))
        for _ in range(int(rng.choice([0, 1, 2], p=[0.5, 0.3, 0.2]))):
            _hinge(rng, page, (at + thick / 2, float(rng.uniform(0, side))), edge)
    if rng.random() < 0.3:
        _text(rng, page, edge)
    spin = cv2.getRotationMatrix2D(
        (side / 2, side / 2), float(rng.choice([0, 90, 180]) + rng.normal(0, 6)), float(rng.uniform(1, 1.3))
    )
    return np.asarray(cv2.warpAffine(page, spin, (side, side), borderMode=cv2.BORDER_REFLECT))


def _fill(page: Array, shape: Array, shade: Array) -> None:
    cv2.fillPoly(page, [np.round(shape * 8).astype(np.int32)], [float(c) for c in shade], cv2.LINE_8, 3)


def _column(rng: Rng, page: Array, foot: tuple[float, float], step: float, usual: Array) -> None:
    shade = usual if rng.random() < 0.3 else colour(rng, 0, 1)
    for number in range(int(rng.integers(1, 6))):
        _checker(rng, page, (foot[0], foot[1] + step * (0.5 + number)), abs(step) * 0.47, shade)


def _disc(page: Array, spot: tuple[float, float], radius: float, shade: Array, thick: int = -1) -> None:
    at = (round(spot[0] * 8), round(spot[1] * 8))
    cv2.circle(page, at, max(1, round(radius * 8)), [float(c) for c in shade], thick, cv2.LINE_8, 3)


def _checker(rng: Rng, page: Array, spot: tuple[float, float], radius: float, shade: Array) -> None:
    shift = radius * rng.uniform(0, 0.2)
    _disc(page, (spot[0] + shift, spot[1] + shift), radius, shade * 0.4)
    _disc(page, spot, radius, shade)
    for ring in rng.uniform(0.2, 0.92, int(rng.integers(0, 4))):
        _disc(
            page,
            spot,
            radius * ring,
            np.clip(shade * rng.uniform(0.6, 1.4) + rng.uniform(-20, 20), 0, 255),
            int(rng.choice([1, 1, 2, -1])),
        )
    if rng.random() < 0.2:
        glint = (spot[0] + rng.uniform(-0.5, 0.5) * radius, spot[1] + rng.uniform(-0.5, 0.5) * radius)
        _disc(page, glint, radius * rng.uniform(0.05, 0.3), np.full(3, 255.0))


def _hinge(rng: Rng, page: Array, spot: tuple[float, float], edge: float) -> None:
    """Draw two metal plates on a pin, held by screws: their corners look like dice."""
    metal = colour(rng, 0.35, 1.0, 0.25) if rng.random() < 0.7 else np.array([70.0, 150, 190]) * rng.uniform(0.6, 1.2)
    half, plate = edge * rng.uniform(0.5, 1.6), edge * rng.uniform(0.35, 1.0)
    x, y = spot
    for side in (-1, 1):
        ends = (x + side * edge * 0.04, x + side * plate)
        corners = np.array([(ends[0], y - half), (ends[1], y - half), (ends[1], y + half), (ends[0], y + half)])
        _fill(page, corners, metal * rng.uniform(0.85, 1.05))
        for place in np.linspace(-1, 1, int(rng.integers(2, 4))):
            _screw(rng, page, (float(np.mean(ends)), y + place * (half - plate * 0.5)), plate * 0.28, metal)
    pin, long = plate * rng.uniform(0.15, 0.35), half * rng.uniform(0.3, 1.0)
    corners = np.array([(x - pin, y - long), (x + pin, y - long), (x + pin, y + long), (x - pin, y + long)])
    _fill(page, corners, metal * 0.9)
    for at in (x - pin, x + pin):
        ends_px = [(round(at), round(y + way * long)) for way in (-1, 1)]
        cv2.line(page, ends_px[0], ends_px[1], [float(c) for c in metal * 0.4], 1, cv2.LINE_AA)


def _screw(rng: Rng, page: Array, spot: tuple[float, float], radius: float, metal: Array) -> None:
    _disc(page, spot, radius, metal * rng.uniform(0.25, 0.7))
    _disc(page, spot, radius * 0.75, np.clip(metal * rng.uniform(0.7, 1.3), 0, 255))
    way = rng.uniform(0, np.pi)
    for turn in (0.0, np.pi / 2)[: int(rng.integers(1, 3))]:
        reach = 0.7 * radius * np.array([np.cos(way + turn), np.sin(way + turn)])
        ends = [tuple(np.round(np.array(spot) + sign * reach).astype(int).tolist()) for sign in (-1, 1)]
        cv2.line(page, ends[0], ends[1], [float(c) for c in metal * 0.3], max(1, round(radius / 4)), cv2.LINE_AA)


def _text(rng: Rng, page: Array, edge: float) -> None:
    text = "".join(rng.choice(list(LETTERS), int(rng.integers(1, 6))))
    at = (int(rng.uniform(0, len(page))), int(rng.uniform(0, len(page))))
    size = float(edge * rng.uniform(0.02, 0.08))
    _write(page, text, at, size, colour(rng))


def _write(page: Array, text: str, at: tuple[int, int], size: float, shade: Array) -> None:
    mask = np.zeros(page.shape[:2], np.uint8)
    cv2.putText(mask, text, at, (at[0] + at[1]) % 5, size, 255, 1 + at[0] % 3, cv2.LINE_AA)
    inked = mask > 0
    share = mask[inked].astype(np.float32)[:, None] / 255
    page[inked] = page[inked] * (1 - share) + shade * share


def _clutter(rng: Rng, page: Array, edge: float) -> None:
    side = len(page)
    if rng.random() < 0.3:
        _keys(rng, page, edge)
    for _ in range(int(rng.integers(2, 14))):
        spot, size = (
            (float(rng.uniform(0, side)), float(rng.uniform(0, side))),
            edge * float(np.exp(rng.uniform(-1, 2))),
        )
        kind = int(rng.integers(5))
        if kind == 0:
            _text(rng, page, edge)
        elif kind == 1:
            _disc(page, spot, size, colour(rng), int(rng.choice([-1, -1, 1, 2])))
        elif kind == 2:
            corners = cv2.boxPoints((spot, (size, size * float(rng.uniform(0.2, 2))), float(rng.uniform(0, 90))))
            _fill(page, np.asarray(corners), colour(rng))
        elif kind == 3:
            away = (int(spot[0] + rng.normal(0, side)), int(spot[1] + rng.normal(0, side)))
            cv2.line(
                page,
                (int(spot[0]), int(spot[1])),
                away,
                [float(c) for c in colour(rng)],
                int(rng.integers(1, 8)),
                cv2.LINE_AA,
            )
        else:
            _checker(rng, page, spot, min(size, 3 * edge), colour(rng))


def _keys(rng: Rng, page: Array, edge: float) -> None:
    step, shade, ink = edge * rng.uniform(0.9, 2.5), colour(rng), colour(rng)
    start = rng.uniform(0, len(page), 2)
    for row in range(4):
        for column in range(int(rng.integers(3, 9))):
            x, y = start + np.array([column + row * 0.3, row]) * step
            _fill(
                page,
                np.array([(x, y), (x + step * 0.85, y), (x + step * 0.85, y + step * 0.85), (x, y + step * 0.85)]),
                shade,
            )
            spot = (int(x + step * 0.25), int(y + step * 0.6))
            _write(page, str(rng.choice(list(LETTERS))), spot, float(step * 0.02), ink)


def _dots(rng: Rng, page: Array, edge: float) -> None:
    shade, radius = colour(rng), edge * rng.uniform(0.06, 0.13)
    start, step = rng.uniform(0, len(page), 2), edge * rng.uniform(0.25, 1.2)
    for _ in range(int(rng.integers(1, 12))):
        x, y = start + rng.integers(-2, 3, 2) * step
        _disc(page, (float(x), float(y)), float(radius), shade)
