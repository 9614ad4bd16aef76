"""A turn that does not end with one legal play: questions, and plays against the rules."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.game import Opening
from companion.rules.judge import Legal, throws_that_explain
from companion.rules.notation import write_international
from companion.rules.opening import open_game
from companion.rules.position import Setup, defects
from companion.rules.reasons import Violation
from companion.rules.turn import Outcome, Turn
from companion.table.course import accepted
from companion.table.events import Dice
from companion.table.recognition import plays_of, recogniser
from companion.table.state import Act, Asking, Deed, Disputed, IllegalPlays, Table

MOST_NAMED = 4
"""How many plays a question names."""


def asked(table: Table, turn: Turn, outcomes: tuple[Outcome, ...]) -> Table:
    """Ask which of several plays it was."""
    phase = table.phase
    if isinstance(phase, Asking) and set(phase.outcomes) == set(outcomes):
        return table
    plays = plays_of(turn)
    named = [write_international(turn, plays[outcome]) for outcome in outcomes[:MOST_NAMED]]
    more = len(outcomes) - len(named)
    return table.go_to(Asking(turn, outcomes)).say("which_play", plays="; ".join(named), more=more)


def judged(table: Table, turn: Turn, after: Setup, *, told: bool = False) -> Table:
    """Accept what lies on the board if it is legal, or say why it is not; `told` by hand, not seen."""
    judgement = recogniser(turn).judgement(after)
    if isinstance(judgement, Legal):
        return accepted(table, turn, judgement.outcome, by_hand=told)
    return disputed(table, turn, after, judgement.violation, told=told)


def disputed(table: Table, turn: Turn, after: Setup, violation: Violation, *, told: bool = False) -> Table:
    """Stop at a play against the rules."""
    must_change = isinstance(table.phase, Disputed) and table.phase.must_change
    table = table.go_to(Disputed(turn, after, violation, must_change, told))
    return table.say("illegal", message=violation.sentence, reason=violation.reason.value)


def may_stand(table: Table, phase: Disputed) -> bool:
    """Whether the opponent may let a play against the rules stand: what lies there must be possible, too."""
    if table.rules.illegal_plays is IllegalPlays.CORRECT:
        return False
    return not any(defect.fault.fatal for defect in defects(phase.turn.game, phase.after))


def must_be_changed(table: Table, phase: Disputed) -> bool:
    """Whether the player has to play otherwise, as the table's rules or the opponent want it."""
    return phase.must_change or not may_stand(table, phase)


def throws_offered(table: Table) -> tuple[Dice, ...]:
    """Return the throws with which the play in dispute would be legal: 'the throw was ...' is one of them."""
    phase = table.phase
    if not isinstance(phase, Disputed):
        return ()
    throws = throws_that_explain(phase.turn, phase.after)
    return tuple(dice for dice in throws if may_have_been(table, phase.turn, dice))


def may_have_been(table: Table, turn: Turn, dice: tuple[int, int]) -> bool:
    """Whether the throw of `turn` can have been `dice` instead."""
    if turn.memory.named or turn.memory.given or sorted(dice) == sorted(turn.dice):
        return False
    return may_have_begun(table, turn, dice)


def may_have_begun(table: Table, turn: Turn, dice: tuple[int, int]) -> bool:
    """Whether the player of `turn` has the first turn with this throw too, if it opened the game."""
    game = turn.game
    if table.game.opening_over or game.opening is Opening.TWO_DICE_ANEW:
        return True
    if game.opening is Opening.ONE_DIE_EACH:
        return dice[0] != dice[1]
    thrown = next((one.thrown for one in table.game.record if isinstance(one, Act) and one.deed is Deed.OPENING), None)
    first = open_game(game, thrown.with_(turn.player, dice)) if thrown else None
    return first is not None and first.player is turn.player


def judged_again(table: Table, turn: Turn, dice: tuple[int, int], after: Setup) -> Table:
    """Look with another throw at what was played."""
    return judged(table, replace(turn, dice=dice), after)
