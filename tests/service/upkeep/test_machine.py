"""How the machine is: read where the system tells it, and not known where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal.database import FILE as JOURNAL
from companion.journal.evidence import FOLDER as PICTURES
from companion.service.upkeep import machine


def test_the_disk_and_what_is_kept_on_it(tmp_path: Path) -> None:
    (tmp_path / JOURNAL).write_bytes(b"1" * 700)
    (tmp_path / f"{JOURNAL}-wal").write_bytes(b"1" * 300)
    (tmp_path / PICTURES / "match").mkdir(parents=True)
    (tmp_path / PICTURES / "match" / "1.jpg").write_bytes(b"1" * 50)
    disk = machine.disk(tmp_path)
    assert disk is not None
    assert (disk.journal, disk.pictures) == (1000, 50)
    assert 0 < disk.free <= disk.size
    assert machine.disk(tmp_path / "nowhere") is None


def test_the_hottest_sensor_counts(tmp_path: Path) -> None:
    for name, text in (("thermal_zone0", "48250\n"), ("thermal_zone1", "61000\n"), ("thermal_zone2", "odd")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "temp").write_text(text)
    assert machine.celsius(tmp_path) == 61.0
    assert machine.celsius(tmp_path / "nowhere") is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0\n", ()),
        ("50005\n", ("undervoltage", "throttled")),
        ("50000\n", ("was_undervoltage", "was_throttled")),
        ("80008\n", ("hot",)),
        ("a0002\n", ("capped", "was_hot")),
        ("odd", None),
    ],
)
def test_what_slows_a_pi_down(tmp_path: Path, text: str, told: tuple[str, ...] | None) -> None:
    for number, place in enumerate(("soc/soc:firmware", "soc@107c000000/soc@107c000000:firmware", "firmware")):
        folder = tmp_path / str(number) / place
        folder.mkdir(parents=True)
        (folder / "get_throttled").write_text(text)
        assert machine.throttled(tmp_path / str(number)) == told, place


def test_without_such_a_file_it_is_not_known(tmp_path: Path) -> None:
    assert machine.throttled(tmp_path) is None


@pytest.mark.parametrize(("alarm", "told"), [("0\n", ()), ("1\n", ("undervoltage",)), ("", None)])
def test_a_kernel_may_know_the_voltage_alone(tmp_path: Path, alarm: str, told: tuple[str, ...] | None) -> None:
    folder = tmp_path / "soc/soc:firmware/raspberrypi-hwmon/hwmon/hwmon1"
    folder.mkdir(parents=True)
    (folder / "in0_lcrit_alarm").write_text(alarm)
    assert machine.throttled(tmp_path) == told


def test_the_kernel_tells_of_its_clock() -> None:
    assert machine.clock() in {True, False}


def test_versions_are_told() -> None:
    told = dict(machine.versions())
    assert told["companion"]
    assert told["Python"].startswith("3.")
    assert {"flask", "tornado", "numpy"} <= set(told)
    assert any(name.startswith("opencv") for name in told)
