"""A game in progress as the match sees it: the cube, and what one player has put to the other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.match.cube import Cube, Offer
from companion.match.refused import Code, Refused
from companion.rules.players import Player


@dataclass(frozen=True, slots=True)
class Resignation:
    """The game given up, to count `level`, if the opponent accepts."""

    by: Player
    level: int


@dataclass(frozen=True, slots=True)
class CallOff:
    """The game to count nothing, if the opponent agrees."""

    by: Player


Pending = Offer | Resignation | CallOff


@dataclass(frozen=True, slots=True)
class Stake:
    """The cube and the question that waits for an answer: one at a time."""

    cube: Cube = field(default_factory=Cube)
    pending: Pending | None = None

    @property
    def asked(self) -> Player | None:
        """Who has to answer; theirs is the time while they think about it."""
        return self.pending.by.opponent if self.pending else None

    def put(self, pending: Pending) -> Stake:
        """Return the stake with a question that waits."""
        return replace(self, pending=pending)


def kind(pending: Pending) -> str:
    """Return what a question is called."""
    if isinstance(pending, Offer):
        return "beaver" if pending.beaver else "double"
    return "resignation" if isinstance(pending, Resignation) else "calling off"


def open_question(stake: Stake) -> Refused | None:
    """Return why nothing else can be put or played now: a question waits for its answer."""
    if stake.pending is None:
        return None
    return Refused(Code.ANSWER_FIRST, player=stake.pending.by.opponent.value, pending=kind(stake.pending))


def check_no_question(stake: Stake) -> None:
    """Refuse if a question waits for its answer."""
    refused = open_question(stake)
    if refused:
        raise refused


def offer_to(stake: Stake, player: Player) -> Offer:
    """Return the double or beaver that `player` has to answer."""
    if not isinstance(stake.pending, Offer):
        raise Refused(Code.NOTHING_OFFERED, wanted="double")
    _check_asked(stake.pending, player)
    return stake.pending


def proposal_to(stake: Stake, player: Player) -> Resignation | CallOff:
    """Return the resignation, or the wish to call the game off, that `player` has to answer."""
    if stake.pending is None or isinstance(stake.pending, Offer):
        raise Refused(Code.NOTHING_OFFERED, wanted="resignation or calling off")
    _check_asked(stake.pending, player)
    return stake.pending


def _check_asked(pending: Pending, player: Player) -> None:
    if pending.by is player:
        raise Refused(Code.NOT_OFFERED_TO_YOU, player=player.opponent.value)
