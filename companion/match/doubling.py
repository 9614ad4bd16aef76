"""Doubling: who may, when, and what taking, dropping and beavering do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.match.cube import Cube, Offer
from companion.match.refused import Code, Refused
from companion.match.score import GameResult, How, MatchState, check_going_on
from companion.match.stake import Stake, offer_to, open_question
from companion.rules.players import Pair, Player


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a game stands, as far as doubling asks."""

    on_turn: Player
    opening_over: bool
    """Whether the opening play has been made."""
    thrown: bool
    """Whether this turn's dice are thrown."""


def why_not_double(match: MatchState, stake: Stake, player: Player, moment: Moment) -> Refused | None:
    """Return why `player` may not double now, or None if they may.

    A dead cube may be turned too: no rule forbids it (see `is_dead`).
    """
    return next(_against_doubling(match, stake, player, moment), None)


def double(match: MatchState, stake: Stake, player: Player, moment: Moment) -> Stake:
    """Offer the opponent twice the stake."""
    refused = why_not_double(match, stake, player, moment)
    if refused:
        raise refused
    return stake.put(Offer(player, 2 * stake.cube.value))


def take(match: MatchState, stake: Stake, player: Player) -> Stake:
    """Take the double, or the beaver, that was offered to `player`."""
    check_going_on(match)
    offer = offer_to(stake, player)
    return Stake(replace(stake.cube, value=offer.value, owner=offer.owner_if_taken, turned=True))


def drop(match: MatchState, stake: Stake, player: Player) -> GameResult:
    """Give the game up instead of taking: it counts 1, at the stake as it stood before the double or beaver."""
    check_going_on(match)
    offer = offer_to(stake, player)
    how = How.BEAVER_DROPPED if offer.beaver else How.DROPPED
    return GameResult(offer.by, how, 1, offer.if_dropped)


def beaver(match: MatchState, stake: Stake, player: Player) -> Stake:
    """Take the double and redouble at once, keeping the cube if the doubler plays on."""
    check_going_on(match)
    offer = offer_to(stake, player)
    if not match.rules.option("beaver"):
        raise Refused(Code.NO_BEAVERS)
    if offer.beaver:
        raise Refused(Code.NO_SECOND_BEAVER)
    return stake.put(Offer(player, 2 * offer.value, beaver=True))


def why_not_automatic(match: MatchState, stake: Stake, thrown: Pair[tuple[int, ...]]) -> Refused | None:
    """Return why this opening throw does not double the stake by itself, or None if it does."""
    return next(_against_automatic(match, stake, thrown), None)


def automatic_double(match: MatchState, stake: Stake, thrown: Pair[tuple[int, ...]]) -> Stake:
    """Double the stake for equal opening dice; the cube stays in the middle and counts as not turned."""
    refused = why_not_automatic(match, stake, thrown)
    if refused:
        raise refused
    return replace(stake, cube=replace(stake.cube, value=2 * stake.cube.value, automatic=True))


def is_dead(match: MatchState, cube: Cube, player: Player) -> bool:
    """Whether turning the cube cannot win `player` any more points in the match, even a single game being enough.

    It may still be offered: no rule forbids it. Only matches to points have a dead cube.
    """
    needed = match.needs(player)
    return needed is not None and needed <= cube.value


def _against_doubling(match: MatchState, stake: Stake, player: Player, moment: Moment) -> Iterator[Refused]:
    if match.is_over:
        yield Refused(Code.MATCH_IS_OVER)
    if not match.rules.has_cube:
        yield Refused(Code.NO_CUBE)
    if match.is_crawford_game:
        yield Refused(Code.CRAWFORD_GAME)
    waiting = open_question(stake)
    if waiting:
        yield waiting
    if moment.on_turn is not player:
        yield Refused(Code.NOT_YOUR_TURN, player=moment.on_turn.value)
    if not moment.opening_over:
        yield Refused(Code.BEFORE_OPENING_PLAY)
    if moment.thrown:
        yield Refused(Code.TOO_LATE_TO_DOUBLE)
    if not stake.cube.is_open_to(player):
        yield Refused(Code.NOT_YOUR_CUBE, player=player.opponent.value)


def _against_automatic(match: MatchState, stake: Stake, thrown: Pair[tuple[int, ...]]) -> Iterator[Refused]:
    if match.is_over:
        yield Refused(Code.MATCH_IS_OVER)
    if not match.rules.option("automatic_doubles"):
        yield Refused(Code.NO_AUTOMATIC_DOUBLES)
    if thrown.white != thrown.black:
        yield Refused(Code.DICE_NOT_EQUAL)
    if stake.cube.automatic:
        yield Refused(Code.ONE_AUTOMATIC_DOUBLE)
    waiting = open_question(stake)
    if waiting:
        yield waiting
    if stake.cube.turned:
        yield Refused(Code.TOO_LATE_TO_DOUBLE)
