"""Trains the network that reads a cut-out piece."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision import crop
from vision.training.canvas import Canvas, Truth
from vision.training.data import NOWHERE, elsewhere, pieces, turned
from vision.training.faces import NUMERALS, Array, Rng
from vision.training.loop import Plan, fit
from vision.training.nets import Teller, heads

NO_CORNERS = np.full((4, 2), np.nan)
NOTHING = (0, -1, -1, [-1] * 3, NO_CORNERS, NOWHERE)
"""All that is to be told of a piece with nothing in it."""
_QUARTER = np.array([[0, -1], [1, 0]], np.float32)
"""Turns places against the clock, as `rot90` turns pictures."""
KINDS = {"none": 0, "die": 1, "cube": 2}
Cut: TypeAlias = tuple[Array, Array]
"""A piece, and where up is in it."""
Row: TypeAlias = tuple[Array, Array, int, int, int, list[int], Array, Array]


@dataclass(frozen=True)
class Aim:
    """What a round of the training looks at most."""

    known: float
    """How often the network is told where up is."""
    roughly: float
    """How often it is told only the direction."""
    leaning: float
    """How much it counts whether dice lie flat."""


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


def lessons(rng: Rng, canvases: Iterable[Canvas], copies: int, empty: int, size: crop.Size = crop.QUICK) -> Lessons:
    """Return pieces of pictures, those around dice and some others."""
    rows: list[Row] = []
    for canvas in canvases:
        rows += [_row(*cut, size) for cut in pieces(rng, canvas, copies, size)]
        rows += [(piece, up, *NOTHING) for piece, up in elsewhere(rng, canvas, empty, size)]
    return collected(rows)


def gathered(rng: Rng, parts: Iterable[tuple[list[Canvas], int, int]], size: crop.Size = crop.QUICK) -> Lessons:
    """Return pieces of all these pictures, each with how many around a thing and how many elsewhere."""
    taught: Lessons | None = None
    for pictures, copies, empty in parts:
        if pictures:
            some = lessons(rng, pictures, copies, empty, size)
            taught = taught.joined(some) if taught else some
    if taught is None:
        msg = "There are no pictures to learn from."
        raise ValueError(msg)
    return taught


def _row(piece: Array, thing: Truth, matrix: Array, size: crop.Size) -> Row:
    die, known = thing.kind == "die", thing.up is not None
    asked = die and known and not thing.moving
    flags = [
        int(thing.flat) if asked else -1,
        int(thing.on_checker) if asked and thing.flat else -1,
        int(thing.moving) if die else -1,
    ]
    corners = (np.hstack([thing.corners, np.ones((4, 1))]) @ matrix.T - (size.side - 1) / 2) / size.edge
    return (
        piece,
        turned(matrix, thing.up),
        KINDS[thing.kind],
        thing.value - 1 if die and not thing.moving and thing.value else -1,
        NUMERALS.index(thing.value) if thing.kind == "cube" and thing.value in NUMERALS else -1,
        flags,
        corners if known and (die or thing.value) else NO_CORNERS,
        turned(matrix, thing.axis) if die else NOWHERE,
    )


def collected(rows: list[Row]) -> Lessons:
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


def negatives(found: Iterable[Cut]) -> Lessons:
    """Return pieces that hold nothing, with where up is."""
    return collected([(piece, up, *NOTHING) for piece, up in found])


def doubtful(net: Teller, found: list[Cut], chance: float) -> list[Cut]:
    """Return the pieces that a network takes for something with at least that chance."""
    kept: list[Cut] = []
    for at in range(0, len(found), 256):
        some = found[at : at + 256]
        seen = np.stack([crop.planes(piece, None if np.isnan(up[0]) else (up[0], up[1])) for piece, up in some])
        with torch.no_grad():
            nothing = heads(net(torch.from_numpy(seen)))["kind"].softmax(1)[:, 0].numpy()
        kept += [cut for cut, share in zip(some, nothing, strict=True) if share < 1 - chance]
    return kept


def batch(rng: Rng, taught: Lessons, picks: Array, aim: Aim) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the chosen pieces, turned, mirrored and recoloured by chance, and what is to be told of them."""
    pictures = taught.pictures[picks]
    ups, corners, axes = (array[picks].copy() for array in (taught.ups, taught.corners, taught.axes))
    out = np.zeros((len(picks), 6, *pictures.shape[1:3]), np.float32)
    for at, original in enumerate(pictures):
        turns = int(rng.integers(4))
        picture = np.rot90(original, turns)
        for _ in range(turns):
            ups[at], corners[at], axes[at] = ups[at] @ _QUARTER, corners[at] @ _QUARTER, axes[at] @ _QUARTER
        if rng.random() < 0.5 and taught.cube[picks[at]] < 0:
            picture = picture[:, ::-1]
            ups[at, 0], corners[at, :, 0], axes[at, 0] = -ups[at, 0], -corners[at, :, 0], -axes[at, 0]
        out[at] = _planes(rng, _lit(rng, picture), ups[at], aim)
    wanted = {
        "kind": taught.kind[picks],
        "value": taught.value[picks],
        "cube": taught.cube[picks],
        "flags": taught.flags[picks],
        "corners": corners,
        "axis": axes,
    }
    return torch.from_numpy(out), {name: torch.from_numpy(array) for name, array in wanted.items()}


def _planes(rng: Rng, picture: Array, up: Array, aim: Aim) -> Array:
    """Return what the network gets, with where up is told well, roughly or not at all."""
    chance = rng.random()
    if chance > aim.known + aim.roughly:
        return crop.planes(picture, None)
    # Where nothing is known of up it points anywhere: that it is told must not tell that there is a die.
    guess = rng.normal(0, 0.3, 2) if np.isnan(up[0]) else up + rng.normal(0, 0.05, 2)
    if chance < aim.known:
        return crop.planes(picture, (float(guess[0]), float(guess[1])))
    way = float(np.arctan2(guess[1], guess[0]) + rng.normal(0, 0.35))
    return crop.planes(picture, (float(np.cos(way)), float(np.sin(way))), roughly=True)


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


def loss(out: Tensor, wanted: dict[str, Tensor], leaning: float) -> Tensor:
    """Return how far off the output is, over all heads."""
    part = heads(out)
    total = functional.cross_entropy(part["kind"], wanted["kind"], label_smoothing=0.01)
    for name, weight in (("value", 1.5), ("cube", 0.3)):
        if bool((wanted[name] >= 0).any()):
            total = total + weight * functional.cross_entropy(
                part[name], wanted[name], ignore_index=-1, label_smoothing=0.01
            )
    for column, (name, weight) in enumerate((("flat", leaning), ("on_checker", 0.7), ("moving", 0.5))):
        asked = wanted["flags"][:, column] >= 0
        if bool(asked.any()):
            told, truth = part[name][asked, 0], wanted["flags"][asked, column]
            total = total + weight * functional.binary_cross_entropy_with_logits(told, truth)
    asked = ~torch.isnan(wanted["axis"][:, 0])
    if bool(asked.any()):
        total = total + 4 * leaning * functional.smooth_l1_loss(part["axis"][asked], wanted["axis"][asked], beta=0.05)
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


def batches(rng: Rng, taught: Lessons, size: int, aim: Aim) -> Iterator[tuple[Tensor, dict[str, Tensor]]]:
    """Return batches for ever."""
    while True:
        yield batch(rng, taught, rng.integers(len(taught.kind), size=size), aim)


def train(taught: Lessons, plan: Plan, aim: Aim, seed: int, net: Teller) -> Teller:
    """Train a network by this plan."""
    torch.manual_seed(seed)
    some = batches(np.random.default_rng(seed), taught, plan.size, aim)
    fit(net, plan, some, partial(loss, leaning=aim.leaning))
    return net
