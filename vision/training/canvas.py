"""Makes training pictures: backgrounds with dice pasted on, seen by all kinds of bad cameras."""

from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np

from vision.training.backgrounds import background, colour
from vision.training.camera import photograph, sweep
from vision.training.faces import TABLE, Array, Rng, Variety
from vision.training.solid import Solid

SIDE = 320
MOVING = 0.1
"""Share of the dice."""
GHOST = 0.7
"""How much of the pips on its other faces shows through a die that is wholly clear."""
FAINTEST = 6.0
"""The spread of the colours on a face that shows nothing."""
COVERED = 0.04
"""The share of a face that may be covered."""
Look: TypeAlias = dict[str, Array | float]
"""Colours of a die and how it takes the light."""
OTHER_FACE = 0.3
"""So much further from a leaning die's middle may lie what still belongs to it, in edges."""


@dataclass(frozen=True)
class Truth:
    """What a network should tell of one thing in the picture."""

    kind: str
    """A die, the cube, or nothing (but something like it)."""
    value: int
    corners: Array
    centre: Array
    edge: float
    up: Array | None
    """How a vertical edge shows, in edges; None where the camera's place is not known."""
    flat: bool
    on_checker: bool
    moving: bool = False
    axis: Array | None = None
    """How the die's own upward edge shows, in edges: as `up` where it lies flat."""
    hidden: bool = False
    """Nothing is asked of what is hidden or cut off."""
    legible: bool = True

    @property
    def leans(self) -> bool:
        """It is a die that leans, and shows two faces of which either may seem the upper one."""
        return self.kind == "die" and not self.flat and self.axis is not None

    @property
    def middle(self) -> Array:
        """The middle of the whole die, where it is known how it lies."""
        return self.centre if self.axis is None else np.asarray(self.centre - self.axis * self.edge / 2)

    def off(self, spot: Array) -> float:
        """Return how far off a spot is, in edges: from the upper face, or from the face that seems to be one."""
        from_face = float(np.linalg.norm(spot - self.centre)) / self.edge
        if not self.leans:
            return from_face
        return min(from_face, float(np.linalg.norm(spot - self.middle)) / self.edge - OTHER_FACE)


@dataclass(frozen=True)
class Canvas:
    """A training picture and the things in it."""

    picture: Array
    things: tuple[Truth, ...]


def rare_only(scenes: list[Canvas]) -> list[Canvas]:
    """Return the scenes with nothing in them but what is rare: dice that lean or lie on checkers, and cubes."""
    return [Canvas(scene.picture, tuple(filter(_is_rare, scene.things))) for scene in scenes]


def _is_rare(thing: Truth) -> bool:
    return not thing.flat or thing.on_checker or thing.kind == "cube"


def compose(rng: Rng, solids: list[Solid], page: Array | None = None, variety: Variety = TABLE) -> Canvas:
    """Return a picture with some dice thrown on it."""
    large = rng.random() < variety.large
    edge = float(np.exp(rng.uniform(*np.log((36, 150) if large else (13, 36)))))
    picture = background(rng, SIDE, edge) if page is None else page.astype(np.float32)
    look = _look(rng, picture, variety.clear)
    things: list[Truth] = []
    for _ in range(int(rng.choice([0, 1, 2, 3, 4, 5], p=[0.06, 0.08, 0.24, 0.22, 0.22, 0.18]))):
        if rng.random() < 0.3:
            look = _look(rng, picture, variety.clear)
        solid = solids[int(rng.integers(len(solids)))]
        spot = _spot(rng, things, edge)
        if spot is not None:
            truth, cover = _paste(rng, picture, solid, look, (spot, edge * float(rng.uniform(0.85, 1.15))))
            things = [replace(thing, hidden=thing.hidden or _covered(cover, thing)) for thing in things]
            things.append(truth)
    if rng.random() < 0.1:
        things = _cover(rng, picture, things, edge)
    seen = photograph(rng, picture, edge, variety.shaken)
    soft = cv2.GaussianBlur(seen, (0, 0), 0.05 * edge)
    canvas = Canvas(seen, tuple(replace(thing, legible=thing.legible and _shows(soft, thing)) for thing in things))
    return _stretched(rng, canvas) if rng.random() < variety.stretched else canvas


def _shows(picture: Array, thing: Truth) -> bool:
    """Say whether anything can be made out on the face, by eye."""
    spread = picture[_face(thing) > 0].reshape(-1, 3)
    return thing.moving or (bool(len(spread)) and float(spread.std(0).max()) > FAINTEST)


def _face(thing: Truth) -> Array:
    face = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillConvexPoly(face, np.round(thing.corners).astype(np.int32), 1)
    return face


def _stretched(rng: Rng, canvas: Canvas) -> Canvas:
    """Return the picture squeezed in one direction, as careless programs and odd cameras do."""
    by = np.array([1.0, float(rng.uniform(0.72, 0.95))])[:: int(rng.choice([-1, 1]))]
    wide, high = (round(SIDE * share) for share in by)
    picture = cv2.resize(canvas.picture, (wide, high), interpolation=cv2.INTER_AREA)
    return Canvas(picture, tuple(_squeezed(thing, by) for thing in canvas.things))


def _squeezed(thing: Truth, by: Array) -> Truth:
    corners, mean = thing.corners * by.astype(np.float32), float(np.sqrt(by[0] * by[1]))
    edge = float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean())
    up, axis = (None if shown is None else shown * by / mean for shown in (thing.up, thing.axis))
    return replace(thing, corners=corners, centre=thing.centre * by, edge=edge, up=up, axis=axis)


def _spot(rng: Rng, things: list[Truth], edge: float) -> Array | None:
    for _ in range(20):
        spot = rng.uniform(0.6 * edge, SIDE - 0.6 * edge, 2)
        if things and rng.random() < 0.35:
            way = rng.uniform(0, 2 * np.pi)
            spot = things[-1].centre + edge * rng.uniform(1.05, 1.6) * np.array([np.cos(way), np.sin(way)])
        apart = [float(np.linalg.norm(spot - thing.centre)) for thing in things]
        if not apart or min(apart) > edge * 1.08:
            return np.asarray(spot)
    return None


def _look(rng: Rng, picture: Array, clear: float) -> Look:
    light_body = rng.random() < 0.5
    body = colour(rng, 0.65, 1.0, 0.5) if light_body else colour(rng, 0.03, 0.6, 1.0)
    if rng.random() < 0.15:
        body = np.clip(picture.mean((0, 1)) * rng.uniform(0.8, 1.25) + rng.uniform(-8, 8, 3), 0, 255)
    light_body = body.mean() > 130 or (body.mean() > 90 and light_body)
    pip = colour(rng, 0.0, 0.25, 0.9) if light_body else colour(rng, 0.75, 1.0, 0.4)
    if abs(float(body.mean() - pip.mean())) < 45:
        pip = np.zeros(3) if body.mean() > 90 else np.full(3, 240.0)
    if rng.random() < 0.06:
        pip = np.array([20.0, 20, 190]) if body.mean() > 140 else pip
    if rng.random() < 0.12:
        pip = body + (pip - body) * rng.uniform(0.3, 0.7)
    return {
        "body": body,
        "pip": pip,
        "ring": _ring(rng, body, pip),
        "ambient": float(rng.uniform(0.25, 0.8)),
        "glint": float(rng.choice([0, rng.uniform(0, 1)])),
        "shadow": float(rng.uniform(0, 0.75)),
        "clear": float(rng.uniform(0.3, 0.8)) if rng.random() < clear else 0.0,
        "checker": colour(rng) if rng.random() < 0.8 else body * rng.uniform(0.8, 1.1),
    }


def _ring(rng: Rng, body: Array, pip: Array) -> Array:
    """Return a colour from which the pips stand out."""
    shade = colour(rng, 0.2, 1.0)
    return shade if abs(float(shade.mean() - pip.mean())) > 50 else body * 0.7 + (255 - pip) * 0.3


def _paste(rng: Rng, picture: Array, solid: Solid, look: Look, place: tuple[Array, float]) -> tuple[Truth, Array]:
    """Put a die into the picture; return the truth about it and what it covers."""
    spot, edge = place
    scale = edge / solid.edge
    angle = float(rng.uniform(0, 2 * np.pi))
    mirror = -1.0 if rng.random() < 0.5 else 1.0
    spin = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ np.diag([mirror, 1.0])
    matrix = np.hstack([spin, (spot - spin @ solid.centre)[:, None]])
    planes = _warp(solid.planes, matrix, scale)
    moving = solid.kind == "die" and rng.random() < MOVING
    smear = edge * float(np.exp(rng.uniform(np.log(0.15), np.log(2.0)))) if moving else 0.0
    if look["clear"]:
        planes = _with_ghost(rng, planes, solid, matrix, float(look["clear"]))
    _mix(picture, planes, look, smear, float(rng.uniform(0, 180)))
    turned, axis = (spin / scale) @ solid.up, None if solid.axis is None else (spin / scale) @ solid.axis
    corners = (np.hstack([solid.corners, np.ones((4, 1))]) @ matrix.T).astype(np.float32)
    kind = solid.kind if solid.kind in {"die", "cube"} else "none"
    truth = Truth(
        kind,
        solid.value,
        corners,
        spot,
        edge,
        turned,
        solid.flat,
        solid.on_checker,
        moving,
        axis,
        legible=solid.oblique < 54,
    )
    return truth, np.maximum(planes[..., 0], planes[..., 6]) > 0.5


def _with_ghost(rng: Rng, planes: Array, solid: Solid, matrix: Array, clear: float) -> Array:
    """Return the planes with what shows faintly of pips on the far side: they lie elsewhere, and mirrored."""
    far = matrix.copy()
    far[:, :2] = matrix[:, :2] @ np.diag([-1.0, 1.0]) * float(rng.uniform(0.7, 1.0))
    aside = solid.edge * rng.normal(0, 0.15, 2)
    far[:, 2] = matrix[:, :2] @ (solid.centre + aside) + matrix[:, 2] - far[:, :2] @ solid.centre
    through = cv2.warpAffine(cv2.GaussianBlur(solid.planes[1], (0, 0), 1.5), far, planes.shape[1::-1])
    shown = GHOST * clear * through.astype(np.float32) / 255 * planes[..., 0]
    planes[..., 1] = np.maximum(planes[..., 1], shown)
    return planes


def _warp(planes: Array, matrix: Array, scale: float) -> Array:
    soft = [cv2.GaussianBlur(plane, (0, 0), 0.4 / scale) if scale < 0.75 else plane for plane in planes]
    stacks = [cv2.merge(soft[:4]), cv2.merge(soft[4:])]
    warped = [cv2.warpAffine(stack, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR) for stack in stacks]
    return np.concatenate(warped, 2).astype(np.float32) / 255


def _mix(picture: Array, planes: Array, look: Look, smear: float, way: float) -> None:
    rows, columns = np.flatnonzero(planes.any((1, 2))), np.flatnonzero(planes.any((0, 2)))
    if not len(rows):
        return
    pad = int(smear) + 2
    top, bottom = max(0, rows[0] - pad), min(SIDE, rows[-1] + pad)
    left, right = max(0, columns[0] - pad), min(SIDE, columns[-1] + pad)
    part, ground = planes[top:bottom, left:right], picture[top:bottom, left:right].copy()
    cover, pip, ring, light, glint, shadow, checker, shade = (part[..., k : k + 1] for k in range(8))
    ground = ground * (1 - checker) + np.asarray(look["checker"]) * shade * checker
    ground *= 1 - float(look["shadow"]) * shadow
    light = float(look["ambient"]) + (1 - float(look["ambient"])) * 1.5 * light
    body = np.asarray(look["body"]) * (1 - ring) + np.asarray(look["ring"]) * ring
    clear = float(look["clear"])
    body = _clear(body, light, ground, clear) if clear else body * light
    solid = body * (1 - pip) + np.asarray(look["pip"]) * light * pip + 255 * float(look["glint"]) * glint
    if smear:
        kernel = sweep(smear, way)
        solid, cover = cv2.filter2D(solid * cover, -1, kernel), cv2.filter2D(cover, -1, kernel)[..., None]
        picture[top:bottom, left:right] = ground * (1 - cover) + solid
    else:
        picture[top:bottom, left:right] = ground * (1 - cover) + solid * cover


def _clear(body: Array, light: Array, ground: Array, clear: float) -> Array:
    """Return a translucent body: it glows on the side away from the light, and the ground shines through."""
    glow = np.clip(1.6 * float(light.max()) - light, 0.3, 2.0)
    tinted = cv2.GaussianBlur(ground, (0, 0), 2) * body / 160
    return np.asarray(body * light * (1 - clear) + clear * (0.5 * tinted + 0.5 * np.clip(1.3 * body, 0, 255) * glow))


def _cover(rng: Rng, picture: Array, things: list[Truth], edge: float) -> list[Truth]:
    skin = colour(rng, 0.1, 0.95) if rng.random() < 0.3 else np.array([120, 150, 205]) * rng.uniform(0.3, 1.1)
    mask = np.zeros((SIDE, SIDE), np.uint8)
    spot, far = rng.uniform(0, SIDE, 2), rng.uniform(-0.3, 1.3, 2) * SIDE
    for _ in range(4):
        tip = spot + rng.normal(0, 2 * edge, 2)
        cv2.line(mask, [int(v) for v in far], [int(v) for v in tip], 255, int(edge * rng.uniform(0.8, 2.0)))
    soft = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32)[..., None] / 255
    picture[:] = picture * (1 - soft) + skin * soft * rng.uniform(0.8, 1.1)
    return [replace(thing, hidden=thing.hidden or _covered(mask, thing)) for thing in things]


def _covered(mask: Array, thing: Truth) -> bool:
    return bool((mask[_face(thing) > 0] > 0).mean() > COVERED) if _face(thing).any() else True
