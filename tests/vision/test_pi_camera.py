"""The Pi's camera, with a stand-in that behaves as picamera2's manual says."""

import sys
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest

from vision.pictures import Picture
from vision.sources import SourceError, Wishes, open_source


class Picamera2:
    """Like the real one: opened once, configured, started, read, stopped, closed; in that order."""

    in_use: ClassVar[set[int]] = set()
    found = 1
    starts = True

    def __init__(self, camera_num: int = 0) -> None:
        if camera_num in self.in_use:
            msg = "Failed to acquire camera: Device or resource busy"
            raise RuntimeError(msg)
        self.in_use.add(camera_num)
        self.number = camera_num
        self.settings: dict[str, Any] = {}
        self.started = False

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return [{"Model": "imx708", "Num": number} for number in range(cls.found)]

    def create_video_configuration(self, main: dict[str, Any], controls: dict[str, Any]) -> dict[str, Any]:
        assert set(main) <= {"size", "format"}
        return {"main": main, "controls": {"FrameRate": 30.0, **controls}}

    def configure(self, settings: dict[str, Any]) -> None:
        assert not self.started
        self.settings = settings

    def start(self) -> None:
        assert self.settings
        if not self.starts:
            msg = "Camera did not start"
            raise RuntimeError(msg)
        self.started = True

    def capture_array(self, name: str) -> Picture:
        assert self.started
        wide, high = self.settings[name]["size"]
        # "RGB888" lies in memory as blue, green, red.
        assert self.settings[name]["format"] == "RGB888"
        return np.tile(np.array([[[200, 100, 50]]], np.uint8), (high, wide, 1))

    def stop(self) -> None:
        self.started = False

    def close(self) -> None:
        assert not self.started
        self.in_use.discard(self.number)


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> type[Picamera2]:
    class Fresh(Picamera2):
        in_use: ClassVar[set[int]] = set()

    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Fresh))
    return Fresh


def test_it_gives_pictures_in_blue_green_red_of_the_size_asked_for(library: type[Picamera2]) -> None:
    source = open_source("picamera", Wishes(size=(320, 240), fps=20.0, clock=lambda: 7.0))
    shot = source.read()
    assert shot is not None
    assert shot.at == 7.0
    assert shot.picture.shape == (240, 320, 3)
    assert shot.picture[0, 0].tolist() == [200, 100, 50]
    assert source.live
    source.close()
    assert not library.in_use


def test_it_can_be_opened_again_after_it_was_closed(library: type[Picamera2]) -> None:
    for _ in range(3):
        source = open_source("picamera:0")
        assert library.in_use == {0}
        source.close()


def test_a_camera_in_use_elsewhere_is_told(library: type[Picamera2]) -> None:
    library.in_use.add(0)
    with pytest.raises(SourceError, match="another program may be using it"):
        open_source("picamera")


def test_a_camera_that_is_not_connected_is_told(library: type[Picamera2]) -> None:
    with pytest.raises(SourceError, match="ribbon cable"):
        open_source("picamera:1")
    assert not library.in_use


def test_a_camera_that_does_not_start_is_let_go(library: type[Picamera2]) -> None:
    library.starts = False
    with pytest.raises(SourceError, match="does not start"):
        open_source("picamera")
    assert not library.in_use


def test_a_camera_that_fails_later_is_told(library: type[Picamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    source = open_source("picamera")

    def fails(_self: Picamera2, _name: str) -> Picture:
        msg = "Camera frontend has timed out!"
        raise RuntimeError(msg)

    monkeypatch.setattr(library, "capture_array", fails)
    with pytest.raises(SourceError, match="no more pictures"):
        source.read()


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(SourceError, match="python3-picamera2"):
        open_source("picamera")
