"""A contact sheet of the dice that were read wrongly, refused, missed or made up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.bench.dice_cases import Score, is_readable, is_seen
from vision.dice import Die

SIDE = 150
ACROSS = 10
Place = tuple[float, float, float]
RED, GREEN, YELLOW = (40, 40, 255), (60, 220, 60), (0, 220, 255)


def write_sheet(path: Path, scores: Sequence[Score]) -> int:
    """Write a tile for every fault and return how many there are."""
    tiles = [tile for told in scores for tile in _tiles(told)]
    while len(tiles) % ACROSS or not tiles:
        tiles.append(np.zeros((SIDE, SIDE, 3), np.uint8))
    rows = [np.hstack(tiles[at : at + ACROSS]) for at in range(0, len(tiles), ACROSS)]
    cv2.imwrite(str(path), np.vstack(rows))
    return len(tiles)


def _tiles(told: Score) -> list[Any]:
    faults: list[tuple[Place, str]] = []
    for truth, die in told.pairs:
        text = _fault(truth, die)
        if text:
            faults.append(((truth["x"], truth["y"], truth.get("edge_px") or _edge(told)), text))
    matched = [id(die) for _, die in told.pairs if die is not None]
    faults += [
        ((die.x, die.y, _length(die.corners)), f"false {die.value}") for die in told.dice if id(die) not in matched
    ]
    if not faults:
        return []
    picture = cv2.imread(str(told.case.path))
    return [_tile(picture, told, *fault) for fault in faults] if picture is not None else []


def _fault(truth: dict[str, Any], die: Die | None) -> str:
    """Return what is wrong with what was told of a die; of rendered ones only what the goals are about."""
    rendered = "pip_contrast" in truth
    if rendered and is_seen(truth) and die is not None and die.flat != truth["flat"]:
        return "flat, told leaning" if truth["flat"] else f"leans {truth['tilt_deg']:.0f}, told flat"
    if rendered and is_seen(truth) and not truth["flat"] and die is None:
        return f"leans {truth['tilt_deg']:.0f}, missed"
    if truth["value"] is None or (rendered and not is_readable(truth)) or (die and die.value == truth["value"]):
        return ""
    return f"{truth['value']} missed" if die is None else f"{truth['value']} read {die.value}"


def _edge(told: Score) -> float:
    lengths = [_length(die.corners) for die in told.dice]
    return float(np.median(lengths)) if lengths else max(told.case.size) / 20


def _length(corners: Sequence[tuple[float, float]]) -> float:
    return float(np.hypot(corners[0][0] - corners[1][0], corners[0][1] - corners[1][1]))


def _tile(picture: Any, told: Score, place: Place, text: str) -> Any:
    x, y, edge = place
    scale = SIDE / (4 * max(edge, 4))
    matrix = np.array([[scale, 0, SIDE / 2 - scale * x], [0, scale, SIDE / 2 - scale * y]])
    tile = cv2.warpAffine(picture, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    for die in told.dice:
        shape = (np.array(die.corners) @ matrix[:, :2].T + matrix[:, 2]).round().astype(np.int32)
        cv2.polylines(tile, [shape], isClosed=True, color=GREEN)
    cv2.putText(tile, text, (3, 13), cv2.FONT_HERSHEY_SIMPLEX, 0.42, RED, 1, cv2.LINE_AA)
    name = f"{told.case.group[:8]} {told.case.path.stem[-12:]}"
    cv2.putText(tile, name, (3, SIDE - 5), cv2.FONT_HERSHEY_SIMPLEX, 0.32, YELLOW, 1, cv2.LINE_AA)
    return tile
