"""What a throw asks for: numbers in an order, run level by level from one state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.rules.game import Doubles, Order
from companion.rules.position import BAR_AT, SIDE_BYTES
from companion.rules.steps import (
    BITS,
    BYTE,
    ENDED,
    LEAVING,
    OFF_SHIFT,
    OFF_UNIT,
    PENDING,
    PILE,
    RESERVE_SHIFT,
    RESERVE_UNIT,
    SCORED_SHIFT,
    Stepper,
)

Level = dict[int, tuple[int, int]]
"""The states that can be reached with so many steps, each with a state before it and the source of its step."""

OWN = (1 << (SIDE_BYTES * BITS)) - 1


@dataclass(frozen=True, slots=True)
class Line:
    """One order of numbers with all that it reaches; `accepted` levels may end a play (0: no step at all)."""

    numbers: tuple[int, ...]
    levels: tuple[Level, ...]
    accepted: tuple[int, ...]

    def ends(self) -> Iterator[tuple[int, int]]:
        """Every state that ends a play, with its level; also those won before the line was through."""
        for depth, level in enumerate(self.levels):
            if depth in self.accepted:
                yield from ((state, depth) for state in level if not state & PENDING or state & ENDED)
            else:
                yield from ((state, depth) for state in level if state & ENDED)


class Throw(NamedTuple):
    """The dice as they count: two numbers, a double's number of steps, or a named double."""

    high: int
    low: int
    steps_each: int
    """How often the number of a double is played (top numbers; as many bottom numbers follow)."""

    @property
    def double(self) -> bool:
        """Whether both dice show the same."""
        return self.high == self.low


class Search:
    """All plays of one throw, from one state."""

    def __init__(self, stepper: Stepper, origin: int, throw: Throw, needed: int = 0, begun: int = 0) -> None:
        """Search from `origin`, where `begun` was played (0: nothing); `needed` points end the play at once."""
        self.stepper = stepper
        self.throw = throw
        self.needed = needed
        self.begun = begun
        self._settles = stepper.game.refills
        # As in `Stepper.may_mix`: the remainder is the sum of the bytes, all checkers of the mover.
        self._checkers = (origin & OWN) % BYTE
        self.origin = self._settle(origin) if self._settles else origin
        self.began_entering = self._began_entering()

    def _began_entering(self) -> bool:
        """Whether the throw began with checkers to enter, so that neither "lower first" nor "tops first" holds."""
        on_bar, in_reserve = self.origin & BYTE, (self.origin >> RESERVE_SHIFT) & BYTE
        return bool(on_bar or (in_reserve and not self.stepper.may_mix(self.origin)))

    def run(self, numbers: tuple[int, ...], begin: Level | None = None) -> tuple[Level, ...]:
        """Return the levels that `numbers` reach in this order, as far as they go."""
        levels = [begin if begin is not None else {self.origin: (self.origin, BAR_AT)}]
        for place, number in enumerate(numbers, 1):
            level = self._advance(levels[-1], number, numbers[place : place + 1])
            if not level:
                break
            levels.append(level)
        return tuple(levels)

    def _advance(self, states: Iterable[int], number: int, then: tuple[int, ...]) -> Level:
        level: Level = {}
        steps, more = self.stepper.steps, bool(then)
        for state in states:
            if state & ENDED:
                continue
            for source, after in steps(state, number, more=more):
                if after not in level:
                    level[after] = (state, source)
        return self._settled(level, then) if self._settles else level

    def _settled(self, level: Level, then: tuple[int, ...]) -> Level:
        """Return `level` with wins marked and trays emptied where the game goes on without a checker."""
        return {self._settle(after): came for after, came in level.items() if self._may_end_here(after, then)}

    def _won(self, state: int) -> bool:
        return bool(self.needed) and (state >> SCORED_SHIFT) & BYTE >= self.needed

    def _may_end_here(self, state: int, then: tuple[int, ...]) -> bool:
        if not (state & LEAVING and self._won(state)):
            return True
        return bool(then) and bool(self.stepper.steps(state, then[0], more=False))

    def _settle(self, state: int) -> int:
        if self._won(state):
            return state | ENDED
        if (state >> OFF_SHIFT) & BYTE < self._checkers:
            return state
        back = PILE if self.stepper.game.start_pile else RESERVE_UNIT
        return state + self._checkers * (back - OFF_UNIT)

    @property
    def top_and_bottom(self) -> bool:
        """Whether the throw is a double that counts with what is underneath."""
        return self.throw.double and self.stepper.game.doubles is Doubles.TOP_AND_BOTTOM

    @property
    def numbers(self) -> tuple[int, ...]:
        """Every number that may be used, each as often as it may."""
        throw = self.throw
        if self.begun:
            return (throw.low if self.begun == throw.high else throw.high,)
        if not throw.double:
            return throw.high, throw.low
        tops = (throw.high,) * throw.steps_each
        return tops + (7 - throw.high,) * throw.steps_each if self.top_and_bottom else tops

    @cached_property
    def lines(self) -> list[Line]:
        """The lines of the throw, each with the levels that may end a play."""
        if self.top_and_bottom:
            return [self._top_and_bottom()]
        if self.throw.double or self.begun:
            return [self._deepest(self.numbers)]
        return self._two_numbers()

    @property
    def least_use(self) -> int:
        """How many numbers must be used at least (of a double with top and bottom: top numbers)."""
        return min(self.lines[0].accepted)

    def _deepest(self, numbers: tuple[int, ...]) -> Line:
        levels = self.run(numbers)
        return Line(numbers, levels, (_last_whole(levels),))

    def _two_numbers(self) -> list[Line]:
        high, low = self.throw.high, self.throw.low
        order = self.stepper.game.order
        if order is Order.LOWER_FIRST and not self.began_entering:
            return [self._deepest((low, high))]
        high_first, low_first = self.run((high, low)), self.run((low, high))
        lines = [((high, low), high_first), ((low, high), low_first)]
        most = max(_last_whole(high_first), _last_whole(low_first))
        if most == 1 and order in {Order.HIGHER, Order.HIGHER_OR_NOTHING}:
            if _last_whole(high_first):
                lines.pop()
            elif order is Order.HIGHER_OR_NOTHING:
                most = 0
        return [Line(numbers, levels, (most,)) for numbers, levels in lines]

    def _top_and_bottom(self) -> Line:
        top, each = self.throw.high, self.throw.steps_each
        tops = self.run((top,) * each)
        used = len(tops) - 1
        numbers = (top,) * used + (7 - top,) * each
        if used < each and not self.began_entering:
            return Line(numbers, tops, (used,))
        bottoms = self.run((7 - top,) * each, tops[-1])
        levels = (*tops, *bottoms[1:])
        return Line(numbers, levels, tuple(range(used, len(levels))))


def _last_whole(levels: tuple[Level, ...]) -> int:
    """Return the deepest level at which a play may end: not with one checker waiting for its fellow."""
    depth = len(levels) - 1
    while depth and all(state & PENDING and not state & ENDED for state in levels[depth]):
        depth -= 1
    return depth
