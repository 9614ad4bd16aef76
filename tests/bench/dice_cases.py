"""Pictures of dice with the truth about them, and how a reading is scored against it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vision.calibration import Calibration, Corners
from vision.dice import Die

MANY = 12
"""Scenes with more dice are looked at, but not scored."""

SMALLEST, FAINTEST, MOST_HIDDEN = 16, 30, 0.1
"""Edge in pixels, contrast of the pips and hidden share of the dice that the goals are about."""


@dataclass(frozen=True)
class Case:
    """A picture with its labels; `group` is the source of a photograph or the table of a rendered scene."""

    path: Path
    group: str
    labels: tuple[dict[str, Any], ...]
    moving: bool = False
    calibration: Calibration | None = None
    cube: dict[str, Any] | None = None
    size: tuple[int, int] = (0, 0)


@dataclass
class Score:
    """How a picture was read."""

    case: Case
    right: int = 0
    misread: int = 0
    refused: int = 0
    missed: int = 0
    false: int = 0
    dice: tuple[Die, ...] = ()
    pairs: list[tuple[dict[str, Any], Die | None]] = field(default_factory=list)

    @property
    def scored(self) -> int:
        return self.right + self.misread + self.refused + self.missed

    @property
    def exact(self) -> bool:
        return self.right == self.scored and not self.false


def photographs(folder: Path) -> Iterator[Case]:
    """Return the photographs of real dice."""
    for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        yield Case(
            folder / entry["file"],
            entry["file"].split("__")[0],
            tuple(entry["dice"]),
            moving=bool(entry.get("moving")),
            size=(entry["width"], entry["height"]),
        )


def scenes(folder: Path, *, with_die: bool = True) -> Iterator[Case]:
    """Return the rendered scenes, each with its board's corners."""
    images = json.loads((folder / "labels.json").read_text(encoding="utf-8"))["images"]
    edges: dict[int, list[float]] = {}
    for entry in images:
        edges.setdefault(entry["table"], []).extend(die["edge_px"] for die in entry["dice"])
    for entry in images:
        left, right = (_corners(entry["regions"][half]) for half in ("left", "right"))
        size, lengths = (entry["width"], entry["height"]), sorted(edges[entry["table"]])
        die_px = lengths[len(lengths) // 2] if with_die and lengths else None
        yield Case(
            folder / entry["file"],
            f"table {entry['table']:02d} {entry['board']}",
            tuple(entry["dice"]),
            calibration=Calibration(left, right, die_px, size),
            cube=entry["cube"],
            size=size,
        )


def thrown(folder: Path, every: int = 4) -> Iterator[tuple[Case, Case]]:
    """Return frames of the sequences in which dice lie and no hand is near, each with the empty board before them."""
    for film in json.loads((folder / "labels.json").read_text(encoding="utf-8"))["sequences"]:
        left, right = (_corners(film["regions"][half]) for half in ("left", "right"))
        size, name = (film["width"], film["height"]), str(film["folder"])
        lengths = sorted(die["edge_px"] for frame in film["frames"] for die in frame["dice"])
        calibration = Calibration(left, right, lengths[len(lengths) // 2], size)
        cases = [
            Case(folder / frame["file"], name, tuple(frame["dice"]), calibration=calibration, size=size)
            for frame in film["frames"]
            if not frame["hand"]
        ]
        lying = [case for case in cases if case.labels and not any(die["moving"] for die in case.labels)]
        yield from ((case, cases[0]) for case in lying[::every])


def _corners(given: list[list[float]]) -> Corners:
    first, second, third, fourth = ((x, y) for x, y in given)
    return first, second, third, fourth


def score(case: Case, dice: Sequence[Die]) -> Score:
    """Return how well the dice fit the labels: each die belongs to the nearest label that is near enough."""
    told = Score(case, dice=tuple(dice))
    taken: dict[int, Die] = {}
    for die in sorted(dice, key=lambda die: _distance(case, die)[0]):
        distance, label = _distance(case, die)
        if label is None or distance > _reach(case, label) or label in taken:
            told.false += 1
        else:
            taken[label] = die
    for number, truth in enumerate(case.labels):
        told.pairs.append((truth, taken.get(number)))
        _count(told, truth, taken.get(number))
    return told


def is_seen(truth: dict[str, Any]) -> bool:
    """Say whether a rendered die lies still, is seen whole and is large enough for the goals."""
    return bool(truth["edge_px"] >= SMALLEST and not truth["moving"] and truth["occluded_fraction"] < MOST_HIDDEN)


def is_readable(truth: dict[str, Any]) -> bool:
    """Say whether a rendered die's value is asked for: it is seen, lies flat and has enough contrast."""
    return bool(is_seen(truth) and truth["flat"] and truth["pip_contrast"] >= FAINTEST)


def _count(told: Score, truth: dict[str, Any], die: Die | None) -> None:
    if truth["value"] is None:
        return
    if die is None:
        told.missed += 1
    elif die.value is None:
        told.refused += 1
    elif die.value == truth["value"]:
        told.right += 1
    else:
        told.misread += 1


def _distance(case: Case, die: Die) -> tuple[float, int | None]:
    if not case.labels:
        return math.inf, None
    return min(
        (math.dist((die.x, die.y), (label["x"], label["y"])), number) for number, label in enumerate(case.labels)
    )


def _reach(case: Case, number: int) -> float:
    label = case.labels[number]
    others = [math.dist((label["x"], label["y"]), (o["x"], o["y"])) for k, o in enumerate(case.labels) if k != number]
    return max(10.0, min([0.5 * other for other in others] + [0.09 * max(case.size)]))
