"""Draws one die in space, fast: rounded edges, pips, light and shadow, as planes to be coloured and pasted later."""

from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Rng: TypeAlias = np.random.Generator

SIDE = 96
"""Pixels of a drawing."""
EDGE = 32.0
"""Roughly the length of a die's edge in it."""
STEPS = 26
NUMERALS = (2, 4, 8, 16, 32, 64)


@dataclass(frozen=True)
class Pose:
    """How the die lies and how the camera looks at it; lengths in edges."""

    turn: Array
    centre: Array
    eye: Array
    look: Array
    focal: float
    ground: float
    checker: tuple[float, float, float, float] | None
    """Middle, radius and height of the upper side of a checker that it lies on or leans on."""


@dataclass(frozen=True)
class Solid:
    """A drawn die: planes of 0 to 255, and the truth."""

    planes: Array
    """Cover of the die, pips, rings, light, glint, shadow on the ground, cover of the checker, its light."""
    corners: Array
    centre: Array
    edge: float
    up: Array
    """How a vertical edge of the die shows in the picture, in edges."""
    value: int
    """1 to 6, the number of a doubling cube, or 0 with anything else on the faces."""
    flat: bool
    on_checker: bool
    oblique: float
    kind: str = "die"
    """As in the style."""
    axis: Array | None = None
    """How the edge that points most upwards shows, in edges: the same as `up` where the die lies flat."""


@dataclass(frozen=True)
class Style:
    """The make of a die."""

    rounding: float
    ball: float
    spread: float
    pip: float
    first: float
    depth: float
    ring: float
    swaps: tuple[bool, bool, bool, bool]
    kind: str
    numeral: int


def random_style(rng: Rng) -> Style:
    """Return a make of die: mostly dice, some doubling cubes, some with nonsense on their faces."""
    kind = str(rng.choice(["die", "cube", "dots", "blank"], p=[0.86, 0.08, 0.035, 0.025]))
    return Style(
        rounding=float(rng.uniform(0.02, 0.2)),
        ball=float(rng.choice([9.0, 9.0, rng.uniform(0.64, 0.78)])),
        spread=float(rng.uniform(0.2, 0.29)),
        pip=float(rng.uniform(0.065, 0.118)),
        first=float(rng.choice([1.0, 1.0, rng.uniform(1.2, 1.9)])),
        depth=float(rng.choice([0.0, rng.uniform(0.2, 1.0)])),
        ring=float(rng.choice([0.0, 0.0, 0.0, 0.0, rng.uniform(1.3, 1.8)])),
        swaps=(bool(rng.random() < 0.5), bool(rng.random() < 0.5), bool(rng.random() < 0.5), bool(rng.random() < 0.5)),
        kind=kind,
        numeral=int(rng.choice(NUMERALS)) if kind == "cube" else 0,
    )


def draw(rng: Rng) -> Solid:
    """Return a die of any make in any pose under any light."""
    style = random_style(rng)
    pose, flat, on_checker = _random_pose(rng, style)
    sun = _unit(np.array([rng.normal(), rng.normal(), rng.uniform(0.5, 3.0)]))
    origin, rays = _rays(pose)
    depth = _march(origin, rays, pose, style)
    hit = depth < 1e5
    planes = np.zeros((8, SIDE * SIDE), np.float32)
    planes[:5, hit] = _shade_die(origin + rays[hit] * depth[hit, None], rays[hit], pose, style, sun)
    floor, planes[6], planes[7] = _floor(origin, rays, pose, sun)
    planes[6, hit] = 0
    free = ~hit & (floor < 1e5)
    planes[5, free] = _shadow(origin + rays[free] * floor[free, None], pose, style, sun, float(rng.uniform(3, 30)))
    value, corners, oblique = _truth(pose, style)
    image = _project(corners, pose)
    centre = _project(corners.mean(0, keepdims=True), pose)[0]
    lengths = np.linalg.norm(image[:4] - np.roll(image[:4], 1, 0), axis=1)
    scale = pose.focal / float(np.linalg.norm(pose.eye - corners.mean(0)))
    return Solid(
        planes=np.clip(planes.reshape(8, SIDE, SIDE) * 255, 0, 255).astype(np.uint8),
        corners=image[:4].astype(np.float32),
        centre=centre.astype(np.float32),
        edge=float(lengths.mean()),
        up=_shown(np.array([0.0, 0.0, 1.0]), pose) / scale,
        value=value,
        flat=flat,
        on_checker=on_checker,
        oblique=oblique,
        kind=style.kind,
        axis=_shown(2 * (corners.mean(0) - pose.centre), pose) / scale,
    )


def _unit(vector: Array) -> Array:
    return np.asarray(vector / np.linalg.norm(vector))


def _turn(axis: Array, angle: float) -> Array:
    return np.asarray(cv2.Rodrigues(_unit(axis) * angle)[0])


def _random_pose(rng: Rng, style: Style) -> tuple[Pose, bool, bool]:
    up = [np.eye(3)] + [_turn(np.array(a, float), np.pi / 2 * k) for a, k in _ROLLS]
    turn = _turn(np.array([0.0, 0.0, 1.0]), rng.uniform(0, 2 * np.pi)) @ up[int(rng.integers(6))]
    leaning = rng.random() < 0.2
    tilt = float(rng.choice([rng.uniform(8, 20), rng.uniform(15, 45)])) if leaning else float(abs(rng.normal(0, 0.7)))
    way = float(rng.uniform(0, 2 * np.pi))
    axis = np.array([np.cos(way), np.sin(way), 0.0])
    turn = _turn(axis, np.radians(tilt)) @ turn
    low = (np.abs(turn[2]) * (0.5 - style.rounding)).sum() + style.rounding
    on_checker = not leaning and rng.random() < 0.12
    radius, height = float(rng.uniform(0.75, 1.5)), float(rng.uniform(0.3, 0.8))
    centre = np.array([0.0, 0.0, min(low, style.ball)])
    checker, ground = None, 0.0
    if on_checker:
        aside = radius * np.sqrt(rng.uniform(0, 0.6))
        checker, ground = (aside * np.cos(way), aside * np.sin(way), radius, 0.0), -height
    elif leaning and rng.random() < 0.7:
        high = np.cross(axis, [0.0, 0.0, 1.0])
        reach = 0.5 + radius - 0.25
        checker = (-high[0] * reach, -high[1] * reach, radius, height)
    elif rng.random() < 0.2:
        reach = radius + rng.uniform(0.62, 1.1)
        checker = (reach * np.cos(way), reach * np.sin(way), radius, height)
    oblique = np.radians(min(abs(rng.normal(0, 19)), 52) if rng.random() < 0.8 else rng.uniform(15, 50))
    distance = float(np.exp(rng.uniform(np.log(7), np.log(90))))
    around = rng.uniform(0, 2 * np.pi)
    toward = np.array([np.sin(oblique) * np.cos(around), np.sin(oblique) * np.sin(around), np.cos(oblique)])
    eye = centre + toward * distance
    right = _unit(np.cross(toward, [np.cos(around + 1.3), np.sin(around + 1.3), 0.2]))
    look = np.stack([right, np.cross(-toward, right), -toward])
    return Pose(turn, centre, eye, look, EDGE * distance, ground, checker), not leaning, on_checker


_ROLLS = (((1, 0, 0), 1), ((1, 0, 0), 2), ((1, 0, 0), 3), ((0, 1, 0), 1), ((0, 1, 0), 3))


def _rays(pose: Pose) -> tuple[Array, Array]:
    grid = (np.arange(SIDE, dtype=np.float32) - (SIDE - 1) / 2) / pose.focal
    across, down = np.meshgrid(grid, grid)
    local = np.stack([across.ravel(), down.ravel(), np.ones(SIDE * SIDE, np.float32)], 1)
    rays = local @ pose.look
    return pose.eye.astype(np.float32), (rays / np.linalg.norm(rays, axis=1, keepdims=True)).astype(np.float32)


def _project(points: Array, pose: Pose) -> Array:
    local = (points - pose.eye) @ pose.look.T
    return np.asarray(local[:, :2] / local[:, 2:] * pose.focal + (SIDE - 1) / 2)


def _shown(edge: Array, pose: Pose) -> Array:
    head, foot = _project(np.stack([pose.centre + edge / 2, pose.centre - edge / 2]), pose)
    return np.asarray(head - foot, np.float32)


def _distance(points: Array, pose: Pose, style: Style) -> tuple[Array, Array]:
    local = (points - pose.centre.astype(np.float32)) @ pose.turn.astype(np.float32)
    beyond = np.abs(local) - (0.5 - style.rounding)
    outside = np.sqrt((np.maximum(beyond, 0) ** 2).sum(1))
    box = outside + np.minimum(beyond.max(1), 0) - style.rounding
    if style.ball > 1:
        return box, local
    return np.maximum(box, np.sqrt((local**2).sum(1)) - style.ball), local


def _march(origin: Array, rays: Array, pose: Pose, style: Style) -> Array:
    middle = float(np.linalg.norm(pose.eye - pose.centre))
    gone = np.full(len(rays), 1e6, np.float32)
    off = np.linalg.norm(np.cross(rays, (pose.centre - pose.eye).astype(np.float32)), axis=1)
    near = np.flatnonzero(off < 0.95)
    depth = np.full(len(near), middle - 1.0, np.float32)
    for _ in range(STEPS):
        depth += _distance(origin + rays[near] * depth[:, None], pose, style)[0]
    found = _distance(origin + rays[near] * depth[:, None], pose, style)[0] < 0.02
    gone[near[found]] = depth[found]
    return gone


def _shade_die(points: Array, rays: Array, pose: Pose, style: Style, sun: Array) -> Array:
    _, local = _distance(points, pose, style)
    inner = np.clip(local, -(0.5 - style.rounding), 0.5 - style.rounding)
    normal = local - inner
    round_off = np.linalg.norm(local, axis=1) > style.ball - 0.01
    normal[round_off] = local[round_off]
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-6
    pips, rings, dents = _marks(local, style)
    normal = normal + dents * style.depth
    normal = (normal @ pose.turn.T.astype(np.float32)).astype(np.float32)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-6
    light = 0.7 * np.clip(normal @ sun.astype(np.float32), 0, 1) + 0.3 * (0.5 + 0.5 * normal[:, 2])
    half = sun - rays
    half = half / np.linalg.norm(half, axis=1, keepdims=True)
    return np.stack([np.ones_like(pips), pips, rings, light, np.clip((half * normal).sum(1), 0, 1) ** 40])


def _marks(local: Array, style: Style) -> tuple[Array, Array, Array]:
    axis = np.abs(local).argmax(1)
    sign = np.sign(np.take_along_axis(local, axis[:, None], 1)[:, 0])
    pips, rings = np.zeros(len(local), np.float32), np.zeros(len(local), np.float32)
    dents = np.zeros_like(local)
    for which in range(3):
        for side in (-1, 1):
            on = np.flatnonzero((axis == which) & (sign == side))
            if len(on):
                flat = np.delete(local[on], which, 1)
                pips[on], rings[on], dent = _face(flat, _value(which, side, style), style)
                dents[np.ix_(on, np.array([k for k in range(3) if k != which]))] = dent
    return pips, rings, dents


def _value(axis: int, side: int, style: Style) -> int:
    value = (1, 2, 3)[axis] if side > 0 else (6, 5, 4)[axis]
    return 7 - value if style.swaps[3] and axis == 2 else value


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
    spots = layout(value, style.spread, style.swaps) if style.kind == "die" else _nonsense(value, style)
    radius = style.pip * (style.first if value == 1 else 1)
    for spot in spots:
        away = flat - np.array(spot, np.float32)
        far = np.sqrt((away**2).sum(1))
        mark = np.clip((radius - far) * EDGE + 0.5, 0, 1)
        pips = np.maximum(pips, mark)
        if style.ring:
            rings = np.maximum(rings, np.clip((radius * style.ring - far) * EDGE + 0.5, 0, 1))
        inside = far < radius
        dent[inside] = -away[inside] / radius
    return pips, rings, dent


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


def _floor(origin: Array, rays: Array, pose: Pose, sun: Array) -> tuple[Array, Array, Array]:
    """Return how far away ground or checker are, where the checker is, and its light."""
    down = np.minimum(rays[:, 2], -1e-3)
    floor = np.asarray((pose.ground - origin[2]) / down)
    light = np.zeros(len(rays), np.float32)
    if pose.checker is None:
        return floor, light, light
    x, y, radius, top = pose.checker
    lid = (top - origin[2]) / down
    spot = origin + rays * lid[:, None]
    foot = origin + rays * floor[:, None]
    middle = np.array([x, y], np.float32)
    on_top = np.linalg.norm(spot[:, :2] - middle, axis=1) < radius
    side = ~on_top & (np.linalg.norm((spot[:, :2] + foot[:, :2]) / 2 - middle, axis=1) < radius)
    rim = np.linalg.norm(spot[:, :2] - middle, axis=1) / radius
    light[on_top] = 0.75 + 0.25 * float(sun[2]) - 0.15 * (np.abs(rim[on_top] - 0.75) < 0.06)
    light[side] = 0.5
    return np.where(on_top, lid, floor).astype(np.float32), (on_top | side).astype(np.float32), light


def _shadow(points: Array, pose: Pose, style: Style, sun: Array, sharp: float) -> Array:
    light = np.ones(len(points), np.float32)
    near = np.flatnonzero(np.linalg.norm(points[:, :2] - pose.centre[:2], axis=1) < 2.2)
    walked = np.full(len(near), 0.03, np.float32)
    lit = np.ones(len(near), np.float32)
    for _ in range(14):
        gap = _distance(points[near] + sun.astype(np.float32) * walked[:, None], pose, style)[0]
        lit = np.minimum(lit, np.clip(sharp * gap / walked, 0, 1))
        walked += np.maximum(gap, 0.04)
    light[near] = lit
    return 1 - light


def _truth(pose: Pose, style: Style) -> tuple[int, Array, float]:
    upward = pose.turn[2]
    axis = int(np.abs(upward).argmax())
    side = 1 if upward[axis] > 0 else -1
    ends = np.zeros((4, 3))
    ends[:, axis] = side * 0.5
    others = [k for k in range(3) if k != axis]
    ends[:, others[0]], ends[:, others[1]] = [-0.5, 0.5, 0.5, -0.5], [-0.5, -0.5, 0.5, 0.5]
    value = _value(axis, side, style)
    if style.kind == "cube":
        value = NUMERALS[(NUMERALS.index(style.numeral) + value) % 6]
    elif style.kind != "die":
        value = 0
    toward = _unit(pose.eye - pose.centre)
    return value, ends @ pose.turn.T + pose.centre, float(np.degrees(np.arccos(toward[2])))
