"""Draws one die in space, fast: rounded edges, pips, light and shadow, as planes to be coloured and pasted later."""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

from vision.training.faces import EDGE, NUMERALS, TABLE, Array, Rng, Style, Variety, marks, random_style, value_of

SIDE = 96
"""Pixels of a drawing."""
STEPS = 26
LEANING, ON_CHECKER = 0.3, 0.12
"""Shares of the drawn dice."""


Checker: TypeAlias = tuple[float, float, float, float]
"""Middle, radius and height of the upper side."""


@dataclass(frozen=True)
class Pose:
    """How the die lies and how the camera looks at it; lengths in edges."""

    turn: Array
    centre: Array
    eye: Array
    look: Array
    focal: float
    ground: float
    checker: Checker | None
    """What it lies on or leans on, or lies beside."""


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


def draw(rng: Rng, variety: Variety = TABLE) -> Solid:
    """Return a die of any make in any pose under any light."""
    style = random_style(rng, variety)
    pose, flat, on_checker = _random_pose(rng, style, variety.oblique)
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


def _random_pose(rng: Rng, style: Style, aside: float) -> tuple[Pose, bool, bool]:
    up = [np.eye(3)] + [_turn(np.array(a, float), np.pi / 2 * k) for a, k in _ROLLS]
    turn = _turn(np.array([0.0, 0.0, 1.0]), rng.uniform(0, 2 * np.pi)) @ up[int(rng.integers(6))]
    leaning = rng.random() < LEANING
    tilt = _random_tilt(rng) if leaning else float(abs(rng.normal(0, 0.7)))
    way = float(rng.uniform(0, 2 * np.pi))
    axis = np.array([np.cos(way), np.sin(way), 0.0])
    turn = _turn(axis, np.radians(tilt)) @ turn
    low = (np.abs(turn[2]) * (0.5 - style.rounding)).sum() + style.rounding
    on_checker = not leaning and rng.random() < ON_CHECKER
    centre = np.array([0.0, 0.0, min(low, style.ball)])
    checker, ground = _support(rng, way, leaning=leaning, on_checker=on_checker)
    toward, around = _random_view(rng, aside)
    distance = float(np.exp(rng.uniform(np.log(7), np.log(90))))
    right = _unit(np.cross(toward, [np.cos(around + 1.3), np.sin(around + 1.3), 0.2]))
    look = np.stack([right, np.cross(-toward, right), -toward])
    return (
        Pose(turn, centre, centre + toward * distance, look, EDGE * distance, ground, checker),
        not leaning,
        on_checker,
    )


def _random_tilt(rng: Rng) -> float:
    return float(rng.choice([rng.uniform(9, 20), rng.uniform(15, 44), rng.uniform(28, 44)]))


def _support(rng: Rng, way: float, *, leaning: bool, on_checker: bool) -> tuple[Checker | None, float]:
    """Return what the die lies on, leans on or lies beside, and how deep the ground is."""
    radius, height = float(rng.uniform(0.75, 1.5)), float(rng.uniform(0.3, 0.8))
    if on_checker:
        aside = radius * np.sqrt(rng.uniform(0, 0.6))
        return (aside * np.cos(way), aside * np.sin(way), radius, 0.0), -height
    if leaning and rng.random() < 0.8:
        # A disc so large is the straight edge of a frame.
        radius, height = (radius, height) if rng.random() < 0.6 else (25.0, float(rng.uniform(0.3, 1.0)))
        reach = 0.25 + radius + float(rng.uniform(-0.1, 0.15))
        return (-np.sin(way) * reach, np.cos(way) * reach, radius, height), 0.0
    if not leaning and rng.random() < 0.25:
        reach = radius + rng.uniform(0.62, 1.1)
        return (reach * np.cos(way), reach * np.sin(way), radius, height), 0.0
    return None, 0.0


def _random_view(rng: Rng, aside: float) -> tuple[Array, float]:
    """Return where the camera is, seen from the die, and that as an angle around it."""
    oblique = np.radians(min(abs(rng.normal(0, 19)), 52) if rng.random() > aside else rng.uniform(20, 52))
    around = float(rng.uniform(0, 2 * np.pi))
    level = np.sin(oblique)
    return np.array([level * np.cos(around), level * np.sin(around), np.cos(oblique)]), around


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
    pips, rings, dents = marks(local, style)
    normal = normal + dents * style.depth
    normal = (normal @ pose.turn.T.astype(np.float32)).astype(np.float32)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-6
    light = 0.7 * np.clip(normal @ sun.astype(np.float32), 0, 1) + 0.3 * (0.5 + 0.5 * normal[:, 2])
    half = sun - rays
    half = half / np.linalg.norm(half, axis=1, keepdims=True)
    return np.stack([np.ones_like(pips), pips, rings, light, np.clip((half * normal).sum(1), 0, 1) ** 40])


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
    value = value_of(axis, side, style)
    if style.kind == "cube":
        value = NUMERALS[(NUMERALS.index(style.numeral) + value) % 6]
    elif style.kind != "die":
        value = 0
    toward = _unit(pose.eye - pose.centre)
    return value, ends @ pose.turn.T + pose.centre, float(np.degrees(np.arccos(toward[2])))
