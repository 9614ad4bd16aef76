"""What the table is waiting for: one code with its parameters, at every moment."""

from __future__ import annotations

from companion.match.between import chooser
from companion.match.cube import Offer
from companion.match.stake import Resignation
from companion.rules.memory import loses_third
from companion.rules.notation import write_throw
from companion.rules.turn import Turn
from companion.table.course import dice_played, is_blocked, is_handed, numbers_shown, places_shown, throws_again
from companion.table.cubes import may_double
from companion.table.passing import is_closed_out
from companion.table.recognition import Kind, plays_of
from companion.table.state import (
    Asking,
    Disputed,
    EndsBy,
    GameOver,
    MatchOver,
    Naming,
    Opening,
    Param,
    Playing,
    Said,
    Table,
)
from companion.table.unclear import must_be_changed

ENDINGS = {EndsBy.DICE: "lift_dice", EndsBy.CLOCK: "hit_clock", EndsBy.BUTTON: "press_button"}


def waiting_for(table: Table) -> Said:
    """Return what has to happen next."""
    phase = table.phase
    if isinstance(phase, MatchOver):
        return _said("nothing")
    if isinstance(phase, GameOver):
        winner = chooser(table.match)
        return _said("choose_start", player=winner.value) if winner else _said("next_game")
    if table.clock.flagged:
        flagged = table.clock.flagged
        return _said("flag_claim", player=flagged.value, opponent=flagged.opponent.value)
    return _answer(table) if table.game.stake.pending else _in_game(table)


def _in_game(table: Table) -> Said:
    phase = table.phase
    if isinstance(phase, Opening):
        return _opening(phase)
    if isinstance(phase, Naming):
        return _said("name_double", player=table.game.player.value)
    if isinstance(phase, Playing | Asking | Disputed):
        return _in_turn(table, phase)
    return _throw(table)


def _said(code: str, **params: Param) -> Said:
    return Said(code, tuple(params.items()))


def _answer(table: Table) -> Said:
    pending, asked = table.game.stake.pending, table.game.stake.asked
    player = asked.value if asked else ""
    if isinstance(pending, Offer):
        return _said("answer_beaver" if pending.beaver else "answer_double", player=player, value=pending.value)
    if isinstance(pending, Resignation):
        return _said("answer_resignation", player=player, level=pending.level)
    return _said("answer_call_off", player=player)


def _opening(phase: Opening) -> Said:
    white, black = phase.thrown
    if white or black:
        return _said("opening_of", player="black" if white else "white")
    return _said("opening")


def _throw(table: Table) -> Said:
    player = table.game.player
    if is_closed_out(table):
        code = "need_not_throw_or_double" if may_double(table, player.opponent) else "need_not_throw"
        return _said(code, player=player.value, opponent=player.opponent.value)
    return _said("throw_or_double" if may_double(table) else "throw", player=player.value)


def _ended(table: Table, phase: Playing, player: str, dice: str) -> Said:
    """Return what is missing to a turn that is over."""
    if table.board is None:
        return _said("enter_play", player=player, dice=dice)
    if phase.kind in {Kind.IMPOSSIBLE, Kind.NOT_LEGAL} or phase.wrong:
        return _said("set_right", places=places_shown(phase.wrong))
    return _said("finish", player=player, dice=dice)


def _in_turn(table: Table, phase: Playing | Asking | Disputed) -> Said:
    turn = phase.turn
    dice, player = write_throw(dice_played(turn)), turn.player.value
    if isinstance(phase, Asking):
        return _said("choose_play", count=len(phase.outcomes), player=player)
    if isinstance(phase, Disputed):
        must = must_be_changed(table, phase)
        return _said("must_change" if must else "dispute", player=player, reason=phase.violation.reason.value)
    return _ended(table, phase, player, dice) if phase.ended else _to_play(table, phase, player, dice)


def _to_play(table: Table, phase: Playing, player: str, dice: str) -> Said:
    """Return what is still to be done in a turn."""
    turn = phase.turn
    if loses_third(turn.game, turn.memory, turn.dice) and phase.kind is not Kind.COMPLETE:
        return _said("pay_third", player=player)
    if is_blocked(plays_of(turn)) and not loses_third(turn.game, turn.memory, turn.dice):
        return _said("no_play", player=player, dice=dice)
    if phase.kind in {Kind.COMPLETE, Kind.AMBIGUOUS}:
        return _said(_ending(table, phase), player=player, dice=dice)
    left = phase.left or _left_of_begun(turn)
    if left:
        return _said("play_on", player=player, dice=dice, left=numbers_shown(turn, left))
    return _said("play", player=player, dice=dice)


def _left_of_begun(turn: Turn) -> tuple[int, ...]:
    """Return the numbers of a throw that was begun in the game before; nothing for any other throw."""
    rest = list(turn.dice)
    for step in turn.begun:
        rest.remove(step.number)
    return tuple(rest) if turn.begun else ()


def _ending(table: Table, phase: Playing) -> str:
    """Return how a turn is ended: without dice on the board, as with a button."""
    ends_by = table.rules.ends_by
    if phase.turn.memory.named and throws_again(phase):
        return "throw_again"
    if is_handed(phase.turn) or (phase.turn.begun and not table.lying):
        return ENDINGS[EndsBy.BUTTON]
    return ENDINGS[EndsBy.DICE if throws_again(phase) else ends_by]
