"""What a throw asks for: numbers in an order, run level by level from one state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
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
Worth = Callable[[int, int], bool]
"""Tells whether a state may still lead to what is looked for, with so many steps to come at most."""


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

    def may_end(self, state: int, depth: int) -> bool:
        """Whether a play may end with a state that so many steps lead to."""
        return bool(state & ENDED) or (depth in self.accepted and not state & PENDING)


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

    def run(
        self, numbers: tuple[int, ...], begin: Level | None = None, worth: Worth | None = None, more: int = 0
    ) -> tuple[Level, ...]:
        """Return the levels that `numbers` reach in this order, as far as they go.

        With `worth` only states that are worth it; `more` steps may come after these numbers.
        """
        levels = [begin if begin is not None else {self.origin: (self.origin, BAR_AT)}]
        for place, number in enumerate(numbers, 1):
            level = self._advance(levels[-1], number, numbers[place : place + 1])
            if worth is not None:
                left = len(numbers) - place + more
                level = {after: came for after, came in level.items() if worth(after, left)}
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

    def levels_within(self, numbers: tuple[int, ...], limits: Sequence[int]) -> Iterator[Collection[int]]:
        """Yield the states after no step, one, two and so on; not all after one if there are more than its limit."""
        level: Level = {self.origin: (self.origin, BAR_AT)}
        yield level
        for place, (number, enough) in enumerate(zip(numbers, limits, strict=True), 1):
            before, level = level, {}
            for state in before:
                level |= self._advance((state,), number, numbers[place : place + 1])
                if len(level) > enough:
                    break
            yield level

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
            return self.lines_worth(None)
        if self.throw.double or self.begun:
            return [self._deepest(self.numbers)]
        return self._two_numbers()

    def lines_worth(self, worth: Worth | None) -> list[Line]:
        """Return the lines, of a double with top and bottom only as far as they are worth it.

        A state that is not worth it must lead to none that is: so what is left comes in the order of the whole.
        """
        if not self.top_and_bottom:
            return self.lines
        (outline,) = self.outlines
        tops = self.run(outline.numbers[: self.tops_used], None, worth, self._bottoms)
        if len(tops) <= self.tops_used:
            return [Line(outline.numbers, tops, ())]
        bottoms = self.run((7 - self.throw.high,) * self._bottoms, tops[-1], worth)
        levels = (*tops, *bottoms[1:])
        return [Line(outline.numbers, levels, tuple(range(self.tops_used, len(levels))))]

    @property
    def outlines(self) -> list[Line]:
        """The lines, of a double with top and bottom without what they reach."""
        if not self.top_and_bottom:
            return self.lines
        top, each, used = self.throw.high, self.throw.steps_each, self.tops_used
        numbers = (top,) * used + (7 - top,) * each
        return [Line(numbers, (), tuple(range(used, used + self._bottoms + 1)))]

    @cached_property
    def tops_used(self) -> int:
        """How many top numbers of a double can be used."""
        tops = (self.throw.high,) * self.throw.steps_each
        return len(tops) if self._finishes(self.origin, tops) else len(self.run(tops)) - 1

    def _finishes(self, state: int, numbers: tuple[int, ...]) -> bool:
        """Whether all of `numbers` can be used by the first step that offers itself, each time."""
        for number in numbers:
            found = self.stepper.steps(state, number, more=True)
            if not found:
                return False
            state = found[-1][1]
        return True

    @property
    def _bottoms(self) -> int:
        """How many bottom numbers of a double may be used."""
        each = self.throw.steps_each
        return each if self.tops_used == each or self.began_entering else 0

    @property
    def least_use(self) -> int:
        """How many numbers must be used at least (of a double with top and bottom: top numbers)."""
        return self.tops_used if self.top_and_bottom else min(self.lines[0].accepted)

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


def _last_whole(levels: tuple[Level, ...]) -> int:
    """Return the deepest level at which a play may end: not with one checker waiting for its fellow."""
    depth = len(levels) - 1
    while depth and all(state & PENDING and not state & ENDED for state in levels[depth]):
        depth -= 1
    return depth
