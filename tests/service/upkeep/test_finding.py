"""Which cameras and ports are offered."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.service.upkeep.finding import Found, boards, cameras
from tests.links import pulled_while_followed


def device(folder: Path, name: str, index: str, about: str) -> None:
    (folder / name).mkdir()
    (folder / name / "index").write_text(f"{index}\n")
    (folder / name / "name").write_text(f"{about}\n")


def test_cameras_that_give_pictures_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    device(tmp_path, "video10", "0", "Second")
    device(tmp_path, "video2", "0", "First")
    device(tmp_path, "video3", "1", "First's other side")
    (tmp_path / "video4").mkdir()
    assert cameras(tmp_path) == [Found("/dev/video2", "First"), Found("/dev/video10", "Second")]


def test_a_decoder_inside_the_processor_is_no_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    inside = tmp_path / "platform" / "soc"
    inside.mkdir(parents=True)
    device(inside, "video11", "0", "Decoder")
    listed = tmp_path / "listed"
    listed.mkdir()
    (listed / "video11").symlink_to(inside / "video11")
    assert cameras(listed) == []


def test_a_camera_that_goes_while_it_is_looked_at_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    device(tmp_path, "usb", "0", "Camera")
    link = pulled_while_followed(tmp_path / "video0", tmp_path / "usb", monkeypatch)
    assert cameras(tmp_path) == []
    assert not link.is_symlink()


def test_the_camera_of_a_pi_is_offered_where_its_driver_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object() if name == "picamera2" else None)
    assert cameras(tmp_path) == [Found("picamera")]


def test_ports_by_pattern_are_offered_too(tmp_path: Path) -> None:
    (tmp_path / "ttyX1").touch()
    assert Found(str(tmp_path / "ttyX1")) in boards((f"{tmp_path}/tty*",))
