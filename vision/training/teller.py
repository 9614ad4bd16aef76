"""Trains the network that reads a cut-out piece."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision import crop
from vision.training.canvas import Canvas
from vision.training.data import elsewhere, pieces
from vision.training.nets import Teller, heads
from vision.training.report import progress
from vision.training.solid import NUMERALS, Array, Rng

NOWHERE, NO_CORNERS = np.full(2, np.nan), np.full((4, 2), np.nan)
NOTHING = (NOWHERE, 0, -1, -1, [-1] * 3, NO_CORNERS, NOWHERE)
"""All that is to be told of a piece with nothing in it."""
KINDS = {"none": 0, "die": 1, "cube": 2}


@dataclass
class Lessons:
    """Pieces with what is to be told of each; -1 where nothing is asked."""

    pictures: Array
    ups: Array
    kind: Array
    value: Array
    cube: Array
    flags: Array
    corners: Array
    axes: Array

    def joined(self, other: "Lessons") -> "Lessons":
        """Return both together."""
        return Lessons(
            *(np.concatenate([a, b]) for a, b in zip(vars(self).values(), vars(other).values(), strict=True))
        )


def lessons(rng: Rng, canvases: list[Canvas], copies: int, empty: int) -> Lessons:
    """Return pieces of pictures, those around dice and some others."""
    rows = []
    for canvas in canvases:
        for piece, thing, matrix in pieces(rng, canvas, copies):
            turn = matrix[:, :2] / crop.EDGE * thing.edge
            up = turn @ thing.up / np.sqrt(abs(np.linalg.det(turn))) if thing.up is not None else NOWHERE
            corners = (np.hstack([thing.corners, np.ones((4, 1))]) @ matrix.T - (crop.SIDE - 1) / 2) / crop.EDGE
            die = thing.kind == "die"
            value = thing.value - 1 if die and not thing.moving and thing.value else -1
            cube = NUMERALS.index(thing.value) if thing.kind == "cube" and thing.value in NUMERALS else -1
            known = thing.up is not None
            flags = [
                int(thing.flat) if die and known and not thing.moving else -1,
                -1,
                int(thing.moving) if die else -1,
            ]
            if die and known and thing.flat and not thing.moving:
                flags[1] = int(thing.on_checker)
            corners = corners if known and (die or thing.value) else NO_CORNERS
            axis = turn @ thing.axis / np.sqrt(abs(np.linalg.det(turn))) if thing.axis is not None and die else NOWHERE
            rows.append((piece, up, KINDS[thing.kind], value, cube, flags, corners, axis))
        rows += [(piece, *NOTHING) for piece in elsewhere(rng, canvas, empty)]
    return collected(rows)


def collected(rows: list[tuple[Array, Array, int, int, int, list[int], Array, Array]]) -> Lessons:
    """Return rows as columns."""
    pictures, ups, kind, value, cube, flags, corners, axes = zip(*rows, strict=True)
    return Lessons(
        np.stack(pictures),
        np.stack(ups).astype(np.float32),
        np.array(kind),
        np.array(value),
        np.array(cube),
        np.array(flags, np.float32),
        np.stack(corners).astype(np.float32),
        np.stack(axes).astype(np.float32),
    )


def negatives(found: list[Array]) -> Lessons:
    """Return pieces that hold nothing."""
    return collected([(piece, *NOTHING) for piece in found])


def batch(rng: Rng, taught: Lessons, picks: Array) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the chosen pieces, mirrored and recoloured by chance, and what is to be told of them."""
    pictures = taught.pictures[picks]
    ups, corners, axes = (array[picks].copy() for array in (taught.ups, taught.corners, taught.axes))
    out = np.zeros((len(picks), 6, crop.SIDE, crop.SIDE), np.float32)
    for at, original in enumerate(pictures):
        picture = original
        if rng.random() < 0.5 and taught.cube[picks[at]] < 0:
            picture = picture[:, ::-1]
            ups[at, 0], corners[at, :, 0], axes[at, 0] = -ups[at, 0], -corners[at, :, 0], -axes[at, 0]
        up = None
        if rng.random() < 0.7:
            # Where there is no die, up points anywhere: that it is known must not tell that there is one.
            guess = rng.normal(0, 0.3, 2) if np.isnan(ups[at, 0]) else ups[at] + rng.normal(0, 0.05, 2)
            up = float(guess[0]), float(guess[1])
        out[at] = crop.planes(_lit(rng, picture), up)
    wanted = {
        "kind": taught.kind[picks],
        "value": taught.value[picks],
        "cube": taught.cube[picks],
        "flags": taught.flags[picks],
        "corners": corners,
        "axis": axes,
    }
    return torch.from_numpy(out), {name: torch.from_numpy(array) for name, array in wanted.items()}


def _lit(rng: Rng, picture: Array) -> Array:
    chance = rng.random(4)
    if chance[0] < 0.1:
        picture = 255 - picture
    if chance[1] < 0.4:
        picture = picture[..., rng.permutation(3)]
    if chance[2] < 0.2:
        picture = np.clip(picture + rng.normal(0, rng.uniform(2, 14), picture.shape), 0, 255)
    if chance[3] < 0.15:
        picture = np.repeat(picture.mean(2, keepdims=True), 3, 2)
    return picture


def loss(out: Tensor, wanted: dict[str, Tensor]) -> Tensor:
    """Return how far off the output is, over all heads."""
    part = heads(out)
    total = functional.cross_entropy(part["kind"], wanted["kind"], label_smoothing=0.01)
    for name, weight in (("value", 1.5), ("cube", 0.3)):
        if bool((wanted[name] >= 0).any()):
            total = total + weight * functional.cross_entropy(
                part[name], wanted[name], ignore_index=-1, label_smoothing=0.01
            )
    for column, (name, weight) in enumerate((("flat", 1.0), ("on_checker", 0.7), ("moving", 0.5))):
        asked = wanted["flags"][:, column] >= 0
        if bool(asked.any()):
            told, truth = part[name][asked, 0], wanted["flags"][asked, column]
            total = total + weight * functional.binary_cross_entropy_with_logits(told, truth)
    asked = ~torch.isnan(wanted["axis"][:, 0])
    if bool(asked.any()):
        total = total + 4 * functional.smooth_l1_loss(part["axis"][asked], wanted["axis"][asked], beta=0.05)
    return total + 4 * _corner_loss(part["corners"], wanted["corners"])


def _corner_loss(told: Tensor, truth: Tensor) -> Tensor:
    asked = ~torch.isnan(truth[:, 0, 0])
    if not bool(asked.any()):
        return told.sum() * 0
    mine, goal = told[asked].reshape(-1, 4, 2), truth[asked]
    turned = [
        functional.smooth_l1_loss(mine, goal.roll(k, 1), reduction="none", beta=0.05).mean((1, 2)) for k in range(4)
    ]
    mirrored = [
        functional.smooth_l1_loss(mine, goal.flip(1).roll(k, 1), reduction="none", beta=0.05).mean((1, 2))
        for k in range(4)
    ]
    return torch.stack(turned + mirrored).min(0).values.mean()


def train(taught: Lessons, steps: int, seed: int = 0, start: Teller | None = None, rate: float = 3e-3) -> Teller:
    """Return a network trained for so many steps."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = start or Teller()
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, steps)
    net.train()
    total = 0.0
    for step in range(steps):
        pictures, wanted = batch(rng, taught, rng.integers(len(taught.kind), size=96))
        error = loss(net(pictures), wanted)
        optimiser.zero_grad()
        error.backward()
        optimiser.step()
        plan.step()
        total += float(error.detach())
        if step % 100 == 99:
            progress(f"teller {step + 1} {total / 100:.4f}")
            total = 0.0
    net.eval()
    return net
