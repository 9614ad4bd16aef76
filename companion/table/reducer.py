"""The referee: one pure function from a table and an event to the table after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.match.clock import follow
from companion.match.clock_rules import Phase as ClockPhase
from companion.match.clock_rules import whose_time
from companion.match.refused import Refused
from companion.table import cubes, disputes, events, games, scorer, throws, turns
from companion.table.rejection import RejectedError, Rejection
from companion.table.state import GameOver, MatchOver, Naming, Opening, Playing, Table, ToThrow

Handler = Callable[[Table, Any], Table]

HANDLERS: Mapping[type[events.Event], Handler] = MappingProxyType(
    {
        events.BoardSeen: turns.board_seen,
        events.DiceSeen: throws.dice_seen,
        events.DiceLifted: turns.dice_lifted,
        events.ClockHit: turns.clock_hit,
        events.TurnEnded: turns.turn_ended,
        events.ThrowEntered: throws.throw_entered,
        events.PlayEntered: disputes.play_entered,
        events.DoubleNamed: throws.double_named,
        events.CubeMoved: cubes.cube_moved,
        events.Resigned: cubes.resigned,
        events.Answered: cubes.answered,
        events.CallOffWanted: cubes.call_off_wanted,
        events.WayChosen: disputes.way_chosen,
        events.Undone: scorer.undone,
        events.ThrowCorrected: throws.throw_corrected,
        events.ScoreSet: scorer.score_set,
        events.CubeSet: scorer.cube_set,
        events.PositionSet: scorer.position_set,
        events.ClockSet: scorer.clock_set,
        events.ClockStopped: scorer.clock_stopped,
        events.ClockResumed: scorer.clock_resumed,
        events.FlagClaimed: cubes.flag_claimed,
        events.NextGame: games.next_game_event,
        events.HintWanted: scorer.hint_wanted,
        events.SessionEnded: games.session_ended,
    }
)


def apply(table: Table, event: events.Event) -> Table | Rejection:
    """Return the table after `event`, with what was said of it; or why the event is turned down."""
    try:
        after = HANDLERS[type(event)](replace(table, said=()), event)
    except (RejectedError, Refused) as error:
        return Rejection.of(error)
    return _timed(after, table, event.at)


def fold(table: Table, happened: Iterable[events.Event]) -> Table:
    """Return the table after all that happened; what is turned down changes nothing."""
    for event in happened:
        after = apply(table, event)
        table = table if isinstance(after, Rejection) else after
    return table


def _timed(table: Table, before: Table, now: int) -> Table:
    """Let the right player's time run, and say so when it has run out."""
    stake, phase = table.game.stake, _clock_phase(table)
    clock = follow(table.clock, whose_time(phase, table.game.player, stake.asked), now)
    table = replace(table, clock=clock)
    if clock.flagged and not before.clock.flagged:
        return table.say("flag", player=clock.flagged.value)
    return table


def _clock_phase(table: Table) -> ClockPhase:
    if isinstance(table.phase, GameOver | MatchOver):
        return ClockPhase.BETWEEN_GAMES
    if table.game.stake.pending:
        return ClockPhase.DECISION
    if isinstance(table.phase, Opening):
        return ClockPhase.OPENING
    if isinstance(table.phase, ToThrow | Naming):
        return ClockPhase.THROW
    # Nobody's time runs while the players settle what was played.
    return ClockPhase.PLAY if isinstance(table.phase, Playing) else ClockPhase.BETWEEN_GAMES
