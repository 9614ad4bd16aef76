"""What is put into the system: the unit, the lock's part, and how long a start is waited for."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from companion import asking
from companion.install.health import IN_A_ROW, Address, address_of, answers, has_come_up, replies
from companion.install.layout import FILES
from companion.install.releases import SOURCES, sources
from companion.install.wanted import OF_A_PI, packages, requirements
from tests.checkout import ROOT
from tests.commands.test_run import companion_run, panel_port
from tests.install.test_installing import PI
from tests.service.doctor.strangers import ENDLESS, STRANGE, serving, shut, streaming

ANALYSE = "/usr/bin/systemd-analyze"
SAFEST = 3.0


@pytest.fixture(params=["companion.service", "companion-hall.service"])
def unit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    text = (FILES / request.param).read_text().replace("@GROUPS@", "dialout video")
    file: Path = tmp_path / request.param
    # What is not installed here cannot be started here.
    file.write_text(text.replace("/opt/companion/current/bin/companion", "/bin/true"))
    return file


DRIVERS = {"ttyACM": "cdc_acm", "ttyUSB": "usbserial", "media": "mc", "video4linux": "videodev"}
PARTS_OF_THE_KERNEL = {"dma_heap", "gpiochip"}


def test_the_drivers_of_what_the_service_may_use_are_loaded_with_the_machine() -> None:
    """The manager looks names up when the service starts, and passes over those that no driver has brought yet."""
    named = set(re.findall(r"^DeviceAllow=char-(\w+)", (FILES / "companion.service").read_text(), re.MULTILINE))
    assert named - PARTS_OF_THE_KERNEL == set(DRIVERS)
    lines = (FILES / "companion.conf").read_text().splitlines()
    assert {line for line in lines if not line.startswith("#")} == set(DRIVERS.values())


def analyse(*arguments: str) -> str:
    return subprocess.run([ANALYSE, *arguments], capture_output=True, text=True, check=True).stdout


def test_the_unit_is_understood(unit: Path) -> None:
    told = subprocess.run([ANALYSE, "verify", str(unit)], capture_output=True, text=True, check=True)
    assert [line for line in told.stderr.splitlines() if "companion" in line] == []


def test_the_unit_is_hardened(unit: Path) -> None:
    told = analyse("security", "--offline=true", str(unit))
    found = re.search(r"Overall exposure level for companion[\w-]*.service: ([\d.]+)", told)
    assert found
    print(found[0])  # noqa: T201 - the score is wanted
    assert float(found[1]) <= SAFEST


@pytest.mark.parametrize(
    ("user", "number", "began"),
    [
        ("root", 0, "setpriv --reuid=companion --regid=companion --init-groups env HOME=/var/lib/companion "),
        ("companion", 990, "env HOME=/var/lib/companion "),
        ("pi", 1000, f"sudo -- {FILES / 'companion.sh'} doctor --json\n"),
    ],
)
def test_the_command_becomes_the_service_s_user(tmp_path: Path, user: str, number: int, began: str) -> None:
    """That user may not ask with sudo, and need not."""
    for name, line in {
        "id": f'[ "$1" = -un ] && echo {user} || echo {number}',
        **{name: f'echo {name} "$@"' for name in ("sudo", "setpriv", "env")},
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    command = ["/bin/sh", str(FILES / "companion.sh"), "doctor", "--json"]
    told = subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=True).stdout
    assert told.startswith(began)
    assert told.endswith(" doctor --json\n")


def names(text: str) -> set[str]:
    return set(re.findall(r"^([\w.-]+)==", text, re.MULTILINE))


@pytest.mark.parametrize(("python", "opencv"), [((3, 11), "4.11.0.86"), ((3, 13), "5.0.0.93")])
def test_the_lock_is_used_as_far_as_the_companion_runs_on_it(python: tuple[int, int], opencv: str) -> None:
    system = PI.__class__(PI.suite, PI.machine, PI.model, python, PI.free_mb, 0)
    text = requirements(ROOT, system, FILES)
    assert {"flask", "werkzeug", "markupsafe", "tornado", "pyserial", "argon2-cffi-bindings", "cffi"} <= names(text)
    assert not names(text) & {"numpy", "pytest", "mypy", "playwright", "open-spiel", "hypothesis"}
    assert f"opencv-python=={opencv} \\" in text
    assert text.count("opencv-python==") == 1
    assert text.count("==") <= 30
    assert "paho-mqtt" in names(text)
    assert not names(text) & HALL


HALL = {"sqlalchemy", "alembic", "mako", "psycopg", "psycopg-binary", "typing-extensions"}


def test_a_hall_needs_more() -> None:
    table, hall = (names(requirements(ROOT, PI, FILES, extras)) for extras in ((), ("hall",)))
    assert table < hall
    assert hall - table >= HALL


def test_packages_have_other_names_on_other_systems() -> None:
    assert "libglib2.0-0" in packages(PI)
    newer = packages(replace(PI, suite="trixie"))
    assert "libglib2.0-0t64" in newer
    assert "libglib2.0-0" not in newer


def test_a_pi_gets_its_libraries_from_the_system() -> None:
    assert set(OF_A_PI) <= set(packages(PI))
    other = PI.__class__(PI.suite, PI.machine, "", PI.python, PI.free_mb, 0)
    assert not set(OF_A_PI) & set(packages(other))


def test_the_port_is_the_configuration_s(tmp_path: Path) -> None:
    assert address_of(tmp_path / "none", 8090) == Address(8090)
    assert [str(Address()), str(Address(9001, "::1"))] == ["http://127.0.0.1:8080/", "http://[::1]:9001/"]
    assert address_of(tmp_path / "none") == Address(8080, "127.0.0.1")
    (tmp_path / "its.toml").write_text("[panel]\nport = 9001\n")
    assert address_of(tmp_path / "its.toml") == Address(9001)
    (tmp_path / "its.toml").write_text("[panel]\nport = 9001\n", encoding="utf-8-sig")
    assert address_of(tmp_path / "its.toml") == Address(9001)
    (tmp_path / "its.toml").write_text("odd")
    assert address_of(tmp_path / "its.toml") == Address(8080)
    for nowhere in ("on = false", "port = 0"):
        (tmp_path / "its.toml").write_text(f"[panel]\n{nowhere}\n")
        assert address_of(tmp_path / "its.toml") is None
    (tmp_path / "its.toml").write_text('[panel]\nhost = "192.0.2.7"\n')
    assert str(address_of(tmp_path / "its.toml")) == "http://192.0.2.7:8080/"


def test_a_running_panel_answers(tmp_path: Path) -> None:
    with companion_run(tmp_path, "--host", "127.0.0.1") as child:
        address = Address(panel_port(child))
        assert answers(address)
        assert replies(address)
    assert not answers(address)
    assert not replies(address)


def test_a_panel_that_shows_nothing_without_the_pin_answers(tmp_path: Path) -> None:
    shut(tmp_path)
    with companion_run(tmp_path, "--host", "127.0.0.1") as child:
        assert answers(Address(panel_port(child)))


@pytest.mark.parametrize("body", STRANGE)
def test_another_program_is_no_panel(body: bytes) -> None:
    with serving(200, body) as port:
        assert not answers(Address(port))


@pytest.mark.parametrize("begins", ENDLESS)
def test_another_program_that_answers_without_end_is_no_panel(monkeypatch: pytest.MonkeyPatch, begins: bytes) -> None:
    monkeypatch.setattr(asking, "DEADLINE_S", 1.0)
    with streaming(begins) as port:
        assert not answers(Address(port))


@pytest.mark.parametrize(("told", "well"), [([1, 1, 1], True), ([0, 1, 0, 1, 1, 1], True), ([1, 0] * 50, False)])
def test_it_has_come_up_when_it_answers_again_and_again(told: list[int], *, well: bool) -> None:
    left, waited = list(told), [0.0]

    def pause(seconds: float) -> None:
        waited[0] += seconds

    assert has_come_up(lambda: bool(left.pop(0)), pause, lambda: waited[0], patience=100.0) is well
    assert not well or told[-IN_A_ROW:] == [1] * IN_A_ROW


def test_a_release_is_built_of_a_copy(tmp_path: Path) -> None:
    with sources(ROOT, tmp_path / "source") as place:
        assert {one.name for one in place.iterdir()} == set(SOURCES)
        assert (place / "companion/install/files/companion.service").is_file()
        assert not list(place.rglob("__pycache__"))
    assert not place.exists()
