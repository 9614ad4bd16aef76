"""Dice as they lie: which are new, and whether they count."""

from __future__ import annotations

from collections import Counter

from companion.rules.notation import write_throw
from companion.rules.players import Player
from companion.table.codes import Why
from companion.table.events import Dice, Die
from companion.table.rejection import RejectedError
from companion.table.state import Table


def fresh_of(dice: tuple[Die, ...], counted: tuple[Die, ...]) -> tuple[Die, ...]:
    """Return the dice that did not lie there before."""
    return tuple((Counter(dice) - Counter(counted)).elements())


def still_lying(dice: tuple[Die, ...], counted: tuple[Die, ...]) -> tuple[Die, ...]:
    """Return those of the settled dice that still lie there."""
    return tuple((Counter(counted) & Counter(dice)).elements())


def is_told_whole(die: Die) -> bool:
    """Tell whether all is known of a die that is needed: the value of one that does not count is not."""
    return 1 <= die.value <= 6 or (die.value == 0 and (die.half is None or die.on_checker or not die.flat))


def why_not(dice: tuple[Die, ...], player: Player) -> str | None:
    """Return why a throw of `player` does not count."""
    if any(die.half is None for die in dice):
        return "outside"
    if any(die.half is not player for die in dice):
        return "wrong_half"
    if any(die.on_checker for die in dice):
        return "on_checker"
    return None if all(die.flat for die in dice) else "leaning"


def miscounted(table: Table, player: Player, seen: int, wanted: int) -> Table:
    """Say that not as many dice were thrown as should be."""
    there = sum(die.half is player for die in table.lying)
    if seen < wanted == there:
        return table.say("one_again", player=player.value)
    return table.say("dice_count", seen=seen, wanted=wanted)


def checked(dice: tuple[int, ...]) -> Dice:
    """Return dice that are a throw."""
    if len(dice) != 2 or not all(1 <= die <= 6 for die in dice):
        raise RejectedError(Why.BAD_DICE, dice=write_throw(dice))
    return dice[0], dice[1]
