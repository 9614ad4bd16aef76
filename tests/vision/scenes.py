"""Rendered boards with dice, and what is true of them."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Corners

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Scene:
    """A picture, the corners of its board, its dice and its doubling cube."""

    name: str
    calibration: Calibration
    dice: tuple[dict[str, Any], ...]
    cube: dict[str, Any] | None

    @property
    def picture(self) -> NDArray[Any]:
        picture = cv2.imread(str(DATA / self.name))
        assert picture is not None
        return np.asarray(picture)


def scenes() -> list[Scene]:
    return [_scene(entry) for entry in json.loads((DATA / "scenes.json").read_text(encoding="utf-8"))]


def _scene(entry: dict[str, Any]) -> Scene:
    left, right = (_corners(entry["regions"][half]) for half in ("left", "right"))
    calibration = Calibration(left, right, None, (entry["width"], entry["height"]))
    return Scene(entry["file"], calibration, tuple(entry["dice"]), entry["cube"])


def _corners(given: list[list[float]]) -> Corners:
    first, second, third, fourth = ((x, y) for x, y in given)
    return first, second, third, fourth
