"""A throw that was read wrongly: this turn's, or the last one's while no other was thrown."""

from __future__ import annotations

from dataclasses import replace

from companion.match.stake import check_no_question
from companion.rules.notation import write_throw
from companion.rules.position import Setup
from companion.rules.turn import Turn
from companion.table.codes import Why
from companion.table.corrections import ThrowCorrected
from companion.table.course import playing
from companion.table.events import Dice
from companion.table.lying import checked
from companion.table.rejection import RejectedError
from companion.table.scorer import as_it_lies, check_reason
from companion.table.state import Asking, Disputed, Playing, Record, Table
from companion.table.turns import ended
from companion.table.unclear import judged_again, may_have_been, may_have_begun


def throw_corrected(table: Table, event: ThrowCorrected) -> Table:
    """A throw was read wrongly, this turn's or the last one's: what the hands did is looked at anew."""
    check_reason(event.reason)
    dice = checked(event.dice)
    check_no_question(table.game.stake)
    back, turn, after = _misread(table.say("throw_corrected", dice=write_throw(dice), reason=event.reason))
    if not may_have_begun(back, turn, dice):
        raise RejectedError(Why.WOULD_NOT_BEGIN, dice=write_throw(dice), player=turn.player.value)
    if not may_have_been(back, turn, dice):
        raise RejectedError(Why.BAD_VALUE, value=write_throw(dice))
    if isinstance(after, Setup):
        return judged_again(back, turn, dice, after)
    return _read_anew(back, turn, dice)


def _misread(table: Table) -> tuple[Table, Turn, Setup | None]:
    """Return the table with the throw that may be corrected, its turn, and what was played if the turn is over."""
    phase, before = table.phase, table.past
    if isinstance(phase, Disputed):
        return table, phase.turn, phase.after
    if isinstance(phase, Playing | Asking):
        return table, phase.turn, None
    last = table.game.record[-1:]
    if before is None or not isinstance(before.phase, Playing) or last == before.game.record[-1:]:
        raise RejectedError(Why.NOT_NOW)
    if not last or not isinstance(last[0], Record):
        raise RejectedError(Why.NOT_NOW)
    # What is seen of the play belongs to the throw that was none.
    back = replace(as_it_lies(before, table), said=table.said)
    return back, before.phase.turn, last[0].after.setup


def _read_anew(table: Table, turn: Turn, dice: Dice) -> Table:
    """Let a turn that is not over go on with another throw, or look for what was played with it."""
    phase = table.phase
    is_over = isinstance(phase, Asking) or (isinstance(phase, Playing) and phase.ended)
    table = playing(table, replace(turn, dice=dice))
    return ended(table, table.phase) if is_over and isinstance(table.phase, Playing) else table
