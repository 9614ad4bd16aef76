"""Installs a release beside the one before, and goes back to that one if the new one does not come up."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.install import journal
from companion.install.health import answers, has_come_up, port_of
from companion.install.layout import FILES, NAME, SOURCE, Layout
from companion.install.system import Commands, InstallError, System
from companion.install.wanted import DISPENSABLE, packages, requirements

GROUPS = ("dialout", "video", "gpio")
SERVICE = f"{NAME}.service"
CONFIG = "# What is not said here is as usual; `companion config show` tells all there is.\n"


@dataclass(frozen=True, slots=True)
class Step:
    """Something to be done, and what it is."""

    about: str
    do: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Installing:
    """An installation, or an update: they are the same."""

    layout: Layout
    system: System
    commands: Commands
    release: str
    source: Path = SOURCE
    wheels: Path | None = None
    """A folder with all that is wanted, for a machine without the Internet."""
    kiosk: bool = False

    def steps(self) -> Iterator[Step]:
        """Return what is to be done, in order; what is there already is left out."""
        missing = self._missing()
        if missing:
            yield Step(f"install packages of the system: {' '.join(missing)}", lambda: self._install(missing))
        if not self.commands.has_user(NAME):
            yield Step(f"make the user {NAME}, who has no password", self._add_user)
        yield Step(f"let the user into the groups {', '.join(self._groups())}", self._join)
        yield Step(f"make an environment in {self._folder}, with the system's packages beside", self._make)
        yield Step("install what requirements.lock says, and the companion, into it", self._fill)
        for file, text in self._files().items():
            if not file.is_file() or file.read_text(encoding="utf-8") != text:
                yield Step(f"write {file}", lambda file=file, text=text: _write(file, text))  # type: ignore[misc]  # in a loop
        if not self.layout.config.exists():
            yield Step(
                f"write {self.layout.config}, in which nothing is set", lambda: _write(self.layout.config, CONFIG)
            )
        yield Step("give the devices to their groups", self._trigger)
        yield Step(
            "save the journal, start the new release, and go back to the one before if it does not come up", self._go
        )

    # The system

    def _missing(self) -> list[str]:
        return [name for name in packages(self.system) if not self.commands.has_package(name)]

    def _install(self, names: list[str]) -> None:
        self.commands.run("apt-get", "update")
        known = [name for name in names if self.commands.can_have(name)]
        lost = set(names) - set(known) - set(DISPENSABLE)
        if lost:
            msg = f"These packages of the system cannot be had here: {', '.join(sorted(lost))}."
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
        self.layout.records.mkdir(parents=True, exist_ok=True)
        # After a return the user may have another number.
        self.commands.run("chown", "--recursive", f"{NAME}:{NAME}", self.layout.records)

    def _trigger(self) -> None:
        self.commands.run("udevadm", "control", "--reload", quiet=True)
        self.commands.run("udevadm", "trigger", "--subsystem-match=tty", "--subsystem-match=video4linux", quiet=True)

    def _files(self) -> dict[Path, str]:
        unit = (FILES / f"{NAME}.service").read_text(encoding="utf-8").replace("@GROUPS@", " ".join(self._groups()))
        rules = (FILES / f"70-{NAME}.rules").read_text(encoding="utf-8")
        kiosk = {self.layout.kiosk: (FILES / f"{NAME}-kiosk.desktop").read_text(encoding="utf-8")}
        return {self.layout.unit: unit, self.layout.rules: rules, **(kiosk if self.kiosk else {})}

    # The environment

    @property
    def _folder(self) -> Path:
        return self.layout.releases / self.release

    def _make(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self.layout.releases.mkdir(parents=True, exist_ok=True)
        self.commands.run("/usr/bin/python3", "-m", "venv", "--system-site-packages", self._folder)

    def _fill(self) -> None:
        wanted = self._folder / "requirements.txt"
        wanted.write_text(requirements(self.source, self.system, FILES), encoding="utf-8")
        pip = (self._folder / "bin/python", "-m", "pip", "install", "--no-input", "--disable-pip-version-check")
        only = ("--no-index", "--find-links", self.wheels) if self.wheels else ()
        self.commands.run(
            *pip, *only, "--no-deps", "--require-hashes", "--only-binary", ":all:", "--requirement", wanted
        )
        self.commands.run(*pip, "--no-index", "--no-deps", "--no-build-isolation", self.source)

    # The change of releases

    def _go(self) -> None:
        before = self.layout.running
        self.commands.run("systemctl", "daemon-reload")
        self.commands.run("systemctl", "enable", SERVICE)
        self.commands.run("systemctl", "stop", SERVICE)
        copy = journal.save(self.layout.records, self.release)
        _link(self.layout.current, self._folder)
        if self._starts():
            self._forget_but(before)
            return
        if before is None:
            msg = "The companion is installed, but its panel does not answer: journalctl --unit companion tells more."
            raise InstallError(msg)
        self._go_back(before, copy)

    def _starts(self) -> bool:
        self.commands.run("systemctl", "restart", SERVICE, quiet=True)
        port = port_of(self.layout.config)
        return has_come_up(lambda: answers(port))

    def _go_back(self, before: Path, copy: Path | None) -> None:
        self.commands.run("systemctl", "stop", SERVICE, quiet=True)
        journal.put_back(self.layout.records, copy, self.release)
        self.commands.run("chown", "--recursive", f"{NAME}:{NAME}", self.layout.records)
        _link(self.layout.current, before)
        is_well = self._starts()
        state = "which runs again" if is_well else "which does not answer either"
        msg = (
            f"The new release did not come up: the one before is back, {state}. journalctl --unit companion tells more."
        )
        raise InstallError(msg)

    def _forget_but(self, before: Path | None) -> None:
        for folder in self.layout.releases.iterdir():
            if folder.resolve() not in {before, self._folder.resolve()}:
                shutil.rmtree(folder)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    file.chmod(0o644)


def _link(link: Path, target: Path) -> None:
    """Let a link lead elsewhere, at one stroke."""
    new = link.with_name(f"{link.name}.new")
    new.unlink(missing_ok=True)
    new.symlink_to(target)
    new.replace(link)
