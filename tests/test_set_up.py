"""The set-up on machines on which it cannot install what is missing: it says what, and what to run."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.checkout import ROOT

TOOLS = ("sh", "env", "true", "dirname")
PACKAGES = ("libgl1", "gnubg", "python3-venv")
SUDO_THAT_REFUSES = "echo 'ada is not in the sudoers file.' >&2; exit 1"
SUDO = 'exec "$@"'
APT = 'for word; do last=$word; done; echo "apt-get $last" >>"$LOG"'
NO_NETWORK = "echo 'E: Unable to fetch' >&2; exit 100"


def machine(folder: Path, **programs: str) -> dict[str, str]:
    """Return the environment of a machine that has only these programs, and what every one has."""
    for tool in TOOLS:
        (folder / tool).symlink_to(str(shutil.which(tool)))
    for name, body in programs.items():
        program = folder / name.replace("_", "-")
        program.write_text(f"#!/bin/sh\n{body}\n")
        program.chmod(0o755)
    return {"PATH": str(folder), "LOG": str(folder / "log")}


def done(environment: dict[str, str], checkout: Path, script: str, *arguments: str) -> tuple[int, str]:
    """Run a script of `.ci`, and return its status and what it says to people."""
    command = ["/bin/sh", str(checkout / ".ci" / script), *arguments]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return told.returncode, told.stderr


@pytest.mark.parametrize(
    ("programs", "why"),
    [
        ({"id": "echo 1000", "apt_get": APT}, "there is no sudo here"),
        ({"id": "echo 1000", "apt_get": APT, "sudo": SUDO_THAT_REFUSES}, "sudo does not let you"),
        ({"id": "echo 1000", "apt_get": NO_NETWORK, "sudo": SUDO}, "apt-get cannot look for them"),
        ({"id": "echo 0", "apt_get": NO_NETWORK}, "apt-get cannot look for them"),
        ({"id": "echo 0", "apt_get": '[ "$3" = update ] || exit 100'}, "apt-get cannot install them"),
        ({"id": "echo 0"}, "there is no apt-get here"),
    ],
)
def test_what_cannot_be_installed_is_told(tmp_path: Path, programs: dict[str, str], why: str) -> None:
    status, told = done(machine(tmp_path, **programs), ROOT, "apt", *PACKAGES)
    assert (status, why in told) == (1, True), told
    for package in PACKAGES:
        assert f"\n    {package}\n" in told
    assert f"\n    apt-get update && apt-get install --no-install-recommends {' '.join(PACKAGES)}\n" in told
    assert not (tmp_path / "log").exists()


@pytest.mark.parametrize("programs", [{"id": "echo 0"}, {"id": "echo 1000", "sudo": SUDO}])
def test_what_can_be_installed_is(tmp_path: Path, programs: dict[str, str]) -> None:
    assert done(machine(tmp_path, apt_get=APT, **programs), ROOT, "apt", *PACKAGES) == (0, "")
    assert (tmp_path / "log").read_text().splitlines() == ["apt-get --quiet", "apt-get python3-venv"]


def test_a_set_up_tells_of_everything_that_is_missing_at_once(tmp_path: Path) -> None:
    for script in ("apt", "setup"):
        (tmp_path / ".ci").mkdir(exist_ok=True)
        shutil.copy(ROOT / ".ci" / script, tmp_path / ".ci")
    # Debian's Python as it comes, and one package besides that was never installed.
    python = 'case "$*" in *ensurepip*) exit 1;; *_base_executable*) echo fake;; esac'
    query = 'case "$*" in *gnubg) exit 1;; *) printf installed;; esac'
    environment = machine(tmp_path, id="echo 1000", apt_get=APT, dpkg_query=query, fake=python)
    status, told = done({**environment, "PYTHON": "fake"}, tmp_path, "setup")
    assert (status, told.splitlines()[-1].partition("recommends ")[2]) == (1, "gnubg python3-venv"), told
    assert not (tmp_path / ".venv").exists()
