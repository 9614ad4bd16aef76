"""Throws: which count, which do not and why, and what they begin."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.match.stake import check_no_question
from companion.rules.following import ACE_DEUCE
from companion.rules.notation import write_throw
from companion.rules.players import Player
from companion.rules.turn import Turn
from companion.table.codes import Why
from companion.table.course import accepted, dice_played, followed, is_handed, let_stand, playing, throws_again
from companion.table.events import Dice, DiceLifted, DiceSeen, Die, DoubleNamed, ThrowEntered
from companion.table.lying import checked, fresh_of, is_told_whole, miscounted, still_lying, why_not
from companion.table.openings import opened, opening_seen
from companion.table.passing import is_closed_out, turn_passed
from companion.table.recognition import plays_of
from companion.table.rejection import RejectedError
from companion.table.state import (
    Asking,
    Disputed,
    EndsBy,
    InTurn,
    Naming,
    Opening,
    Playing,
    Table,
    ToThrow,
)
from companion.table.turns import dice_lifted, ended, settled
from companion.table.unclear import may_stand


def dice_seen(table: Table, event: DiceSeen) -> Table:
    """Take what lies on the board for a throw, if one is due and it counts."""
    if not all(map(is_told_whole, event.dice)):
        raise RejectedError(Why.BAD_DICE, dice=write_throw(tuple(die.value for die in event.dice)))
    if not event.dice:
        return dice_lifted(table, DiceLifted(event.at))
    if Counter(event.dice) == Counter(table.lying):
        return table
    fresh, lay = fresh_of(event.dice, table.counted), table.lying
    # In a turn a die may be hidden for a moment by the hand.
    in_turn = isinstance(table.phase, Playing | Asking | Disputed)
    table = replace(
        table, lying=event.dice, counted=table.counted if in_turn else still_lying(event.dice, table.counted)
    )
    if _has_lifted(table, lay):
        return _lifted_and_thrown(table, fresh)
    return _dispatched(table, fresh) if fresh else table


def _has_lifted(table: Table, lay: tuple[Die, ...]) -> bool:
    """Whether the mover's dice are gone while only others lie there: that ends the turn, too."""
    phase = table.phase
    if not isinstance(phase, Playing) or phase.ended or table.rules.ends_by is not EndsBy.DICE:
        return False
    player = phase.turn.player
    halves = {die.half for die in table.lying}
    return any(die.half is player for die in lay) and player not in halves and player.opponent in halves


def _lifted_and_thrown(table: Table, fresh: tuple[Die, ...]) -> Table:
    """The mover has lifted the dice; what is `fresh` was thrown after that, as far as anyone has seen."""
    if not isinstance(table.phase, Playing):
        return table
    player = table.phase.turn.player
    table = ended(table, table.phase)
    if not fresh:
        return table
    if isinstance(table.phase, Playing) and table.board is not None:
        return _too_early(table, player.opponent)
    return _dispatched(table, fresh)


def _dispatched(table: Table, fresh: tuple[Die, ...]) -> Table:
    phase = table.phase
    if isinstance(phase, Opening):
        return opening_seen(table, fresh)
    if isinstance(phase, ToThrow) and not table.game.stake.pending:
        return _thrown(table, fresh)
    if isinstance(phase, Playing) and not phase.ended:
        return _seen_in_play(table, phase, fresh)
    if isinstance(phase, Playing | Asking | Disputed) and not table.game.stake.pending:
        return _seen_after_play(table, phase, fresh)
    return _not_expected(table)


def _not_expected(table: Table) -> Table:
    return replace(table, counted=table.lying).say("dice_not_expected")


def _too_early(table: Table, player: Player) -> Table:
    return replace(table, counted=table.lying).say("thrown_too_early", player=player.value)


def _thrown(table: Table, dice: tuple[Die, ...]) -> Table:
    if is_closed_out(table) and all(die.half is table.game.player.opponent for die in dice):
        table = turn_passed(table)
    player = table.game.player
    if len(dice) != 2:
        return miscounted(table, player, len(dice), wanted=2)
    wrong = why_not(dice, player)
    if wrong:
        # Both are thrown again, so none of them may just be put right.
        return replace(table, counted=table.lying).say(wrong, player=player.value)
    return begin_play(table, (dice[0].value, dice[1].value))


def _seen_in_play(table: Table, phase: Playing, fresh: tuple[Die, ...]) -> Table:
    player, values = phase.turn.player, [die.value for die in table.lying]
    if any(die.half is player.opponent for die in fresh):
        return _too_early(table, player.opponent)
    if is_handed(phase.turn) and not table.counted:
        return _thrown_on(table, phase, fresh)
    if sorted(values) == sorted(phase.turn.dice):
        return replace(table, counted=table.lying)
    again = len(fresh) == 2 and table.counted and throws_again(phase) and not table.game.stake.pending
    if len(values) == 2 and again:
        return _thrown_again(ended(table, phase), player, fresh)
    if len(values) != 2 or 0 in values:
        # A die was taken, or knocked so that it cannot be read.
        return table
    table = replace(table, counted=table.lying)
    return table.say("dice_changed", now=write_throw(tuple(values)), dice=write_throw(phase.turn.dice))


def _thrown_on(table: Table, phase: Playing, fresh: tuple[Die, ...]) -> Table:
    """Take a throw for the end of a play that no dice lay for, if that gives the player another throw."""
    turn = phase.turn
    plays = plays_of(turn)
    if not plays.more_than(1) and table.board is None:
        outcome = next(iter(plays))
    elif phase.complete is None or table.board is None:
        return _too_early(table, turn.player)
    else:
        outcome = phase.complete
    return _thrown_again(accepted(table, turn, outcome), turn.player, fresh)


def _thrown_again(table: Table, player: Player, fresh: tuple[Die, ...]) -> Table:
    """Take the next throw of `player`, whose play it has ended, unless that is not what comes next."""
    goes_on = isinstance(table.phase, ToThrow) and table.game.player is player
    return _thrown(table, fresh) if goes_on else _not_expected(table)


def _seen_after_play(table: Table, phase: InTurn, fresh: tuple[Die, ...]) -> Table:
    player, values = phase.turn.player, sorted(die.value for die in fresh)
    if all(die.half is player for die in fresh) and table.rules.ends_by is EndsBy.DICE:
        return _lie_again(table, phase.turn) if values == sorted(phase.turn.dice) else _not_expected(table)
    if len(fresh) != 2 or any(die.half is not player.opponent for die in fresh):
        return _not_expected(table)
    return _thrown_after_play(table, phase, fresh)


def _lie_again(table: Table, turn: Turn) -> Table:
    """The dice were only touched or hidden: the turn goes on."""
    table = replace(table, counted=table.lying)
    table = table.say("turn_goes_on", player=turn.player.value, dice=write_throw(dice_played(turn)))
    return followed(table, Playing(turn))


def _thrown_after_play(table: Table, phase: InTurn, dice: tuple[Die, ...]) -> Table:
    """The opponent throws: what was played must be settled with that, or the throw waits until it is known."""
    table = decided(table, phase)
    if isinstance(table.phase, Disputed):
        return _too_early(table, table.phase.turn.player.opponent)
    if isinstance(table.phase, Playing | Asking):
        player = table.game.player.opponent
        return replace(table, held=dice).say("throw_held", player=player.value)
    return _thrown(table, dice) if isinstance(table.phase, ToThrow) else table


def decided(table: Table, phase: InTurn) -> Table:
    """Settle a turn that is over because the opponent throws: an illegal play stands with that, where it may."""
    if isinstance(phase, Playing) and table.board is not None:
        table = settled(table, phase, final=True)
    if isinstance(table.phase, Disputed) and may_stand(table, table.phase):
        return let_stand(table, table.phase)
    return table


def taken_up(table: Table) -> Table:
    """Take the throw that waited, now that it is the thrower's turn."""
    if not table.held or not isinstance(table.phase, ToThrow) or table.game.stake.pending:
        return table
    dice, table = table.held, replace(table, held=())
    return _thrown(table, dice) if dice[0].half is table.game.player else table


def throw_entered(table: Table, event: ThrowEntered) -> Table:
    """Take a throw told by hand."""
    if isinstance(table.phase, Opening):
        return opened(table, event.player, event.dice)
    check_no_question(table.game.stake)
    table = _turn_over(table, event.player, event.dice)
    if not isinstance(table.phase, ToThrow):
        raise RejectedError(Why.NOT_NOW)
    if event.player is not table.game.player and is_closed_out(table):
        table = turn_passed(table)
    if event.player is not table.game.player:
        raise RejectedError(Why.NOT_ON_TURN, player=table.game.player.value)
    return begin_play(table, checked(event.dice))


def _turn_over(table: Table, thrower: Player, dice: tuple[int, ...]) -> Table:
    """Settle the turn before the throw of `thrower`, or say why that cannot be."""
    phase = table.phase
    if not isinstance(phase, Playing | Asking | Disputed):
        return table
    if thrower is phase.turn.player:
        if not isinstance(phase, Playing) or not throws_again(phase):
            raise RejectedError(Why.NOT_NOW)
        if _is_told_again(phase, dice):
            raise RejectedError(Why.END_TURN_FIRST, player=thrower.value)
        return ended(table, phase)
    if isinstance(phase, Playing) and not phase.ended:
        raise RejectedError(Why.END_TURN_FIRST, player=phase.turn.player.value)
    table = decided(table, phase)
    if isinstance(table.phase, Playing | Asking | Disputed):
        raise RejectedError(Why.SETTLE_FIRST, player=phase.turn.player.value)
    return table


def _is_told_again(phase: Playing, dice: tuple[int, ...]) -> bool:
    """Whether the very throw is told that nothing was moved for: more likely the same one than the next."""
    after = phase.complete
    is_unmoved = after is not None and after.position == phase.turn.position
    return is_unmoved and sorted(dice) == sorted(phase.turn.dice)


def begin_play(table: Table, dice: Dice) -> Table:
    """The throw counts: the player on turn plays it."""
    game = table.game
    turn = Turn(table.match.rules.game, game.position, game.player, dice, game.memory)
    return playing(replace(table, counted=table.lying, held=()).kept(table), turn)


def double_named(table: Table, event: DoubleNamed) -> Table:
    """The player names a double after a 1-2."""
    game = table.game
    if not isinstance(table.phase, Naming):
        raise RejectedError(Why.NOT_NOW)
    if event.player is not game.player:
        raise RejectedError(Why.NOT_ON_TURN, player=game.player.value)
    if not 1 <= event.number <= 6:
        raise RejectedError(Why.NO_DOUBLE_TO_NAME, number=event.number)
    check_no_question(game.stake)
    memory = replace(game.memory, named=event.number)
    turn = Turn(table.match.rules.game, game.position, game.player, ACE_DEUCE, memory)
    return playing(table.kept(table), turn)
