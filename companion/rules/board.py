"""The board itself: 24 points, the two ways of naming them, and the paths across them."""

from __future__ import annotations

from enum import Enum

POINTS = 24
HOME_PACE = 19
OFF_PACE = POINTS + 1
BAR = "bar"
RESERVE = "reserve"
OFF = "off"


class Path(Enum):
    """The way a player's checkers travel; pace k is the k-th point of it."""

    FALLING = "falling"
    RISING = "rising"

    def point(self, pace: int) -> int:
        """Return the point at `pace` of this path."""
        return pace if self is Path.RISING else OFF_PACE - pace

    def pace(self, point: int) -> int:
        """Return the pace of `point` on this path (the two are mirror images)."""
        return self.point(point)


def booklet_name(point: int) -> str:
    """Return the booklets' name of a point: 1-12, then 12A down to 1A."""
    return str(point) if point <= POINTS // 2 else f"{OFF_PACE - point}A"


def place_name(place: int | str) -> str:
    """Return what a place is called: a point as the booklets do, bar, reserve and tray by their own names."""
    return booklet_name(place) if isinstance(place, int) else place


def point_of_booklet_name(name: str) -> int:
    """Return the point that the booklets call `name`."""
    number = name.removesuffix("A")
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= POINTS // 2):
        msg = f"{name!r} is not a point: the booklets' names are 1 to 12 and 1A to 12A"
        raise ValueError(msg)
    return OFF_PACE - int(number) if name.endswith("A") else int(number)
