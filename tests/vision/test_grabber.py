"""The grabber: the newest picture only, cameras that go and come back, a prompt end."""

import threading
import time
from collections.abc import Callable

import pytest

from tests.vision.camera_server import CameraServer, number_of, numbered
from tests.waiting import HANG_S, wait_until
from vision.grabber import STALE, Grabber, Phase
from vision.mjpeg import MjpegSource
from vision.sources import Shot, Source, SourceError

pytestmark = pytest.mark.real_time

QUICK = (0.01, 0.02)


class Scripted:
    """A camera that does what it is told to."""

    live = True

    def __init__(self) -> None:
        self.todo: list[Shot | Exception | None] = []
        self.ready = threading.Condition()
        self.opened = self.closed = self.asked = 0
        self.refuses = 0

    def open(self) -> Source:
        self.opened += 1
        if self.refuses:
            self.refuses -= 1
            msg = "The camera is not there."
            raise SourceError(msg)
        return self

    def then(self, *what: Shot | Exception | None) -> None:
        with self.ready:
            self.todo += what
            self.ready.notify_all()

    def read(self) -> Shot | None:
        with self.ready:
            self.asked += 1
            self.ready.wait_for(lambda: self.todo, HANG_S)
            what = self.todo.pop(0) if self.todo else None
        if isinstance(what, Exception):
            raise what
        return what

    def close(self) -> None:
        self.closed += 1


def shot(number: int, at: float) -> Shot:
    return Shot(numbered(number), at)


def phase(grabber: Grabber) -> Phase:
    return grabber.state.phase


@pytest.fixture
def camera() -> Scripted:
    return Scripted()


def test_a_slow_taker_gets_the_newest_picture(camera: Scripted) -> None:
    grabber = Grabber(camera.open, waits=QUICK)
    grabber.start()
    camera.then(*(shot(number, float(number)) for number in range(1, 40)))
    first = grabber.newest(38.0, HANG_S)
    assert first is not None
    assert first.at == 39.0
    assert grabber.newest(39.0, 0.01) is None
    camera.then(shot(50, 50.0), None)
    second = grabber.newest(39.0, HANG_S)
    assert second is not None
    assert number_of(second.picture) == 50
    grabber.stop()


def test_a_camera_that_goes_away_is_opened_again_and_again(camera: Scripted) -> None:
    camera.refuses = 3
    grabber = Grabber(camera.open, waits=QUICK)
    assert phase(grabber) is Phase.OPENING
    grabber.start()
    camera.then(shot(1, 1.0))
    assert grabber.newest(0.0, HANG_S) is not None
    assert camera.opened == 4
    assert phase(grabber) is Phase.RUNNING
    camera.refuses = 5
    camera.then(SourceError("The plug was pulled."))
    wait_until(lambda: phase(grabber) is Phase.LOST)
    assert camera.closed == 1
    wait_until(lambda: camera.opened == 10)
    camera.then(shot(2, 2.0))
    assert grabber.newest(1.0, HANG_S) is not None
    assert phase(grabber) is Phase.RUNNING
    grabber._stop.set()
    camera.then(shot(3, 3.0))
    grabber.stop()


def test_what_people_are_told_is_the_reason(camera: Scripted) -> None:
    camera.refuses = 10**6
    grabber = Grabber(camera.open, waits=(0.01,))
    grabber.start()
    wait_until(lambda: grabber.state.tries >= 3)
    assert phase(grabber) is Phase.LOST
    assert grabber.state.sentence == "The camera is not there."
    grabber.stop()
    assert phase(grabber) is Phase.STOPPED
    assert not grabber._thread.is_alive()


def test_a_driver_that_fails_in_any_way_does_not_end_it(camera: Scripted, caplog: pytest.LogCaptureFixture) -> None:
    grabber = Grabber(camera.open, waits=QUICK)
    grabber.start()
    camera.then(ZeroDivisionError("inside"), shot(1, 1.0))
    assert grabber.newest(0.0, HANG_S) is not None
    assert "inside" in caplog.text
    camera.then(None)
    wait_until(lambda: phase(grabber) is Phase.ENDED)
    grabber.stop()


def test_a_camera_that_hangs_counts_as_stuck(camera: Scripted) -> None:
    now = [100.0]
    grabber = Grabber(camera.open, waits=QUICK, clock=lambda: now[0])
    grabber.start()
    camera.then(shot(1, 100.0))
    assert grabber.newest(0.0, HANG_S) is not None
    wait_until(lambda: camera.asked == 2)
    now[0] += STALE + 0.1
    assert phase(grabber) is Phase.STUCK
    camera.then(shot(2, now[0]))
    wait_until(lambda: camera.asked == 3)
    assert grabber.newest(100.0, 0.05) is None, "it may have waited in the network"
    now[0] += 0.1
    camera.then(shot(3, now[0]))
    assert grabber.newest(100.0, HANG_S) is not None
    assert phase(grabber) is Phase.RUNNING
    camera.then(None)
    grabber.stop()


def test_what_comes_at_once_after_a_standstill_is_old() -> None:
    now = [100.0]

    class Line:
        live = True

        def __init__(self) -> None:
            # How long each is waited for: a line that stalls, the four that it has kept, and what the camera sees now.
            self.waits = [0.07, 5.0, 0.001, 0.001, 0.002, 0.05, 0.001, 2.5, 2.5, 2.5]
            self.shots = iter(range(len(self.waits)))

        def read(self) -> Shot | None:
            number = next(self.shots, None)
            if number is None:
                return None
            now[0] += self.waits[number]
            return shot(number, now[0])

        def close(self) -> None:
            pass

    taken: list[int] = []

    class Noting(Grabber):
        def _take(self, shot: Shot) -> None:
            taken.append(number_of(shot.picture))
            super()._take(shot)

    grabber = Noting(Line, waits=QUICK, clock=lambda: now[0])
    grabber.start()
    wait_until(lambda: phase(grabber) is Phase.ENDED)
    assert taken == [0, 5, 6, 8], "of a camera that is slow itself every other picture is taken"
    grabber.stop()


def test_waiting_ends_with_the_pictures(camera: Scripted) -> None:
    grabber = Grabber(camera.open, waits=QUICK)
    grabber.start()
    camera.then(None)
    assert grabber.newest(0.0, HANG_S) is None
    assert phase(grabber) is Phase.ENDED
    grabber.stop()


def test_it_stops_while_it_waits_to_try_again(camera: Scripted) -> None:
    camera.refuses = 10**6
    grabber = Grabber(camera.open, waits=(3600.0,))
    grabber.start()
    wait_until(lambda: phase(grabber) is Phase.LOST)
    grabber.stop()
    assert not grabber._thread.is_alive()


def test_a_network_camera_that_stalls_dies_and_comes_back() -> None:
    server = CameraServer()
    stalls = iter([True, False])

    def serve(send: Callable[[int], None]) -> None:
        send(10)
        if next(stalls, False):
            server.over.wait()

    server.serves(serve)
    with server.running() as url:
        port = int(url.rpartition(":")[2].partition("/")[0])
        grabber = Grabber(lambda: MjpegSource(url, time.monotonic, timeout=0.2), waits=QUICK)
        grabber.start()
        first = grabber.newest(0.0, HANG_S)
        assert first is not None
        second = grabber.newest(first.at, HANG_S)
        assert second is not None
    wait_until(lambda: "does not answer" in grabber.state.sentence)
    again = CameraServer()

    def steadily(send: Callable[[int], None]) -> None:
        while not again.over.wait(0.01):
            send(200)

    again.serves(steadily)
    with again.running(port):
        after = time.monotonic()
        third = grabber.newest(after, HANG_S)
        assert third is not None
        assert abs(number_of(third.picture) - 200) <= 2
        # Beside other work even this camera may be late now and then.
        wait_until(lambda: phase(grabber) is Phase.RUNNING)
        grabber.stop()
    assert not grabber._thread.is_alive()
