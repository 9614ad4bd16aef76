"""Which sensors cannot be trusted, why, and how to say so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from firmware_bridge.flicker import Flicker
from firmware_bridge.settling import Place
from firmware_bridge.stuck import Stuck
from firmware_bridge.zones import Board, Slot, Zone

WEAK_LASTS = 0.25
"""Shorter than a board takes to settle: a signal that was weak on the way down is no longer so then."""


class Trouble(Enum):
    """What is the matter with a sensor."""

    FAULT = "gives no signal at all: look at its cable"
    FLICKER = "keeps changing though nobody can be moving checkers that fast"
    COLOUR = "cannot decide on the colour of its checker"
    STUCK = "does not change, whatever is played there"
    WEAK = "hardly feels its checker: the magnet may be weak, or the checker lie off the middle"


Doubts = Mapping[Place, Trouble]


class Health:
    """Watches all sensors of a board."""

    def __init__(self, zones: Sequence[Zone]) -> None:
        self._flickers: dict[Place, Flicker] = {}
        self._weak_at: dict[Place, float] = {}
        self._weak: set[Place] = set()
        self._faults: set[Place] = set()
        self._seen: Board | None = None
        self._stuck = Stuck(zones)

    def show(self, before: Board | None, board: Board, changed: Iterable[Place], now: float) -> None:
        """Take a snapshot, and which sensors it shows to have changed."""
        for zone, slot in changed:
            known = self._flickers.get((zone, slot))
            if known is None and before is not None:
                known = self._flickers[zone, slot] = Flicker(before[zone][slot], now)
            if known is not None:
                known.change(board[zone][slot], now)
        self._look_for_weak(board, now)

    def _look_for_weak(self, board: Board, now: float) -> None:
        if board is not self._seen:
            self._seen = board
            sensors = [((at, slot), one) for at, zone in enumerate(board) for slot, one in enumerate(zone)]
            self._weak = {place for place, one in sensors if isinstance(one, Slot) and one.weak}
            self._faults = {place for place, one in sensors if one.fault}
        self._weak_at.update(dict.fromkeys(self._weak, now))

    def rest(self, board: Board) -> None:
        """Take a board at rest."""
        self._stuck.rest(board)

    def restless(self, now: float) -> set[Place]:
        """Return the sensors that flicker, and forget those that have kept still for long enough."""
        for place in [place for place, one in self._flickers.items() if now >= one.over_at]:
            del self._flickers[place]
        return {place for place, one in self._flickers.items() if one.is_found_out}

    def doubts(self, now: float) -> dict[Place, Trouble]:
        """Return every sensor that is not to be trusted now; of several troubles the worst."""
        found = dict.fromkeys(self._weak_by(now), Trouble.WEAK)
        found |= dict.fromkeys(self._stuck.found, Trouble.STUCK)
        for place in self.restless(now):
            found[place] = Trouble.COLOUR if self._flickers[place].only_colour else Trouble.FLICKER
        return found | dict.fromkeys(self._faults, Trouble.FAULT)

    def _weak_by(self, now: float) -> set[Place]:
        # A weak signal stays weak until a snapshot says otherwise.
        return self._weak | {place for place, at in self._weak_at.items() if now < at + WEAK_LASTS}

    def due(self, now: float) -> float | None:
        """Return when some sensor will be trusted again."""
        over = [one.over_at for one in self._flickers.values() if one.is_found_out]
        weak = [at + WEAK_LASTS for place, at in self._weak_at.items() if place not in self._weak]
        return min((at for at in (*over, *weak) if at > now), default=None)
