"""The fast road for throws without bearing off or restrictions: nearly all of a backgammon game.

There the steps of a throw only meet in three ways: several from a point with too few checkers, a checker that goes
on, and two that land on one blot. All else adds up, so outcomes are sums of steps. A reserve that may be entered at
any time is one more point to go from, at pace 0. The slow road gives the same (tested).
"""

from __future__ import annotations

from companion.rules.board import HOME_PACE
from companion.rules.game import Order
from companion.rules.position import SIDE_BYTES
from companion.rules.search import Throw
from companion.rules.steps import (
    BAR_UNIT,
    BITS,
    BYTE,
    ON_BOARD,
    OPP,
    RESERVE_SHIFT,
    RESERVE_UNIT,
    Stepper,
    field,
    fields,
    held,
    occupied,
)

NOT_HOME = (fields(range(1, 19)) | BAR_UNIT) * BYTE
ON_BAR = BAR_UNIT << OPP
SIDE = (1 << OPP) - 1
UNIT_LIST = [field(pace) for pace in range(25)]
ALL_OF_DOUBLE = 4
CHAINS = [
    [[(pace, UNIT_LIST[pace]) for pace in range(first, 25 - number, number)] for first in range(1, number + 1)]
    for number in range(7)
]
"""For each number the paces from which it stays on the board, each followed by the one that it leads to."""
CHAINS_FROM_0 = [[*chains[:-1], [(0, UNIT_LIST[0]), *chains[-1]]] if chains else [] for chains in CHAINS]
FOLDED = RESERVE_UNIT - BAR_UNIT
"""What a reserve checker less and one more at pace 0 takes from a state."""

Given = list[tuple[int, int, list[int]]]
"""Sums of steps: how many steps the last point gave, how many all have given, and the sums."""


def quick_ends(stepper: Stepper, state: int, throw: Throw) -> tuple[list[int], bool]:
    """Return the outcomes and whether they use all numbers; no outcome where the slow road must be taken."""
    reserve = (state >> RESERVE_SHIFT) & BYTE
    if not reserve:
        return _ends(stepper, state, throw, free=False)
    if state & BYTE or stepper.free_entry_from != 0:
        return [], False
    found, uses_all = _ends(stepper, state - reserve * FOLDED, throw, free=True)
    return [end + (end & BYTE) * FOLDED for end in found], uses_all


def _ends(stepper: Stepper, state: int, throw: Throw, *, free: bool) -> tuple[list[int], bool]:
    """Return what `quick_ends` does; if `free`, what waits are checkers of the reserve, and others need not wait."""
    double, waiting = throw.high == throw.low, 0 if free else state & BYTE
    # As in `Stepper.may_mix`: the remainder is the sum of the bytes.
    away, steps = (state & NOT_HOME) % BYTE, ALL_OF_DOUBLE if double else 2
    if away < steps and not _is_far(state, away, throw.high, steps):
        return [], False
    ground = _Ground(state, stepper.reach, free=free)
    if waiting and (found := ground.entering_only(throw)):
        return (found, False) if stepper.game.order is Order.HIGHER else ([], False)
    if double:
        return ground.four(throw.high), True
    if waiting:
        return ground.enter_two(throw.high, throw.low), True
    return ground.two(throw.high, throw.low), True


def _is_far(state: int, away: int, high: int, steps: int) -> bool:
    """Whether so many steps, of `high` at most, cannot bring the few checkers that are away home."""
    counts = (state & SIDE).to_bytes(SIDE_BYTES, "little")
    return away > 0 and sum(-(-(HOME_PACE - pace) // high) * counts[pace] for pace in range(HOME_PACE)) >= steps


def _units(places: int) -> list[int]:
    """Return the single places of a mask, from the rear on."""
    found = []
    while places:
        unit = places & -places
        places ^= unit
        found.append(unit)
    return found


def _changes(units: list[int], shift: int, hits: int) -> list[int]:
    """Return what the steps from `units` add to a state, where those from `hits` land on blots."""
    changes = [(unit << shift) - unit for unit in units]
    while hits:
        unit = hits & -hits
        hits ^= unit
        changes[units.index(unit)] += ON_BAR - (unit << shift + OPP)
    return changes


class _Ground:
    """A state with what all steps from it share."""

    __slots__ = ("blots", "closed", "free", "own", "reach", "state")

    def __init__(self, state: int, reach: list[int], *, free: bool = False) -> None:
        """Take the state, and the sources from which each number stays on the board; `free`: pace 0 is one more."""
        self.state = state
        self.reach = reach
        self.free = BAR_UNIT if free else 0
        opponents = (state >> OPP) & ON_BOARD
        self.closed = held(opponents)
        self.blots = occupied(opponents) & ~self.closed
        self.own = occupied(state & ON_BOARD) | (self.free if state & BYTE else 0)

    def _goes(self, number: int) -> int:
        """Return every point from which `number` leads to a point that is not closed."""
        return (self.reach[number] | self.free) & ~(self.closed >> BITS * number)

    def two(self, high: int, low: int) -> list[int]:
        """Return the outcomes of two different numbers."""
        over, under = BITS * high, BITS * low
        goes_high, goes_low = self._goes(high), self._goes(low)
        from_high, from_low = self.own & goes_high, self.own & goes_low
        ends = self._pairs((from_high, from_low), (over, under))
        high_first, low_first = from_high & (goes_low >> over), from_low & (goes_high >> under)
        if high_first or low_first:
            self._chains(ends, (high_first, low_first), (over, under))
        return ends

    def _pairs(self, sources: tuple[int, int], shifts: tuple[int, int]) -> list[int]:
        """Return the sums of two steps from points that were the mover's before."""
        (from_high, from_low), (over, under) = sources, shifts
        state, blots = self.state, self.blots
        hits_high, hits_low = from_high & (blots >> over), from_low & (blots >> under)
        highs, lows = _units(from_high), _units(from_low)
        changes = _changes(lows, under, hits_low)
        bases = [state + change for change in _changes(highs, over, hits_high)]
        ends = [base + change for base in bases for change in changes]
        if hits_high and hits_low:
            for unit in _units(hits_high & (hits_low << under >> over)):
                target = unit << over
                place = highs.index(unit) * len(lows) + lows.index(target >> under)
                ends[place] -= ON_BAR - (target << OPP)
        alone = from_high & from_low & ~(held(state & ON_BOARD) | (self.free if state & BYTE > 1 else 0))
        if alone:
            for unit in reversed(_units(alone)):
                del ends[highs.index(unit) * len(lows) + lows.index(unit)]
        return ends

    def _chains(self, ends: list[int], firsts: tuple[int, int], shifts: tuple[int, int]) -> None:
        """Add the plays of one checker that goes on, but of two ways that lead to the same only one."""
        (high_first, low_first), (over, under) = firsts, shifts
        own, blots, both = self.own, self.blots, over + under
        hits_high, hits_low = high_first & (blots >> over), low_first & (blots >> under)
        # Over a point of the mover's own it is a pair, too, and there already.
        pair_high, pair_low = high_first & (own >> over), low_first & (own >> under)
        quiet = (high_first ^ hits_high | low_first ^ hits_low) & ~(pair_high | pair_low)
        while quiet:
            unit = quiet & -quiet
            quiet ^= unit
            target = unit << both
            end = self.state - unit + target
            ends.append(end + ON_BAR - (target << OPP) if target & blots else end)
        if hits_high or hits_low:
            for hits, shift in ((hits_high, over), (hits_low, under)):
                ends += [self._gone(unit, unit << both) + ON_BAR - (unit << shift + OPP) for unit in _units(hits)]
        for unit in _units(pair_high & pair_low):
            ends.remove(self._gone(unit, unit << both))

    def _gone(self, unit: int, target: int) -> int:
        """Return the state after a checker went from one point to another."""
        end = self.state - unit + target
        return end + ON_BAR - (target << OPP) if target & self.blots else end

    def entering_only(self, throw: Throw) -> list[int]:
        """Return the outcome if the entry points that are closed leave only one."""
        may_high, may_low = (not UNIT_LIST[number] & self.closed for number in (throw.high, throw.low))
        if not (may_high or may_low):
            return [self.state]
        if self.state & BYTE == 1 or may_high == may_low:
            return []
        return [self._entered(self.state, throw.high if may_high else throw.low)]

    def enter_two(self, high: int, low: int) -> list[int]:
        """Return the outcomes of two different numbers with checkers on the bar."""
        if (self.state & BYTE) > 1:
            return [self._entered(self._entered(self.state, high), low)]
        ends: list[int] = []
        for number, then in ((high, low), (low, high)):
            entered = self._entered(self.state, number)
            if entered:
                place, shift = UNIT_LIST[number], BITS * then
                sources = (self.own | place) & self._goes(then)
                changes = _changes(_units(sources), shift, sources & ((self.blots & ~place) >> shift))
                ends += [entered + change for change in changes]
        return list(set(ends))

    def _entered(self, state: int, number: int) -> int:
        """Return `state` after a checker entered with `number`, or 0 if it cannot."""
        target = UNIT_LIST[number]
        if not state or target & self.closed:
            return 0
        state += target - BAR_UNIT
        return state + ON_BAR - (target << OPP) if (state >> OPP) & target else state

    def four(self, number: int) -> list[int]:
        """Return the outcomes of a double."""
        waiting = 0 if self.free else min(self.state & BYTE, ALL_OF_DOUBLE)
        if not waiting:
            return self._spread(number, ALL_OF_DOUBLE)
        entered = self.state
        for _ in range(waiting):
            entered = self._entered(entered, number)
        if waiting == ALL_OF_DOUBLE:
            return [entered]
        return _Ground(entered, self.reach)._spread(number, ALL_OF_DOUBLE - waiting)  # noqa: SLF001 - its own class

    def _spread(self, number: int, left: int) -> list[int]:
        """Return the sums of so many steps of one number, by how many of them each point gives, from the rear on.

        A point can give what it holds and what it was given. So the sums that gave something to the point that is
        next are kept apart; all others are in `sums`, by their number of steps.
        """
        goes, shift = self._goes(number), BITS * number
        counts = (self.state & SIDE).to_bytes(SIDE_BYTES, "little")
        sums: list[list[int]] = [[self.state], *([] for _ in range(left))]
        for chain in (CHAINS_FROM_0 if self.free else CHAINS)[number]:
            given: Given = []
            for pace, unit in chain:
                count = counts[pace]
                if not (count or given):
                    continue
                after: Given = []
                if goes & unit:
                    before = [(count + more, used, some) for more, used, some in given]
                    if count:
                        before += [(count, used, sums[used]) for used in range(left) if sums[used]]
                    after = self._giving(before, unit, unit << shift, sums)
                _merge(sums, given)
                given = after
            _merge(sums, given)
        return sums[left]

    def _giving(self, before: Given, unit: int, target: int, sums: list[list[int]]) -> Given:
        """Return the sums after each number of steps that a point gives; those of all steps go to `sums` at once.

        In `before` comes first how many checkers the point has.
        """
        plain, last = target - unit, len(sums) - 2
        first = plain + ON_BAR - (target << OPP) if target & self.blots else plain
        after: Given = []
        for holds, used, some in before:
            made = [one + first for one in some]
            gives = 1
            while used + gives <= last:
                after.append((gives, used + gives, made))
                if gives == holds:
                    break
                gives += 1
                made = [one + plain for one in made]
            else:
                sums[-1] += made
        return after


def _merge(sums: list[list[int]], given: Given) -> None:
    """Put back sums that need no longer be apart."""
    for _, used, some in given:
        sums[used] += some
