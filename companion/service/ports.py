"""What the service asks of a part of the installation, and what such a part tells: small, so that any can stand in."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from companion.service.view import Message
from companion.table.events import Event

State = Literal["off", "starting", "running", "failed", "lost"]


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something that happened at the table; when is filled in by the service. With it perhaps a picture of it."""

    event: Event
    picture: bytes | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """How the part is."""

    state: State
    message: Message


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that only the players know, and what each answer does; without answers it is settled."""

    question: str
    answers: tuple[tuple[str, Callable[[], None]], ...] = ()


@dataclass(frozen=True, slots=True)
class Reads:
    """The part reads the board, and looks at it again when it is asked to."""

    look_again: Callable[[int], None]
    """May be called from any thread, with a number of the question."""


@dataclass(frozen=True, slots=True)
class Looked:
    """All is told that lay on the board when the question of this number was asked."""

    number: int


Report = Noticed | Condition | Asked | Reads | Looked
Tell = Callable[[Report], None]


class PortError(Exception):
    """A part cannot be used just now: the message is a sentence for people."""


class Port(Protocol):
    """A part at work."""

    def run(self, tell: Tell, stop: threading.Event) -> None:
        """Work until `stop` is set, and tell what happens.

        Whatever is raised is shown, and the part is made anew after a while; one that returns by itself has ended.
        """


MakePort = Callable[[], Port]
