"""Each thing that a camera says: caused, and told with what mends it."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.datafolder import CAMERAS
from companion.service.doctor import camera
from companion.service.doctor.camera import UNCALIBRATED, UNUSABLE
from companion.service.doctor.values import Device
from tests.service.doctor.stage import codes
from tests.service.doctor.test_camera import LEFT, RIGHT, film, found, scene
from tests.vision.camera_server import CameraServer
from tests.vision.test_pi_camera import Picamera2, library
from vision import mjpeg
from vision.calibration import Calibration, file_for

__all__ = ["library"]


@pytest.fixture(autouse=True)
def _no_camera_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "cameras", list)


def test_a_camera_of_the_pi_without_its_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    assert codes(found(tmp_path, "picamera")) == ("mend", "said", "install_pi_camera")


def test_a_ribbon_cable_that_is_out(tmp_path: Path, library: type[Picamera2]) -> None:
    library.found = 0
    assert codes(found(tmp_path, "picamera")) == ("mend", "said", "plug_camera")


def test_a_camera_of_the_pi_that_another_program_has(tmp_path: Path, library: type[Picamera2]) -> None:
    library(0)
    assert codes(found(tmp_path, "picamera")) == ("mend", "said", "find_user")


def test_a_camera_of_the_pi_that_does_not_start(tmp_path: Path, library: type[Picamera2]) -> None:
    library.starts = False
    assert codes(found(tmp_path, "picamera")) == ("mend", "said", "plug_camera")


def test_a_camera_in_the_network_that_refuses(tmp_path: Path) -> None:
    with CameraServer(status=401).running() as url:
        assert codes(found(tmp_path, url)) == ("mend", "said", "address")
    gone = found(tmp_path, url)
    assert "does not answer" in gone.what.text
    assert codes(gone) == ("mend", "said", "address")


def test_a_camera_in_the_network_that_ends(tmp_path: Path) -> None:
    with CameraServer().running() as url:
        answer = found(tmp_path, url)
    assert "has ended the connection" in answer.what.text
    assert codes(answer) == ("mend", "said", "address")


def test_a_camera_in_the_network_that_stalls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = CameraServer()

    def stall(_send: Callable[[int], None]) -> None:
        server.over.wait()

    server.serves(stall)
    monkeypatch.setattr(mjpeg.MjpegSource.__init__, "__defaults__", (0.3,))
    with server.running() as url:
        answer = found(tmp_path, url)
    assert "has stopped sending" in answer.what.text
    assert codes(answer) == ("mend", "said", "address")


def test_a_film_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "film.mp4").write_bytes(b"no film")
    assert codes(found(tmp_path, str(tmp_path / "film.mp4"))) == ("mend", "said", "plug_camera")


def test_a_name_that_is_nothing(tmp_path: Path) -> None:
    answer = found(tmp_path, str(tmp_path / "nothing"))
    assert answer.what.text.startswith("There is no camera and no file")
    assert codes(answer) == ("mend", "said", "plug_camera")


def calibration(folder: Path, size: tuple[int, int] = (640, 480)) -> tuple[str, Path]:
    """A film, and where its calibration is kept."""
    source = film(folder / "film", scene())
    file = file_for(folder / CAMERAS, source)
    file.parent.mkdir(exist_ok=True)
    replace(Calibration(LEFT, RIGHT, 20.0), size=size, camera=source).save(file)
    return source, file


def test_a_calibration_for_another_shape_of_pictures(tmp_path: Path) -> None:
    source, _ = calibration(tmp_path, (1280, 720))
    answer = found(tmp_path, source)
    assert answer.what.text.startswith("The camera was calibrated at 1280x720")
    assert codes(answer) == ("mend", "said", "calibrate")


def test_a_calibration_of_another_version(tmp_path: Path) -> None:
    source, file = calibration(tmp_path)
    file.write_text('{"version": 99}')
    assert codes(found(tmp_path, source)) == ("mend", "said", "calibrate")


def test_a_calibration_that_cannot_be_read(tmp_path: Path) -> None:
    source, file = calibration(tmp_path)
    file.unlink()
    file.mkdir()
    answer = found(tmp_path, source)
    assert "cannot be read" in answer.what.text
    assert codes(answer) == ("mend", "said", "calibrate")


@pytest.mark.parametrize(
    ("state", "sentence", "mend"),
    [
        ("running", UNCALIBRATED, "calibrate"),
        ("running", UNUSABLE.format(why="In the file /data/c.json: It was made by another version."), "calibrate"),
        ("lost", "The camera has not delivered a picture for some seconds.", "plug_camera"),
        ("lost", "The camera delivers no more pictures.", "plug_camera"),
        ("lost", "The camera /dev/video0 delivers no more pictures.", "plug_camera"),
        ("lost", "The Pi's camera delivers no more pictures (timed out).", "plug_camera"),
        (
            "failed",
            "The service may not use the camera 0 before it is started anew: sudo systemctl restart companion.",
            "restart",
        ),
        ("failed", "The camera failed in a way that was not foreseen; the log tells more.", "look_at_log"),
    ],
)
def test_what_the_service_says_of_its_camera(tmp_path: Path, state: str, sentence: str, mend: str) -> None:
    answer = found(tmp_path, "picamera", {"camera": Device(state, sentence)})
    assert codes(answer) == ("mend", "said", mend)


def test_a_stream_that_cannot_be_opened_is_looked_for_in_the_network(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    answer = found(tmp_path, f"rtsp://127.0.0.1:{port}/board")
    assert "cannot be opened" in answer.what.text
    assert codes(answer) == ("mend", "said", "address")
