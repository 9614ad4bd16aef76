"""Where the board lies in a camera's picture: the corners of both halves, and how large a die looks."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TypeAlias

from vision.dice import Half, Point

Corners: TypeAlias = tuple[Point, Point, Point, Point]
VERSION = 1
KEYS = frozenset({"version", "left", "right", "die_px", "size", "camera", "how", "reference"})
SMALLEST_AREA = 100.0
"""In square pixels: anything less is no half of a board."""
LARGEST = 100_000.0
"""No picture is so wide or high."""
SMALLEST_DIE = 2.0
DIE_SHARES = 0.01, 0.3
"""Between these is the edge of a die, with the side of a square as large as a half as 1."""
OVERLAP = 0.1
"""So deep the halves may reach into each other, in the same measure, as nobody gives corners exactly."""
SIDE_BY_SIDE = 0.5
"""The least cosine between the way along a half's edges and the way from the left half to the right one."""
SEEN = 0.5
"""The least share of a half that lies in the picture."""


class CalibrationError(ValueError):
    """A calibration that cannot be used; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What is known of a camera's mounting: corners are top left, top right, bottom right, bottom left."""

    left: Corners
    right: Corners
    die_px: float | None = None
    """The length of a die's edge."""
    size: tuple[int, int] | None = None
    """Width and height of the picture that the corners were found in."""
    camera: str = ""
    how: str = "given"
    """How the corners were found: given, markers or outline."""
    reference: str = ""
    """The board as the camera saw it then, a small JPEG in base64: to notice that the camera was knocked."""

    @classmethod
    def from_regions_file(cls, path: Path) -> Calibration:
        """Return the corners in a file made by hand or by `save`."""
        return load(path)

    def save(self, path: Path) -> None:
        """Write it as JSON, whole or not at all."""
        text = json.dumps({"version": VERSION, **asdict(self)}, indent=1)
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(path.name + ".new")
        unfinished.write_text(text + "\n", encoding="utf-8")
        unfinished.replace(path)

    def half_of(self, x: float, y: float) -> Half:
        """Tell where on the board a point of the picture lies."""
        if inside(self.left, (x, y)):
            return Half.LEFT
        if inside(self.right, (x, y)):
            return Half.RIGHT
        return Half.BAR if inside(self.bar, (x, y)) else Half.OUTSIDE

    @property
    def bar(self) -> Corners:
        """The corners of the strip between the halves."""
        return self.left[1], self.right[0], self.right[3], self.left[2]

    @property
    def outline(self) -> Corners:
        """The corners of the playing surface, both halves and the bar."""
        return self.left[0], self.right[1], self.right[2], self.left[3]

    def scaled_to(self, size: tuple[int, int]) -> Calibration:
        """Return it for pictures of another width and height from the same camera."""
        if self.size is None or self.size == size:
            return self
        across, down = size[0] / self.size[0], size[1] / self.size[1]
        if not math.isclose(across, down, rel_tol=0.02):
            wide, high = self.size
            msg = f"The camera was calibrated at {wide}x{high}; pictures of {size[0]}x{size[1]} have another shape."
            raise CalibrationError(msg)
        die = self.die_px and self.die_px * across
        return replace(self, left=_scaled(self.left, across), right=_scaled(self.right, across), die_px=die, size=size)


def load(path: Path) -> Calibration:
    """Read a calibration, or say in a sentence why that cannot be."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        msg = f"The file {path} cannot be read: {error.strerror}."
        raise CalibrationError(msg) from None
    except (ValueError, RecursionError):
        msg = f"The file {path} is not JSON."
        raise CalibrationError(msg) from None
    try:
        return from_json(data)
    except CalibrationError as error:
        msg = f"In the file {path}: {error}"
        raise CalibrationError(msg) from None


def from_json(data: object) -> Calibration:
    """Return the calibration that decoded JSON holds."""
    if not isinstance(data, dict):
        msg = "A calibration is a JSON object with 'left' and 'right'."
        raise CalibrationError(msg)
    unknown = sorted(map(str, data.keys() - KEYS))
    if unknown:
        msg = f"'{unknown[0]}' is not known; known are {', '.join(sorted(KEYS))}."
        raise CalibrationError(msg)
    if data.get("version", VERSION) != VERSION:
        msg = "It was made by another version: calibrate the camera again."
        raise CalibrationError(msg)
    texts = {key: str(data[key]) for key in ("camera", "how", "reference") if key in data}
    left, right = (_corners(data.get(key), key) for key in ("left", "right"))
    found = Calibration(left, right, _die(data.get("die_px")), _size(data.get("size")), **texts)
    check(found)
    return found


def check(found: Calibration) -> None:
    """Raise `CalibrationError` if corners, dice and picture do not go together."""
    side = math.sqrt(min(area(found.left), area(found.right)))
    if not _is_side_by_side(found) or _overlap(found) > OVERLAP * side:
        msg = "The halves must lie side by side, the left one left of the right one."
        raise CalibrationError(msg)
    if found.die_px is not None and not _is_die(found.die_px, side):
        msg = "'die_px' does not go with the size of the halves."
        raise CalibrationError(msg)
    if found.size is not None and min(_seen(half, found.size) for half in (found.left, found.right)) < SEEN:
        wide, high = found.size
        msg = f"The board lies outside the picture, which is {wide}x{high}."
        raise CalibrationError(msg)


def file_for(folder: Path, camera: str) -> Path:
    """Return the file in which the calibration of a camera is kept."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", camera).strip("-").lower()
    return folder / f"calibration-{name or 'camera'}.json"


def inside(corners: Sequence[Point], point: Point) -> bool:
    """Tell whether a point lies in a convex shape whose corners go round clockwise as seen."""
    following = (*corners[1:], corners[0])
    return all(_side(start, end, point) >= 0 for start, end in zip(corners, following, strict=True))


def area(corners: Sequence[Point]) -> float:
    """Return the area of a shape, below 0 if its corners go round the wrong way."""
    following = (*corners[1:], corners[0])
    return sum(x * down - across * y for (x, y), (across, down) in zip(corners, following, strict=True)) / 2


def _side(start: Point, end: Point, point: Point) -> float:
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _is_side_by_side(found: Calibration) -> bool:
    """Whether the right half is where the edges of both lead to, however the board is turned."""
    (left_x, left_y), (right_x, right_y) = (_middle(half) for half in (found.left, found.right))
    away = right_x - left_x, right_y - left_y
    return all(_cosine(_along(half), away) > SIDE_BY_SIDE for half in (found.left, found.right))


def _middle(corners: Corners) -> Point:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def _along(corners: Corners) -> Point:
    first, second, third, fourth = corners
    return second[0] - first[0] + third[0] - fourth[0], second[1] - first[1] + third[1] - fourth[1]


def _cosine(one: Point, other: Point) -> float:
    lengths = math.hypot(*one) * math.hypot(*other)
    return (one[0] * other[0] + one[1] * other[1]) / lengths if lengths else 0.0


def _overlap(found: Calibration) -> float:
    """Return how deep the halves reach into each other, below 0 if they lie apart."""
    return min(_depth(found.left, found.right), _depth(found.right, found.left))


def _depth(corners: Corners, other: Corners) -> float:
    edges = zip(corners, (*corners[1:], corners[0]), strict=True)
    return min(max(_side(start, end, point) for point in other) / math.dist(start, end) for start, end in edges)


def _is_die(edge: float, side: float) -> bool:
    smallest, largest = DIE_SHARES
    return edge >= SMALLEST_DIE and smallest * side <= edge <= largest * side


def _seen(corners: Corners, size: tuple[int, int]) -> float:
    """Return which share of places spread over a half lies in the picture."""
    first, second, third, fourth = corners
    shares = [(at + 0.5) / 10 for at in range(10)]
    count = 0
    for across in shares:
        top, foot = _between(first, second, across), _between(fourth, third, across)
        for down in shares:
            x, y = _between(top, foot, down)
            count += 0 <= x <= size[0] and 0 <= y <= size[1]
    return count / len(shares) ** 2


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _scaled(corners: Corners, by: float) -> Corners:
    first, second, third, fourth = ((x * by, y * by) for x, y in corners)
    return first, second, third, fourth


def _corners(given: object, key: str) -> Corners:
    if not isinstance(given, list) or len(given) != 4 or not all(map(_is_point, given)):
        msg = f"'{key}' must be four corners [x, y]: top left, top right, bottom right, bottom left."
        raise CalibrationError(msg)
    first, second, third, fourth = ((float(x), float(y)) for x, y in given)
    corners = (first, second, third, fourth)
    turns = [_side(corners[at], corners[(at + 1) % 4], corners[(at + 2) % 4]) for at in range(4)]
    if min(turns) <= 0 or area(corners) < SMALLEST_AREA:
        msg = f"The corners of '{key}' must go round the half: top left, top right, bottom right, bottom left."
        raise CalibrationError(msg)
    return corners


def _is_point(given: object) -> bool:
    return isinstance(given, list) and len(given) == 2 and all(map(_is_number, given))


def _is_number(given: object) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool) and abs(given) < LARGEST


def _die(given: object) -> float | None:
    if given is None:
        return None
    if not isinstance(given, int | float) or not _is_number(given) or given <= 0:
        msg = "'die_px' must be the length of a die's edge in pixels."
        raise CalibrationError(msg)
    return float(given)


def _size(given: object) -> tuple[int, int] | None:
    if given is None:
        return None
    if (
        not isinstance(given, list)
        or len(given) != 2
        or not all(isinstance(side, int) and 0 < side < LARGEST for side in given)
    ):
        msg = "'size' must be the width and the height of the picture."
        raise CalibrationError(msg)
    wide, high = given
    return wide, high
