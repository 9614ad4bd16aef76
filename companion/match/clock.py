"""The clock: two reserves in milliseconds, and arithmetic on instants that come in as values.

A *period* is the time from one press of the clock to the next: the delay, the increment and what Bronstein gives back
belong to it. A pause does not end it. Instants only have to come from one source that does not run backwards; one that
lies before the period's start counts as no time passed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.match.clock_rules import ClockKind, ClockRules
from companion.match.refused import Code, Refused
from companion.rules.players import Pair, Player


@dataclass(frozen=True, slots=True)
class ClockState:
    """The clock at one instant; it says what it shows at any later one."""

    rules: ClockRules
    reserve: Pair[int]
    """As the present period began."""
    running: Player | None = None
    """Whose period it is, paused or not."""
    since: int = 0
    """The instant up to which all time is accounted for."""
    used: int = 0
    """How much of the present period was accounted for by then."""
    paused: bool = False
    flagged: Player | None = None

    @property
    def ticking(self) -> bool:
        """Whether time passes for anyone."""
        return self.running is not None and not self.paused and self.flagged is None


@dataclass(frozen=True, slots=True)
class Reading:
    """What the clock shows at an instant."""

    reserve: Pair[int]
    delay: int
    """What is left of the running player's delay."""
    used: int
    """How long the running player's period has lasted."""
    flagged: Player | None


def start(clock: ClockState, player: Player, now: int) -> ClockState:
    """Begin a period of `player`; nobody's may be running."""
    _check_going(clock)
    if clock.running is not None:
        raise Refused(Code.CLOCK_RUNS_ALREADY, player=clock.running.value)
    return advance(replace(clock, running=player, since=now, used=0), now)


def switch(clock: ClockState, now: int) -> ClockState:
    """End the running player's period and begin the opponent's; if the flag fell before, there it stays."""
    _check_going(clock)
    mover = _runner(clock)
    clock = advance(clock, now)
    return clock if clock.flagged else advance(replace(_ended(clock), running=mover.opponent), now)


def stop(clock: ClockState, now: int) -> ClockState:
    """End the running player's period and begin no other; a pause or a fallen flag stays."""
    _runner(clock)
    return _ended(advance(clock, now))


def follow(clock: ClockState, player: Player | None, now: int) -> ClockState:
    """Let it be the period of `player` from now on, whoever's it is; the same player's just goes on.

    In a pause the period waits for `resume`. If the flag fell before `now`, there it stays.
    """
    clock = advance(clock, now)
    if clock.running is player or clock.flagged:
        return clock
    idle = clock.running is None
    clock = _ended(clock)
    return advance(replace(clock, running=player, since=now if idle else clock.since), now)


def pause(clock: ClockState, now: int) -> ClockState:
    """Let nobody's time run; the period goes on later with what was left of it."""
    _check_going(clock)
    clock = advance(clock, now)
    return clock if clock.flagged else replace(clock, paused=True)


def resume(clock: ClockState, now: int) -> ClockState:
    """End the pause: time runs from `now`, whatever instants came before (the source may be another one)."""
    if clock.flagged:
        raise Refused(Code.FLAG_HAS_FALLEN, player=clock.flagged.value)
    if not clock.paused:
        raise Refused(Code.CLOCK_IS_NOT_PAUSED)
    return replace(clock, paused=False, since=now)


def adjust(clock: ClockState, player: Player, reserve_ms: int, now: int) -> ClockState:
    """Let the reserve of `player` show `reserve_ms` at this instant: the scorer's right, an event of its own.

    The rest of a running delay stays. A fallen flag that gets time again leaves the clock paused.
    """
    if clock.rules.kind is ClockKind.NONE:
        raise Refused(Code.NO_CLOCK)
    if reserve_ms < 0:
        raise Refused(Code.NEGATIVE_TIME, ms=reserve_ms)
    clock = advance(clock, now)
    spent = _spent(clock) if player is clock.running else 0
    clock = replace(clock, reserve=clock.reserve.with_(player, reserve_ms + spent))
    if player is clock.flagged and reserve_ms:
        return replace(clock, flagged=None, paused=True)
    return advance(clock, now)


def advance(clock: ClockState, now: int) -> ClockState:
    """Account for the time up to `now`: what the clock shows then and later stays the same."""
    if not clock.ticking:
        return clock
    used, fall = clock.used + max(0, now - clock.since), _fall(clock)
    clock = replace(clock, since=max(now, clock.since))
    if fall is None or used < fall:
        return replace(clock, used=used)
    return replace(clock, used=fall, flagged=clock.running)


def at(clock: ClockState, now: int) -> Reading:
    """Return what the clock shows at `now`."""
    clock = advance(clock, now)
    delays = clock.rules.kind is ClockKind.DELAY and clock.running is not None
    delay = max(0, clock.rules.step_ms - clock.used) if delays else 0
    return Reading(_left(clock), delay, clock.used, clock.flagged)


def flag_falls_at(clock: ClockState) -> int | None:
    """Return the instant at which the running player's flag falls if nothing happens before."""
    fall = _fall(clock)
    return None if fall is None or not clock.ticking else clock.since + fall - clock.used


def _check_going(clock: ClockState) -> None:
    if clock.flagged:
        raise Refused(Code.FLAG_HAS_FALLEN, player=clock.flagged.value)
    if clock.paused:
        raise Refused(Code.CLOCK_IS_PAUSED)


def _runner(clock: ClockState) -> Player:
    if clock.running is None:
        raise Refused(Code.CLOCK_IS_NOT_RUNNING)
    return clock.running


def _fall(clock: ClockState) -> int | None:
    """Return how long the period may last: it is over when the last millisecond is used."""
    if clock.running is None or clock.rules.kind is ClockKind.NONE:
        return None
    free = clock.rules.step_ms if clock.rules.kind is ClockKind.DELAY else 0
    return clock.reserve[clock.running] + free


def _spent(clock: ClockState) -> int:
    """Return what the period has taken from the reserve so far."""
    if clock.rules.kind is ClockKind.NONE:
        return 0
    if clock.rules.kind is ClockKind.DELAY:
        return max(0, clock.used - clock.rules.step_ms)
    return clock.used


def _left(clock: ClockState) -> Pair[int]:
    if clock.running is None:
        return clock.reserve
    return clock.reserve.with_(clock.running, clock.reserve[clock.running] - _spent(clock))


def _ended(clock: ClockState) -> ClockState:
    """Return the clock after the period, with what the period brought."""
    if clock.running is None:
        return clock
    left = _left(clock)
    reserve = left.with_(clock.running, left[clock.running] + _brought(clock))
    return replace(clock, reserve=reserve, running=None, used=0)


def _brought(clock: ClockState) -> int:
    if clock.flagged:
        return 0
    step = clock.rules.step_ms
    return {ClockKind.FISCHER: step, ClockKind.BRONSTEIN: min(step, clock.used)}.get(clock.rules.kind, 0)
