"""Who goes on after a play, and with what: a throw, a throw that was handed over, or a double to be named."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.game import Game
from companion.rules.memory import Memory, is_ace_deuce
from companion.rules.players import Player
from companion.rules.turn import Outcome, Turn

ACE_DEUCE = (2, 1)


@dataclass(frozen=True, slots=True)
class Following:
    """What comes next: `dice` are already known where a 1-2 is handed over or a double is to be named."""

    player: Player
    memory: Memory
    names_double: bool = False
    dice: tuple[int, int] | None = None


def following(turn: Turn, outcome: Outcome) -> Following | None:
    """Return what comes after `outcome`, or None once the game is won."""
    if outcome.won:
        return None
    memory = replace(outcome.memory, passed=False)
    if outcome.memory.given:
        return Following(turn.player.opponent, memory, dice=ACE_DEUCE)
    if outcome.memory.passed:
        return Following(turn.player.opponent, memory, names_double=True, dice=ACE_DEUCE)
    if not outcome.again:
        return Following(turn.player.opponent, memory)
    names_double = is_ace_deuce(turn.game, turn.memory, turn.dice)
    return Following(turn.player, memory, names_double, ACE_DEUCE if names_double else None)


def next_turn(game: Game, outcome: Outcome, then: Following, dice: tuple[int, int], named: int = 0) -> Turn:
    """Return the turn that `then` announces, with the dice as they fell or the double that is named."""
    memory = replace(then.memory, named=named) if then.names_double else then.memory
    return Turn(game, outcome.position, then.player, then.dice or dice, memory)
