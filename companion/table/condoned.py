"""What an illegal play leads to that is let stand: the position as it lies, and the rest as the rules would have it."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.board import POINTS
from companion.rules.game import Scoring
from companion.rules.hucke import bridge_stands
from companion.rules.memory import TARGET, Played, aftermath
from companion.rules.plays import BRIDGE_POINTS, legal_plays
from companion.rules.position import Position
from companion.rules.readings import Cells, cells
from companion.rules.steps import pack, stepper
from companion.rules.turn import OFF, Outcome, Turn


def condoned_outcome(turn: Turn, position: Position) -> Outcome:
    """Return the outcome of an illegal play: hits and checkers borne off score, no right to go on is won by it."""
    game, player = turn.game, turn.player
    own, opponent = cells(game, player, turn.position.setup)
    own_after, opponent_after = cells(game, player, position.setup)
    scored = _scored(turn, position, _lost(opponent, opponent_after), own_after[OFF] - own[OFF])
    if game.scoring is Scoring.POINTS:
        won = turn.memory.score[player] + scored >= TARGET
    else:
        won = own_after[OFF] == game.checkers[player]
    gate = turn.memory.gate[player] or (game.hit_gate is not None and any(own_after[pace] for pace in game.hit_gate))
    again, memory = aftermath(game, player, turn.memory, turn.dice, Played(scored, won, gate, all_used=False))
    if memory.passed and legal_plays(turn).search.least_use == len(turn.dice):
        # Only what could not be used goes to the opponent.
        memory = replace(memory, passed=False)
    return Outcome(position, scored, won, again, memory)


def _scored(turn: Turn, position: Position, hits: int, borne_off: int) -> int:
    if stepper(turn.game).scores_hits:
        bridge = BRIDGE_POINTS if bridge_stands(pack(turn.game, position, turn.player)) else 0
        return hits + max(0, borne_off) + bridge
    if turn.game.scoring is not Scoring.POINTS:
        return 0
    # What was marked was marked before the play, whatever came of it.
    return min(outcome.scored for outcome in legal_plays(turn))


def _lost(before: Cells, after: Cells) -> int:
    """Return how many of the opponent's checkers are gone from where they were in play."""
    return sum(max(0, was - now) for was, now in zip(before[2:POINTS], after[2:POINTS], strict=True))
