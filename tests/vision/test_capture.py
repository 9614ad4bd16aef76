"""USB and RTSP cameras, with a stand-in for OpenCV's own capture where there is no camera."""

import errno
import os
from pathlib import Path
from typing import ClassVar

import cv2
import pytest

from tests.links import pulled_while_followed
from tests.vision.camera_server import numbered
from vision import capture
from vision.pictures import Picture
from vision.sources import SourceError, Wishes, open_source


class VideoCapture:
    """Opens what it is told there is, and gives so many pictures."""

    there: ClassVar[set[str]] = set()
    pictures: ClassVar[int] = 2
    made: ClassVar[list["VideoCapture"]] = []

    def __init__(self) -> None:
        self.name = ""
        self.settings: dict[int, float] = {}
        self.limits: list[int] = []
        self.given = 0
        self.released = False
        self.made.append(self)

    def open(self, name: str, backend: int, limits: list[int] | None = None) -> bool:
        assert backend in {cv2.CAP_V4L2, cv2.CAP_FFMPEG}
        self.name, self.limits = name, limits or []
        return self.isOpened()

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.name in self.there

    def set(self, what: int, value: float) -> bool:
        self.settings[what] = value
        return True

    def read(self) -> tuple[bool, Picture | None]:
        self.given += 1
        return (True, numbered(self.given)) if self.given <= self.pictures else (False, None)

    def release(self) -> None:
        self.released = True


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> type[VideoCapture]:
    class Fresh(VideoCapture):
        there: ClassVar[set[str]] = set()
        made: ClassVar[list[VideoCapture]] = []

    monkeypatch.setattr(cv2, "VideoCapture", Fresh)
    return Fresh


def test_a_usb_camera_is_asked_for_size_rate_and_compressed_pictures(
    library: type[VideoCapture], tmp_path: Path
) -> None:
    device = tmp_path / "video7"
    device.touch()
    link = tmp_path / "by-id"
    link.symlink_to(device)
    library.there.add(str(device))
    source = capture.open_usb(str(link), Wishes(size=(1280, 720), fps=10.0, clock=lambda: 3.0))
    settings = library.made[0].settings
    assert settings[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert settings[cv2.CAP_PROP_FRAME_HEIGHT] == 720
    assert settings[cv2.CAP_PROP_FPS] == 10
    assert settings[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert source.read().at == 3.0
    assert source.live
    source.close()
    assert library.made[0].released


def test_a_camera_that_is_pulled_out_is_told(library: type[VideoCapture], tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch()
    library.there.add(str(device))
    source = capture.open_usb(str(device), Wishes())
    source.read()
    source.read()
    with pytest.raises(SourceError, match="no more pictures"):
        source.read()


def test_a_camera_that_cannot_be_opened_is_let_go(library: type[VideoCapture], tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch()
    with pytest.raises(SourceError, match="not in use elsewhere"):
        capture.open_usb(str(device), Wishes())
    assert library.made[0].released


def test_a_camera_that_goes_while_it_is_looked_for_cannot_be_opened(
    library: type[VideoCapture], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = pulled_while_followed(tmp_path / "by-id", tmp_path / "video0", monkeypatch)
    with pytest.raises(SourceError, match="is it plugged in"):
        capture.open_usb(str(link), Wishes())
    assert library.made[0].released


def test_an_rtsp_camera_is_given_limited_time_and_its_password_is_not_shown(library: type[VideoCapture]) -> None:
    url = "rtsp://me:secret@camera:554/1"
    with pytest.raises(SourceError) as caught:
        open_source(url)
    assert "secret" not in str(caught.value)
    assert library.made[0].name == url
    assert set(library.made[0].limits) >= {cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, cv2.CAP_PROP_READ_TIMEOUT_MSEC}
    library.there.add(url)
    assert open_source(url).read() is not None


def test_where_nothing_answers_an_rtsp_camera_is_not_there() -> None:
    with pytest.raises(SourceError, match="switched on"):
        open_source("rtsp://127.0.0.1:1/none")


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("number", "told"), [(errno.EBUSY, "not in use elsewhere"), (errno.EPERM, "before it is started anew")]
)
def test_a_camera_that_the_service_may_not_open_is_told(
    monkeypatch: pytest.MonkeyPatch, number: int, told: str
) -> None:
    def refused(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(SourceError, match=told):
        open_source("/dev/null")
