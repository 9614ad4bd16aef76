"""What the dice reader tells: dice, the doubling cube, and where each lies."""

from dataclasses import dataclass
from enum import Enum

Point = tuple[float, float]
"""A place in the picture: pixels to the right, pixels down, from the upper left corner."""


class Half(Enum):
    """The part of the board that a die lies on, left and right as the picture shows them."""

    LEFT = "left"
    RIGHT = "right"
    BAR = "bar"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Die:
    """A die; its value is None where it cannot be told for sure, its half is None where the board is not known."""

    value: int | None
    x: float
    y: float
    corners: tuple[Point, ...]
    half: Half | None = None
    flat: bool = True
    on_checker: bool = False
    moving: bool = False
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube; its value is None where it cannot be read."""

    value: int | None
    x: float
    y: float
    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class DiceReading:
    """All that was read in one picture, and the milliseconds that the dice took."""

    dice: tuple[Die, ...]
    cube: Cube | None
    """None if it is not seen, or was not asked for."""
    ms: float
