"""A live camera watched to its end: source, grabber, watcher, and what is told with its picture."""

import time
from collections.abc import Iterator

import numpy as np
import pytest

from tests.vision.stand_ins import ToldReader, as_read
from vision import watching
from vision.calibration import Calibration
from vision.dice import DiceReading
from vision.events import Blind, CameraBlind, Lifted, Thrown
from vision.grabber import Grabber, Phase
from vision.pictures import Picture
from vision.sources import Shot, SourceError
from vision.virtual.board import calibration_of
from vision.virtual.camera import VirtualCamera
from vision.virtual.optics import Optics
from vision.virtual.places import Ground
from vision.virtual.source import STANDARD
from vision.virtual.stage import Lift, Moved, Throw
from vision.watching import LiveWatch, Told, watch_film, watcher_for

pytestmark = pytest.mark.real_time

FPS = 12.0
SECONDS = 5.0
DICE = Ground(STANDARD, np.random.default_rng(7)).lay((6, 5))


class Recorded:
    """A camera that delivers a drawn throw as fast as it is taken."""

    def __init__(self, *, live: bool = True, breaks: bool = False) -> None:
        self.live = live
        self.breaks = breaks
        self.camera = VirtualCamera()
        for act in (Moved(-1.0, STANDARD), Throw(0.6, DICE), Lift(2.5)):
            self.camera.stage.add(act)
        self.number = 0
        self.taken = 0
        self.closed = False

    def read(self) -> Shot | None:
        while self.live and self.number > self.taken:
            time.sleep(0.001)
        if self.number == int(SECONDS * FPS):
            if self.breaks:
                msg = "The plug was pulled."
                raise SourceError(msg)
            return None
        self.number += 1
        picture = self.camera.picture(self.number / FPS)
        assert picture is not None
        return Shot(picture, self.number / FPS)

    def close(self) -> None:
        self.closed = True


class Knowing(ToldReader):
    """A reader that knows what the recorded camera shows."""

    source: Recorded

    def __init__(self, calibration: Calibration | None = None) -> None:
        super().__init__()
        self.calibration = calibration

    def read(self, image: Picture, before: Picture | None = None) -> DiceReading:
        at = self.source.number / FPS
        hand = self.source.camera.stage.moment(at).hands
        self.dice = () if hand else tuple(map(as_read, self.source.camera.truth(at)))
        return super().read(image, before)


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorded]:
    made = Recorded()
    monkeypatch.setattr(watching, "DiceReader", Knowing)
    monkeypatch.setattr(Knowing, "source", made, raising=False)
    yield made
    made.taken = 10**9


def watched(source: Recorded) -> tuple[list[Told], LiveWatch]:
    grabber = Grabber(lambda: source, waits=(0.01,))
    live = LiveWatch(grabber, source.camera.calibration)
    told: list[Told] = []
    grabber.start()
    while grabber.state.phase is not Phase.ENDED and not any(isinstance(one.event, CameraBlind) for one in told):
        told += live.step(0.05)
        source.taken = source.number
    grabber.stop()
    return told, live


def test_a_throw_before_a_live_camera_is_told_with_its_picture(source: Recorded) -> None:
    told, live = watched(source)
    dice = [one for one in told if isinstance(one.event, Thrown | Lifted)]
    assert [type(one.event) for one in dice] == [Thrown, Lifted]
    assert dice[0].picture is not None
    assert dice[0].picture.shape == (480, 640, 3)
    assert live.watcher is not None
    assert source.closed


def test_a_live_camera_that_is_lost_is_told_without_a_picture(source: Recorded) -> None:
    source.breaks = True
    told, _ = watched(source)
    last = told[-1]
    assert isinstance(last.event, CameraBlind)
    assert last.event.why is Blind.LOST
    assert last.picture is None


def test_run_ends_with_the_pictures(source: Recorded) -> None:
    source.taken = 10**9
    grabber = Grabber(lambda: source, waits=(0.01,))
    grabber.start()
    told: list[Told] = []
    LiveWatch(grabber, None).run(told.append)
    assert grabber.state.phase is Phase.ENDED
    grabber.stop()


def test_every_picture_of_a_film_is_looked_at(source: Recorded) -> None:
    source.live = False
    events = [one.event for one in watch_film(source, None) if isinstance(one.event, Thrown | Lifted)]
    assert [type(event) for event in events] == [Thrown, Lifted]
    assert events[0].at < 0.6 + 0.75 + 0.5


@pytest.mark.usefixtures("source")
def test_a_calibration_is_made_to_fit_the_pictures() -> None:
    watcher = watcher_for(calibration_of(Optics(), 15.0), (1280, 960))
    assert isinstance(watcher.reader, Knowing)
    assert watcher.reader.calibration is not None
    assert watcher.reader.calibration.size == (1280, 960)
