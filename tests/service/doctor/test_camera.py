"""The camera: missing, not to be used, dark, not calibrated, knocked."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.datafolder import CAMERAS
from companion.service.doctor import camera
from companion.service.doctor.camera import DARK, MENDS, MOVED, UNCALIBRATED, look_at_camera
from companion.service.doctor.values import Device, Finding
from companion.service.upkeep.finding import Found
from companion.service.words import TEMPLATES
from tests.service.doctor.stage import case, codes
from vision.calibration import Calibration, file_for
from vision.mounting import reference_of
from vision.pictures import Picture

LEFT = (20.0, 20.0), (300.0, 20.0), (300.0, 460.0), (20.0, 460.0)
RIGHT = (340.0, 20.0), (620.0, 20.0), (620.0, 460.0), (340.0, 460.0)


def found(data: Path, source: str, devices: dict[str, Device] | None = None) -> Finding:
    (only,) = look_at_camera(case(data, devices, camera__source=source))
    return only


def scene(shift: int = 0) -> Picture:
    """A board with much to see on it, as a camera shows it that may have been pushed."""
    chance = np.random.default_rng(3)
    picture = np.full((480, 640, 3), 90, np.uint8)
    for x, y, size, light in zip(*chance.integers((20, 20, 4, 120), (620, 460, 22, 255), (160, 4)).T, strict=True):
        cv2.rectangle(picture, (int(x), int(y)), (int(x + size), int(y + size)), (int(light),) * 3, -1)
    return np.roll(picture, shift, axis=1)


def film(folder: Path, picture: Picture) -> str:
    """A folder with one picture."""
    folder.mkdir(exist_ok=True)
    cv2.imwrite(str(folder / "1.png"), picture)
    return str(folder)


def calibrated(data: Path, source: str, picture: Picture, edge: float = 20.0) -> None:
    one = Calibration(LEFT, RIGHT, edge, (640, 480), source, "given", reference_of(picture))
    one.save(file_for(data / CAMERAS, source))


def test_a_camera_that_hangs_as_it_did(tmp_path: Path) -> None:
    source = film(tmp_path / "film", scene())
    calibrated(tmp_path, source, scene())
    assert codes(found(tmp_path, source)) == ("well", "camera_sees")


@pytest.mark.parametrize("devices", [None, {"camera": Device("running", "The camera is running.")}])
def test_dice_that_are_small_in_the_picture(tmp_path: Path, devices: dict[str, Device] | None) -> None:
    source = film(tmp_path / "film", scene())
    calibrated(tmp_path, source, scene(), edge=9.6)
    seen, small = look_at_camera(case(tmp_path, devices, camera__source=source))
    assert codes(seen)[0] == "well"
    assert codes(small) == ("mend", "dice_small", "larger_picture")
    assert "only 10 points wide" in small.what.text


def test_none_is_wanted(tmp_path: Path) -> None:
    assert codes(found(tmp_path, "off")) == ("unused", "not_used")


def test_a_camera_that_was_knocked(tmp_path: Path) -> None:
    source = film(tmp_path / "film", scene(shift=24))
    calibrated(tmp_path, source, scene())
    answer = found(tmp_path, source)
    assert codes(answer) == ("mend", "said", "calibrate")
    assert answer.what.text == MOVED


def test_a_camera_of_which_too_little_is_seen(tmp_path: Path) -> None:
    plain = np.full((480, 640, 3), 120, np.uint8)
    source = film(tmp_path / "film", plain)
    calibrated(tmp_path, source, plain)
    assert codes(found(tmp_path, source)) == ("well", "camera_unsure")


def test_it_is_dark(tmp_path: Path) -> None:
    answer = found(tmp_path, film(tmp_path / "film", scene() // 20))
    assert codes(answer) == ("mend", "said", "light")
    assert answer.what.text == DARK


def test_it_is_not_calibrated(tmp_path: Path) -> None:
    assert codes(found(tmp_path, film(tmp_path / "film", scene()))) == ("mend", "camera_uncalibrated", "calibrate")


def test_a_calibration_that_is_damaged(tmp_path: Path) -> None:
    source = film(tmp_path / "film", scene())
    calibrated(tmp_path, source, scene())
    file_for(tmp_path / CAMERAS, source).write_text("{")
    assert codes(found(tmp_path, source)) == ("mend", "said", "calibrate")


def test_no_pictures_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "cameras", list)
    (tmp_path / "empty").mkdir()
    assert codes(found(tmp_path, str(tmp_path / "empty"))) == ("mend", "said", "plug_camera")


def test_a_camera_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "cameras", list)
    assert codes(found(tmp_path, "/dev/video-not-there")) == ("mend", "camera_missing", "plug_camera")
    monkeypatch.setattr(camera, "cameras", lambda: [Found("/dev/video0", "a camera")])
    answer = found(tmp_path, "77")
    assert codes(answer) == ("mend", "camera_missing", "choose_camera")
    assert "/dev/video0" in answer.mends[0].text


def test_a_camera_that_may_not_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda _path, _how: False)
    assert codes(found(tmp_path, "/dev/null"))[:2] == ("mend", "camera_denied")


def test_a_camera_that_does_not_open_may_be_in_use(tmp_path: Path) -> None:
    """What is there, and may be opened, but gives no pictures."""
    answer = found(tmp_path, "/dev/null")
    assert codes(answer) == ("mend", "said", "find_user")
    assert "fuser -v /dev/null" in answer.mends[0].text


def test_the_service_knows_best(tmp_path: Path) -> None:
    def told(state: str, sentence: str) -> tuple[str, ...]:
        return codes(found(tmp_path, "http://camera/", {"camera": Device(state, sentence)}))

    assert told("running", "The camera is running.") == ("well", "said")
    assert told("running", UNCALIBRATED) == ("mend", "said", "calibrate")
    assert told("lost", "The camera is out of focus.") == ("mend", "said", "focus")
    assert told("lost", "The camera is covered.") == ("mend", "said", "light")
    assert codes(found(tmp_path, "0", {})) == ("unused", "not_used")


def test_what_can_be_mended_is_said_somewhere() -> None:
    assert set(MENDS) <= set(TEMPLATES)
