"""What can be the matter with the sensors of a virtual board."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import floor

from firmware_bridge.settling import Place
from firmware_bridge.zones import Board, Checker, Counts, Number, Sensing, Sensor, Slot, Tag, Zone

MISSED = 0.3
"""How often a weak sensor does not feel a checker that is put over it."""
FLICKERS_A_SECOND = 4.0


class Ill(Enum):
    """What is the matter with a sensor."""

    STUCK = "stuck"
    WEAK = "weak"
    FLICKER = "flicker"
    DEAD = "dead"


@dataclass(slots=True)
class Case:
    """One sensor with its trouble."""

    ill: Ill
    shows: Sensor | None = None
    """What a stuck sensor shows for ever."""
    each: float = 1 / FLICKERS_A_SECOND
    felt: bool = True
    over: Sensor | None = None
    """What lay over a weak sensor when it was decided whether it is felt."""


class Ills:
    """Spoils what good sensors show."""

    def __init__(self, chance: random.Random) -> None:
        self.cases: dict[Place, Case] = {}
        self.swapped: dict[int, int] = {}
        """Zones whose cables were mixed up."""
        self._chance = chance

    def clear(self) -> None:
        """Mend everything."""
        self.cases.clear()
        self.swapped.clear()

    def swap(self, one: int, other: int) -> None:
        """Mix up the cables of two zones."""
        self.swapped |= {one: other, other: one}

    def due(self, now: float) -> float | None:
        """Return when something changes by itself."""
        each = [case.each for case in self.cases.values() if case.ill is Ill.FLICKER]
        return min(((floor(now / one + 1e-6) + 1) * one for one in each), default=None)

    def spoilt(self, zones: Sequence[Zone], board: Board, now: float) -> Board:
        """Return what these sensors show."""
        rows = [list(board[self.swapped.get(at, at)]) for at in range(len(board))]
        for (zone, slot), case in self.cases.items():
            rows[zone][slot] = self._ill(case, zones[zone], rows[zone][slot], now)
        return tuple(map(tuple, rows))

    def _ill(self, case: Case, zone: Zone, sensor: Sensor, now: float) -> Sensor:
        match case.ill:
            case Ill.STUCK:
                return case.shows if case.shows is not None else sensor
            case Ill.DEAD:
                return replace(sensor, fault=True)
            case Ill.FLICKER:
                return turned(zone.sensing, sensor) if floor(now / case.each + 1e-6) % 2 else sensor
            case Ill.WEAK:
                return self._weak(case, sensor)

    def _weak(self, case: Case, sensor: Sensor) -> Sensor:
        if sensor != case.over:
            case.over, case.felt = sensor, self._chance.random() >= MISSED
        if sensor == NOTHING_BY_SENSOR[type(sensor)]:
            return sensor
        shown = sensor if case.felt else NOTHING_BY_SENSOR[type(sensor)]
        return replace(shown, weak=True) if isinstance(shown, Slot) else shown


NOTHING_BY_SENSOR: Mapping[type[Sensor], Sensor] = {Slot: Slot(), Counts: Counts(), Tag: Tag()}
A_CHECKER: Mapping[Sensing, Sensor] = {
    Sensing.PRESENCE: Slot(Checker.UNKNOWN),
    Sensing.COLOUR: Slot(Checker.A),
    Sensing.COUNT: Counts(Number(1)),
    Sensing.IDENTITY: Tag(99),
}


def nothing_of(sensing: Sensing) -> Sensor:
    """Return what a sensor shows with nothing over it."""
    return NOTHING_BY_SENSOR[type(A_CHECKER[sensing])]


def turned(sensing: Sensing, sensor: Sensor) -> Sensor:
    """Return a checker where there is none, and none where there is one."""
    nothing = nothing_of(sensing)
    return nothing if sensor != nothing else A_CHECKER[sensing]
