"""Where everything goes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

NAME, HALL = "companion", "companion-hall"
FILES = Path(__file__).with_name("files")
SOURCE = Path(__file__).resolve().parents[2]
"""The checkout that this installer is a part of."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of an installation below a root; `/` but in tests."""

    root: Path = Path("/")

    @property
    def home(self) -> Path:
        """All that is installed, release by release."""
        return self.root / "opt" / NAME

    @property
    def releases(self) -> Path:
        """An environment for each release that is kept."""
        return self.home / "releases"

    @property
    def current(self) -> Path:
        """The link to the release that runs."""
        return self.home / "current"

    @property
    def records(self) -> Path:
        """The data: they outlive everything else."""
        return self.root / "var/lib" / NAME

    @property
    def config(self) -> Path:
        """The configuration."""
        return self.root / "etc" / NAME / f"{NAME}.toml"

    @property
    def unit(self) -> Path:
        """What the system's manager is told."""
        return self.root / "etc/systemd/system" / f"{NAME}.service"

    @property
    def hall_records(self) -> Path:
        """The data of a tournament hall."""
        return self.root / "var/lib" / HALL

    @property
    def hall_config(self) -> Path:
        """The configuration of a tournament hall."""
        return self.root / "etc" / NAME / "hall.toml"

    @property
    def hall_unit(self) -> Path:
        """What the system's manager is told of a tournament hall."""
        return self.root / "etc/systemd/system" / f"{HALL}.service"

    @property
    def rules(self) -> Path:
        """Who may use the devices."""
        return self.root / "etc/udev/rules.d" / f"70-{NAME}.rules"

    @property
    def drivers(self) -> Path:
        """What is loaded with the machine, before anything is plugged in."""
        return self.root / "etc/modules-load.d" / f"{NAME}.conf"

    @property
    def command(self) -> Path:
        """What people type: the service's own companion."""
        return self.root / "usr/local/bin" / NAME

    @property
    def kiosk(self) -> Path:
        """What opens the panel over a whole touch screen."""
        return self.root / "etc/xdg/autostart" / f"{NAME}-kiosk.desktop"

    @property
    def running(self) -> Path | None:
        """The release that runs; none before the first installation."""
        return self.current.resolve() if self.current.is_symlink() else None
