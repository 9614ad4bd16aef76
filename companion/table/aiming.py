"""Throws with very many plays: what a reading shows is looked for among them without finding all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate

from companion.rules.aim import Aim, Limited, behind
from companion.rules.board import POINTS
from companion.rules.plays import Plays
from companion.rules.position import OFF_AT, SIDE_BYTES, Setup
from companion.rules.readings import cells
from companion.rules.search import Worth
from companion.rules.steps import BITS, BOARD, BOARD_BYTES, BYTE, OFF_SHIFT, ON_BOARD, OPP, RESERVE_SHIFT, unpacker
from companion.rules.turn import Outcome, Turn
from companion.table.sight import ALL_POINTS, SIDE, TOPS, Sight, folded

MANY = 3000
"""With more plays than these, not all are looked through."""
MOST_STATES = 3000
"""How many boards half-way a search may come upon before it is given up."""
Measure = Callable[[int], int]


class Aiming:
    """Looks among the plays of one throw."""

    def __init__(self, plays: Plays, origin: int) -> None:
        """Take the plays from `origin` on."""
        self._plays = plays
        self._origin = origin
        self._reserve, self._off = origin >> RESERVE_SHIFT & BYTE, origin >> OFF_SHIFT & BYTE
        self._checkers = (origin & SIDE) % BYTE

    def showing(self, sight: Sight) -> list[int]:
        """Return the outcomes that look like the reading."""
        return sight.showing(self._plays.states_worth(self._worth(sight)))

    def halfway(self, sight: Sight) -> dict[int, tuple[int, ...]]:
        """Return the boards on the way to what looks like the reading, each with the numbers that are left."""
        found: dict[int, tuple[int, ...]] = {}
        for line in self._plays.search.lines_worth(self._worth(sight)):
            for depth, level in enumerate(line.levels):
                for state in level:
                    found.setdefault(state & BOARD, line.numbers[depth:])
        return found

    def least_lifted(self, sight: Sight) -> tuple[int, ...] | None:
        """Return the numbers that are left on the first board half-way from which checkers were only lifted."""
        (outline,) = self._plays.search.outlines
        lacks, aim = _Lacks(sight.low & ALL_POINTS, TOPS - TOPS // 128), self._lifted(sight)
        level, seen = [self._plays.search.origin], 0
        for depth in range(len(outline.numbers) + 1):
            if any(map(sight.lifted, level)):
                return outline.numbers[depth:]
            left = len(outline.numbers) - depth - 1
            after = self._next(level, outline.numbers[depth : depth + 2])
            level = [state for state in after if aim.worth(state, left) and lacks.worth(state, left)]
            seen += len(level)
            if seen > MOST_STATES:
                break
        return None

    def _next(self, level: list[int], numbers: tuple[int, ...]) -> Iterable[int]:
        if not numbers:
            return ()
        steps, more = self._plays.search.stepper.steps, len(numbers) > 1
        return dict.fromkeys(after for state in level for _, after in steps(state, numbers[0], more=more))

    def _lifted(self, sight: Sight) -> Aim:
        """Return the bounds on a board of which the reading shows what is left when checkers are lifted."""
        seen = list((sight.low & SIDE).to_bytes(SIDE_BYTES, "little"))
        lifted = self._checkers - sum(seen) + self._reserve
        on_board = list(accumulate((0, *seen[1 : POINTS + 1])))
        return Aim.between(on_board, [seen[0] + lifted + here for here in on_board])

    def comes(self, sight: Sight, loose: int, checkers: int) -> bool:
        """Whether the board can still become an outcome; also true where that takes too long to find out."""
        if self._leads(sight.between(self._origin), _Lacks(*sight.lacks(self._origin))):
            return True
        if not sight.exact:
            return self._leads(sight.between(self._origin, loose), _Lacks(*sight.lacks(self._origin, loose)))
        ahead, most = sight.ahead(self._origin, checkers), sight.most_behind(self._origin, checkers)
        return ahead is not None and most is not None and self._leads(ahead, _Behind(most))

    def _leads(self, fits: Callable[[int], bool], guide: _Lacks | _Behind) -> bool:
        """Whether any outcome fits: the steps that bring most are tried first."""
        search = self._plays.search
        (outline,) = search.outlines
        last = max(outline.accepted)
        seen: set[tuple[int, int]] = set()
        stack = [(0, search.origin)]
        while stack and len(seen) <= MOST_STATES:
            depth, state = stack.pop()
            if outline.may_end(state, depth) and fits(state):
                return True
            if depth == last:
                continue
            steps = search.stepper.steps(state, outline.numbers[depth], more=depth + 1 < last)
            after = {one for _, one in steps if (depth + 1, one) not in seen and guide.worth(one, last - depth - 1)}
            seen.update((depth + 1, one) for one in after)
            stack += [(depth + 1, one) for one in sorted(after, key=guide.far, reverse=True)]
        return bool(stack)

    def _worth(self, sight: Sight) -> Worth:
        """Return what tells whether a state may lead to what looks like the reading."""
        aims = [aim for reserve in range(self._reserve + 1) if (aim := self._aim(sight, reserve)).is_possible]
        if len(aims) == 1:
            return aims[0].worth
        return lambda state, left: any(aim.worth(state, left) for aim in aims)

    def _aim(self, sight: Sight, reserve: int) -> Aim:
        """Return the bounds on what looks like the reading, with so many checkers in reserve."""
        low, high = (list(end.to_bytes(BOARD_BYTES, "little")) for end in (sight.low, sight.high))
        fewest, most = max(self._off, low[OFF_AT] - reserve), min(self._checkers, high[OFF_AT] - reserve)
        least_on, most_on = (_beyond_each(side[1 : POINTS + 1]) for side in (low, high))
        here_least, here_most = (accumulate((side[0] + reserve, *side[1 : POINTS + 1])) for side in (low, high))
        return Aim.between(
            [max(here, self._checkers - most - on) for here, on in zip(here_least, most_on, strict=True)],
            [min(here, self._checkers - fewest - on) for here, on in zip(here_most, least_on, strict=True)],
        )


def _beyond_each(counts: list[int]) -> list[int]:
    """Return for each pace, from 0 on, how many checkers stand beyond it."""
    return [*list(accumulate(reversed(counts)))[::-1], 0]


class _Lacks:
    """How many checkers are missing or too many at places where that must still change."""

    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most

    def far(self, state: int) -> int:
        """Return how many checkers are not where they should be."""
        short, over = self._off(state)
        return (short & SIDE) % BYTE + (short >> OPP) % BYTE + (over & SIDE) % BYTE + (over >> OPP) % BYTE

    def worth(self, state: int, left: int) -> bool:
        """Whether so many steps may do: each moves one checker, and hits one at most."""
        short, over = self._off(state)
        if short >> OPP & ON_BOARD:
            # Nothing brings the opponent's checkers to a point.
            return False
        return max((short & SIDE) % BYTE, (over & SIDE) % BYTE, (short >> OPP) % BYTE, (over >> OPP) % BYTE) <= left

    def _off(self, state: int) -> tuple[int, int]:
        one = folded(state)
        return _beyond(self._least, one), _beyond(one, self._most)


class _Behind:
    """How many checkers have not come as far as they must."""

    def __init__(self, most: int) -> None:
        self._aim = Aim(0, most)

    def far(self, state: int) -> int:
        """Return about how far the checkers have still to go."""
        return _beyond(behind(state), self._aim.most) % BYTE

    def worth(self, state: int, left: int) -> bool:
        """Whether so many steps may do."""
        return self._aim.worth(state, left)


def _beyond(one: int, other: int) -> int:
    """Return at each place by how much `one` is more than `other`."""
    difference = one + TOPS - other
    more = difference & TOPS
    return difference & (more - (more >> BITS - 1))


def outcomes_near(plays: Plays, after: Setup, apart: int) -> list[Outcome]:
    """Return the outcomes for which not more than so many checkers stand elsewhere than in `after`.

    Raises `SearchTooLongError` if there are too many boards on the way to them.
    """
    near = _Near(plays.turn, after, apart)
    found = [state for state in plays.states_worth(Limited(near.worth, MOST_STATES).worth) if near.apart(state)]
    position_of = unpacker(plays.turn.game, plays.turn.player)
    outcomes = [outcome for state in found for outcome in plays.at(position_of(state))]
    return sorted(outcomes, key=lambda outcome: outcome.order)


class _Near:
    """What is not far from a board, possible or not."""

    def __init__(self, turn: Turn, after: Setup, apart: int) -> None:
        own, opponent = cells(turn.game, turn.player, after)
        self._after = int.from_bytes(bytes((*own, 0, *opponent, 0)), "little")
        self._most = apart
        self._missing = abs(sum(own) - turn.game.checkers[turn.player])
        self._aim = Aim.at(self._after, apart + self._missing)

    def worth(self, state: int, left: int) -> bool:
        """Whether so many steps can lead near to the board."""
        elsewhere = (_beyond(state & BOARD, self._after) & SIDE) % BYTE
        return self._aim.worth(state, left) and elsewhere <= self._most + self._missing + left

    def apart(self, state: int) -> bool:
        """Whether it is near."""
        more, less = _beyond(state & BOARD, self._after), _beyond(self._after, state & BOARD)
        sides = ((some >> shift & SIDE) % BYTE for shift in (0, OPP) for some in (more, less))
        own_more, own_less, more_there, less_there = sides
        return min(own_more, own_less) + min(more_there, less_there) <= self._most
