"""Pictures to learn from, drawn ones and rendered scenes, and the pieces cut out of them."""

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision import crop
from vision.training.canvas import SIDE, Canvas, Truth, compose
from vision.training.faces import TABLE, Array, Rng, Variety
from vision.training.solid import Solid, draw

HELD_BACK = 12
"""Of so many tables one."""
NOWHERE = np.full(2, np.nan)
FAR = 0.6
"""From so many edges off on what is seen is not that die."""
EDGE_OF_FACES = 0.35
"""How far above a leaning die's middle the edge between its two upper faces shows, in edges."""


def solids(folder: Path, count: int, variety: Variety = TABLE) -> list[Solid]:
    """Return drawn dice, from the folder where it has them."""
    kept = folder / f"solids_{count}.pickle"
    if kept.is_file():
        return list(pickle.loads(kept.read_bytes()))  # noqa: S301 - our own file
    made = [draw(np.random.default_rng(number), variety) for number in range(count)]
    kept.write_bytes(pickle.dumps(made))
    return made


def drawn(pool: list[Solid], numbers: range, variety: Variety = TABLE) -> Iterator[Canvas]:
    """Return drawn pictures; each number always gives the same one."""
    for number in numbers:
        yield compose(np.random.default_rng(1_000_000 + number), pool, variety=variety)


def pasted(pool: list[Solid], folder: Path, numbers: range, variety: Variety = TABLE) -> Iterator[Canvas]:
    """Return drawn dice on parts of free photographs that show anything but dice."""
    pictures = [picture for path in sorted(folder.iterdir()) if (picture := cv2.imread(str(path))) is not None]
    for number in numbers:
        rng = np.random.default_rng(2_000_000 + number)
        yield compose(rng, pool, _part(rng, pictures[int(rng.integers(len(pictures)))]), variety)


def _part(rng: Rng, picture: Array) -> Array:
    side = min(picture.shape[0], picture.shape[1], int(np.exp(rng.uniform(np.log(80), np.log(500)))))
    top, left = (int(rng.integers(0, length - side + 1)) for length in picture.shape[:2])
    part = np.rot90(picture[top : top + side, left : left + side], int(rng.integers(4)))
    return np.asarray(cv2.resize(np.ascontiguousarray(part), (SIDE, SIDE), interpolation=cv2.INTER_AREA))


def rendered(folder: Path) -> Iterator[Canvas]:
    """Return rendered scenes, but for some tables that are held back to choose thresholds by."""
    for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8"))["images"]:
        if entry["table"] % HELD_BACK == 0:
            continue
        picture = cv2.imread(str(folder / entry["file"]))
        if picture is not None:
            yield Canvas(picture, tuple(_rendered_things(entry)))


def _rendered_things(entry: dict[str, Any]) -> Iterator[Truth]:
    view = entry["camera"]
    for die in entry["dice"]:
        up, _ = _up(view, (die["x"], die["y"]), die["edge_mm"])
        yield Truth(
            kind="die",
            value=die["value"],
            corners=np.array(die["top_face"], np.float32),
            centre=np.array([die["x"], die["y"]]),
            edge=die["edge_px"],
            up=up,
            flat=die["flat"],
            on_checker=die["on_checker"],
            moving=die["moving"],
            axis=up if die["flat"] else _axis(view, die, (entry["width"], entry["height"])),
            hidden=die["occluded_fraction"] > 0.25,
            legible=die["pip_contrast"] >= 20,
        )
    cube = entry["cube"]
    if cube:
        up, length = _up(view, (cube["x"], cube["y"]), cube["edge_mm"])
        reach = length / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        centre = np.array([cube["x"], cube["y"]])
        yield Truth(
            "cube", cube["value"], (centre + reach).astype(np.float32), centre, length, up, flat=True, on_checker=False
        )


def _axis(view: dict[str, Any], die: dict[str, Any], size: tuple[int, int]) -> Array | None:
    """Return how a leaning die's upward edge shows: of the two poses that its face allows, the one with its tilt."""
    if die["moving"]:
        return None
    focal, half = view["focal_px"], die["edge_mm"] / 2
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1.0]])
    face = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
    corners = np.array(die["top_face"], np.float64)
    _, turns, shifts, _ = cv2.solvePnPGeneric(face, corners, lens, None, flags=cv2.SOLVEPNP_IPPE_SQUARE)
    world = np.linalg.solve(lens, np.array(view["projection"])[:, :3])
    level = np.asarray(world[:, 2] / np.linalg.norm(world[:, 2]))
    best: tuple[float, Array | None] = (8.0, None)
    for turn, shift in zip(turns, shifts, strict=True):
        normal, middle = cv2.Rodrigues(turn)[0][:, 2], np.asarray(shift, np.float64).reshape(3)
        normal = normal * -np.sign(normal @ middle)
        off = abs(float(np.degrees(np.arccos(np.clip(normal @ level, -1, 1)))) - die["tilt_deg"])
        ends = [lens @ (middle - deep * die["edge_mm"] * normal) for deep in (0.0, 1.0)]
        length = focal * die["edge_mm"] / float(np.linalg.norm(middle))
        if off < best[0]:
            best = off, np.asarray((ends[0][:2] / ends[0][2] - ends[1][:2] / ends[1][2]) / length)
    return best[1]


def _up(view: dict[str, Any], spot_px: tuple[float, float], edge: float) -> tuple[Array, float]:
    matrix, eye, focal = np.array(view["projection"]), np.array(view["position_mm"]), view["focal_px"]
    system = np.array([matrix[row, :2] - at * matrix[2, :2] for row, at in enumerate(spot_px)])
    lift = np.array([matrix[row, 2:] - at * matrix[2, 2:] for row, at in enumerate(spot_px)])
    spot = np.linalg.solve(system, -lift @ [edge, 1.0])
    ends = [matrix @ [*spot, height, 1.0] for height in (0.5 * edge, 1.5 * edge)]
    length = focal * edge / float(np.linalg.norm(eye - [*spot, edge]))
    return np.asarray((ends[1][:2] / ends[1][2] - ends[0][:2] / ends[0][2]) / length), length


def pieces(rng: Rng, canvas: Canvas, copies: int, size: crop.Size = crop.QUICK) -> Iterator[tuple[Array, Truth, Array]]:
    """Return cut-out pieces around things, a bit off and turned, with the truth and the matrix of each."""
    for thing in canvas.things:
        if thing.hidden or not thing.legible:
            continue
        for _ in range(copies):
            x, y = _looked_at(rng, thing)
            edge = thing.edge * float(np.exp(rng.normal(0, 0.1)))
            piece, matrix = crop.cut(canvas.picture, (x, y), edge, float(rng.uniform(0, 2 * np.pi)), size)
            yield piece, thing, matrix


def _looked_at(rng: Rng, thing: Truth) -> Array:
    """Return where the reader may look for a thing: near the middle of its face, or of its faces if it leans."""
    spot = thing.centre
    if thing.leans and thing.up is not None:
        # Half of a right angle's leaning puts the edge between both faces there.
        edge = thing.middle + EDGE_OF_FACES * thing.edge * thing.up
        spot = spot + rng.uniform(0, 1) * (edge - spot)
    spread = 0.22 if rng.random() < 0.3 else 0.09
    return np.asarray(spot + rng.normal(0, spread, 2) * thing.edge)


def elsewhere(rng: Rng, canvas: Canvas, count: int, size: crop.Size = crop.QUICK) -> Iterator[tuple[Array, Array]]:
    """Return pieces with no die in their middle, and where up is in each."""
    high, wide = canvas.picture.shape[:2]
    edges = [thing.edge for thing in canvas.things] or [18.0]
    for _ in range(count):
        edge = edges[0] * float(np.exp(rng.normal(0, 0.3)))
        spot = rng.uniform(0, 1, 2) * [wide, high]
        if canvas.things and rng.random() < 0.5:
            way, thing = rng.uniform(0, 2 * np.pi), canvas.things[int(rng.integers(len(canvas.things)))]
            spot = thing.centre + thing.edge * rng.uniform(0.65, 1.4) * np.array([np.cos(way), np.sin(way)])
        if all(thing.off(spot) > FAR for thing in canvas.things):
            middle = (float(spot[0]), float(spot[1]))
            piece, matrix = crop.cut(canvas.picture, middle, edge, float(rng.uniform(0, 6.3)), size)
            yield piece, up_near(canvas, spot, matrix)


def up_near(canvas: Canvas, spot: Array, matrix: Array) -> Array:
    """Return where up is in a piece, as the nearest thing in the picture shows it, or nothing known."""
    known = [thing for thing in canvas.things if thing.up is not None]
    if not known:
        return NOWHERE
    nearest = min(known, key=lambda thing: float(np.linalg.norm(thing.centre - spot)))
    return np.asarray(turned(matrix, nearest.up))


def turned(matrix: Array, shown: Array | None) -> Array:
    """Return how an edge shows in a piece that this matrix cut out, or nothing known."""
    if shown is None:
        return NOWHERE
    return np.asarray(matrix[:, :2] @ shown / np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
