"""Reads cut-out pieces with a small network: what each is, what it shows, how it lies."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision import crop
from vision.dice import Point
from vision.networks import Floats, network, shares

WEIGHTS = Path(__file__).parent / "weights" / "teller.onnx.xz"
TABLE_WEIGHTS = WEIGHTS.with_name("teller_table.onnx.xz")
"""Taught on with dice that lean: sees those at tables better, and more that is no die in other pictures."""
SHARP_WEIGHTS = WEIGHTS.with_name("teller_sharp.onnx.xz")
CUBES = (2, 4, 8, 16, 32, 64)
HEADS = {"kind": 3, "value": 6, "cube": 6, "flat": 1, "on_checker": 1, "moving": 1, "corners": 8, "axis": 2}
"""What the network puts out, in this order."""


@dataclass(frozen=True, slots=True)
class Telling:
    """What the network says of a piece; all shares are chances from 0 to 1."""

    die: float
    cube: float
    values: tuple[float, ...]
    numbers: tuple[float, ...]
    """Of the doubling cube, in the order of its numbers."""
    flat: float
    on_checker: float
    moving: float
    corners: tuple[Point, ...]
    """Of the upper face, in pixels of the picture."""
    axis: Point
    """How far the upper end of an upright edge of the die shows from its foot, in edges."""

    @property
    def value(self) -> int:
        """The likeliest number of pips."""
        return 1 + int(np.argmax(self.values))

    @property
    def centre(self) -> Point:
        """The middle of the upper face."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    @property
    def middle(self) -> Point:
        """The middle of the whole die, whichever of its faces was taken for the upper one."""
        (x, y), (across, down) = self.centre, self.axis
        return x - across * self.edge / 2, y - down * self.edge / 2

    @property
    def edge(self) -> float:
        """The mean length of an edge of the upper face."""
        ends = zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        return sum(float(np.hypot(a[0] - b[0], a[1] - b[1])) for a, b in ends) / 4


class Teller:
    """The network and how to ask it."""

    def __init__(self, weights: Path = WEIGHTS, size: crop.Size = crop.QUICK) -> None:
        self.size, self._net = size, network(weights)

    def tell(self, piece: crop.Image, up: crop.Up | None, matrix: crop.Image, *, roughly: bool = False) -> Telling:
        """Return what a piece shows; the matrix led from the picture to it. Of a rough up the direction counts."""
        return _telling(self._net.ask(crop.planes(piece, up, roughly=roughly)[None])[0], matrix, self.size)


def _telling(row: Floats, matrix: NDArray[Any], size: crop.Size) -> Telling:
    ends = np.cumsum(list(HEADS.values()))[:-1]
    part = dict(zip(HEADS, np.split(row, ends), strict=True))
    kinds = shares(part["kind"])
    turn = np.linalg.inv(matrix[:, :2])
    spots = part["corners"].reshape(4, 2) * size.edge + (size.side - 1) / 2
    corners = (spots - matrix[:, 2]) @ turn.T
    axis = turn @ part["axis"] * np.sqrt(abs(np.linalg.det(matrix[:, :2])))
    flat, on_checker, moving = (1 / (1 + float(np.exp(-part[name][0]))) for name in ("flat", "on_checker", "moving"))
    return Telling(
        die=kinds[1],
        cube=kinds[2],
        values=shares(part["value"]),
        numbers=shares(part["cube"]),
        flat=flat,
        on_checker=on_checker,
        moving=moving,
        corners=tuple((float(x), float(y)) for x, y in corners),
        axis=(float(axis[0]), float(axis[1])),
    )


def mean(looks: Sequence[Telling]) -> Telling:
    """Return what some looks at the same piece say together; corners are those of the last."""
    return Telling(
        die=_mean(look.die for look in looks),
        cube=_mean(look.cube for look in looks),
        values=tuple(map(_mean, zip(*(look.values for look in looks), strict=True))),
        numbers=tuple(map(_mean, zip(*(look.numbers for look in looks), strict=True))),
        flat=_mean(look.flat for look in looks),
        on_checker=_mean(look.on_checker for look in looks),
        moving=_mean(look.moving for look in looks),
        corners=looks[-1].corners,
        axis=(_mean(look.axis[0] for look in looks), _mean(look.axis[1] for look in looks)),
    )


def _mean(shares: Iterable[float]) -> float:
    listed = list(shares)
    return sum(listed) / len(listed)
