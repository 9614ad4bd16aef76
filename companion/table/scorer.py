"""What the scorer, or both players together, put right: each an event with its reason; nothing is deleted."""

from __future__ import annotations

from dataclasses import replace

from companion.match.clock import adjust, pause, resume
from companion.match.clock_rules import ClockKind
from companion.match.cube import Cube
from companion.match.length import ToPoints
from companion.match.refused import Code, Refused
from companion.match.score import Crawford, MatchState, begin
from companion.rules.memory import TARGET, Memory
from companion.rules.players import Pair, both
from companion.rules.position import ImpossiblePosition, Position
from companion.table.codes import Why
from companion.table.corrections import (
    ClockResumed,
    ClockSet,
    ClockStopped,
    CubeSet,
    HintWanted,
    PositionSet,
    ScoreSet,
    Undone,
)
from companion.table.course import compared, followed
from companion.table.rejection import RejectedError
from companion.table.state import Deed, GameOver, MatchOver, Naming, Playing, Table, ToThrow


def undone(table: Table, event: Undone) -> Table:
    """Take so many steps back; the clock and what the board shows stay as they are."""
    check_reason(event.reason)
    if not all(event.agreed):
        raise RejectedError(Why.BOTH_MUST_AGREE)
    back, left = table if event.steps > 0 else None, event.steps
    while back is not None and left > 0:
        back, left = back.past, left - 1
    if back is None:
        raise RejectedError(Why.NOTHING_TO_UNDO, steps=event.steps)
    return as_it_lies(back, table.say("undone", steps=event.steps, reason=event.reason))


def as_it_lies(back: Table, table: Table) -> Table:
    """Return the table of before with the clock, the board and the dice of now: they did not go back."""
    back = replace(back, clock=table.clock, board=table.board, now=table.now, said=table.said, differs=(), seen_at=None)
    back = replace(back, lying=table.lying, counted=table.lying, held=())
    if isinstance(back.phase, Playing):
        return followed(back, back.phase)
    return compared(back) if isinstance(back.phase, ToThrow | Naming) else back


def score_set(table: Table, event: ScoreSet) -> Table:
    """Set the match score."""
    check_reason(event.reason)
    length = table.match.rules.length
    most = length.points - 1 if isinstance(length, ToPoints) else None
    if min(event.score) < 0 or (most is not None and max(event.score) > most):
        raise RejectedError(Why.BAD_VALUE, value=f"{event.score.white}-{event.score.black}")
    before, crawford = table, event.crawford or _crawford(table.match, event.score)
    table = replace(table, match=replace(table.match, score=event.score, crawford=crawford)).kept(before)
    if isinstance(table.phase, MatchOver) and not table.match.is_over:
        table = table.go_to(GameOver(table.match.results[-1]))
    return table.say("score_set", white=event.score.white, black=event.score.black, reason=event.reason)


def _crawford(match: MatchState, score: Pair[int]) -> Crawford:
    """Return where the match stands with its Crawford game: once it was played, it is over."""
    found = begin(match.rules, score).crawford
    return match.crawford if found is Crawford.NOW and match.crawford is Crawford.OVER else found


def cube_set(table: Table, event: CubeSet) -> Table:
    """Set the cube."""
    check_reason(event.reason)
    if not table.match.rules.has_cube or event.value < 1 or event.value & (event.value - 1):
        raise RejectedError(Why.BAD_VALUE, value=event.value)
    cube = Cube(event.value, event.owner, turned=event.value > 1 or event.owner is not None)
    after = table.change(stake=replace(table.game.stake, cube=cube, pending=None))
    after = after.note(Deed.CUBE_SET, event.owner, event.value, reason=event.reason).kept(table)
    return after.say("cube_set", value=event.value, reason=event.reason)


def position_set(table: Table, event: PositionSet) -> Table:
    """Set the position, who is to throw, and the points of a game that is won by points."""
    check_reason(event.reason)
    if isinstance(table.phase, GameOver | MatchOver):
        raise RejectedError(Why.NOT_NOW)
    try:
        position = Position.of(table.match.rules.game, event.setup)
    except ImpossiblePosition as error:
        raise RejectedError(Why.IMPOSSIBLE_POSITION, message=str(error)) from error
    memory = _memory(table, event.points)
    stake = replace(table.game.stake, pending=None)
    after = table.change(position=position, memory=memory, player=event.player, stake=stake, opening_over=True)
    after = after.note(Deed.POSITION_SET, event.player, position=position, memory=memory, reason=event.reason)
    after = replace(after, seen_at=None, held=(), counted=table.lying, differs=()).go_to(ToThrow()).kept(table)
    return compared(after.say("position_set", player=event.player.value, reason=event.reason))


def _memory(table: Table, points: Pair[int] | None) -> Memory:
    """Return what is remembered when the turns begin anew: nothing that was under way."""
    memory = table.game.memory
    if points is not None and (not table.match.rules.by_points or not all(0 <= some < TARGET for some in points)):
        raise RejectedError(Why.BAD_VALUE, value=f"{points.white}-{points.black}")
    doubles = memory.doubles if table.match.rules.game.doubles_count_in_game else both(0)
    return Memory(doubles=doubles, gate=memory.gate, score=points or memory.score)


def clock_set(table: Table, event: ClockSet) -> Table:
    """Set a player's time."""
    check_reason(event.reason)
    table = replace(table, clock=adjust(table.clock, event.player, event.reserve, event.at))
    return table.say("clock_set", player=event.player.value, reason=event.reason)


def clock_stopped(table: Table, event: ClockStopped) -> Table:
    """Halt the clock."""
    _check_clock(table)
    return replace(table, clock=pause(table.clock, event.at)).say("clock_stopped")


def clock_resumed(table: Table, event: ClockResumed) -> Table:
    """Let the clock go on."""
    _check_clock(table)
    return replace(table, clock=resume(table.clock, event.at)).say("clock_resumed")


def _check_clock(table: Table) -> None:
    if table.clock.rules.kind is ClockKind.NONE:
        raise Refused(Code.NO_CLOCK)


def hint_wanted(table: Table, event: HintWanted) -> Table:
    """Allow a hint if both want it, never in a tournament; that it was asked for stays in the list of events."""
    if table.rules.tournament:
        raise RejectedError(Why.NOT_IN_TOURNAMENT)
    if not all(event.agreed):
        raise RejectedError(Why.BOTH_MUST_AGREE)
    return table.say("hint_allowed", what=event.what.value)


def check_reason(reason: str) -> None:
    """Turn down a correction without a reason."""
    if not reason.strip():
        raise RejectedError(Why.REASON_NEEDED)
