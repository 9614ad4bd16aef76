"""Installs, updates and removes the companion in an arm64 Debian, emulated, by one command.

    python -m tests.pi.installation bookworm

The system is kept in the cache folder of the user; the first run takes long. What each step said is printed, and the
exit status is 0 if all went as it should: the panel answers, a release that does not come up is left again, and after
the removal only the records are there. It needs root, debootstrap and qemu-user-static.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from companion.install.layout import FILES
from companion.install.system import System
from companion.install.wanted import DISPENSABLE, packages, requirements
from tests.checkout import ROOT, files

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "companion-pi"
APT = Path("/etc/apt")
ADDRESS = re.compile(r"^(?:URIs: *|deb (?:\[.*\] )?)(https?://\S+)", re.MULTILINE)
BASE = ("python3", "ca-certificates", "udev", "adduser")
PYTHONS = {"bookworm": (3, 11), "trixie": (3, 13)}
PLATFORMS = [f"manylinux_2_{number}_aarch64" for number in (17, 24, 26, 27, 28, 31, 34)]
PORT = 18437
BEAROFFS = Path("/var/lib/gnubg/gnubg_ts0.bd")
"""What GNU Backgammon works out when it is installed: emulated, that takes very long."""
SCRIPT = "/installation/tests/pi/installed.sh"


def mirror() -> str:
    """Return where this system has its packages from."""
    for file in (APT / "sources.list", *sorted(APT.glob("sources.list.d/*"))):
        found = ADDRESS.search(file.read_text(encoding="utf-8")) if file.is_file() else None
        if found:
            return found[1]
    msg = "apt does not say where this system has its packages from"
    raise RuntimeError(msg)


def system(suite: str) -> Path:
    """Return the folder of a Debian for the Pi's processor, made if it is not there."""
    folder = CACHE / suite
    if (folder / "made").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    included = ",".join((*BASE, *(name for name in packages(pi(suite)) if name not in DISPENSABLE)))
    first = ["debootstrap", "--arch=arm64", "--foreign", "--variant=minbase", f"--include={included}", suite]
    subprocess.run([*first, str(folder), mirror()], check=True)
    _leave_what_is_wanted(folder)
    inside = ["env", "container=lxc", "chroot", str(folder), "/debootstrap/debootstrap", "--second-stage"]
    subprocess.run([sys.executable, "-m", "tests.pi.emulated", *inside], cwd=ROOT, check=True)
    # What was shortened is no list of what there is.
    shutil.rmtree(folder / "var/lib/apt/lists")
    (folder / "made").touch()
    return folder


def _leave_what_is_wanted(folder: Path) -> None:
    """Shorten the list of all packages, which is looked through again and again: emulated, that takes very long."""
    wanted = {name for list_ in ("required", "base") for name in (folder / "debootstrap" / list_).read_text().split()}
    for file in folder.glob("var/lib/apt/lists/*_Packages"):
        packages_ = file.read_text(encoding="utf-8").split("\n\n")
        left = [one for one in packages_ if one.partition("\n")[0].removeprefix("Package: ") in wanted]
        file.write_text("\n\n".join(left) + "\n\n", encoding="utf-8")


def pi(suite: str) -> System:
    """Return a Pi with such a system."""
    return System(suite, "aarch64", "Raspberry Pi", PYTHONS[suite], 9999, 0)


def fill(folder: Path, suite: str) -> None:
    """Put the checkout and the wheels that it needs into the system."""
    place = folder / "installation"
    shutil.rmtree(place, ignore_errors=True)
    for path in {*files(), *_new_ones()}:
        if (ROOT / path).is_file():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, place / path)
    wanted = place / "requirements.txt"
    wanted.write_text(requirements(ROOT, pi(suite), FILES, ("hall",)), encoding="utf-8")
    _download(wanted, folder / "wheels", suite)
    shutil.copy(ROOT / "tests/pi/systemctl.py", folder / "usr/local/bin/systemctl")
    if BEAROFFS.exists():
        (folder / BEAROFFS.relative_to("/")).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(BEAROFFS, folder / BEAROFFS.relative_to("/"))


def _new_ones() -> list[Path]:
    command = ["git", "ls-files", "--others", "--exclude-standard"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    return [Path(line) for line in told.stdout.decode().splitlines()]


def _download(wanted: Path, wheels: Path, suite: str) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    where = ["--dest", str(wheels), "--requirement", str(wanted)]
    subprocess.run([*command, *platforms(suite), *where], check=True)


def platforms(suite: str) -> list[str]:
    """Return what tells pip for which machine it is to fetch packages."""
    kinds = [word for name in PLATFORMS for word in ("--platform", name)]
    return [*kinds, "--only-binary=:all:", "--python-version", ".".join(map(str, PYTHONS[suite]))]


def main() -> int:
    """Go through all of it; return the exit status."""
    suite = sys.argv[1] if len(sys.argv) > 1 else "bookworm"
    folder = system(suite)
    fill(folder, suite)
    inside = [
        "sh",
        "-c",
        f"mount --rbind /dev {folder}/dev; mount --rbind /proc {folder}/proc; chroot {folder} sh {SCRIPT} {PORT}",
    ]
    return subprocess.run([sys.executable, "-m", "tests.pi.emulated", *inside], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
