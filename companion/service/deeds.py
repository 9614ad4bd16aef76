"""What the table's thread is asked to do, as values: they can be done at the desk, written down, and done again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.service.desk import Desk
from companion.service.ports import Report


class Deed(Protocol):
    """Something to be done at a desk as of an instant."""

    @property
    def matter(self) -> object:
        """What decides whether it may have a turn judged."""

    def do(self, desk: Desk, instant: float) -> object:
        """Do it, and return what is answered."""


@dataclass(frozen=True, slots=True)
class Posted:
    """Somebody has entered something."""

    event: Mapping[str, Any]
    by: str

    @property
    def matter(self) -> object:
        """What was entered."""
        return self.event

    def do(self, desk: Desk, instant: float) -> object:
        """Let it happen."""
        return desk.post(self.event, self.by, instant)


@dataclass(frozen=True, slots=True)
class Told:
    """A part has told something."""

    name: str
    report: Report

    @property
    def matter(self) -> object:
        """What it has told."""
        return self.report

    def do(self, desk: Desk, instant: float) -> object:
        """Take it."""
        desk.report(self.name, self.report, instant)
        return None


@dataclass(frozen=True, slots=True)
class _Plain:
    """What no turn is judged by."""

    @property
    def matter(self) -> object:
        """Nothing."""
        return None


@dataclass(frozen=True, slots=True)
class Begun(_Plain):
    """Somebody has begun another match."""

    agreement: Mapping[str, Any]
    by: str

    def do(self, desk: Desk, instant: float) -> object:
        """Begin it."""
        return desk.new_match(self.agreement, instant)


@dataclass(frozen=True, slots=True)
class WentBack(_Plain):
    """Somebody goes on with another match that is open."""

    match: int
    by: str

    def do(self, desk: Desk, instant: float) -> object:
        """Go on with it."""
        return desk.go_back(self.match, instant)


@dataclass(frozen=True, slots=True)
class Forgotten(_Plain):
    """A part was taken away."""

    name: str

    def do(self, desk: Desk, instant: float) -> object:
        """Forget it."""
        desk.forget(self.name, instant)
        return None


@dataclass(frozen=True, slots=True)
class ShownAnew(_Plain):
    """Something beside the table has changed that is shown with it: a hint is wanted, or there."""

    def do(self, desk: Desk, instant: float) -> object:
        """Have the view made anew."""
        desk.show_anew(instant)
        return None


@dataclass(frozen=True, slots=True)
class Opened(_Plain):
    """The journal is opened."""

    def do(self, desk: Desk, instant: float) -> object:
        """Open it, and go on with the match that is open in it."""
        desk.open(instant)
        return None


@dataclass(frozen=True, slots=True)
class Retried(_Plain):
    """What could not be written is tried again."""

    def do(self, desk: Desk, instant: float) -> object:
        """Try it."""
        desk.retry(instant)
        return None
