"""How a turn ends: who says so, what the board shows then, and when it is judged.

What stops short of a legal play may be a reading that came too early. It is judged only when the board still shows it
after a while, when the player says once more that the play is made, or when the opponent throws.
"""

from __future__ import annotations

from dataclasses import replace

from companion.match.stake import check_no_question
from companion.rules.position import Setup
from companion.rules.reasons import Reason, Violation
from companion.rules.turn import Turn
from companion.table.codes import Why
from companion.table.course import accepted, compared, followed, followed_to, is_handed, places_shown, throws_again
from companion.table.events import BoardLost, BoardSeen, ClockHit, DiceLifted, TimePassed, TurnEnded
from companion.table.passing import is_closed_out, turn_passed
from companion.table.reading import BoardReading
from companion.table.recognition import Kind, Recognition, plays_of, recogniser
from companion.table.rejection import RejectedError
from companion.table.state import Asking, Disputed, EndsBy, InTurn, Naming, Playing, Table, ToThrow
from companion.table.unclear import asked, disputed, judged

SETTLING_MS = 1000
"""How long after the end of a turn the board may still be catching up."""
LATE_MS = 2000
"""How long after a play was accepted the board may still show that it was another one."""


def board_seen(table: Table, event: BoardSeen) -> Table:
    """Take a settled reading of the board."""
    again = event.reading == table.board
    table, phase = replace(table, board=event.reading), table.phase
    if isinstance(phase, Playing) and phase.kind is Kind.UNMOVED and event.reading.shows(phase.turn.position.setup):
        # What was wrong has been put right before anything was played.
        table = replace(table, doubted=())
    if isinstance(phase, Playing) and not phase.ended:
        return followed(table, phase)
    if isinstance(phase, Playing | Asking | Disputed):
        final = again and _has_settled(table, phase)
        return table if table.game.stake.pending else looked_at_again(table, phase, final=final)
    return _was_another(table) or compared(table)


def board_lost(table: Table, _event: BoardLost) -> Table:
    """Do without the board."""
    return replace(table, board=None, differs=())


def looked_at_again(table: Table, phase: InTurn, *, final: bool) -> Table:
    """Accept what has become legal since the turn ended; otherwise go by what the board shows now."""
    if isinstance(phase, Playing):
        return settled(table, phase, final=final)
    seen = _recognised(table, phase.turn)
    if seen.kind is Kind.COMPLETE:
        return accepted(table, phase.turn, seen.outcomes[0])
    if seen.kind is Kind.AMBIGUOUS:
        return asked(table, phase.turn, seen.outcomes)
    return _disputed_still(table, phase, seen) if isinstance(phase, Disputed) else table


def _disputed_still(table: Table, phase: Disputed, seen: Recognition) -> Table:
    """Keep what lies on the board by now; say so only if it is another play that was made, not one put right."""
    lies = lying(phase.turn, seen)
    if lies is None or lies == phase.after:
        return table
    after = judged(table, phase.turn, lies)
    quiet = phase.must_change or seen.kind is not Kind.NOT_LEGAL
    return table.go_to(after.phase) if quiet and isinstance(after.phase, Disputed) else after


def lying(turn: Turn, seen: Recognition) -> Setup | None:
    """Return what lies on the board, if no checker is in the hand."""
    return turn.position.setup if seen.kind is Kind.UNMOVED else seen.after


def _was_another(table: Table) -> Table | None:
    """Return the table with another legal play if the last one was read from the board too early."""
    before, board = table.past, table.board
    if table.seen_at is None or table.now - table.seen_at > LATE_MS or before is None or board is None:
        return None
    if not isinstance(table.phase, ToThrow | Naming) or not isinstance(before.phase, Playing):
        return None
    if board.shows(table.game.position.setup):
        return None
    seen = _recognised(table, before.phase.turn)
    if seen.kind is not Kind.COMPLETE:
        return None
    # What was said already is not lost: a flag that fell is told only once.
    back = replace(before, now=table.now, board=board, clock=table.clock, lying=table.lying, counted=table.counted)
    return accepted(replace(back, said=table.said, held=()), before.phase.turn, seen.outcomes[0])


def dice_lifted(table: Table, _event: DiceLifted) -> Table:
    """The dice are gone: where the dice end a turn, it is over."""
    lay, phase, table = table.lying, table.phase, replace(table, lying=(), counted=(), held=())
    if not isinstance(phase, Playing) or phase.ended or (lay and is_handed(phase.turn)):
        return table
    return ended(table, phase) if table.rules.ends_by is EndsBy.DICE or throws_again(phase) else table


def clock_hit(table: Table, event: ClockHit) -> Table:
    """A player has pressed the clock: where it ends a turn, that player's is over."""
    phase = table.phase
    if table.rules.ends_by is not EndsBy.CLOCK or event.player is not table.game.player:
        return table
    if isinstance(phase, ToThrow) and not table.game.stake.pending and is_closed_out(table):
        return turn_passed(table)
    return ended(table, phase) if isinstance(phase, Playing) and not phase.ended else table


def turn_ended(table: Table, event: TurnEnded) -> Table:
    """A player says that the play is made; said again, it is judged as it lies."""
    phase = table.phase
    if isinstance(phase, Asking | Disputed):
        raise RejectedError(Why.SETTLE_FIRST, player=phase.turn.player.value)
    may_pass = isinstance(phase, ToThrow) and is_closed_out(table)
    if not isinstance(phase, Playing) and not may_pass:
        raise RejectedError(Why.NOT_NOW)
    if event.player is not table.game.player:
        raise RejectedError(Why.NOT_ON_TURN, player=table.game.player.value)
    check_no_question(table.game.stake)
    if not isinstance(phase, Playing):
        return turn_passed(table)
    if phase.ended and table.board is not None:
        return settled(table, phase, final=True)
    return ended(table, phase)


def time_passed(table: Table, _event: TimePassed) -> Table:
    """Judge a turn that has been over for long enough; that a flag has fallen is told with every event."""
    phase = table.phase
    if not isinstance(phase, Playing) or not phase.ended or table.board is None or table.game.stake.pending:
        return table
    return settled(table, phase, final=True) if _has_settled(table, phase) else table


def _has_settled(table: Table, phase: InTurn) -> bool:
    """Whether the board has had the time to catch up with the end of the turn."""
    return isinstance(phase, Playing) and table.now - phase.since >= SETTLING_MS


def ended(table: Table, phase: Playing) -> Table:
    """The turn is over as far as the player is concerned: find out what was played."""
    phase = replace(phase, ended=True, since=table.now)
    table = table.go_to(phase)
    if table.game.stake.pending:
        return table
    if table.board is not None:
        return settled(table, phase, final=False, told=False)
    plays = plays_of(phase.turn)
    if not plays.more_than(1):
        return accepted(table, phase.turn, next(iter(plays)), by_hand=True)
    return table.say("play_missing", player=phase.turn.player.value)


def settled(table: Table, phase: Playing, *, final: bool, told: bool = True) -> Table:
    """Say what was played in a turn that is over; `told`: that it is unfinished has been said of what is seen."""
    turn, seen = phase.turn, _recognised(table, phase.turn, phase.way, hands_done=final)
    if seen.kind is Kind.COMPLETE:
        return accepted(table, turn, seen.outcomes[0])
    if seen.kind is Kind.AMBIGUOUS:
        return asked(table, turn, seen.outcomes)
    before = table
    table = followed_to(table, phase, seen)
    after = table.phase
    if isinstance(after, Playing) and after.complete is not None:
        return accepted(table, turn, after.complete)
    if seen.kind is Kind.NOT_LEGAL and seen.after is not None:
        return judged(before, turn, seen.after)
    if seen.kind in {Kind.IMPOSSIBLE, Kind.NOT_LEGAL}:
        places = places_shown(seen.differences)
        return table if told and after == before.phase else table.say("not_a_position", places=places)
    return _unfinished(table, turn, seen, final=final, told=told and after == before.phase)


def _unfinished(table: Table, turn: Turn, seen: Recognition, *, final: bool, told: bool) -> Table:
    """Wait for the rest of a play, or judge what there is of it if no more can be on the way."""
    lies = lying(turn, seen)
    if lies is None and seen.differences:
        return table if told else table.say("not_a_position", places=places_shown(seen.differences))
    if lies is None or not final:
        return table if told else table.say("unfinished", player=turn.player.value)
    if seen.kind is Kind.UNMOVED:
        return disputed(table, turn, lies, Violation(Reason.NOT_MOVED))
    return judged(table, turn, lies)


def _recognised(
    table: Table, turn: Turn, way: tuple[BoardReading, ...] = (), *, hands_done: bool = False
) -> Recognition:
    board = table.trusted
    if board is None:
        msg = "there is no reading to recognise a play in"
        raise ValueError(msg)
    return recogniser(turn).recognise(board, way, hands_done=hands_done)
