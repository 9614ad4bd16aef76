"""The films that the throw watcher is measured on: rendered sequences and drawn throws, with what happens in them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

import cv2
import numpy as np

from companion.rules.players import Player
from companion.rules.position import Setup
from tests.vision.stand_ins import FPS, as_read, hidden
from vision.calibration import Calibration, from_json
from vision.dice import Die, Half
from vision.pictures import Picture
from vision.virtual.board import LOOKS
from vision.virtual.camera import Fittings, VirtualCamera
from vision.virtual.cubes import DICE_LOOKS
from vision.virtual.lens import Lens
from vision.virtual.places import Ground, Kind
from vision.virtual.source import STANDARD
from vision.virtual.stage import Lift, Moved, Nudge, Pass, Throw

SECONDS = 25
NEVER = float("inf")


@dataclass
class Frame:
    """A picture, its time, and the dice that a perfect reader would read in it."""

    at: float
    picture: Picture | None
    """None while the camera is lost."""
    dice: tuple[Die, ...]


@dataclass
class Expected:
    """A throw: when it rests, when it is gone, its values, and whether it counts."""

    rests: float
    gone: float
    values: tuple[int, ...]
    why: str | None
    clear: float = 0.0
    """When the place where they lay is to be seen after that: no hand, no fault."""


@dataclass
class Film:
    """Frames and what happens in them."""

    name: str
    frames: Iterator[Frame]
    calibration: Calibration
    throws: list[Expected]


def rendered(folder: Path) -> Iterator[Film]:
    """Give the sequences in the folder of the rendered scenes."""
    for sequence in json.loads((folder / "labels.json").read_text(encoding="utf-8"))["sequences"]:
        frames = sequence["frames"]
        gone = {
            event["throw"]: frames[event["gone_frame"]]["t"]
            for event in sequence["events"]
            if event["event"] == "lifted"
        }
        throws = [
            Expected(event["settle_t"], gone.get(event["throw"], NEVER), tuple(event["values"]), event["why"])
            for event in sequence["events"]
            if event["event"] == "thrown"
        ]
        edges = [die["edge_px"] for frame in frames for die in frame["dice"]]
        calibration = from_json({**sequence["regions"], "die_px": mean(edges)})
        yield Film(Path(sequence["folder"]).name, _frames(folder, frames), calibration, throws)


def _frames(folder: Path, frames: list[dict[str, Any]]) -> Iterator[Frame]:
    for frame in frames:
        picture = cv2.imread(str(folder / frame["file"]))
        assert picture is not None
        dice = tuple(_true(die) for die in frame["dice"] if die["occluded_fraction"] < 0.5)
        yield Frame(frame["t"], picture, dice)


def _true(die: dict[str, Any]) -> Die:
    corners = tuple((float(x), float(y)) for x, y in die["top_face"])
    value = None if die["moving"] else die["value"]
    flat = die["flat"] or die["moving"]
    return Die(value, die["x"], die["y"], corners, Half(die["half"]), flat=flat, on_checker=die["on_checker"])


def drawn(many: int) -> Iterator[Film]:
    """Give so many drawn films, each with three throws, hands and nudges."""
    for seed in range(many):
        chance = np.random.default_rng(seed)
        looks = [list(LOOKS)[seed % len(LOOKS)], list(DICE_LOOKS)[seed % len(DICE_LOOKS)]]
        lens = Lens(blur=float(chance.uniform(0.4, 0.9)), noise=float(chance.uniform(1, 4)))
        fittings = Fittings(board=LOOKS[looks[0]], dice=DICE_LOOKS[looks[1]], cube=64, lens=lens, seed=seed)
        camera = VirtualCamera(fittings)
        throws = _play(camera, chance, list(Kind)[1 + seed % 4])
        yield Film(f"drawn {seed} {looks[0]}, {looks[1]}", _shots(camera), camera.calibration, throws)


def _play(camera: VirtualCamera, chance: np.random.Generator, spoilt: Kind) -> list[Expected]:
    """Let three throws happen, one of them not valid, with a hand and a nudge between."""
    stage, throws = camera.stage, []
    setup = STANDARD
    stage.add(Moved(-10.0, setup))
    for number, kind in enumerate((Kind.FLAT, spoilt, Kind.FLAT)):
        start = 1.0 + 8.0 * number
        half, player = (Half.LEFT, Player.BLACK) if number % 2 else (Half.RIGHT, Player.WHITE)
        values = [int(value) for value in chance.integers(1, 7, 2)]
        throw = Throw(start, Ground(setup, chance, half).lay(values, kind), player)
        stage.add(throw)
        stage.add(Pass(start + 1.9, (throw.dice[0].x, throw.dice[0].y), 0.3, player))
        setup = _moved(setup, player, chance)
        stage.add(Pass(start + 3.2, (float(chance.uniform(-140, 140)), float(chance.uniform(-60, 60))), 0.3, player))
        stage.add(Moved(start + 3.7, setup))
        stage.add(Nudge(start + 4.2, 1, (9.0, -4.0), 15.0))
        stage.add(Lift(start + 5.0, player))
        why = None if kind is Kind.FLAT else kind.value
        throws.append(Expected(throw.rests, start + 5.8, tuple(sorted(values, reverse=True)), why))
    return throws


def _moved(setup: Setup, player: Player, chance: np.random.Generator) -> Setup:
    """Return the setup with two checkers of a player on other points; whether that is a legal play does not matter."""
    points = list(setup.sides[player].points)
    free = [number for number, count in enumerate(setup.sides[player.opponent].points) if not count]
    for _ in range(2):
        points[int(chance.choice(np.flatnonzero(points)))] -= 1
        points[int(chance.choice(free))] += 1
    return Setup(setup.sides.with_(player, replace(setup.sides[player], points=tuple(points))))


def _shots(camera: VirtualCamera) -> Iterator[Frame]:
    for number in range(int(SECONDS * FPS)):
        at = number / FPS
        picture = camera.picture(at)
        assert picture is not None
        yield Frame(at, picture, tuple(as_read(die) for die in camera.truth(at) if not hidden(camera, die, at)))
