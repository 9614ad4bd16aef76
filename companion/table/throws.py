"""Throws: which count, what they begin, and the opening."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.following import ACE_DEUCE
from companion.rules.opening import dice_each
from companion.rules.players import Player
from companion.rules.results import closed_out
from companion.rules.turn import Turn
from companion.table.codes import Why
from companion.table.events import DiceSeen, Die, DoubleNamed, ThrowCorrected, ThrowEntered
from companion.table.games import thrown_to_open
from companion.table.rejection import RejectedError
from companion.table.state import Disputed, IllegalPlays, Naming, Opening, Playing, Table, ToThrow
from companion.table.turns import judged_again, let_stand, playing, shown


def dice_seen(table: Table, event: DiceSeen) -> Table:
    """Take what lies on the board for a throw, if one is due and it counts."""
    phase = table.phase
    if isinstance(phase, Opening):
        return _opening_seen(table, event.dice)
    if isinstance(phase, Disputed):
        return _thrown_after_dispute(table, phase, event.dice)
    if isinstance(phase, Playing):
        return _seen_in_play(table, phase, event.dice)
    if not isinstance(phase, ToThrow) or table.game.stake.pending:
        return table.say("dice_not_expected")
    return _thrown(table, event.dice)


def _thrown(table: Table, dice: tuple[Die, ...]) -> Table:
    table = _turn_passed(table, dice)
    player = table.game.player
    if len(dice) != 2:
        return table.say("dice_count", seen=len(dice), wanted=2)
    wrong = _wrong(dice, player)
    if wrong:
        return table.say(wrong, player=player.value)
    return begin_play(table, (dice[0].value, dice[1].value))


def _turn_passed(table: Table, dice: tuple[Die, ...]) -> Table:
    """Return the table with the turn passed if a player who is closed out lets the opponent throw."""
    game = table.game
    if dice and all(die.half is game.player.opponent for die in dice) and is_closed_out(table):
        return table.change(player=game.player.opponent).say("turn_passes", player=game.player.value)
    return table


def is_closed_out(table: Table) -> bool:
    """Whether the player on turn need not throw."""
    game = table.game
    return closed_out(table.match.rules.game, game.position, game.player, game.memory)


def _wrong(dice: tuple[Die, ...], player: Player) -> str | None:
    """Return why a throw does not count."""
    if any(die.half is None for die in dice):
        return "outside"
    if any(die.half is not player for die in dice):
        return "wrong_half"
    if any(die.on_checker for die in dice):
        return "on_checker"
    return None if all(die.flat for die in dice) else "leaning"


def _seen_in_play(table: Table, phase: Playing, dice: tuple[Die, ...]) -> Table:
    player, now = phase.turn.player, tuple(die.value for die in dice)
    if any(die.half is player.opponent for die in dice):
        return table.say("thrown_too_early", player=player.opponent.value)
    if sorted(now) == sorted(phase.turn.dice) or len(now) != 2:
        return table
    return table.say("dice_changed", now=shown(now), dice=shown(phase.turn.dice))


def _thrown_after_dispute(table: Table, phase: Disputed, dice: tuple[Die, ...]) -> Table:
    """The opponent throws: an illegal play stands with that, where it may."""
    opponent = phase.turn.player.opponent
    if table.rules.illegal_plays is IllegalPlays.CORRECT or not dice or any(die.half is not opponent for die in dice):
        return table.say("dice_not_expected")
    table = let_stand(table, phase)
    return _thrown(table, dice) if isinstance(table.phase, ToThrow) else table


def _opening_seen(table: Table, dice: tuple[Die, ...]) -> Table:
    each = dice_each(table.match.rules.game)
    for player in Player:
        mine = tuple(die for die in dice if die.half is player)
        if len(mine) == each and not _wrong(mine, player):
            table = _opened(table, player, tuple(die.value for die in mine))
        elif mine or any(die.half is None for die in dice):
            table = table.say(_wrong(mine, player) or "dice_count", **_what(mine, player, each))
        if not isinstance(table.phase, Opening):
            break
    return table


def _what(mine: tuple[Die, ...], player: Player, each: int) -> dict[str, int | str]:
    return {"player": player.value} if _wrong(mine, player) else {"seen": len(mine), "wanted": each}


def _opened(table: Table, player: Player, dice: tuple[int, ...]) -> Table:
    table, at_once = thrown_to_open(table, player, dice)
    return begin_play(table, at_once) if at_once else table


def throw_entered(table: Table, event: ThrowEntered) -> Table:
    """Take a throw told by hand."""
    if isinstance(table.phase, Opening):
        return _opened(table, event.player, event.dice)
    if isinstance(table.phase, Disputed):
        if table.rules.illegal_plays is IllegalPlays.CORRECT:
            raise RejectedError(Why.SETTLE_FIRST)
        table = let_stand(table, table.phase)
    if not isinstance(table.phase, ToThrow) or table.game.stake.pending:
        raise RejectedError(Why.NOT_NOW)
    if event.player is not table.game.player and is_closed_out(table):
        passing = table.game.player
        table = table.change(player=event.player).say("turn_passes", player=passing.value)
    if event.player is not table.game.player:
        raise RejectedError(Why.NOT_ON_TURN, player=table.game.player.value)
    return begin_play(table, checked(event.dice))


def checked(dice: tuple[int, ...]) -> tuple[int, int]:
    """Return dice that are a throw."""
    if len(dice) != 2 or not all(1 <= die <= 6 for die in dice):
        raise RejectedError(Why.BAD_DICE, dice=shown(dice))
    return dice[0], dice[1]


def begin_play(table: Table, dice: tuple[int, int]) -> Table:
    """The throw counts: the player on turn plays it."""
    game = table.game
    return playing(table, Turn(table.match.rules.game, game.position, game.player, dice, game.memory))


def double_named(table: Table, event: DoubleNamed) -> Table:
    """The player names a double after a 1-2."""
    game = table.game
    if not isinstance(table.phase, Naming):
        raise RejectedError(Why.NOT_NOW)
    if event.player is not game.player:
        raise RejectedError(Why.NOT_ON_TURN, player=game.player.value)
    if not 1 <= event.number <= 6:
        raise RejectedError(Why.NO_DOUBLE_TO_NAME, number=event.number)
    memory = replace(game.memory, named=event.number)
    return playing(table, Turn(table.match.rules.game, game.position, game.player, ACE_DEUCE, memory))


def throw_corrected(table: Table, event: ThrowCorrected) -> Table:
    """The throw of this turn was read wrongly: what the hands did is looked at anew."""
    phase = table.phase
    if not event.reason.strip():
        raise RejectedError(Why.REASON_NEEDED)
    if not isinstance(phase, Playing | Disputed):
        raise RejectedError(Why.NOT_NOW)
    dice = checked(event.dice)
    table = table.say("throw_corrected", dice=shown(dice), reason=event.reason)
    return judged_again(table, phase, dice)
