"""The machine and what runs on it: full disks, wrong times, little memory, heat, weak power, pins."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.service.doctor import access, machine, pins
from companion.service.doctor.machine import (
    look_at_disk,
    look_at_heat,
    look_at_memory,
    look_at_power,
    look_at_time,
)
from companion.service.doctor.pins import look_at_pins
from companion.service.doctor.values import Device
from companion.service.words import TEMPLATES
from tests.checkout import ROOT
from tests.service.doctor.stage import NONE, case, codes
from tests.service.playing import begun, running


def only(found: Iterator[object]) -> tuple[str, ...]:
    (one,) = found
    return codes(one)  # type: ignore[arg-type]  # all of them are findings


def test_a_disk_with_room(tmp_path: Path) -> None:
    assert only(look_at_disk(case(tmp_path))) == ("well", "disk_room")
    assert only(look_at_disk(case(tmp_path / "later"))) == ("unused", "disk_later")
    assert list(tmp_path.iterdir()) == []


def test_little_room_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "LITTLE_DISK", 10**18)
    assert only(look_at_disk(case(tmp_path))) == ("mend", "disk_little", "make_room")


LOOK = """
import sys
from pathlib import Path
from companion.service.doctor.machine import look_at_disk
from companion.service.doctor.journal import look_at_journal
from tests.service.doctor.stage import case, codes
look = look_at_journal if "journal" in sys.argv else look_at_disk
print(*[word for one in look(case(Path(sys.argv[1]))) for word in codes(one)])
"""


@pytest.mark.parametrize(
    ("done", "told"),
    [
        ("head --bytes 200000 /dev/zero >filling || true", "mend disk_full make_room"),
        ("mount -o remount,ro .", "mend disk_read_only check_disk"),
    ],
)
def test_a_disk_that_takes_nothing(tmp_path: Path, done: str, told: str) -> None:
    """A very small disk of its own, in a world in which anybody may mount one."""
    script = f'mount -t tmpfs -o size=128k none "$1" && cd "$1" && {done}; cd "$2" && exec "$3" -c "$4" "$1"'
    command = ["/usr/bin/unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh"]
    given = [str(tmp_path), str(ROOT), sys.executable, LOOK]
    answer = subprocess.run([*command, *given], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == told


NOBODY = 65534


def unprivileged(folder: Path, *what: str, first: str = "") -> str:
    """What a user is told of a folder who is not root, whoever runs the tests; `first` is for the shell."""
    command = ["/usr/bin/unshare", f"--map-user={NOBODY}", f"--map-group={NOBODY}", "sh", "-c"]
    given = [f'{first} exec "$@"', "sh", sys.executable, "-B", "-c", LOOK, str(folder), *what]
    answer = subprocess.run([*command, *given], cwd=ROOT, capture_output=True, text=True, check=False)
    return answer.stdout.strip() or answer.stderr


@pytest.mark.parametrize(("mode", "below"), [(0o555, "."), (0o000, "."), (0o000, "data")])
def test_a_folder_that_may_not_be_used(tmp_path: Path, mode: int, below: str) -> None:
    (tmp_path / below).mkdir(exist_ok=True)
    tmp_path.chmod(mode)
    told = unprivileged(tmp_path / below), unprivileged(tmp_path / below, "journal")
    tmp_path.chmod(0o700)
    assert told[0] == "mend disk_denied own_folder"
    assert told[1] == ("unused journal_none" if mode else "mend journal_denied own_folder")


def test_a_journal_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite3").touch(0o000)
    assert unprivileged(tmp_path, "journal") == "mend journal_denied own_folder"


def test_another_user_s_folder_stays_that_user_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert access.mend_folder(tmp_path / "data").code == "own_folder"
    monkeypatch.setattr(Path, "owner", lambda _path: "companion")
    mend = access.mend_folder(tmp_path / "data")
    assert mend.code == "ask_as"
    assert "sudo --user=companion companion doctor" in mend.text


def test_a_folder_in_which_no_file_may_grow(tmp_path: Path) -> None:
    assert unprivileged(tmp_path, first="ulimit -f 0;") == "mend disk_fails check_disk"


@pytest.mark.parametrize(
    ("number", "code"), [(13, "disk_denied"), (28, "disk_full"), (30, "disk_read_only"), (5, "disk_fails")]
)
def test_each_trouble_has_a_sentence(tmp_path: Path, number: int, code: str) -> None:
    found = machine._disk_trouble(OSError(number, os.strerror(number)), tmp_path)
    assert codes(found)[:2] == ("mend", code)


def test_the_time_is_right(tmp_path: Path) -> None:
    assert only(look_at_time(case(tmp_path), synchronised=lambda: True)) == ("well", "time_right")


def test_the_time_was_never_set(tmp_path: Path) -> None:
    assert only(look_at_time(case(tmp_path), lambda: 86400.0)) == ("mend", "time_unset", "connect")


def test_the_time_has_jumped_back(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        begun(service)
    year = 365 * 86400.0
    late = look_at_time(case(tmp_path), lambda: time.time() - year / 12)
    # Early in a year, a month ago was another year, which may be one that cannot be.
    assert only(late)[:2] in {("mend", "time_jumped"), ("mend", "time_unset")}
    assert only(look_at_time(case(tmp_path), synchronised=lambda: True)) == ("well", "time_right")


def test_no_time_server(tmp_path: Path) -> None:
    assert only(look_at_time(case(tmp_path), synchronised=lambda: False)) == ("mend", "time_alone", "ask_server")
    kept = replace(NONE, time_keepers=(tmp_path,))
    assert only(look_at_time(case(tmp_path, places=kept), synchronised=lambda: False)) == (
        "mend",
        "time_unsure",
        "connect",
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("MemTotal: 2000000 kB\nMemAvailable: 900000 kB\n", ("well", "memory_room")),
        ("MemTotal: 2000000 kB\nMemAvailable: 90000 kB\n", ("mend", "memory_little", "less_programs")),
        ("odd", ("unused", "unknown_here")),
    ],
)
def test_the_memory(tmp_path: Path, text: str, told: tuple[str, ...]) -> None:
    (tmp_path / "meminfo").write_text(text)
    assert only(look_at_memory(case(tmp_path, places=replace(NONE, memory=tmp_path / "meminfo")))) == told


def hot(folder: Path, degrees: str, bits: str = "0") -> tuple[tuple[str, ...], tuple[str, ...]]:
    (folder / "thermal_zone0").mkdir()
    (folder / "thermal_zone0" / "temp").write_text(degrees)
    (folder / "soc/soc:firmware").mkdir(parents=True)
    (folder / "soc/soc:firmware/get_throttled").write_text(bits)
    pi = case(folder, places=replace(NONE, thermal=folder, platform=folder))
    return only(look_at_heat(pi)), only(look_at_power(pi))


@pytest.mark.parametrize(
    ("degrees", "bits", "heat", "power"),
    [
        ("48000", "0", ("well", "heat_right"), ("well", "power_right")),
        ("81000", "0", ("mend", "heat_hot", "cool"), ("well", "power_right")),
        ("70000", "80000", ("mend", "heat_slowed", "cool"), ("well", "power_right")),
        ("48000", "50005", ("well", "heat_right"), ("mend", "power_low", "power")),
        ("48000", "50000", ("well", "heat_right"), ("mend", "power_was_low", "power")),
    ],
)
def test_heat_and_power(tmp_path: Path, degrees: str, bits: str, heat: tuple[str, ...], power: tuple[str, ...]) -> None:
    assert hot(tmp_path, degrees, bits) == (heat, power)


def test_heat_and_power_may_be_unknown(tmp_path: Path) -> None:
    assert only(look_at_heat(case(tmp_path))) == only(look_at_power(case(tmp_path))) == ("unused", "unknown_here")


@pytest.mark.parametrize(
    ("model", "installed", "told"),
    [
        ("", set(), ("mend", "pins_none", "no_pins")),
        ("Raspberry Pi 4 Model B\0", set(), ("mend", "pins_no_library", "install_pins")),
        ("Raspberry Pi 4 Model B\0", {"rpi.gpio"}, ("well", "pins_ready")),
        ("Raspberry Pi 5 Model B\0", {"rpi-lgpio"}, ("well", "pins_ready")),
        ("Raspberry Pi 5 Model B\0", {"rpi.gpio"}, ("mend", "pins_wrong_library", "replace_pins")),
        ("Raspberry Pi 5 Model B\0", {"rpi.gpio", "rpi-lgpio"}, ("mend", "pins_two_libraries", "replace_pins")),
    ],
)
def test_the_library_for_the_pins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str, installed: set[str], told: tuple[str, ...]
) -> None:
    monkeypatch.setattr(pins, "installed", lambda: installed)
    (tmp_path / "model").write_text(model)
    there = replace(NONE, model=tmp_path / "model")
    assert only(look_at_pins(case(tmp_path, places=there, gpio__buzzer=17))) == told
    assert only(look_at_pins(case(tmp_path, places=there))) == ("unused", "not_used" if model else "pins_none")


def test_pins_that_are_wanted_where_there_are_none(tmp_path: Path) -> None:
    assert only(look_at_pins(case(tmp_path))) == ("unused", "pins_none")
    for option in ("gpio__white_button", "gpio__buzzer"):
        wanted = case(tmp_path, **{option: 17})  # type: ignore[arg-type]  # options of any kind
        assert only(look_at_pins(wanted)) == ("mend", "pins_none", "no_pins")


def test_pins_that_may_not_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "installed", lambda: {"rpi-lgpio"})
    monkeypatch.setattr(os, "access", lambda _path, _how: False)
    (tmp_path / "model").write_text("Raspberry Pi 5")
    (tmp_path / "chip").write_text("")
    there = replace(NONE, model=tmp_path / "model", pins=(tmp_path / "chip",))
    wired = case(tmp_path, places=there, gpio__white_button=17)
    assert only(look_at_pins(wired)) == ("mend", "pins_denied", "rules_of_pins")
    assert only(look_at_pins(case(tmp_path, places=there))) == ("unused", "not_used")


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Another program is using pin 17.", ("mend", "said", "find_user")),
        (
            "The library for the pins needs to write into the folder in which the companion runs, and may not.",
            ("mend", "said", "other_folder"),
        ),
        ("The library for the pins lacks setup: install rpi-lgpio anew.", ("mend", "said", "reinstall_pins")),
        (
            "The library for the pins cannot be loaded (liblgpio.so.1: cannot open): install rpi-lgpio anew.",
            ("mend", "said", "reinstall_pins"),
        ),
        (
            "The pins may not be used by this user: it takes membership in the group gpio.",
            ("mend", "said", "join_group"),
        ),
        (
            "Buttons and lights need the package rpi-lgpio, which is not installed.",
            ("mend", "said", "install_pins"),
        ),
        (
            "RPi.GPIO cannot reach the pins of a Raspberry Pi 5: rpi-lgpio can, in place of it.",
            ("mend", "said", "replace_pins"),
        ),
        (
            "RPi.GPIO is not told by this system when a button changes: rpi-lgpio is, in place of it.",
            ("mend", "said", "replace_pins"),
        ),
        ("The pins cannot be used (x).", ("mend", "said", "look_at_log")),
    ],
)
def test_what_keeps_the_service_from_its_pins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sentence: str, told: tuple[str, ...]
) -> None:
    monkeypatch.setattr(pins, "installed", lambda: {"rpi-lgpio"})
    (tmp_path / "model").write_text("Raspberry Pi 5")
    there = replace(NONE, model=tmp_path / "model")

    def pins_of(devices: dict[str, Device]) -> tuple[str, ...]:
        return only(look_at_pins(case(tmp_path, devices, there, gpio__buzzer=17)))

    assert pins_of({"buttons": Device("failed", sentence)}) == told
    assert pins_of({"buttons": Device("running", sentence)}) == pins_of({}) == ("well", "pins_ready")


def test_not_who_asks_but_the_service_is_let_into_the_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "installed", lambda: {"rpi-lgpio"})
    monkeypatch.setattr(Path, "owner", lambda _path: "companion")
    (tmp_path / "model").write_text("Raspberry Pi 4")
    sentence = "The pins may not be used by this user: it takes membership in the group gpio."
    there = replace(NONE, model=tmp_path / "model")
    (one,) = look_at_pins(case(tmp_path, {"buttons": Device("lost", sentence)}, there, gpio__buzzer=17))
    assert "usermod --append --groups gpio companion" in one.mends[0].text


def test_what_can_be_mended_at_the_pins_is_said_somewhere() -> None:
    assert set(pins.MENDS) <= set(TEMPLATES)
