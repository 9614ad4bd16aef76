"""Trains the network that finds dice."""

from collections.abc import Iterator

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.finder import CELL, EDGE
from vision.training.canvas import Canvas, Truth
from vision.training.faces import Array, Rng
from vision.training.loop import Plan, fit
from vision.training.nets import Finder

SIDE = 192
SMALLEST, LARGEST = 10.5, 23.0
"""Lengths of an edge that the network learns to find."""


def sample(rng: Rng, canvas: Canvas) -> tuple[Array, Array]:
    """Return a window of the picture at a random scale, and its heat, shift, size and weight planes."""
    seen = [thing for thing in canvas.things if thing.kind != "none"]
    edge = float(np.median([thing.edge for thing in canvas.things])) if canvas.things else float(rng.uniform(11, 30))
    scale = float(np.exp(rng.uniform(np.log(SMALLEST * 1.1), np.log(LARGEST / 1.1)))) / edge
    spot = rng.uniform(0, 1, 2) * canvas.picture.shape[1::-1]
    if seen and rng.random() < 0.8:
        spot = seen[int(rng.integers(len(seen)))].centre + rng.uniform(-70, 70, 2) / scale
    turn = scale * np.diag(rng.choice([-1, 1], 2)).astype(float)
    if rng.random() < 0.5:
        turn = turn[:, ::-1]
    matrix = np.hstack([turn, (SIDE / 2 - turn @ spot)[:, None]])
    window = _window(canvas.picture, matrix, spot, scale)
    planes = np.zeros((5, SIDE // CELL, SIDE // CELL), np.float32)
    planes[4] = 1
    for thing in canvas.things:
        _mark(planes, thing, matrix, scale)
    return _lit(rng, window), planes


def _window(picture: Array, matrix: Array, spot: Array, scale: float) -> Array:
    if scale < 0.75:
        reach = SIDE / scale
        left, top = (int(v) for v in np.clip(spot - reach, 0, None))
        part = picture[top : int(spot[1] + reach), left : int(spot[0] + reach)]
        if part.size:
            picture = cv2.GaussianBlur(part, (0, 0), 0.4 / scale)
            matrix = np.hstack([matrix[:, :2], matrix[:, 2:] + matrix[:, :2] @ [[left], [top]]])
    return cv2.warpAffine(picture, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT_101)


def _lit(rng: Rng, window: Array) -> Array:
    if rng.random() < 0.12:
        window = 255 - window
    if rng.random() < 0.5:
        window = window[..., rng.permutation(3)]
    if rng.random() < 0.5:
        window = np.clip(window * rng.uniform(0.6, 1.3) + rng.uniform(-20, 20), 0, 255).astype(np.uint8)
    return window


def _mark(planes: Array, thing: Truth, matrix: Array, scale: float) -> None:
    x, y = matrix @ [*thing.centre, 1.0] / CELL - 0.5 + 0.5 / CELL
    edge = thing.edge * scale
    rows, columns = np.indices(planes.shape[1:])
    apart = np.hypot(rows - y, columns - x)
    if thing.hidden or not thing.legible or thing.kind == "none" or not SMALLEST <= edge <= LARGEST:
        if thing.kind != "none" or edge <= LARGEST:
            planes[4][apart < edge / CELL] = 0
        return
    heat = np.exp(-((apart / (0.16 * edge / CELL)) ** 2) / 2)
    heat[heat < 0.02] = 0
    column, row = round(float(x)), round(float(y))
    if 0 <= row < heat.shape[0] and 0 <= column < heat.shape[1]:
        heat[row, column] = 1
    planes[0] = np.maximum(planes[0], heat)
    near = apart < 1.5
    planes[1][near], planes[2][near] = (x - columns)[near], (y - rows)[near]
    planes[3][near] = np.log(edge / EDGE)


def loss(out: Tensor, planes: Tensor) -> Tensor:
    """Return how far off the output is: heat above all, shift and size where there is a die."""
    heat, weight = planes[:, 0], planes[:, 4]
    found = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    middle = (heat > 0.999).float()
    hits = middle * (1 - found) ** 2 * found.log()
    misses = (1 - middle) * (1 - heat) ** 4 * found**2 * (1 - found).log()
    count = middle.sum().clamp(min=1)
    near = (planes[:, 3] != 0).float() * weight
    rest = functional.smooth_l1_loss(out[:, 1:], planes[:, 1:4], reduction="none", beta=0.2).sum(1) * near
    return -((hits + misses) * weight).sum() / count + rest.sum() / near.sum().clamp(min=1)


def batches(rng: Rng, canvases: list[Canvas], size: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Return batches for ever."""
    while True:
        picks = [sample(rng, canvases[int(rng.integers(len(canvases)))]) for _ in range(size)]
        pictures = np.stack([pick[0] for pick in picks]).transpose(0, 3, 1, 2)
        yield (
            torch.from_numpy(pictures.astype(np.float32) / 255),
            torch.from_numpy(np.stack([pick[1] for pick in picks])),
        )


def train(canvases: list[Canvas], plan: Plan, seed: int, start: Finder | None = None) -> Finder:
    """Return a network trained by this plan."""
    torch.manual_seed(seed)
    net = start or Finder()
    if start is None:
        torch.nn.init.constant_(net.last[1].bias, -2.0)
    fit(net, plan, batches(np.random.default_rng(seed), canvases, plan.size), loss)
    return net
