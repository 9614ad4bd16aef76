"""Takes the companion away; the records stay unless it is told otherwise."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.install.installing import SERVICE, Step
from companion.install.layout import NAME, Layout
from companion.install.system import Commands


def removal(layout: Layout, commands: Commands, *, records: bool) -> Iterator[Step]:
    """Return what is to be done."""
    if layout.unit.exists():
        yield Step("stop the service", lambda: commands.run("systemctl", "disable", "--now", SERVICE, quiet=True))
    for file in (layout.unit, layout.rules, layout.kiosk, layout.config):
        if file.exists():
            yield Step(f"delete {file}", file.unlink)
    folders = (layout.home, layout.config.parent, *([layout.records] if records else []))
    for folder in folders:
        if folder.exists():
            yield Step(f"delete {folder}", lambda folder=folder: _delete(folder))  # type: ignore[misc]  # in a loop
    if commands.has_user(NAME):
        yield Step(f"delete the user {NAME}", lambda: commands.run("userdel", NAME))
    yield Step("tell the system's manager", lambda: commands.run("systemctl", "daemon-reload", quiet=True))


def _delete(folder: Path) -> None:
    with suppress(FileNotFoundError):
        shutil.rmtree(folder)
