"""What a visitor of the demonstration may do with it: play a side by hand, and pull virtual plugs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.demo.checkers import Checkers
from companion.demo.cup import Covered, Cup
from companion.service.ports import Asked, Tell

FAULT_S = 15.0
"""How long a fault lasts: long enough to be seen, and then the demonstration goes on."""
Answer = tuple[str, Callable[[], None]]


class Visitor:
    """Offers it as a question of the players', and keeps what was answered."""

    def __init__(self, checkers: Checkers, cup: Cup) -> None:
        self._checkers, self._cup = checkers, cup
        self._tell: Tell = lambda _report: None
        self.plays: frozenset[str] = frozenset()
        """The sides that are played by hand."""

    def welcome(self, tell: Tell) -> None:
        """Ask for the first time."""
        self._tell = tell
        self._ask()

    def _ask(self) -> None:
        self._tell(Asked("Two virtual players play here. Join them?", tuple(self._answers())))

    def _answers(self) -> Iterator[Answer]:
        for side in ("white", "black"):
            if side in self.plays:
                yield f"Let the demonstration play {side.title()}", lambda side=side: self._sit(self.plays - {side})  # type: ignore[misc]  # bound in the loop
            else:
                yield f"Play {side.title()} yourself", lambda side=side: self._sit(self.plays | {side})  # type: ignore[misc]  # as above
        yield "Let something fail", self._offer_faults

    def _sit(self, plays: frozenset[str]) -> None:
        self.plays = plays
        self._ask()

    def _offer_faults(self) -> None:
        answers = (
            (f"Unplug the board for {FAULT_S:g} s", self._unplug),
            (f"Cover the camera for {FAULT_S:g} s", self._cover),
            ("Nothing of this", self._ask),
        )
        self._tell(Asked("What shall fail?", answers))

    def _unplug(self) -> None:
        self._checkers.server.do(lambda board: board.go_away(FAULT_S))
        self._ask()

    def _cover(self) -> None:
        self._cup.cover(Covered(FAULT_S))
        self._ask()
