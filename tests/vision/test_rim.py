"""Dice on drawn checkers, and beside them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

from companion.rules.games import GAMES
from companion.rules.position import Setup
from tests.rules.random_games import random_turns
from tests.vision.test_virtual import shot
from vision.reader import DiceReader
from vision.rim import rim
from vision.upright import Upright, upright
from vision.virtual.board import LOOKS
from vision.virtual.camera import DieTruth, Fittings, VirtualCamera
from vision.virtual.cubes import DICE_LOOKS
from vision.virtual.places import Ground, Kind
from vision.virtual.stage import Moved, Stage, Throw

THROWN, LIES = 1.0, 4.0
EDGE = 17.0


@pytest.fixture(scope="module")
def setups() -> list[Setup]:
    """What lies on a board in the course of a game."""
    return [turn.position.setup for turn in random_turns(GAMES["backgammon"], 3, 60)][10::5]


def tables(setups: list[Setup], kind: Kind) -> Iterator[VirtualCamera]:
    """Return cameras above boards and dice of all makes, on which a throw lies."""
    chance, looks, dice = np.random.default_rng(7), list(LOOKS.values()), list(DICE_LOOKS.values())
    for number, setup in enumerate(setups):
        board, make = looks[number % len(looks)], dice[number // len(looks) % len(dice)]
        stage = Stage(make, [Moved(-1.0, setup)])
        stage.add(Throw(THROWN, Ground(setup, chance).lay((2, 5), kind)))
        yield VirtualCamera(Fittings(board=board, dice=make), stage)


def seen(table: VirtualCamera) -> Iterator[tuple[DieTruth, Upright, tuple[float, float]]]:
    """Return the dice, how the camera looks at them, and the foot of each."""
    view = upright(table.calibration, table.fittings.optics.size)
    assert view is not None
    for die in table.truth(LIES):
        yield die, view, view.foot((die.x, die.y), EDGE)


def test_a_rim_shows_where_a_checker_lies(setups: list[Setup]) -> None:
    """Before the throw, when no die hides any of it."""
    shares: dict[bool, list[float]] = {True: [], False: []}
    for table in tables(setups, Kind.ON_CHECKER):
        for die, view, foot in seen(table):
            shares[die.on_checker].append(rim(shot(table, 0.0), view, foot, 1.0))
    assert len(shares[True]) == len(shares[False]) == len(setups)
    assert np.mean(shares[True]) > np.mean(shares[False]) + 0.3
    assert sorted(shares[True])[1] > max(shares[False])


def test_the_outline_of_a_die_is_no_rim(setups: list[Setup]) -> None:
    whole, free = [], []
    for table in tables(setups, Kind.FLAT):
        for die, view, foot in seen(table):
            corners = [*die.corners, *(view.foot(corner, EDGE) for corner in die.corners)]
            whole.append(rim(shot(table, LIES), view, foot, 1.0))
            free.append(rim(shot(table, LIES), view, foot, 1.0, corners))
    assert np.mean(free) < np.mean(whole)


@pytest.mark.parametrize("kind", [Kind.ON_CHECKER, Kind.FLAT])
def test_dice_on_checkers_are_told_where_the_board_is_known(setups: list[Setup], kind: Kind) -> None:
    told = []
    for table in tables(setups, kind):
        reading = DiceReader(table.calibration).read(shot(table, LIES), before=shot(table, 0.0))
        for die in table.truth(LIES):
            found = min(reading.dice, key=lambda one: math.dist((one.x, one.y), (die.x, die.y)), default=None)
            if found is not None and math.dist((found.x, found.y), (die.x, die.y)) < EDGE / 2:
                told.append(found.on_checker == die.on_checker)
    assert len(told) >= 0.9 * 2 * len(setups)
    assert told.count(False) <= 0.05 * len(told)
