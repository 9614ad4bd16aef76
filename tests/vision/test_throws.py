"""The reader and the watcher together: a rendered sequence and drawn throws, each throw told once and rightly."""

from pathlib import Path

import numpy as np
import pytest

from vision.calibration import load
from vision.dice import Half
from vision.events import Event, Invalid, Lifted, Thrown
from vision.films import Folder
from vision.reader import DiceReader
from vision.virtual.board import LOOKS
from vision.virtual.camera import Fittings, VirtualCamera
from vision.virtual.cubes import DICE_LOOKS
from vision.virtual.places import Ground, Kind
from vision.virtual.source import STANDARD
from vision.virtual.stage import Lift, Moved, Pass, Throw
from vision.watcher import Watcher
from vision.watching import watch_film

SEQUENCE = Path(__file__).parent / "data" / "sequence"
FPS = 15.0
FIRST = 2
"""The number of the sequence's first frame: what came before is left out."""
RESTS, GONE = (13 - FIRST) / FPS, (32 - FIRST) / FPS


def of_dice(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, Thrown | Invalid | Lifted)]


def test_a_rendered_throw_is_told_once_and_lifted_once() -> None:
    film = Folder(SEQUENCE, FPS)
    events = of_dice([told.event for told in watch_film(film, load(SEQUENCE / "regions.json"))])
    assert [type(event) for event in events] == [Thrown, Lifted]
    thrown, lifted = events
    assert isinstance(thrown, Thrown)
    assert thrown.values == (5, 1)
    assert {die.half for die in thrown.dice} == {Half.RIGHT}
    assert RESTS <= thrown.at <= RESTS + 0.5
    assert GONE - 0.5 <= lifted.at <= GONE + 1.0


@pytest.mark.parametrize(("board", "dice"), [("green", "ivory"), ("brown", "red"), ("blue", "black")])
def test_drawn_throws_are_told_as_they_are(board: str, dice: str) -> None:
    camera = VirtualCamera(Fittings(board=LOOKS[board], dice=DICE_LOOKS[dice], cube=64))
    ground = Ground(STANDARD, np.random.default_rng(4))
    first, second = ground.lay((6, 4)), ground.lay((5, 2), Kind.OUTSIDE)
    for act in (
        Moved(-1.0, STANDARD),
        Throw(1.0, first),
        Pass(2.6, (first[0].x, first[0].y)),
        Lift(4.4),
        Throw(6.4, second),
    ):
        camera.stage.add(act)
    watcher, events = Watcher(DiceReader(camera.calibration)), []
    for number in range(int(9.0 * FPS)):
        picture = camera.picture(number / FPS)
        assert picture is not None
        events += watcher.see(picture, number / FPS)
    thrown, lifted, invalid = of_dice(events)
    assert isinstance(thrown, Thrown)
    assert thrown.values == (6, 4)
    assert isinstance(lifted, Lifted)
    assert isinstance(invalid, Invalid)
    assert [flaw.value for flaw in invalid.flaws] == ["outside"]
