"""Installs, updates and removes the companion in an arm64 Debian, emulated, by one command.

    python -m tests.pi.installation bookworm

Where this machine's own processor will do, and emulating would take too long, `trixie amd64` does the same with that.
The system is kept in the cache folder of the user; the first run takes long. What each step said is printed, and the
exit status is 0 if all went as it should: the panel answers, a release that does not come up is left again, and after
the removal only the records are there. It needs root, debootstrap and qemu-user-static.
"""

from __future__ import annotations

import argparse
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
MACHINES = {"arm64": "aarch64", "amd64": "x86_64"}
EMULATED = "arm64"
PLATFORMS = [f"manylinux_2_{number}" for number in (17, 24, 26, 27, 28, 31, 34)]
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


def system(suite: str, kind: str = EMULATED) -> Path:
    """Return the folder of a Debian for the Pi's processor, or another kind, made if it is not there."""
    folder = CACHE / (suite if kind == EMULATED else f"{suite}-{kind}")
    if (folder / "made").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    included = ",".join((*BASE, *(name for name in packages(pi(suite, kind)) if name not in DISPENSABLE)))
    first = ["debootstrap", f"--arch={kind}", "--foreign", "--variant=minbase", f"--include={included}", suite]
    subprocess.run([*first, str(folder), mirror()], check=True)
    _leave_what_is_wanted(folder)
    _hurry(folder)
    inside = ["env", "container=lxc", "chroot", str(folder), "/debootstrap/debootstrap", "--second-stage"]
    subprocess.run([sys.executable, "-m", "tests.pi.emulated", *inside], cwd=ROOT, check=True)
    # What was shortened is no list of what there is.
    shutil.rmtree(folder / "var/lib/apt/lists")
    (folder / "made").touch()
    return folder


def _hurry(folder: Path) -> None:
    """Let packages be unpacked without waiting for the disk after each: what is broken off here is made anew."""
    options = folder / "etc/dpkg/dpkg.cfg.d"
    options.mkdir(parents=True, exist_ok=True)
    (options / "hurry").write_text("force-unsafe-io\n", encoding="ascii")


def _leave_what_is_wanted(folder: Path) -> None:
    """Shorten the list of all packages, which is looked through again and again: emulated, that takes very long."""
    wanted = {name for list_ in ("required", "base") for name in (folder / "debootstrap" / list_).read_text().split()}
    for file in folder.glob("var/lib/apt/lists/*_Packages"):
        packages_ = file.read_text(encoding="utf-8").split("\n\n")
        left = [one for one in packages_ if one.partition("\n")[0].removeprefix("Package: ") in wanted]
        file.write_text("\n\n".join(left) + "\n\n", encoding="utf-8")


def pi(suite: str, kind: str = EMULATED) -> System:
    """Return a Pi with such a system."""
    return System(suite, MACHINES[kind], "Raspberry Pi", PYTHONS[suite], 9999, 0)


def fill(folder: Path, suite: str, kind: str = EMULATED) -> None:
    """Put the checkout and the wheels that it needs into the system."""
    place = folder / "installation"
    shutil.rmtree(place, ignore_errors=True)
    for path in {*files(), *_new_ones()}:
        if (ROOT / path).is_file():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, place / path)
    wanted = place / "requirements.txt"
    wanted.write_text(requirements(ROOT, pi(suite, kind), FILES, ("hall",)), encoding="utf-8")
    _download(wanted, folder / "wheels", platforms(suite, kind))
    shutil.copy(ROOT / "tests/pi/systemctl.py", folder / "usr/local/bin/systemctl")
    if BEAROFFS.exists():
        (folder / BEAROFFS.relative_to("/")).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(BEAROFFS, folder / BEAROFFS.relative_to("/"))


def _new_ones() -> list[Path]:
    command = ["git", "ls-files", "--others", "--exclude-standard"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    return [Path(line) for line in told.stdout.decode().splitlines()]


def _download(wanted: Path, wheels: Path, machine: list[str]) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    where = ["--dest", str(wheels), "--requirement", str(wanted)]
    subprocess.run([*command, *machine, *where], check=True)


def platforms(suite: str, kind: str = EMULATED) -> list[str]:
    """Return what tells pip for which machine it is to fetch packages."""
    kinds = [word for name in PLATFORMS for word in ("--platform", f"{name}_{MACHINES[kind]}")]
    return [*kinds, "--only-binary=:all:", "--python-version", ".".join(map(str, PYTHONS[suite]))]


def reader(about: str | None) -> argparse.ArgumentParser:
    """Return what reads the arguments of a command about one of these systems."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", nargs="?", choices=PYTHONS, default="bookworm")
    return parser


def main() -> int:
    """Go through all of it; return the exit status."""
    parser = reader(__doc__)
    parser.add_argument("kind", nargs="?", choices=MACHINES, default=EMULATED)
    asked = parser.parse_args()
    suite, kind = asked.suite, asked.kind
    folder = system(suite, kind)
    fill(folder, suite, kind)
    inside = [
        "sh",
        "-c",
        f"mount --rbind /dev {folder}/dev; mount --rbind /proc {folder}/proc; chroot {folder} sh {SCRIPT} {PORT}",
    ]
    return subprocess.run([sys.executable, "-m", "tests.pi.emulated", *inside], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
