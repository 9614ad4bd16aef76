"""What the scorer, or both players together, put right: each an event with its reason; nothing is deleted."""

from __future__ import annotations

from dataclasses import replace

from companion.match.clock import adjust, pause, resume
from companion.match.cube import Cube
from companion.match.length import ToPoints
from companion.rules.position import ImpossiblePosition, Position
from companion.table.codes import Why
from companion.table.events import (
    ClockResumed,
    ClockSet,
    ClockStopped,
    CubeSet,
    HintWanted,
    PositionSet,
    ScoreSet,
    Undone,
)
from companion.table.rejection import RejectedError
from companion.table.state import GameOver, MatchOver, Table, ToThrow


def undone(table: Table, event: Undone) -> Table:
    """Take so many steps back; the clock and what the board shows stay as they are."""
    if not all(event.agreed):
        raise RejectedError(Why.BOTH_MUST_AGREE)
    back: Table | None = table
    for _ in range(max(1, event.steps)):
        back = back.past if back is not None else None
    if back is None or event.steps < 1:
        raise RejectedError(Why.NOTHING_TO_UNDO, steps=event.steps)
    back = replace(back, clock=table.clock, board=table.board, differs=(), said=table.said)
    return back.say("undone", steps=event.steps, reason=event.reason)


def score_set(table: Table, event: ScoreSet) -> Table:
    """Set the match score."""
    _check_reason(event.reason)
    length = table.match.rules.length
    most = length.points - 1 if isinstance(length, ToPoints) else None
    if min(event.score) < 0 or (most is not None and max(event.score) > most):
        raise RejectedError(Why.BAD_VALUE, value=f"{event.score.white}-{event.score.black}")
    table = replace(table, match=replace(table.match, score=event.score)).kept(table)
    return table.say("score_set", white=event.score.white, black=event.score.black, reason=event.reason)


def cube_set(table: Table, event: CubeSet) -> Table:
    """Set the cube."""
    _check_reason(event.reason)
    if not table.match.rules.has_cube or event.value < 1 or event.value & (event.value - 1):
        raise RejectedError(Why.BAD_VALUE, value=event.value)
    cube = Cube(event.value, event.owner, turned=event.value > 1 or event.owner is not None)
    table = table.change(stake=replace(table.game.stake, cube=cube, pending=None)).kept(table)
    return table.say("cube_set", value=event.value, reason=event.reason)


def position_set(table: Table, event: PositionSet) -> Table:
    """Set the position, and who is to throw."""
    _check_reason(event.reason)
    if isinstance(table.phase, GameOver | MatchOver):
        raise RejectedError(Why.NOT_NOW)
    try:
        position = Position.of(table.match.rules.game, event.setup)
    except ImpossiblePosition as error:
        raise RejectedError(Why.IMPOSSIBLE_POSITION, message=str(error)) from error
    before = table
    table = table.change(position=position, player=event.player, opening_over=True, begun=()).go_to(ToThrow())
    return table.kept(before).say("position_set", player=event.player.value, reason=event.reason)


def clock_set(table: Table, event: ClockSet) -> Table:
    """Set a player's time."""
    _check_reason(event.reason)
    table = replace(table, clock=adjust(table.clock, event.player, event.reserve, event.at))
    return table.say("clock_set", player=event.player.value, reason=event.reason)


def clock_stopped(table: Table, event: ClockStopped) -> Table:
    """Halt the clock."""
    return replace(table, clock=pause(table.clock, event.at)).say("clock_stopped")


def clock_resumed(table: Table, event: ClockResumed) -> Table:
    """Let the clock go on."""
    return replace(table, clock=resume(table.clock, event.at)).say("clock_resumed")


def hint_wanted(table: Table, event: HintWanted) -> Table:
    """Allow a hint if both want it, never in a tournament; that it was asked for stays in the list of events."""
    if table.rules.tournament:
        raise RejectedError(Why.NOT_IN_TOURNAMENT)
    if not all(event.agreed):
        raise RejectedError(Why.BOTH_MUST_AGREE)
    return table.say("hint_allowed")


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise RejectedError(Why.REASON_NEEDED)
