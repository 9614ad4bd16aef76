"""Installs a release beside the one before, and goes back to that one if the new one does not come up."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.install import services
from companion.install.layout import FILES, HALL, NAME, SOURCE, Layout
from companion.install.services import Service
from companion.install.system import Commands, InstallError, System
from companion.install.wanted import DISPENSABLE, packages, requirements
from companion.language import _

WANTED, OF_A_HALL = "requirements.txt", "sqlalchemy=="
GROUPS = ("dialout", "video", "gpio")
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
            names = " ".join(missing)
            yield Step(_("install packages of the system: {names}", names=names), lambda: self._install(missing))
        if not self.commands.has_user(NAME):
            yield Step(_("make the user {user}, who has no password", user=NAME), self._add_user)
        yield Step(_("let the user into the groups {groups}", groups=", ".join(self._groups())), self._join)
        about = _("make an environment in {path}, with the system's packages beside", path=self._folder)
        yield Step(about, self._make)
        yield Step(_("install what requirements.lock says, and the companion, into it"), self._fill)
        for file, text in self._files().items():
            if not file.is_file() or file.read_text(encoding="utf-8") != text:
                yield Step(_("write {path}", path=file), lambda file=file, text=text: _write(file, text))  # type: ignore[misc]  # in a loop
        for config in self._configs():
            about = _("write {path}, in which nothing is set", path=config)
            yield Step(about, lambda config=config: _write(config, CONFIG))  # type: ignore[misc]  # in a loop
        yield Step(_("give the devices to their groups"), self._trigger)
        about = _("save the journal, start the new release, and go back to the one before if it does not come up")
        yield Step(about, self._go)

    # The system

    def _missing(self) -> list[str]:
        return [name for name in packages(self.system) if not self.commands.has_package(name)]

    def _install(self, names: list[str]) -> None:
        self.commands.run("apt-get", "update")
        known = [name for name in names if self.commands.can_have(name)]
        lost = set(names) - set(known) - set(DISPENSABLE)
        if lost:
            msg = _("These packages of the system cannot be had here: {names}.", names=", ".join(sorted(lost)))
            raise InstallError(msg)
        if known:
            self.commands.run("apt-get", "install", "--yes", "--no-install-recommends", *known)

    def _groups(self) -> list[str]:
        return self.commands.groups(GROUPS)

    def _add_user(self) -> None:
        home = self.layout.records
        self.commands.run(
            "useradd", "--system", "--user-group", "--home-dir", home, "--shell", "/usr/sbin/nologin", NAME
        )

    def _join(self) -> None:
        self.commands.run("usermod", "--append", "--groups", ",".join(self._groups()), NAME)
        for one in self._services():
            one.records.mkdir(parents=True, exist_ok=True)
            # After a return the user may have another number.
            self.commands.run("chown", "--recursive", f"{NAME}:{NAME}", one.records)

    def _trigger(self) -> None:
        self.commands.run("udevadm", "control", "--reload", quiet=True)
        self.commands.run("udevadm", "trigger", "--subsystem-match=tty", "--subsystem-match=video4linux", quiet=True)

    def _files(self) -> dict[Path, str]:
        named = {
            self.layout.unit: f"{NAME}.service",
            self.layout.rules: f"70-{NAME}.rules",
            self.layout.command: f"{NAME}.sh",
            **({self.layout.kiosk: f"{NAME}-kiosk.desktop"} if self.wishes.kiosk else {}),
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

    # The environment

    @property
    def _folder(self) -> Path:
        return self.layout.releases / self.release

    def _make(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self.layout.releases.mkdir(parents=True, exist_ok=True)
        self.commands.run("/usr/bin/python3", "-m", "venv", "--system-site-packages", self._folder)

    def _fill(self) -> None:
        wanted = self._folder / WANTED
        extras = ("hall",) if self._has_hall else ()
        wanted.write_text(requirements(self.source, self.system, FILES, extras), encoding="utf-8")
        pip = (self._folder / "bin/python", "-m", "pip", "install", "--no-input", "--disable-pip-version-check")
        wheels = self.wishes.wheels
        only = ("--no-index", "--find-links", wheels) if wheels else ()
        self.commands.run(
            *pip, *only, "--no-deps", "--require-hashes", "--only-binary", ":all:", "--requirement", wanted
        )
        self.commands.run(*pip, "--no-index", "--no-deps", "--no-build-isolation", self.source)

    # The change of releases

    def _services(self, release: Path | None = None) -> list[Service]:
        """Return what this installation runs, or what a release before ran."""
        has_hall = self._has_hall if release is None else _has_hall(release)
        return [services.table(self.layout), *([services.hall(self.layout)] if has_hall else [])]

    def _go(self) -> None:
        before, running = self.layout.running, self._services()
        self.commands.run("systemctl", "daemon-reload")
        for one in running:
            one.stop(self.commands)
        copies = {one.name: one.save(self.release) for one in running}
        _link(self.layout.current, self._folder)
        failed = next((one for one in running if not one.comes_up(self.commands)), None)
        if failed is None:
            self._forget_but(before)
            return
        log = LOG.format(unit=failed.name)
        if before is None:
            msg = _("The companion is installed, but its panel does not answer: {log} tells more.", log=log)
            raise InstallError(msg)
        self._go_back(before, copies, log)

    def _go_back(self, before: Path, copies: Mapping[str, Path | None], log: str) -> None:
        for one in self._services():
            self.commands.run("systemctl", "stop", one.unit, quiet=True)
            one.put_back(self.commands, copies[one.name], self.release)
        _link(self.layout.current, before)
        running = self._services(before)
        if self._has_hall and len(running) == 1:
            # It came with the release that is left again.
            self.commands.run("systemctl", "disable", f"{HALL}.service", quiet=True)
            self.layout.hall_unit.unlink()
        told = _("The new release did not come up: the one before runs again. {log} tells more.", log=log)
        if not all([one.comes_up(self.commands) for one in running]):  # noqa: C419 - each is started
            told = _("Neither the new release answers nor the one before, which is back: {log} tells more.", log=log)
        raise InstallError(told)

    def _forget_but(self, before: Path | None) -> None:
        for folder in self.layout.releases.iterdir():
            if folder.resolve() not in {before, self._folder.resolve()}:
                shutil.rmtree(folder)


def _has_hall(release: Path) -> bool:
    """Whether a release was made for a tournament hall, too."""
    wanted = release / WANTED
    return wanted.is_file() and OF_A_HALL in wanted.read_text(encoding="utf-8")


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    file.chmod(0o755 if text.startswith("#!") else 0o644)


def _link(link: Path, target: Path) -> None:
    """Let a link lead elsewhere, at one stroke."""
    new = link.with_name(f"{link.name}.new")
    new.unlink(missing_ok=True)
    new.symlink_to(target)
    new.replace(link)
