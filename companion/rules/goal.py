"""Where the mover's checkers are to come: by that, steps that cannot lead there are left out before they are made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import accumulate

from companion.rules.aim import EACH, PATH_BYTES, PATH_TOPS
from companion.rules.board import POINTS
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT
from companion.rules.steps import BITS

SPANS: Mapping[tuple[int, int], int] = {
    (source, target): sum(1 << BITS * pace for pace in range(source, min(target, PATH_BYTES)))
    for source in range(PATH_BYTES)
    for target in range(source, OFF_AT + 1)
}
"""One at each pace that a checker no longer stands behind, once it has gone from one place to another."""


class Goal:
    """The counts of the mover's checkers that numbers are to lead to."""

    def __init__(self, counts: tuple[int, ...]) -> None:
        """Take how many are at each place: bar, paces 1-24, tray, reserve."""
        self._counts = counts
        self._behind = behind(counts)

    def distance(self, counts: tuple[int, ...]) -> tuple[int, int]:
        """Return how far `counts` are from it: at each pace how many have come no further, and the pips in all."""
        here = behind(counts)
        return here, sum(here.to_bytes(PATH_BYTES, "little")) - sum(self._behind.to_bytes(PATH_BYTES, "little"))

    def is_worth(
        self, distance: tuple[int, int], counts: tuple[int, ...], step: tuple[int, int], left: tuple[int, ...]
    ) -> bool:
        """Whether a step from `counts` with these numbers after it can lead there; `distance` is that of `counts`."""
        source, target = step
        if source in {BAR_AT, RESERVE_AT} and counts[source] <= self._counts[source]:
            return False
        (here, pips), start = distance, 0 if source == RESERVE_AT else source
        now = here - SPANS[start, target]
        bound = self._behind + len(left) * EACH + PATH_TOPS - now
        if (now + PATH_TOPS - self._behind) & bound & PATH_TOPS != PATH_TOPS:
            return False
        to_bear_off = self._counts[OFF_AT] - counts[OFF_AT] - (target == OFF_AT)
        # A checker may be borne off with more pips than it needs, in Tric-Trac with one less.
        pips -= target - start
        return pips in sums(left) if not to_bear_off else pips - to_bear_off <= sum(left)


def behind(counts: tuple[int, ...]) -> int:
    """Return for each pace how many checkers have come no further: a byte for each."""
    waiting = counts[BAR_AT] + counts[RESERVE_AT]
    return _packed(accumulate(counts[1 : POINTS + 1], initial=waiting))


def _packed(counts: Iterable[int]) -> int:
    return int.from_bytes(bytes(counts), "little")


@lru_cache(maxsize=512)
def sums(numbers: tuple[int, ...]) -> frozenset[int]:
    """Return every sum of some of the numbers, or of none."""
    found = {0}
    for number in numbers:
        found |= {some + number for some in found}
    return frozenset(found)
