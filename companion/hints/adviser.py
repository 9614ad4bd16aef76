"""Who is asked for advice: the first who can answer, and why it was not the one before."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.hints.advice import Adviser, AdviserError, AwayError, CubeAdvice, RatedPlay, Stakes
from companion.hints.choice import Choice
from companion.hints.gnubg import GnubgAdviser
from companion.language import mark
from companion.rules.players import Player
from companion.rules.position import Position
from companion.rules.turn import Turn

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
NETS = "companion.hints.nets.adviser"
NO_NET = mark("The companion's own nets are not installed.")


@dataclass(frozen=True, slots=True)
class Answered(Generic[T_co]):
    """An answer, whose it is, and what kept those from answering who would have been asked before."""

    value: T_co
    by: str
    instead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """An adviser, and how far it looks ahead if nothing else is said; made only when it is first asked."""

    make: Callable[[], Adviser]
    plies: int


class Advisers:
    """Asks one adviser after the other until one knows."""

    def __init__(self, seats: Sequence[Seat], plies: int | None = None) -> None:
        """Take the advisers in order; `plies` is for all of them."""
        self._seats, self._plies = tuple(seats), plies
        self._made: dict[int, Adviser] = {}

    def plays(self, turn: Turn, stakes: Stakes) -> Answered[list[RatedPlay]]:
        """Return legal plays, the best first."""
        return self.ask(lambda adviser, plies: adviser.plays(turn, stakes, plies))

    def cube(self, position: Position, player: Player, stakes: Stakes) -> Answered[CubeAdvice]:
        """Return what to do with the cube before throwing."""
        return self.ask(lambda adviser, plies: adviser.cube(position, player, stakes, plies))

    def ask(self, question: Callable[[Adviser, int], T]) -> Answered[T]:
        """Return the first answer; raise all reasons if there is none, and that somebody is away if so."""
        reasons: list[str] = []
        kind = AdviserError
        for place, seat in enumerate(self._seats):
            try:
                adviser = self._adviser(place)
                plies = seat.plies if self._plies is None else self._plies
                return Answered(question(adviser, plies), adviser.name, tuple(reasons))
            except AdviserError as error:
                reasons.append(str(error))
                kind = AwayError if isinstance(error, AwayError) else kind
        raise kind(" ".join(dict.fromkeys(reasons)))

    def _adviser(self, place: int) -> Adviser:
        if place not in self._made:
            self._made[place] = self._seats[place].make()
        return self._made[place]

    def close(self) -> None:
        """Put away what the advisers hold; who is just being asked breaks off."""
        for adviser in tuple(self._made.values()):
            close: Callable[[], None] | None = getattr(adviser, "close", None)
            if close:
                close()


def our_net() -> Adviser:
    """Return the adviser by our own nets, which is loaded only when it is asked."""
    try:
        made: Adviser = importlib.import_module(NETS).NetAdviser()
    except ImportError:
        raise AwayError(NO_NET) from None
    return made


GNUBG_SEAT, NET_SEAT = Seat(GnubgAdviser, 2), Seat(our_net, 1)
SEATS = {
    Choice.AUTO: (GNUBG_SEAT, NET_SEAT),
    Choice.GNUBG: (GNUBG_SEAT,),
    Choice.NET: (NET_SEAT,),
}


def advisers(choice: Choice = Choice.AUTO, plies: int | None = None) -> Advisers:
    """Return whom to ask, not started yet."""
    return Advisers(SEATS[choice], plies)
