"""The reader and the watcher together: a rendered sequence and drawn throws, each throw told once and rightly."""

from pathlib import Path

import numpy as np
import pytest

from vision.calibration import load
from vision.dice import Half
from vision.events import Event, Invalid, Lifted, Thrown
from vision.films import Folder
from vision.reader import DiceReader
from vision.sources import Shot, Source
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


class Again(Source):
    """Gives every so manieth picture of a film, several times each."""

    live = False

    def __init__(self, film: Source, every: int, times: int) -> None:
        shots = [shot for number, shot in enumerate(iter(film.read, None)) if number % every == 0]
        self._shots = iter([Shot(shot.picture, shot.at + again / 30) for shot in shots for again in range(times)])

    def read(self) -> Shot | None:
        return next(self._shots, None)

    def close(self) -> None:
        pass


def test_a_slow_camera_whose_pictures_are_sent_four_times_tells_the_same() -> None:
    told = watch_film(Again(Folder(SEQUENCE, FPS), every=2, times=4), load(SEQUENCE / "regions.json"))
    thrown, lifted = of_dice([one.event for one in told])
    assert isinstance(thrown, Thrown)
    assert thrown.values == (5, 1)
    assert RESTS <= thrown.at <= RESTS + 0.7
    assert isinstance(lifted, Lifted)


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
