"""An RTSP camera, really asked by OpenCV: pictures come, it dies and comes back, only the newest picture counts."""

import pytest

from tests.vision.camera_server import number_of
from tests.vision.rtsp_server import RtspServer
from tests.waiting import HANG_S, wait_until
from vision.grabber import Grabber, Phase
from vision.pictures import Picture, size_of
from vision.sources import Source, SourceError, open_source

pytestmark = pytest.mark.real_time

QUICK = (0.05, 0.1)
LAST = 60


def address(port: int) -> str:
    return f"rtsp://127.0.0.1:{port}/board"


def read_all(source: Source) -> None:
    while source.read():
        pass


def newest(grabber: Grabber) -> Picture:
    """The picture that whoever looks now is given, whatever was looked at before."""
    shot = grabber.newest(-1.0, HANG_S)
    assert shot is not None
    return shot.picture


def test_pictures_come_in_their_order_and_its_end_is_told() -> None:
    camera = RtspServer()
    with camera.running() as port:
        source = open_source(address(port))
        shots = [source.read() for _ in range(5)]
        assert all(shot is not None for shot in shots)
        numbers = [number_of(shot.picture) for shot in shots if shot]
        assert numbers == list(range(numbers[0], numbers[0] + 5))
        assert size_of(shots[0].picture) == (64, 48)  # type: ignore[union-attr]  # seen above
        assert sorted(shot.at for shot in shots if shot) == [shot.at for shot in shots if shot]
    with pytest.raises(SourceError, match="no more pictures"):
        read_all(source)
    source.close()


def test_a_camera_that_dies_and_comes_back_is_opened_again() -> None:
    camera = RtspServer()
    with camera.running() as port:
        grabber = Grabber(lambda: open_source(address(port)), waits=QUICK)
        grabber.start()
        first = grabber.newest(-1.0, HANG_S)
        assert first is not None
    wait_until(lambda: grabber.state.phase is Phase.LOST)
    lost = grabber.state.since
    with camera.running(port):
        again = grabber.newest(lost, HANG_S)
        assert again is not None
        assert grabber.state.phase is Phase.RUNNING
        assert camera.plays == 2
        grabber.stop()


def test_whoever_looks_seldom_sees_the_newest_picture() -> None:
    camera = RtspServer()
    camera.last = LAST
    with camera.running() as port:
        grabber = Grabber(lambda: open_source(address(port)), waits=QUICK)
        grabber.start()
        wait_until(lambda: camera.sent == LAST)
        # OpenCV's decoder may keep back a picture or two for itself.
        wait_until(lambda: number_of(newest(grabber)) - 20 > LAST - 4)
        grabber.stop()
