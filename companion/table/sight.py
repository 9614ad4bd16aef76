"""A reading packed as plays are: what it shows is found by a few operations on whole numbers.

Every place has a byte, as in `companion.rules.steps`, by the paces of the player on turn. Adding 128 to the difference
of two counts leaves the top bit where the difference is not below nothing, so all places are compared at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from companion.rules.aim import EACH, PATH, PATH_TOPS, behind
from companion.rules.board import POINTS
from companion.rules.game import Game
from companion.rules.players import Player
from companion.rules.position import OFF_AT, SIDE_BYTES
from companion.rules.steps import BITS, BOARD, BOARD_BYTES, OFF_SHIFT, ON_BOARD, OPP, RESERVE_SHIFT, stepper
from companion.table.reading import ANY, MANY, BoardReading

MOST = 127
BYTE = 0xFF
SIDE = (1 << OPP) - 1
TOPS = int.from_bytes(bytes([128]) * BOARD_BYTES, "little")
POINT_TOPS = int.from_bytes(bytes([128]) * SIDE_BYTES, "little") & ON_BOARD
ALL_POINTS = ON_BOARD | ON_BOARD << OPP
ZONES = (BYTE | BYTE << OFF_SHIFT) * (1 | 1 << OPP)
RESERVES = BYTE << RESERVE_SHIFT | BYTE << (RESERVE_SHIFT + OPP)


def folded(state: int) -> int:
    """Return the checkers of a state as sensors can tell them: the reserve lies in the tray, too."""
    state &= BOARD
    return state + ((state & RESERVES) >> BITS)


class Sight:
    """A reading as the player on turn travels the board: the fewest and the most checkers at each place."""

    __slots__ = ("_ceiling", "_floor", "_totals_matter", "exact", "high", "low", "total_high", "total_low", "whole")

    def __init__(self, reading: BoardReading, game: Game, player: Player) -> None:
        """Pack `reading`."""
        view = stepper(game).views[player]
        self.low = _packed(view, (bytes(_side(reading, one, 0)) for one in Player))
        self.high = _packed(view, (bytes(_side(reading, one, 1)) for one in Player))
        # Both halves the same, so that turning and exchanging them leaves the totals by the mover's paces.
        self.total_low, self.total_high = (
            _packed(view, (bytes(_totals(reading, end)),) * 2) & ON_BOARD for end in (0, 1)
        )
        self.exact = not (self.low ^ self.high) & ALL_POINTS
        self.whole = not (self.low ^ self.high) & (ALL_POINTS | ZONES)
        self._floor, self._ceiling = TOPS - self.low, TOPS + self.high
        self._totals_matter = not self.exact and self.total_low | (self.total_high ^ _every(MOST)) != 0

    @property
    def key(self) -> int:
        """All points, where they are exact."""
        return self.low & ALL_POINTS

    def shows(self, state: int) -> bool:
        """Whether `state` would look like this reading."""
        return bool(self.showing((state,)))

    def showing(self, states: Iterable[int]) -> list[int]:
        """Return those of `states` that would look like this reading."""
        floor, ceiling = self._floor, self._ceiling
        if self._totals_matter:
            states = self._by_totals(states)
        return [state for state in states if (((one := folded(state)) + floor) & (ceiling - one)) & TOPS == TOPS]

    def _by_totals(self, states: Iterable[int]) -> list[int]:
        floor, ceiling = POINT_TOPS - self.total_low, POINT_TOPS + self.total_high
        return [
            state
            for state in states
            if (((one := (state & ON_BOARD) + (state >> OPP & ON_BOARD)) + floor) & (ceiling - one)) & POINT_TOPS
            == POINT_TOPS
        ]

    def misfits(self, state: int) -> int:
        """Return at how many places `state` looks otherwise."""
        one = folded(state)
        wrong = ((one + self._floor) & (self._ceiling - one) & TOPS) ^ TOPS
        if not self._totals_matter:
            return wrong.bit_count()
        total = (one & ON_BOARD) + (one >> OPP & ON_BOARD)
        fits = (total + POINT_TOPS - self.total_low) & (POINT_TOPS + self.total_high - total) & POINT_TOPS
        return (fits ^ POINT_TOPS | (wrong | wrong >> OPP) & POINT_TOPS).bit_count() + (
            wrong & ~_BOTH_POINTS
        ).bit_count()

    def between(self, before: int, loose: int = 0) -> Callable[[int], bool]:
        """Return what tells whether each place may hold something between `before` and a state after it.

        Where `loose` has a one, a checker of the mover more may rest.
        """
        floor, ceiling = self._floor + loose, self._ceiling
        was = folded(before)
        above, below = (was + floor) & TOPS, (ceiling - was) & TOPS
        if not self._totals_matter:
            return lambda state: (((one := folded(state)) + floor | above) & (ceiling - one | below)) & TOPS == TOPS
        own, opponent = was & ON_BOARD, was >> OPP & ON_BOARD
        total_floor, total_ceiling = POINT_TOPS - self.total_low + loose, POINT_TOPS + self.total_high

        def fits(state: int) -> bool:
            one = folded(state)
            if ((one + floor | above) & (ceiling - one | below)) & TOPS != TOPS:
                return False
            own_after, opponent_after = one & ON_BOARD, one >> OPP & ON_BOARD
            sums = own + opponent, own + opponent_after, own_after + opponent, own_after + opponent_after
            enough = few = 0
            for some in sums:
                enough |= some + total_floor
                few |= total_ceiling - some
            return enough & few & POINT_TOPS == POINT_TOPS

        return fits

    def ahead(self, before: int, checkers: int) -> Callable[[int], bool] | None:
        """Return what tells whether going on forwards leads to a state; None if checkers have gone backwards.

        Only for readings with exact points. What is not seen may be in the hand.
        """
        was, furthest = before & BOARD, self.most_behind(before, checkers)
        if furthest is None:
            return None
        most = furthest + PATH_TOPS
        floor, ceiling = self._floor >> OPP, self._ceiling >> OPP
        tops, theirs = TOPS >> OPP, folded(was) >> OPP
        above, below = theirs + floor, ceiling - theirs

        def fits(state: int) -> bool:
            opponent = folded(state) >> OPP
            if ((opponent + floor | above) & (ceiling - opponent | below)) & tops != tops:
                return False
            return (most - behind(state)) & PATH_TOPS == PATH_TOPS

        return fits

    def most_behind(self, before: int, checkers: int) -> int | None:
        """Return for each pace how many checkers may have come no further, if all went forwards since `before`."""
        was = before & BOARD
        own, off = self.low & ON_BOARD, was >> OFF_SHIFT & BYTE
        waiting = self._waiting(was)
        hand = checkers - waiting - (own * EACH >> BITS * POINTS & BYTE) - max(off, self._off(was))
        if hand < 0:
            return None
        now, began = (own + waiting) * EACH & PATH, behind(was)
        if (began + PATH_TOPS - now) & PATH_TOPS != PATH_TOPS:
            return None
        return now + hand * EACH

    def lacks(self, before: int, loose: int = 0) -> tuple[int, int]:
        """Return the fewest and the most checkers that must yet come about, for `between` to be true."""
        was = folded(before)
        too_few = _bytes_of(~(was + self._floor + loose) & TOPS)
        too_many = _bytes_of(~(self._ceiling - was) & TOPS)
        return (self.low - (loose & too_few)) & too_few, self.high & too_many | TOPS - TOPS // 128 & ~too_many

    def least(self, shift: int) -> int:
        """Return how many checkers of one side are there at least: the mover's, or from `OPP` on the opponent's."""
        return _count(self.low >> shift)

    @property
    def trays_unseen(self) -> bool:
        """Whether nothing is known of the mover's tray."""
        return self.high >> OFF_SHIFT & BYTE >= MOST

    def lifted(self, state: int) -> bool:
        """Whether nothing but lifting checkers from the points leads from `state` to the reading."""
        rest = (state & ALL_POINTS) + (TOPS - (self.low & ALL_POINTS))
        return rest & TOPS == TOPS

    def by_least_change(self, before: int) -> int | None:
        """Return the state that differs least from the one before; None if its checkers do not add up.

        Where colours cannot be told, the mover's checkers were moved.
        """
        was = folded(before)
        low, high, here = (end.to_bytes(BOARD_BYTES, "little") for end in (self.low, self.high, was))
        now = [min(max(count, fewest), most) for fewest, most, count in zip(low, high, here, strict=True)]
        totals = (end.to_bytes(SIDE_BYTES, "little") for end in (self.total_low, self.total_high))
        for pace, (fewest, most) in enumerate(zip(*totals, strict=True)):
            if 1 <= pace <= POINTS:
                total = now[pace] + now[SIDE_BYTES + pace]
                now[pace] += max(0, fewest - total) or min(0, most - total)
        self._take_from_pile(now, was)
        sides = [_unfolded(now[at : at + SIDE_BYTES], before >> BITS * at) for at in (0, SIDE_BYTES)]
        if any(min(side) < 0 for side in sides) or list(map(sum, sides)) != [_count(before), _count(before >> OPP)]:
            return None
        return int.from_bytes(bytes(sides[0] + sides[1]), "little")

    def _take_from_pile(self, now: list[int], was: int) -> None:
        """Take what a side would have too much from the one place of it that may hold fewer than it did."""
        for start in (0, SIDE_BYTES):
            spare = sum(now[start : start + SIDE_BYTES]) - _count(was >> BITS * start)
            paces = range(start + 1, start + POINTS + 1)
            piles = [at for at in paces if now[at] > self._fewest(at, now)]
            if spare > 0 and len(piles) == 1:
                now[piles[0]] = max(now[piles[0]] - spare, self._fewest(piles[0], now))

    def _fewest(self, at: int, now: list[int]) -> int:
        """Return how many checkers a side must have at least on one of its paces, with what the other side has now."""
        pace, other = at % SIDE_BYTES, now[(at + SIDE_BYTES) % BOARD_BYTES]
        return max(self.low >> BITS * at & BYTE, (self.total_low >> BITS * pace & BYTE) - other)

    def _tray(self, was: int) -> int:
        """Return how many of the mover's checkers lie in the tray; as before if that is not seen."""
        low, high = (end >> OFF_SHIFT & BYTE for end in (self.low, self.high))
        return low if low == high else folded(was) >> OFF_SHIFT & BYTE

    def _waiting(self, was: int) -> int:
        """Return how many of the mover's checkers are seen to wait on the bar and in reserve."""
        bar = self.low & BYTE
        reserve, off = was >> RESERVE_SHIFT & BYTE, was >> OFF_SHIFT & BYTE
        return bar + (0 if self.trays_unseen else max(0, min(reserve, self._tray(was) - off)))

    def _off(self, was: int) -> int:
        reserve = was >> RESERVE_SHIFT & BYTE
        return max(0, self._tray(was) - reserve)


class ByPoints:
    """States by what stands on the points; few differ in nothing else."""

    def __init__(self, states: Collection[int]) -> None:
        """Sort `states`."""
        self._first = {state & ALL_POINTS: state for state in states}
        self._others: dict[int, list[int]] = {}
        if len(self._first) < len(states):
            for state in states:
                if self._first[state & ALL_POINTS] != state:
                    self._others.setdefault(state & ALL_POINTS, []).append(state)

    def at(self, sight: Sight) -> list[int]:
        """Return the states whose points are those of an exact reading."""
        first = self._first.get(sight.key)
        return [] if first is None else [first, *self._others.get(sight.key, ())]


_BOTH_POINTS = POINT_TOPS | POINT_TOPS << OPP


def _bytes_of(tops: int) -> int:
    """Return the bytes, filled, whose highest bit is set."""
    return (tops << 1) - (tops >> 7)


def _unfolded(side: list[int], before: int) -> list[int]:
    """Return one side's places with what lies in the tray told apart: as much in reserve as there was."""
    off, reserve = before >> OFF_SHIFT & BYTE, before >> RESERVE_SHIFT & BYTE
    left = min(reserve, max(0, side[OFF_AT] - off))
    return [*side[:OFF_AT], side[OFF_AT] - left, left, 0]


def _count(side: int) -> int:
    """Return how many checkers the lowest side of a state has."""
    # 256 leaves 1 when divided by 255, so this remainder is the sum of the bytes.
    return (side & SIDE) % BYTE


def _every(count: int) -> int:
    return POINT_TOPS // 128 * count


def _packed(view: Callable[[bytes], bytes], sides: Iterable[bytes]) -> int:
    return int.from_bytes(view(b"".join(sides)), "little")


def _side(reading: BoardReading, player: Player, end: int) -> list[int]:
    """Return the fewest (0) or the most (1) checkers of a player at each place."""
    bar = reading.bars[player] if reading.bars is not None else ANY
    tray = reading.trays[player] if reading.trays is not None else ANY
    places = [bar, *(seen.colours[player] for seen in reading.points), tray]
    return [*(_cut(place[end]) for place in places), MOST * end, MOST * end]


def _cut(count: int) -> int:
    return MOST if count >= MANY else max(0, count)


def _totals(reading: BoardReading, end: int) -> list[int]:
    return [0, *(_cut(seen.total[end]) for seen in reading.points), *[0] * (SIDE_BYTES - OFF_AT)]
