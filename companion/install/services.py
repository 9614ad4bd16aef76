"""The services of an installation: the table's, and on wish a tournament hall's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.install.health import HALL_PORT, PORT, Address, address_of, answers, folder_of, has_come_up, replies
from companion.install.journal import HALL as HALL_RECORD
from companion.install.journal import JOURNAL, Kept, as_old, forget, put_back, save
from companion.install.layout import HALL, NAME, Layout
from companion.install.system import Commands


@dataclass(frozen=True, slots=True)
class Service:
    """A service, and how it is changed to another release."""

    name: str
    records: Path
    """The folder that is its own."""
    folder: Path
    """Where it is configured to keep its records: that may be elsewhere."""
    kept: Kept
    config: Path
    port: int
    answers: Callable[[Address], bool]

    @property
    def unit(self) -> str:
        """What the system's manager calls it."""
        return f"{self.name}.service"

    def stop(self, commands: Commands) -> None:
        """Stop it; it is to start with the machine."""
        commands.run("systemctl", "enable", self.unit)
        commands.run("systemctl", "stop", self.unit)

    def save(self, release: str) -> Path | None:
        """Copy its records."""
        return save(self.folder, release, self.kept)

    def save_or(self, earlier: Path | None, release: str) -> Path | None:
        """Copy its records; return the copy, or an earlier one if the records were brought to a newer version since."""
        copy = self.save(release)
        return copy if earlier is None or as_old(copy, earlier, self.kept) else earlier

    def copy_of(self, name: str, release: str) -> Path | None:
        """Return the copy of that name, or else that of before a release, if it is there still."""
        copy = self.folder / (name or self.kept.named("before", release))
        return copy if copy.is_file() else None

    def put_back(self, commands: Commands, copy: Path | None, release: str) -> None:
        """Give it the records back that it had before a release, where that has changed them."""
        put_back(self.folder, copy, release, self.kept)
        commands.run("chown", "--recursive", f"{NAME}:{NAME}", self.records)

    def forget(self) -> None:
        """Delete the older copies of its records."""
        forget(self.folder, self.kept)

    def start(self, commands: Commands) -> None:
        """Start it, without waiting for what comes of it."""
        commands.run("systemctl", "start", "--no-block", self.unit, quiet=True)

    def comes_up(self, commands: Commands) -> bool:
        """Start it, and wait until it answers."""
        commands.run("systemctl", "restart", self.unit, quiet=True)
        return has_come_up(lambda: self.is_well(commands))

    def is_well(self, commands: Commands) -> bool:
        """Whether it answers now."""
        address = address_of(self.config, self.port)
        if address is not None:
            return self.answers(address)
        # Without pages that can be asked there is the manager, which is told when all is ready.
        return commands.run("systemctl", "is-active", self.unit, quiet=True).strip() == "active"


def table(layout: Layout) -> Service:
    """Return the table's service."""
    folder = folder_of(layout.config, layout.records)
    return Service(NAME, layout.records, folder, JOURNAL, layout.config, PORT, answers)


def hall(layout: Layout) -> Service:
    """Return the tournament hall's service: its unit names the folder, whatever is configured."""
    return Service(HALL, layout.hall_records, layout.hall_records, HALL_RECORD, layout.hall_config, HALL_PORT, replies)
