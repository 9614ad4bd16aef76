"""Readings of what the hands did: every way in which thrown numbers lead from the board before to the one after.

A reading may break rules; it carries the first rule that it breaks, in the order of `Reason`. The best reading is
the one that breaks its first rule latest: what is then named is the first rule that no reading keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

from companion.rules.board import HOME_PACE, OFF_PACE, POINTS
from companion.rules.game import BearOff, Doubles, Game, Hits, Order
from companion.rules.goal import Goal
from companion.rules.players import Player, both
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT, Setup, Side, start_at
from companion.rules.reasons import Reason
from companion.rules.search import Throw
from companion.rules.steps import HUCKE, OPPONENT_HUCKE

Cells = tuple[int, ...]
PAIR = 2


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that a step breaks, with the pace and number concerned."""

    reason: Reason
    pace: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Node:
    """The board after some steps, by the mover's paces, and what the throw remembers."""

    own: Cells
    opponent: Cells
    left: tuple[int, ...]
    gate_open: bool = False
    fresh: int = 0
    pending: int = 0
    """The step that must follow on the own Hucke: +1 another arrives, -1 the other leaves."""


Reading = tuple[Node, Fault | None]
"""Where a reading ends, and the first rule it breaks."""


class Reader:
    """Finds the readings of one turn."""

    def __init__(self, game: Game, throw: Throw, *, began_entering: bool) -> None:
        """Read by the rules of `game`; whether the throw `began_entering` decides on the order of numbers."""
        self.game = game
        self.throw = throw
        self.lower_first = game.order is Order.LOWER_FIRST and not throw.double and not began_entering
        self.tops_first = game.doubles is Doubles.TOP_AND_BOTTOM and throw.double
        self.began_entering = began_entering
        self.last = POINTS - 1 if game.bear_off is BearOff.PAST_GOAL else POINTS

    def readings(self, start: Node, target: Cells) -> Iterator[Reading]:
        """Every reading that ends with the mover's checkers as in `target`, the best of those that end alike."""
        if min(target) < 0:
            return
        # Where the tray was emptied in between, checkers are where they seem to have gone backwards.
        goal = Goal(target) if target[OFF_AT] >= start.own[OFF_AT] else None
        level: dict[Node, Fault | None] = {start: None}
        while level:
            yield from ((node, fault) for node, fault in level.items() if node.own == target)
            level = self._next(level, goal)

    def _next(self, level: dict[Node, Fault | None], goal: Goal | None) -> dict[Node, Fault | None]:
        found: dict[Node, Fault | None] = {}
        for node, broken in level.items():
            for after, fault in self.steps(node, goal):
                first = broken if fault is None else fault if broken is None else earlier(broken, fault)
                known = found.setdefault(after, first)
                if known is not first and later(first, known):
                    found[after] = first
        return found

    def steps(self, node: Node, goal: Goal | None = None) -> Iterator[Reading]:
        """Every step that hands can make with a number that is left, legal or not; to a goal, those worth it."""
        distance = goal.distance(node.own) if goal else None
        for number in dict.fromkeys(node.left):
            left = _without(node.left, number)
            for source, count in enumerate(node.own):
                if not count or source == OFF_AT:
                    continue
                target = self._target(source, number)
                if goal and distance and not goal.is_worth(distance, node.own, (source, target), left):
                    continue
                fault = first_of(self._faults(node, source, target, number))
                yield self._after(node, source, target, left), fault

    def _target(self, source: int, number: int) -> int:
        pace = (0 if source == RESERVE_AT else source) + number
        return OFF_AT if pace > self.last else pace

    def _after(self, node: Node, source: int, target: int, left: tuple[int, ...]) -> Node:
        own = _moved(node.own, source, target)
        opponent = self._hit(node, own, target) if target != OFF_AT else node.opponent
        gate = node.gate_open or (self.game.hit_gate is not None and target in self.game.hit_gate)
        pending = own[HUCKE] - node.own[HUCKE] if self.game.hucke and own[HUCKE] == 1 else 0
        after = Node(own, opponent, left, gate, target if source == 1 else 0, pending)
        return self._refilled(after)

    def _refilled(self, node: Node) -> Node:
        if not self.game.refills or node.own[OFF_AT] < sum(node.own):
            return node
        own = [0] * len(node.own)
        own[start_at(self.game)] = node.own[OFF_AT]
        return replace(node, own=tuple(own))

    def _hit(self, node: Node, own: Cells, target: int) -> Cells:
        if node.opponent[target] != 1 or self.game.hits is Hits.MARKED:
            return node.opponent
        meet = self.game.meet_pace
        if self.game.hits is Hits.TO_BAR or (self.game.hits is Hits.TO_START_IF_EMPTY and own[meet]):
            meet = BAR_AT
        return _moved(node.opponent, target, meet)

    def _faults(self, node: Node, source: int, target: int, number: int) -> Iterator[Fault]:
        """Every rule that a step breaks, in no order."""
        waiting = [place for place in (BAR_AT, RESERVE_AT) if node.own[place]]
        if waiting and source != waiting[0] and (waiting[0] == BAR_AT or not self._may_mix(node)):
            yield Fault(Reason.MUST_ENTER_FIRST, source)
        if self.lower_first and number == self.throw.high and self.throw.low in node.left:
            yield Fault(Reason.LOWER_FIRST, number=number)
        if self.tops_first and self._too_early(node, number):
            yield Fault(Reason.TOP_FIRST, number=7 - self.throw.high)
        if self.game.start_pile and node.own[1] and source not in {1, node.fresh}:
            yield Fault(Reason.START_PILE_FIRST, source)
        if target == OFF_AT:
            yield from self._bear_off_faults(node, source, number)
        else:
            yield from self._landing_faults(node, source, target)

    def _may_mix(self, node: Node) -> bool:
        free = self.game.free_entry_from
        return free is not None and sum(node.own[1:OFF_AT]) >= free

    def _too_early(self, node: Node, number: int) -> bool:
        """Whether a bottom number comes before a top one."""
        tops, bottoms = node.left.count(self.throw.high), len(node.left) - node.left.count(self.throw.high)
        if number == self.throw.high:
            return bottoms < self.throw.steps_each
        return bool(tops) and not self.began_entering

    def _landing_faults(self, node: Node, source: int, target: int) -> Iterator[Fault]:
        there = node.opponent[target]
        if there >= PAIR or (there and self.game.hits is Hits.MARKED):
            yield Fault(Reason.BLOCKED, target)
        if there == 1 and self.game.hit_gate is not None and not node.gate_open:
            yield Fault(Reason.NO_HIT_YET, target)
        if target in self.game.singles and node.own[target]:
            yield Fault(Reason.NO_BAND_HERE, target)
        if self.game.hucke:
            yield from _hucke_faults(node, source, target)

    def _bear_off_faults(self, node: Node, source: int, number: int) -> Iterator[Fault]:
        if self.game.bear_off is BearOff.PAST_GOAL:
            if node.pending:
                yield Fault(Reason.HUCKE_PAIR, HUCKE)
            return
        if node.own[BAR_AT] or node.own[RESERVE_AT] or any(node.own[1:HOME_PACE]):
            yield Fault(Reason.NOT_HOME, source)
        if source + number > OFF_PACE:
            if self.game.bear_off is BearOff.EXACT:
                yield Fault(Reason.EXACT_NUMBER, source, number)
            if any(node.own[HOME_PACE:source]):
                yield Fault(Reason.MUST_MOVE_UP, source, number)


def _hucke_faults(node: Node, source: int, target: int) -> Iterator[Fault]:
    if target == OPPONENT_HUCKE:
        yield Fault(Reason.HUCKE_OPPONENT, target)
    if (node.pending > 0 and target != HUCKE) or (node.pending < 0 and source != HUCKE):
        yield Fault(Reason.HUCKE_PAIR, HUCKE)


def cells(game: Game, player: Player, setup: Setup) -> tuple[Cells, Cells]:
    """Return the checkers of `player` and of the opponent, both by the paces of `player`: bar, 1-24, tray, reserve."""
    path = game.path(player)

    def of(side: Side) -> Cells:
        by_pace = (side.points[path.point(pace) - 1] for pace in range(1, POINTS + 1))
        return (side.bar, *by_pace, side.off, side.reserve)

    return of(setup.sides[player]), of(setup.sides[player.opponent])


def setup_of(game: Game, player: Player, own: Cells, opponent: Cells) -> Setup:
    """Return the setup that `cells` takes apart."""
    path = game.path(player)

    def side(counts: Cells) -> Side:
        by_point = tuple(counts[path.pace(point)] for point in range(1, POINTS + 1))
        return Side(by_point, counts[BAR_AT], counts[RESERVE_AT], counts[OFF_AT])

    return Setup(both(side(opponent)).with_(player, side(own)))


def _without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    place = numbers.index(number)
    return numbers[:place] + numbers[place + 1 :]


def _moved(counts: Cells, source: int, target: int) -> Cells:
    changed = list(counts)
    changed[source] -= 1
    changed[target] += 1
    return tuple(changed)


def _reached(counts: Cells) -> Cells:
    """Return for each pace how many checkers are there or beyond."""
    return tuple(accumulate(counts[OFF_AT:0:-1]))


def dominated(before: Cells, after: Cells) -> bool:
    """Whether the checkers can get from `before` to `after` forwards only."""
    return _within(before, _reached(after), after)


def _within(counts: Cells, limit: Cells, target: Cells) -> bool:
    if counts[BAR_AT] < target[BAR_AT] or counts[RESERVE_AT] < target[RESERVE_AT]:
        return False
    return all(have <= most for have, most in zip(_reached(counts), limit, strict=True))


def first_of(faults: Iterable[Fault]) -> Fault | None:
    """Return the fault that is named first."""
    return min(faults, key=lambda fault: fault.reason.rank, default=None)


def earlier(one: Fault | None, other: Fault | None) -> Fault | None:
    """Return the fault of two that is named first."""
    return first_of(fault for fault in (one, other) if fault is not None)


def later(one: Fault | None, other: Fault | None) -> bool:
    """Whether `one` is named after `other`; no fault at all comes last."""
    return other is not None and (one is None or one.reason.rank > other.reason.rank)
