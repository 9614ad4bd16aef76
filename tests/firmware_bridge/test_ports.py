"""Where a board may be."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from firmware_bridge.ports import TRIES, candidates, usb_ports
from tests.links import pulled_while_followed


def nothing() -> list[str]:
    return []


def test_the_configured_port_comes_first(tmp_path: Path) -> None:
    for name in ("ttyB", "ttyA", "other"):
        (tmp_path / name).touch()
    found = candidates(str(tmp_path / "ttyB"), [str(tmp_path / "tty*")], lambda: ["COM3"])
    assert found == [str(tmp_path / "ttyB"), str(tmp_path / "ttyA"), "COM3"]


def test_a_device_is_tried_once_under_whatever_names(tmp_path: Path) -> None:
    (tmp_path / "ttyACM0").touch()
    (tmp_path / "by-id").symlink_to(tmp_path / "ttyACM0")
    assert candidates(str(tmp_path / "by-id"), [], lambda: [str(tmp_path / "ttyACM0")]) == [str(tmp_path / "by-id")]


def test_a_url_is_a_port_and_nothing_configured_is_none() -> None:
    assert candidates("socket://board:5000", [], nothing) == ["socket://board:5000"]
    assert candidates(None, [], nothing) == []


def test_only_usb_ports_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = [SimpleNamespace(device="ttyS0", vid=None), SimpleNamespace(device="ttyUSB1", vid=0x1A86)]
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    assert usb_ports() == ["ttyUSB1"]


def test_a_port_that_goes_while_it_is_looked_at_is_named_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = pulled_while_followed(tmp_path / "by-id", tmp_path / "ttyACM0", monkeypatch)
    assert candidates(str(link), [], nothing) == [str(link)]
    assert not link.is_symlink()


@pytest.mark.parametrize("stumble", [FileNotFoundError("a folder of the system is gone"), TypeError("int of None")])
def test_the_list_is_asked_again_where_it_stumbles_over_a_port_that_goes(
    monkeypatch: pytest.MonkeyPatch, stumble: Exception
) -> None:
    answers: list[list[SimpleNamespace] | None] = [None, [SimpleNamespace(device="ttyUSB1", vid=0x1A86)]]

    def comports() -> list[SimpleNamespace]:
        answer = answers.pop(0)
        if answer is None:
            raise stumble
        return answer

    monkeypatch.setattr(list_ports, "comports", comports)
    assert usb_ports() == ["ttyUSB1"]
    answers += [None] * TRIES
    assert usb_ports() == []
