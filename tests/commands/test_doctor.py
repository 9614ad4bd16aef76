"""`companion doctor`, as people and scripts use it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands import doctor as doctor_command
from companion.commands.doctor import PARTS
from companion.service.doctor.doctor import LOOKS
from companion.service.doctor.values import ill, well
from companion.service.doctor.words import told
from tests.checkout import ROOT
from tests.commands.inside import spoken_to

CONFIG = "[panel]\non = false\n[board]\nport = 'off'\n"


def asked(folder: Path, config: str) -> list[str]:
    """Return what is asked of the doctor, for a table that is configured so."""
    (folder / "its.toml").write_text(config)
    return ["doctor", "--config", str(folder / "its.toml"), "--data", str(folder)]


def program(folder: Path, *arguments: str, config: str = CONFIG) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", *asked(folder, config), *arguments]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def doctor(folder: Path, *arguments: str, config: str = CONFIG) -> subprocess.CompletedProcess[str]:
    return spoken_to(*asked(folder, config), *arguments, LC_ALL="C.UTF-8")


def test_every_part_is_told_once(tmp_path: Path) -> None:
    answer = program(tmp_path, "--json")
    found = json.loads(answer.stdout)
    assert [one["part"] for one in found["findings"]] == list(LOOKS) == list(PARTS)
    assert {one["state"] for one in found["findings"]} <= {"well", "unused", "mend"}
    assert all(one["mend"] for one in found["findings"] if one["state"] == "mend")
    assert answer.returncode == (0 if found["well"] else 1)


def test_people_read_how_to_mend_it(tmp_path: Path) -> None:
    port = str(tmp_path / "ttyUSB7")
    answer = program(tmp_path, "--language", "de", config=f"[panel]\non = false\n[board]\nport = '{port}'\n")
    assert answer.returncode == 1
    assert f"! Sensorbrett      An {port} ist nichts eingesteckt" in answer.stdout
    assert "> Stecken Sie das USB-Kabel des Bretts ein" in answer.stdout
    assert answer.stdout.endswith("Etwas ist zu beheben.\n")


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_what_is_said_stands_in_one_column(tmp_path: Path, language: str) -> None:
    lines = doctor(tmp_path, "--language", language).stdout.splitlines()[:-1]
    with_names = [line for line in lines if line[0] != " "]
    assert len(with_names) == len(LOOKS)
    ends = {len(line) - len(line[2:].partition("  ")[2].lstrip()) for line in with_names}
    mends = {line.index("> ") for line in lines if line[0] == " "}
    assert len(ends) == 1
    assert mends <= ends


@pytest.mark.parametrize(
    ("config", "arguments"), [("port = 1\n[panel", ()), ("[panel]\nprot = 1\n", ()), (CONFIG, ("--x",))]
)
def test_bad_use(tmp_path: Path, config: str, arguments: tuple[str, ...]) -> None:
    answer = doctor(tmp_path, *arguments, config=config)
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("text", ["garbage [", "[panel]\nport = 9\n", "[board]\nprot = 'off'\n"])
def test_what_was_chosen_in_the_set_up_cannot_be_used(tmp_path: Path, text: str) -> None:
    (tmp_path / "set-up.toml").write_text(text)
    answer = doctor(tmp_path, "--json")
    found = json.loads(answer.stdout)["findings"]
    assert [one["part"] for one in found] == list(PARTS)
    (one,) = [one for one in found if one["part"] == "set_up"]
    assert str(tmp_path / "set-up.toml") in one["message"]
    assert one["mend"] == [f"Choose again in the set-up, or delete {tmp_path / 'set-up.toml'}."]
    assert (answer.returncode, answer.stderr) == (1, "")


def test_what_was_chosen_in_the_set_up_is_used(tmp_path: Path) -> None:
    (tmp_path / "set-up.toml").write_text("[board]\nport = 'off'\n")
    found = json.loads(doctor(tmp_path, "--json", config="[panel]\non = false\n").stdout)["findings"]
    assert {one["part"]: one["code"] for one in found}.items() >= {("board", "not_used"), ("set_up", "set_up_used")}


@pytest.mark.parametrize(("as_json", "all_well"), [(True, True), (True, False), (False, True), (False, False)])
def test_the_exit_status(capsys: pytest.CaptureFixture[str], *, as_json: bool, all_well: bool) -> None:
    one = well("gnubg", "gnubg_answers") if all_well else ill("disk", told("disk_full"), told("make_room"))
    write = doctor_command._as_json if as_json else doctor_command._as_text
    assert write([one]) == (0 if all_well else 1)
    assert ("Make room" in capsys.readouterr().out) is not all_well
