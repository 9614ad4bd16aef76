"""The system underneath: what it is, and the commands by which it is changed."""

from __future__ import annotations

import fcntl
import grp
import os
import platform
import pwd
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.language import _

MODEL = Path("/proc/device-tree/model")
OS_RELEASE = Path("/etc/os-release")
SUITES = ("bookworm", "trixie")
NEEDED_MB = 1500
OLDEST = (3, 11)
PYTHON = Path("/usr/bin/python3")
"""The system's own, which the environment is made with: what comes first on the path may be another."""
KINDS = {"arm64": "aarch64", "amd64": "x86_64"}
"""What Debian calls the machines on which it runs."""
NOLOGIN, FIRST_PERSON = "/usr/sbin/nologin", 1000
"""The shell of users who are no people, and from which number on people are."""
LOCKS = (
    Path("/var/lib/dpkg/lock-frontend"),
    Path("/var/lib/dpkg/lock"),
    Path("/var/lib/apt/lists/lock"),
    Path("/var/cache/apt/archives/lock"),
)
"""What whoever changes the packages of the system holds while at it."""
PATIENCE_S, PAUSE_S = 300.0, 1.0


class InstallError(Exception):
    """Something that the installer cannot do; the message says what to do about it."""


@dataclass(frozen=True, slots=True)
class System:
    """What was found."""

    suite: str
    machine: str
    model: str
    python: tuple[int, int]
    free_mb: int
    user: int

    @property
    def is_pi(self) -> bool:
        """Whether it is a Raspberry Pi."""
        return self.model.startswith("Raspberry Pi")

    @property
    def problems(self) -> list[str]:
        """What must be otherwise before anything is changed."""
        room = _("It needs {needed} MB on the disk; {free} MB are free.", needed=NEEDED_MB, free=self.free_mb)
        kind = _("It needs a 64-bit system; this one is {machine}.", machine=self.machine)
        checks = (
            (self.suite in SUITES, _("It is made for Debian and Raspberry Pi OS, Bookworm or Trixie.")),
            (self.machine in {"aarch64", "x86_64"}, kind),
            (self.python >= OLDEST, _("It needs Python 3.11 or newer.")),
            (self.free_mb >= NEEDED_MB, room),
        )
        return [*self.problems_of_removal, *(problem for is_so, problem in checks if not is_so)]

    @property
    def problems_of_removal(self) -> list[str]:
        """What must be otherwise before it is taken away, which makes room."""
        return [] if self.user == 0 else [_("This changes the system: run it with sudo.")]


def found(root: Path = Path("/")) -> System:
    """Return what is found here."""
    return System(
        suite=_release().get("VERSION_CODENAME", "").strip('"'),
        machine=_machine(),
        model=_text(MODEL),
        python=_python(),
        free_mb=shutil.disk_usage(root).free // 1_000_000,
        user=os.geteuid(),
    )


def _machine() -> str:
    """Return what the programs here are made for: where they have 32 bits, the kernel may have 64."""
    with suppress(InstallError):
        kind = Commands().run("dpkg", "--print-architecture").strip()
        return KINDS.get(kind, kind)
    return platform.machine()


def _python() -> tuple[int, int]:
    """Return the version of the system's Python."""
    with suppress(InstallError, ValueError):
        major, minor = Commands().run(PYTHON, "-c", "import sys; print(*sys.version_info[:2])").split()
        return int(major), int(minor)
    return sys.version_info[:2]


def _release() -> dict[str, str]:
    return dict(line.partition("=")[::2] for line in _text(OS_RELEASE).splitlines())


def _text(path: Path) -> str:
    with suppress(OSError):
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n")
    return ""


class Commands:
    """Runs the system's commands."""

    def run(self, *command: str | Path, quiet: bool = False) -> str:
        """Run a command to its end and return what it said; raise `InstallError` if it fails."""
        words = [str(word) for word in command]
        try:
            # The packages' questions have usual answers.
            done = subprocess.run(  # noqa: S603 - our own commands
                words,
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
        except OSError as error:
            msg = _("{command} cannot be run: {why}", command=words[0], why=error.strerror)
            raise InstallError(msg) from error
        if done.returncode and not quiet:
            end = "\n".join((done.stdout + done.stderr).splitlines()[-12:])
            msg = _("{command} has failed:\n{end}", command=" ".join(words), end=end)
            raise InstallError(msg)
        return done.stdout

    def others_change_packages(self) -> bool:
        """Whether another program is changing the packages of the system now."""
        return any(map(_is_held, LOCKS))

    def wait_for_packages(self) -> None:
        """Wait until nobody else is changing the packages; who takes too long is told by what comes next."""
        ends = time.monotonic() + PATIENCE_S
        while self.others_change_packages() and time.monotonic() < ends:
            time.sleep(PAUSE_S)

    def has_package(self, name: str) -> bool:
        """Whether a package is installed."""
        asked = ("dpkg-query", "--show", "--showformat=${db:Status-Status}", name)
        return self.run(*asked, quiet=True) == "installed"

    def can_have(self, name: str) -> bool:
        """Whether a package can be had here."""
        return bool(self.run("apt-cache", "show", "--no-all-versions", name, quiet=True))

    def has_program(self, names: Sequence[str]) -> bool:
        """Whether one of some programs is there."""
        return any(map(shutil.which, names))

    def groups(self, wanted: Sequence[str]) -> list[str]:
        """Return those of the groups that there are."""
        known = {one.gr_name for one in grp.getgrall()}
        return [name for name in wanted if name in known]

    def has_user(self, name: str) -> bool:
        """Whether there is such a user."""
        return any(one.pw_name == name for one in pwd.getpwall())

    def has_service_user(self, name: str) -> bool:
        """Whether there is such a user as the installer makes it: no person, who may have been there before."""
        return any(
            one.pw_name == name and one.pw_uid < FIRST_PERSON and one.pw_shell == NOLOGIN for one in pwd.getpwall()
        )


def _is_held(lock: Path) -> bool:
    """Whether another program holds a lock; one that cannot be looked at is told by whoever needs it."""
    with suppress(OSError), lock.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return True
    return False
