"""Takes the companion away; the records stay unless it is told otherwise."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.install.installing import Step
from companion.install.layout import NAME, Layout
from companion.install.system import Commands, InstallError
from companion.language import _


def removal(layout: Layout, commands: Commands, *, records: bool) -> Iterator[Step]:
    """Return what is to be done."""
    units = [unit for unit in (layout.unit, layout.hall_unit) if unit.exists()]
    if units:
        names = [unit.name for unit in units]
        yield Step(_("stop the service"), lambda: commands.run("systemctl", "disable", "--now", *names, quiet=True))
    put = (layout.rules, layout.drivers, layout.command, layout.kiosk)
    for file in (*units, *put, layout.config, layout.hall_config):
        if file.exists():
            yield Step(_("delete {path}", path=file), file.unlink)
    data = [layout.records, layout.hall_records] if records else []
    folders = (layout.home, layout.config.parent, *data)
    for folder in folders:
        if folder.exists():
            yield Step(_("delete {path}", path=folder), lambda folder=folder: _delete(folder))  # type: ignore[misc]  # in a loop
    if commands.has_service_user(NAME):
        why: list[str] = []
        yield Step(_("delete the user {user}", user=NAME), lambda: why.extend(_delete_user(commands)))
        for one in why:
            about = _(
                "leave the user {user}, which can be deleted later with sudo userdel {user}: {why}", user=NAME, why=one
            )
            yield Step(about, lambda: None)
    yield Step(_("tell the system's manager"), lambda: _tell(commands))


def _delete_user(commands: Commands) -> Iterator[str]:
    """Delete the user; return why that cannot be, as where a program of that user still runs."""
    try:
        commands.run("userdel", NAME)
    except InstallError as error:
        yield str(error)


def _tell(commands: Commands) -> None:
    commands.run("systemctl", "daemon-reload", quiet=True)
    commands.run("udevadm", "control", "--reload", quiet=True)


def _delete(folder: Path) -> None:
    with suppress(FileNotFoundError):
        shutil.rmtree(folder)
