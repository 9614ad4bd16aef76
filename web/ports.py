"""What the panel needs of the service and of the configuration: no more, so that tests can stand in for both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from companion.service.analysing import Analysing
from companion.service.archive import Archive
from companion.service.hinting import Hinting
from companion.service.view import Answer, GameInfo, OpenMatch, Place, TableView

Step = tuple[Place, Place]


class Service(Protocol):
    """The table, as the panel knows it."""

    @property
    def archive(self) -> Archive:
        """The recorded matches."""

    @property
    def analysing(self) -> Analysing:
        """What the recorded matches are worth."""

    @property
    def hints(self) -> Hinting:
        """What to do now, if the players want to know."""

    def view(self) -> TableView:
        """Return the table as it is now."""

    def wait(self, version: int, timeout: float) -> TableView | None:
        """Return a view newer than `version`, or None if there is none in time."""

    def now(self) -> int:
        """Return the time of the table, in which clocks are told."""

    def post(self, event: Mapping[str, Any], by: str) -> Answer:
        """Let something happen that somebody has entered."""

    def new_match(self, agreement: Mapping[str, Any], by: str) -> Answer:
        """Begin another match."""

    def open_matches(self) -> Sequence[OpenMatch]:
        """Return the matches that can be gone back to."""

    def go_back(self, match: int, by: str) -> Answer:
        """Go on with another match that is open."""

    def catalogue(self) -> Sequence[GameInfo]:
        """Return the games that can be played."""

    def next_steps(self, so_far: Sequence[Step]) -> Sequence[Step]:
        """Return how a play told step by step can go on."""

    def is_whole(self, steps: Sequence[Step]) -> bool:
        """Whether a play told step by step may end here."""

    def play_text(self, steps: Sequence[Step]) -> str:
        """Return a play told step by step as it is posted."""


class PanelConfig(Protocol):
    """What is configured of the panel."""

    @property
    def data(self) -> Path:
        """The folder for the secret, the PINs and the owner's wishes."""

    @property
    def hosts(self) -> Sequence[str]:
        """Names under which the panel may be asked for, besides this machine's own and plain addresses."""

    @property
    def origins(self) -> Sequence[str]:
        """Whose pages may read the API, besides the panel's own; * for all."""

    @property
    def streams(self) -> int:
        """How many live streams may be open at once."""
