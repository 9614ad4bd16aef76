"""Tables that tell stories: messages as a table sends them, and a network that loses, doubles and exchanges them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from companion.broker.live import Counts, Match, Names, Said
from companion.broker.messages import Alive, Events, Matches, State

WALL = 1_790_000_000_000
AT_ONCE = 4
"""So many lines one message of these tables holds."""


def name(number: int) -> str:
    """Return an id."""
    return f"{number:032x}"


def story(match: str, count: int, turn: str = "") -> tuple[tuple[int, str], ...]:
    """Return the lines of a match; stories of another turn differ from the first line on that it is of."""
    return tuple((WALL + seq, f'{{"match":"{match}","seq":{seq},"turn":"{turn}"}}') for seq in range(count))


def alive(number: int = 1, session: int = 1, beat: int = 0, *, online: bool = True, **more: object) -> Alive:
    """Return a sign of life of a table."""
    values: dict[str, object] = {"name": str(number), "panel": f"http://10.0.0.{number}:8080/", "version": "1.0"}
    values |= {"sent": time.time_ns() // 1_000_000, **more}
    return Alive(name(number), name(session), online=online, beat=beat, **values)  # type: ignore[arg-type]  # as named


def match(uid: str = "m-1", white: str = "Ada", black: str = "Zoë", **more: object) -> Match:
    """Return a match as it is shown."""
    values: dict[str, object] = {"score": Counts(1, 2), "game_number": 4, "phase": "to_throw", **more}
    return Match(uid, "backgammon", Names(white, black), Said("length_points"), **values)  # type: ignore[arg-type]  # as named


def state(number: int = 1, session: int = 1, n: int = 1, shown: Match | None = None, **more: object) -> State:
    """Return what a table shows."""
    waiting = Said("to_throw", (("player", "white"),), "White is to throw.", "{player} is to throw.")
    return State(name(number), name(session), n, time.time_ns() // 1_000_000, waiting, shown, **more)  # type: ignore[arg-type]  # as named


@dataclass
class Table:
    """A table as the protocol has it: it sends from the cursor on, and waits; what it plays grows."""

    number: int = 1
    session: int = 1
    journal: dict[str, tuple[tuple[int, str], ...]] = field(default_factory=dict)
    have: dict[str, int] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return name(self.number)

    def listed(self) -> Matches:
        """Return what its journal has."""
        counts = tuple((match, len(lines)) for match, lines in self.journal.items())
        return Matches(self.id, name(self.session), counts, last=True)

    def events(self, match: str, first: int | None = None) -> Events | None:
        """Return what is to be sent of a match, if anything is."""
        lines = self.journal[match]
        first = self.have.get(match, 0) if first is None else first
        some = lines[first : first + AT_ONCE]
        return Events(self.id, name(self.session), match, WALL, first, some, len(lines)) if some else None

    def restart(self) -> None:
        """Begin another session, which knows nothing of what the hall has."""
        self.session += 1
        self.have.clear()
