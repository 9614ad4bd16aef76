"""Looks at a place that may be a die as often as it takes to be sure: with one teller, and in doubt with another."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from vision import crop, pips
from vision.eye import Eye, moved_to
from vision.finder import Spot
from vision.levels import Levels, nearest
from vision.looks import Look, evidence, is_clear, leaning, may_lean
from vision.teller import Telling, mean

SEEMS = 0.3
"""What has not this chance to be a die or the cube at the first look is not looked at again."""
SEEMS_SHARPLY = 0.2
"""The same for the sharp teller, of what the quick one reads clearly and yet does not take for a die."""
CLEARLY_FOUND = 0.4
"""What was found so clearly is looked at again where it seems to be, whatever it seems at first."""
HOPELESS, SEEMS_TO_BOTH = 0.1, 0.15
"""The same for any picture: for the quick teller alone, and for both."""
LARGE = 50.0
"""From this edge on pips show so well that they may speak for a die that hardly seems one."""
BEYOND_DOUBT = 0.9
"""With these chances for a die, its value and its lying flat, and as many pips, one look is enough anywhere."""
A_DIE, ITS_VALUE, LEVEL = 0.8, 0.95, -1.0
"""With these for a die, for its value and for its leaning, and as many pips, one look is enough."""
HALF_SURE = 0.3, 0.7
"""With a chance between these to lie on a checker a die is looked at again."""
TURNS = (np.pi / 2, np.pi, 1.5 * np.pi, 0.25 * np.pi)
"""How the picture is turned for the second look and for those after it."""


class Looking:
    """Two tellers: a quick one, and one that sees more sharply."""

    def __init__(self, quick: Eye, sharp: Eye) -> None:
        self._quick, self._sharp = quick, sharp

    def at_table(self, levels: Levels, spot: Spot, up: crop.Up, *, new: bool = False) -> Look | None:
        """Return what is seen where the camera's place is known; `up` is how a vertical edge shows there.

        Of what is `new` on the board less is asked, if it shows its value clearly.
        """
        first = self._quick.tell(levels, spot, 0.0, up)
        if new and first.die < A_DIE and max(first.values) > ITS_VALUE:
            look = self._clear_to_both(levels, spot, first, up)
            if look is not None:
                return look
        if first.die + first.cube < SEEMS and spot.score > CLEARLY_FOUND:
            # A die that leans is found between the two faces that it shows.
            spot = moved_to(spot, first)
            first = self._quick.tell(levels, spot, TURNS[0], up)
        if first.die + first.cube >= SEEMS:
            return self._again(levels, spot, first, up)
        return self._second_opinion(levels, spot, first.value, up) if max(first.values) > ITS_VALUE else None

    def _again(self, levels: Levels, spot: Spot, first: Telling, up: crop.Up | None = None) -> Look:
        """Look with the quick teller as often as it takes to be sure of the value, and whether a die leans."""
        if _beyond_doubt(first, up):
            counted = _count(levels, first)
            if counted and counted.value == first.value:
                return Look(first, spot.score, counted, agree=True)
        nearer = moved_to(spot, first)
        told = [first, self._quick.tell_upright(levels, nearer, TURNS[0], up)]
        counted = _count(levels, told[1])
        if first.value != told[1].value:
            told.append(self._quick.tell(levels, nearer, TURNS[1], up))
        while len(told) <= len(TURNS) and may_lean(mean(told), up):
            told.append(self._quick.tell(levels, nearer, TURNS[len(told) - 1], up))
        together = mean(told)
        return Look(together, spot.score, counted, _votes(told, together.value) > 1)

    def _second_opinion(self, levels: Levels, spot: Spot, value: int, up: crop.Up) -> Look | None:
        """What shows its value clearly may be a die of a kind that the quick teller does not know."""
        first = self._sharp.tell(levels, spot, 0.0, up)
        if first.die < SEEMS_SHARPLY:
            return None
        told = [first, self._sharp.tell(levels, moved_to(spot, first), TURNS[0], up)]
        counted = _count(levels, told[1])
        if {value, *(one.value for one in told)} != {counted.value if counted else 0}:
            return None
        return Look(mean(told), spot.score, counted, agree=True)

    def _clear_to_both(self, levels: Levels, spot: Spot, first: Telling, up: crop.Up) -> Look | None:
        """Look twice with each teller: where all of them see the same pips clearly, that speaks for a die."""
        told = [first, self._sharp.tell(levels, spot, 0.0, up)]
        nearer = moved_to(spot, max(told, key=lambda one: one.die))
        told += [eye.tell(levels, nearer, TURNS[0], up) for eye in (self._quick, self._sharp)]
        return _if_clear(levels, spot, told)

    def anywhere(self, levels: Levels, spot: Spot, enough: float) -> Look | None:
        """Return what is seen in any picture, taken upright; `enough` evidence ends the looking."""
        first = self._quick.tell(levels, spot, 0.0)
        if first.die + first.cube < HOPELESS:
            return None
        best: Look | None = None
        for look in self._ways(levels, spot, first):
            told = replace(look, evidence=evidence(look, calibrated=False))
            best = told if best is None or told.evidence > best.evidence else best
            if best.evidence > enough:
                break
        return best

    def _ways(self, levels: Levels, spot: Spot, first: Telling) -> Iterator[Look]:
        """Look with the quick teller, with both, and from all round with either: each sees dice that others do not."""
        if first.die + first.cube >= SEEMS:
            yield self._again(levels, spot, first)
        sharp = self._sharp.tell(levels, spot, 0.0)
        nearer = moved_to(spot, max(first, sharp, key=lambda told: told.die))
        told = [first, sharp, *(eye.tell_upright(levels, nearer, TURNS[0]) for eye in (self._quick, self._sharp))]
        seems = mean(told[:2])
        if seems.die + seems.cube >= SEEMS_TO_BOTH:
            together = mean(told)
            yield Look(together, spot.score, _count(levels, told[-1]), _votes(told, together.value) > 2)
        if spot.edge >= LARGE and first.value == sharp.value:
            sides = ((self._sharp, told[1::2]), (self._quick, told[::2]))
            yield from filter(None, (_all_round(levels, nearer, eye, begun) for eye, begun in sides))


def _all_round(levels: Levels, spot: Spot, eye: Eye, told: list[Telling]) -> Look | None:
    """Look at something large from the other sides, too: pips that show clearly from all of them speak for a die."""
    return _if_clear(levels, spot, [*told, eye.tell(levels, spot, TURNS[1]), eye.tell_upright(levels, spot, TURNS[2])])


def _if_clear(levels: Levels, spot: Spot, told: list[Telling]) -> Look | None:
    together, counts = mean(told), [_count(levels, one) for one in told]
    if all(is_clear(one, counted, together.value) for one, counted in zip(told, counts, strict=True)):
        return Look(together, spot.score, counts[0], agree=True, all_round=True)
    return None


def _votes(told: Iterable[Telling], value: int) -> int:
    return sum(one.value == value for one in told)


def _beyond_doubt(told: Telling, up: crop.Up | None) -> bool:
    if up is None:
        return min(told.die, max(told.values), told.flat) > BEYOND_DOUBT
    surely = told.die > A_DIE and max(told.values) > ITS_VALUE and leaning(told, up) < LEVEL
    return surely and not HALF_SURE[0] < told.on_checker < HALF_SURE[1]


def _count(levels: Levels, told: Telling) -> pips.Count | None:
    scale = nearest(levels, pips.SIDE / max(told.edge, 1))
    corners = [((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5) for x, y in told.corners]
    return pips.count(levels[scale], corners)
