"""What the hall's pages need of the configuration: no more, so that tests can stand in for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Protocol

Watching = Literal["open", "network", "pin"]
"""Who may watch without a PIN: everybody; who is in the local network; nobody."""


class HallConfig(Protocol):
    """What is configured of the hall's pages."""

    @property
    def data(self) -> Path:
        """The folder for the secret, the PINs and the owner's wishes."""

    @property
    def hosts(self) -> Sequence[str]:
        """Names under which the pages may be asked for, besides this machine's own and plain addresses."""

    @property
    def streams(self) -> int:
        """How many live streams may be open at once."""

    @property
    def watching(self) -> Watching:
        """Who may watch without a PIN."""
