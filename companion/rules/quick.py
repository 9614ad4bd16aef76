"""The fast road for throws without reserve, bearing off or restrictions: nearly all of a backgammon game.

There the steps of a throw only meet in three ways: two from a point with one checker, a checker that goes on, and
two that land on one blot. All else adds up, so outcomes are sums of steps. The slow road gives the same (tested).
"""

from __future__ import annotations

from companion.rules.search import Throw
from companion.rules.steps import (
    BAR_UNIT,
    BITS,
    BYTE,
    ON_BOARD,
    OPP,
    RESERVE_SHIFT,
    Stepper,
    field,
    fields,
    held,
    occupied,
)

NOT_HOME = (fields(range(1, 19)) | BAR_UNIT) * BYTE
ON_BAR = BAR_UNIT << OPP
UNIT_LIST = [field(pace) for pace in range(25)]
ALL_OF_DOUBLE = 4


def quick_ends(stepper: Stepper, state: int, throw: Throw) -> list[int] | None:
    """Return the outcomes that use all numbers; empty or None where the slow road must be taken."""
    # As in `Stepper.may_mix`: the remainder is the sum of the bytes.
    away = (state & NOT_HOME) % BYTE
    if away < (ALL_OF_DOUBLE if throw.high == throw.low else 2) or (state >> RESERVE_SHIFT) & BYTE:
        return None
    ground = _Ground(state, stepper.reach)
    if throw.high == throw.low:
        return ground.four(throw.high)
    if state & BYTE:
        return ground.enter_two(throw.high, throw.low)
    return ground.two(throw.high, throw.low)


StepFound = tuple[int, int, int]
"""The source, the blot that is hit (or 0), and what the step adds to the state."""


def _hits_any(steps: list[StepFound]) -> bool:
    return any(blot for _, blot, _ in steps)


class _Ground:
    """A state with what all steps from it share."""

    __slots__ = ("blots", "closed", "many", "own", "reach", "state")

    def __init__(self, state: int, reach: list[int]) -> None:
        """Take the state, and the sources from which each number stays on the board."""
        self.state = state
        self.reach = reach
        own, opponents = state & ON_BOARD, (state >> OPP) & ON_BOARD
        self.closed = held(opponents)
        self.blots = occupied(opponents) & ~self.closed
        self.own = occupied(own)
        self.many = held(own)

    def two(self, high: int, low: int) -> list[int]:
        """Return the outcomes of two different numbers."""
        highs, lows = self.steps(high), self.steps(low)
        pairs = self._pairs_with_hits if _hits_any(highs) and _hits_any(lows) else self._pairs
        ends = pairs(highs, lows)
        self._chains(ends, highs, BITS * high, low)
        self._chains(ends, lows, BITS * low, high)
        return list(ends)

    def enter_two(self, high: int, low: int) -> list[int]:
        """Return the outcomes of two different numbers with checkers on the bar."""
        if (self.state & BYTE) > 1:
            both = self._entered(self._entered(self.state, high), low)
            return [both] if both else []
        ends: set[int] = set()
        for number, then in ((high, low), (low, high)):
            entered = self._entered(self.state, number)
            if entered:
                ends.update([entered + change for _, _, change in _Ground(entered, self.reach).steps(then)])
        return list(ends)

    def _entered(self, state: int, number: int) -> int:
        """Return `state` after a checker entered with `number`, or 0 if it cannot."""
        target = UNIT_LIST[number]
        if not state or target & self.closed:
            return 0
        state += target - BAR_UNIT
        return state + ON_BAR - (target << OPP) if (state >> OPP) & target else state

    def steps(self, number: int) -> list[StepFound]:
        """Return each legal step of `number`."""
        shift = BITS * number
        sources = self.own & self.reach[number] & ~(self.closed >> shift)
        blots = self.blots
        found = []
        while sources:
            unit = sources & -sources
            sources ^= unit
            target = unit << shift
            if target & blots:
                found.append((unit, target, target - unit + ON_BAR - (target << OPP)))
            else:
                found.append((unit, 0, target - unit))
        return found

    def _pairs(self, highs: list[StepFound], lows: list[StepFound]) -> set[int]:
        """Return the sums of two steps that cannot hit the same blot."""
        ends: set[int] = set()
        changes = [change for _, _, change in lows]
        for unit, _, change in highs:
            base = self.state + change
            if unit & self.many:
                ends.update([base + other for other in changes])
            else:
                ends.update([base + other for source, _, other in lows if source != unit])
        return ends

    def _pairs_with_hits(self, highs: list[StepFound], lows: list[StepFound]) -> set[int]:
        """Return the sums of two steps, counting a blot that both land on once."""
        ends: set[int] = set()
        for unit, blot, change in highs:
            base = self.state + change
            for source, landing, other in lows:
                if source == unit and not unit & self.many:
                    continue
                twice = ON_BAR - (blot << OPP) if blot and blot == landing else 0
                ends.add(base + other - twice)
        return ends

    def _chains(self, ends: set[int], firsts: list[StepFound], shift: int, number: int) -> None:
        """Add the plays of one checker that goes on from a point that was not its own."""
        onward = BITS * number
        may_go = self.reach[number] & ~(self.closed >> onward) & ~self.own
        for unit, _, change in firsts:
            middle = unit << shift
            if middle & may_go:
                target = middle << onward
                end = self.state + change + target - middle
                ends.add(end + ON_BAR - (target << OPP) if target & self.blots else end)

    def four(self, number: int) -> list[int]:
        """Return the outcomes of a double: steps taken from the rear on, so that each comes up once."""
        waiting = min(self.state & BYTE, ALL_OF_DOUBLE)
        if waiting:
            entered = self.state
            for _ in range(waiting):
                entered = self._entered(entered, number)
            if not entered or waiting == ALL_OF_DOUBLE:
                return [entered] if entered else []
            return _Ground(entered, self.reach).descents(number, ALL_OF_DOUBLE - waiting)
        return self.descents(number, ALL_OF_DOUBLE)

    def descents(self, number: int, left: int) -> list[int]:
        shift = BITS * number
        may_go = self.reach[number] & ~(self.closed >> shift)
        ends: list[int] = []
        plain = [(unit, self._change(unit, shift)) for unit in UNIT_LIST if unit & may_go]
        self._descend(ends, plain, (shift, may_go), (self.state, self.own & may_go, self.blots), left)
        return ends

    def _change(self, unit: int, shift: int) -> int:
        target = unit << shift
        return target - unit + (ON_BAR - (target << OPP) if target & self.blots else 0)

    def _descend(
        self,
        ends: list[int],
        plain: list[tuple[int, int]],
        rule: tuple[int, int],
        at: tuple[int, int, int],
        left: int,
    ) -> None:
        state, sources, blots = at
        if left == 1 and blots == self.blots:
            ends.extend([state + change for unit, change in plain if sources & unit])
            return
        shift, may_go = rule
        while sources:
            unit = sources & -sources
            sources ^= unit
            target = unit << shift
            after = state - unit + target
            if target & blots:
                after += ON_BAR - (target << OPP)
            if left == 1:
                ends.append(after)
                continue
            ahead = sources | (target & may_go)
            if after & unit * BYTE:
                ahead |= unit
            self._descend(ends, plain, rule, (after, ahead, blots & ~target), left - 1)
