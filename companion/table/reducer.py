"""The referee: one pure function from a table and an event to the table after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.match.clock import ClockState, advance, follow
from companion.match.clock_rules import Phase as ClockPhase
from companion.match.clock_rules import whose_time
from companion.match.refused import Refused
from companion.rules.players import Player
from companion.table import corrections, cubes, disputes, events, games, misread, openings, scorer, throws, turns
from companion.table.passing import is_closed_out
from companion.table.rejection import RejectedError, Rejection
from companion.table.state import Disputed, EndsBy, GameOver, MatchOver, Naming, Opening, Playing, Table, ToThrow
from companion.table.unclear import must_be_changed

Handler = Callable[[Table, Any], Table]

HANDLERS: Mapping[type[events.Event], Handler] = MappingProxyType(
    {
        events.BoardSeen: turns.board_seen,
        events.BoardLost: turns.board_lost,
        events.TimePassed: turns.time_passed,
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
        events.FlagClaimed: cubes.flag_claimed,
        events.NextGame: openings.next_game_event,
        events.SessionEnded: games.session_ended,
        corrections.Undone: scorer.undone,
        corrections.ThrowCorrected: misread.throw_corrected,
        corrections.ScoreSet: scorer.score_set,
        corrections.CubeSet: scorer.cube_set,
        corrections.PositionSet: scorer.position_set,
        corrections.ClockSet: scorer.clock_set,
        corrections.ClockStopped: scorer.clock_stopped,
        corrections.ClockResumed: scorer.clock_resumed,
        corrections.HintWanted: scorer.hint_wanted,
    }
)


def apply(table: Table, event: events.Event) -> Table | Rejection:
    """Return the table after `event`, with what was said of it; or why the event is turned down."""
    now = _ticked(replace(table, said=(), now=event.at), advance(table.clock, event.at))
    try:
        after = throws.taken_up(HANDLERS[type(event)](now, event))
    except (RejectedError, Refused) as error:
        return Rejection.of(error)
    return _timed(after, event.at)


def fold(table: Table, happened: Iterable[events.Event]) -> Table:
    """Return the table after all that happened; what is turned down changes nothing."""
    for event in happened:
        after = apply(table, event)
        table = table if isinstance(after, Rejection) else after
    return table


def _timed(table: Table, now: int) -> Table:
    """Let the right player's time run."""
    stake, phase = table.game.stake, _clock_phase(table)
    return _ticked(table, follow(table.clock, whose_time(phase, _on_turn(table), stake.asked), now))


def _on_turn(table: Table) -> Player:
    """Return whose turn it is for the clock: who is closed out passes it on, by the clock if that ends turns."""
    player = table.game.player
    passes = isinstance(table.phase, ToThrow) and table.rules.ends_by is not EndsBy.CLOCK and is_closed_out(table)
    return player.opponent if passes else player


def _ticked(table: Table, clock: ClockState) -> Table:
    """Return the table with the clock as it stands now; say so when time has run out."""
    fallen = clock.flagged if not table.clock.flagged else None
    table = replace(table, clock=clock)
    return table.say("flag", player=fallen.value) if fallen else table


def _clock_phase(table: Table) -> ClockPhase:
    if isinstance(table.phase, GameOver | MatchOver):
        return ClockPhase.BETWEEN_GAMES
    if table.game.stake.pending:
        return ClockPhase.DECISION
    if isinstance(table.phase, Opening):
        return ClockPhase.OPENING
    if isinstance(table.phase, ToThrow | Naming):
        return ClockPhase.THROW
    return ClockPhase.PLAY if _takes_time(table) else ClockPhase.BETWEEN_GAMES


def _takes_time(table: Table) -> bool:
    """Whether the player's time runs in a turn: nobody's does while it is settled what was played."""
    phase = table.phase
    if isinstance(phase, Disputed):
        return must_be_changed(table, phase)
    if not isinstance(phase, Playing):
        return False
    return not phase.ended or (table.board is not None and table.rules.ends_by is not EndsBy.CLOCK)
