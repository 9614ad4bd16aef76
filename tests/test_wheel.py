"""The wheel: built from a clean copy, it installs the companion and nothing else, and works on its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion import __version__
from tests.checkout import PACKAGES, ROOT, files

# Nothing of the machine's own set-up of pip or Python gets in.
CLEAN = {"PATH": os.defpath}
OFFLINE = CLEAN | {"PIP_CONFIG_FILE": os.devnull, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def run(*command: str | Path, cwd: Path, env: dict[str, str]) -> str:
    """Return what a command prints; where it fails, so does the test, with all that was said."""
    done = subprocess.run(
        command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from what git has of the checkout."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    for path in files():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, source / path)
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", built, cwd=source, env=CLEAN)
    (wheel,) = built.iterdir()
    return wheel


@pytest.fixture(scope="module")
def bin_dir(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of commands of an environment that has the wheel and nothing else."""
    place = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", "--without-pip", place, cwd=place, env=CLEAN)
    python = place / "bin" / "python"
    pip = (
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--no-compile",
    )
    run(*pip, wheel, cwd=place, env=OFFLINE)
    return python.parent


def is_only_source(path: Path) -> bool:
    """Whether an installed companion has no use for the file: it is for builders, readers and translators."""
    return Path("firmware_bridge/firmware") in path.parents or path.suffix in {".md", ".po", ".pot", ".cfg"}


def test_it_brings_every_file_of_the_packages_and_no_other(wheel: Path) -> None:
    info = f"companion-{__version__}.dist-info"
    with ZipFile(wheel) as archive:
        inside = {Path(name) for name in archive.namelist() if not name.startswith(f"{info}/")}
    assert inside == {path for path in files() if path.parts[0] in PACKAGES and not is_only_source(path)}
    assert Path("companion/py.typed") in inside


def test_its_command_runs(bin_dir: Path, tmp_path: Path) -> None:
    assert "usage: companion" in run(bin_dir / "companion", "--help", cwd=tmp_path, env=CLEAN)


def test_it_plays_without_the_checkout_and_with_nothing_but_python(bin_dir: Path, tmp_path: Path) -> None:
    assert run(bin_dir / "python", "-m", "companion", "show", "backgammon", cwd=tmp_path, env=CLEAN)
