"""Slots that never change, though what lies beside them says that they should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from firmware_bridge.settling import Place
from firmware_bridge.zones import Board, Checker, Counts, Kind, Sensors, Zone

ENOUGH = 4
"""So many plays over a slot that does not change, each leaving what cannot be, are no accident."""


class Stuck:
    """Compares boards at rest: on a point checkers lie in a row from the edge, with no hole and none out alone."""

    def __init__(self, zones: Sequence[Zone]) -> None:
        self._rows = tuple(at for at, zone in enumerate(zones) if zone.kind is Kind.POINTS)
        self._before: Board | None = None
        self._against: Counter[Place] = Counter()

    def rest(self, board: Board) -> None:
        """Take the next board at rest."""
        before, self._before = self._before, board
        if before is None:
            return
        for row in self._rows:
            if before[row] != board[row]:
                self._judge(row, _occupied(before[row]), _occupied(board[row]))

    @property
    def found(self) -> set[Place]:
        """Every slot that is stuck by now."""
        return {place for place, count in self._against.items() if count >= ENOUGH}

    def _judge(self, zone: int, was: tuple[bool, ...], now: tuple[bool, ...]) -> None:
        changed = [slot for slot, (one, other) in enumerate(zip(was, now, strict=True)) if one is not other]
        for slot in changed:
            del self._against[zone, slot]
        if changed:
            self._against.update((zone, slot) for slot in _wrong_alone(now) if slot not in changed)


def _occupied(sensors: Sensors) -> tuple[bool, ...]:
    return tuple(not isinstance(sensor, Counts) and sensor.checker is not Checker.NONE for sensor in sensors)


def _wrong_alone(occupied: tuple[bool, ...]) -> list[int]:
    """Return the slots of which each alone, if it is wrong, explains why this is no row from the edge."""
    if _is_row(occupied):
        return []
    return [
        slot for slot, there in enumerate(occupied) if _is_row((*occupied[:slot], not there, *occupied[slot + 1 :]))
    ]


def _is_row(occupied: tuple[bool, ...]) -> bool:
    return not any(occupied[sum(occupied) :])
