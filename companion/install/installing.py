"""Installs a release beside the one before, and goes back to that one if the new one does not come up."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from companion.install import services
from companion.install.kiosk import BROWSERS
from companion.install.layout import FILES, HALL, NAME, SOURCE, Layout
from companion.install.releases import Releases, keep_files, put_files_back, sources, write
from companion.install.services import Service
from companion.install.system import NOLOGIN, PYTHON, Commands, InstallError, System
from companion.install.wanted import BROWSER, DISPENSABLE, packages, requirements
from companion.language import _

WANTED, OF_A_HALL = "requirements.txt", "sqlalchemy=="
PINS = "gpio"
GROUPS = ("dialout", "video", PINS)
APT = ("apt-get", "-o", "DPkg::Lock::Timeout=300")
"""For who comes in between: what others hold is waited for before, as apt-get itself waits for one lock of several."""
LOG = "journalctl --unit {unit}"
CONFIG = "# What is not said here is as usual; `companion config show` tells all there is.\n"


@dataclass(frozen=True, slots=True)
class Step:
    """Something to be done, and what it is."""

    about: str
    do: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What whoever installs it may choose."""

    wheels: Path | None = None
    """A folder with all that is wanted, for a machine without the Internet."""
    kiosk: bool = False
    hall: bool = False


@dataclass(frozen=True, slots=True)
class Installing:
    """An installation, or an update: they are the same."""

    layout: Layout
    system: System
    commands: Commands
    release: str
    wishes: Wishes = Wishes()
    source: Path = SOURCE

    def steps(self) -> Iterator[Step]:
        """Return what is to be done, in order; what is there already is left out."""
        missing = self._missing()
        if missing:
            lost: list[str] = []
            if self.commands.others_change_packages():
                # A fresh system looks for its own updates when it starts.
                about = _("wait until another program is done with the packages of the system")
                yield Step(about, self.commands.wait_for_packages)
            about = _("install packages of the system: {names}", names=" ".join(missing))
            yield Step(about, lambda: lost.extend(self._install(missing)))
            if lost:
                about = _("do without {names}, which cannot be had here", names=" ".join(lost))
                yield Step(about, lambda: None)
        if not self.commands.has_user(NAME):
            yield Step(_("make the user {user}, who has no password", user=NAME), self._add_user)
        if self.system.is_pi and not self.commands.groups((PINS,)):
            # Raspberry Pi OS has it, Debian has not.
            yield Step(_("make the group {group}", group=PINS), lambda: self.commands.run("groupadd", "--system", PINS))
        yield Step(_("let the user into the groups {groups}", groups=", ".join(self._groups())), self._join)
        about = _("make an environment in {path}, with the system's packages beside", path=self._folder)
        yield Step(about, self._make)
        yield Step(_("install what requirements.lock says, and the companion, into it"), self._fill)
        for file, text in self._files().items():
            if not file.is_file() or file.read_text(encoding="utf-8") != text:
                yield Step(_("write {path}", path=file), lambda file=file, text=text: write(file, text))  # type: ignore[misc]  # in a loop
        for config in self._configs():
            about = _("write {path}, in which nothing is set", path=config)
            yield Step(about, lambda config=config: write(config, CONFIG))  # type: ignore[misc]  # in a loop
        yield Step(_("load the drivers of boards and cameras"), self._load)
        yield Step(_("give the devices to their groups"), self._trigger)
        about = _("save the journal, start the new release, and go back to the one before if it does not come up")
        yield Step(about, self._go)

    # The system

    def _missing(self) -> list[str]:
        wanted = packages(self.system)
        if self._has_kiosk and not self.commands.has_program(BROWSERS):
            wanted.append(BROWSER)
        return [name for name in wanted if not self.commands.has_package(name)]

    def _install(self, names: list[str]) -> list[str]:
        """Install packages; return those that cannot be had, and can be done without."""
        needed = [name for name in names if name not in DISPENSABLE]
        # What was broken off in the middle is brought to its end first.
        self._change_packages("dpkg", "--configure", "-a")
        self._change_packages(*APT, "update", quiet=not needed)
        lost = [name for name in needed if not self.commands.can_have(name)]
        if lost:
            msg = _("These packages of the system cannot be had here: {names}.", names=", ".join(sorted(lost)))
            raise InstallError(msg)
        install = (*APT, "install", "--yes", "--no-install-recommends")
        if needed:
            self._change_packages(*install, *needed)
        others = [name for name in names if name not in needed]
        for name in others:
            self._change_packages(*install, name, quiet=True)
        return [name for name in others if not self.commands.has_package(name)]

    def _change_packages(self, *command: str, quiet: bool = False) -> None:
        self.commands.wait_for_packages()
        self.commands.run(*command, quiet=quiet)

    def _groups(self) -> list[str]:
        return self.commands.groups(GROUPS)

    def _add_user(self) -> None:
        home = self.layout.records
        self.commands.run("useradd", "--system", "--user-group", "--home-dir", home, "--shell", NOLOGIN, NAME)

    def _join(self) -> None:
        self.commands.run("usermod", "--append", "--groups", ",".join(self._groups()), NAME)
        for one in self._services():
            one.records.mkdir(parents=True, exist_ok=True)
            # After a return the user may have another number.
            self.commands.run("chown", "--recursive", f"{NAME}:{NAME}", one.records)

    def _trigger(self) -> None:
        self.commands.run("udevadm", "control", "--reload", quiet=True)
        kinds = [f"--subsystem-match={kind}" for kind in ("tty", "video4linux", "gpio")]
        self.commands.run("udevadm", "trigger", *kinds, quiet=True)

    def _load(self) -> None:
        drivers = [line for line in self._files()[self.layout.drivers].splitlines() if not line.startswith("#")]
        # A driver may be a part of the kernel, and a container has none of its own, nor the command.
        with suppress(InstallError):
            self.commands.run("modprobe", "--all", *drivers, quiet=True)

    def _files(self) -> dict[Path, str]:
        named = {
            self.layout.unit: f"{NAME}.service",
            self.layout.rules: f"70-{NAME}.rules",
            self.layout.drivers: f"{NAME}.conf",
            self.layout.command: f"{NAME}.sh",
            **({self.layout.kiosk: f"{NAME}-kiosk.desktop"} if self._has_kiosk else {}),
            **({self.layout.hall_unit: f"{HALL}.service"} if self._has_hall else {}),
        }
        groups = " ".join(self._groups())
        return {
            file: (FILES / name).read_text(encoding="utf-8").replace("@GROUPS@", groups) for file, name in named.items()
        }

    def _configs(self) -> list[Path]:
        """Return the configurations that are not there yet."""
        wanted = (self.layout.config, *([self.layout.hall_config] if self._has_hall else []))
        return [file for file in wanted if not file.exists()]

    @property
    def _has_hall(self) -> bool:
        return self.wishes.hall or self.layout.hall_unit.exists()

    @property
    def _has_kiosk(self) -> bool:
        return self.wishes.kiosk or self.layout.kiosk.exists()

    # The environment

    @property
    def _folder(self) -> Path:
        return self.layout.releases / self.release

    @property
    def _releases(self) -> Releases:
        return Releases(self.layout)

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Give the room back that a release takes which is not finished."""
        try:
            yield
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def _make(self) -> None:
        self.layout.releases.mkdir(parents=True, exist_ok=True)
        self._releases.clear_halves()
        with self._whole():
            self.commands.run(PYTHON, "-m", "venv", "--system-site-packages", self._folder)

    def _fill(self) -> None:
        with self._whole():
            self._bring()

    def _bring(self) -> None:
        wanted = self._folder / WANTED
        extras = ("hall",) if self._has_hall else ()
        wanted.write_text(requirements(self.source, self.system, FILES, extras), encoding="utf-8")
        pip = (self._folder / "bin/python", "-m", "pip", "install", "--no-input", "--disable-pip-version-check")
        wheels = self.wishes.wheels
        only = ("--no-index", "--find-links", wheels) if wheels else ()
        self.commands.run(
            *pip, *only, "--no-deps", "--require-hashes", "--only-binary", ":all:", "--requirement", wanted
        )
        with sources(self.source, self._folder / "source") as place:
            self.commands.run(*pip, "--no-index", "--no-deps", "--no-build-isolation", place)
        keep_files(self._folder, self._files())

    # The change of releases

    def _services(self, release: Path | None = None) -> list[Service]:
        """Return what this installation runs, or what a release before ran."""
        has_hall = self._has_hall if release is None else _has_hall(release)
        return [services.table(self.layout), *([services.hall(self.layout)] if has_hall else [])]

    def _go(self) -> None:
        running = self._services()
        before = self._releases.to_go_back_to(lambda: all(one.is_well(self.commands) for one in running))
        self.commands.run("systemctl", "daemon-reload")
        copies = self._earlier(before, running)
        try:
            failed = self._change(before, running, copies)
        except BaseException:
            # No room for the copy, or broken off: what ran goes on.
            if before is not None:
                for one in self._left(before, copies):
                    one.start(self.commands)
            raise
        if failed is not None:
            self._go_back(before, copies, LOG.format(unit=failed.name))
        self._releases.prove(self._folder)
        self._releases.forget_but(before, self._folder)
        for one in running:
            one.forget()

    def _earlier(self, before: Path | None, running: list[Service]) -> dict[str, Path | None]:
        """Return the copies of when the release before was left, if another one has run since that never came up."""
        between = self.layout.running
        if before is None or between is None or before == between:
            return {}
        left_with = self._releases.left_with
        return {one.name: one.copy_of(left_with(before, one.name), between.name) for one in running}

    def _change(self, before: Path | None, running: list[Service], copies: dict[str, Path | None]) -> Service | None:
        """Let the new release run; return the service that does not come up, if there is one."""
        for one in running:
            one.stop(self.commands)
        for one in running:
            copies[one.name] = copy = one.save_or(copies.get(one.name), self.release)
            if before is not None and copy is not None:
                # If the power fails, it is the next installation that goes back.
                self._releases.note_left(before, one.name, copy)
        self._releases.switch(self._folder)
        return next((one for one in running if not one.comes_up(self.commands)), None)

    def _go_back(self, before: Path | None, copies: Mapping[str, Path | None], log: str) -> NoReturn:
        if before is None:
            msg = _("The companion is installed, but its panel does not answer: {log} tells more.", log=log)
            raise InstallError(msg)
        told = _("The new release did not come up: the one before runs again. {log} tells more.", log=log)
        if not all([one.comes_up(self.commands) for one in self._left(before, copies)]):  # noqa: C419 - each is started
            told = _("Neither the new release answers nor the one before, which is back: {log} tells more.", log=log)
        raise InstallError(told)

    def _left(self, before: Path, copies: Mapping[str, Path | None]) -> list[Service]:
        """Leave the new release; return what is to be started now."""
        for one in self._services():
            self.commands.run("systemctl", "stop", one.unit, quiet=True)
            one.put_back(self.commands, copies.get(one.name), self.release)
        self._releases.switch(before)
        running = self._services(before)
        if self._has_hall and len(running) == 1:
            # It came with the release that is left again.
            self.commands.run("systemctl", "disable", f"{HALL}.service", quiet=True)
            self.layout.hall_unit.unlink()
        put_files_back(before, self._files())
        self.commands.run("systemctl", "daemon-reload", quiet=True)
        return running


def _has_hall(release: Path) -> bool:
    """Whether a release was made for a tournament hall, too."""
    wanted = release / WANTED
    return wanted.is_file() and OF_A_HALL in wanted.read_text(encoding="utf-8")
