"""What the sensors of a virtual board measure, and how its firmware reads that by tare and threshold."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_bridge.reports import Tuning
from firmware_bridge.zones import Board, Checker, Sensing, Sensor, Sensors, Slot, Zone

NOTHING, MOST = 512, 1023
STRONG, BARELY, HARDLY = 120, 40, 24
"""How far from nothing a sensor goes under a checker: a good one, a weak one that is felt, and one that is not."""
THRESHOLD = 33
POSSIBLE = range(61, 963)
"""Outside of this a sensor is torn off or shorted."""
EMPTY = range(420, 605)
"""Outside of this something lies over a sensor, whatever its tare."""
BUILT_WITH = Tuning(NOTHING, THRESHOLD)


def value_of(sensor: Sensor) -> int:
    """Return what the converter gives for what lies over the sensor."""
    if not isinstance(sensor, Slot) or sensor.fault:
        return MOST
    there = sensor.checker is not Checker.NONE
    far = STRONG * there if not sensor.weak else BARELY if there else HARDLY
    return NOTHING - far if sensor.checker is Checker.B else NOTHING + far


def slot_of(value: int, tuning: Tuning, sensing: Sensing) -> Slot:
    """Return what the firmware makes of a value."""
    if value not in POSSIBLE or not tuning.threshold:
        return Slot(fault=True)
    far, half = value - tuning.tare, tuning.threshold // 2
    weak = half <= abs(far) < tuning.threshold + half
    if abs(far) < tuning.threshold:
        return Slot(weak=weak)
    if sensing is Sensing.PRESENCE:
        return Slot(Checker.UNKNOWN, weak)
    return Slot(Checker.A if far > 0 else Checker.B, weak)


def values_of(board: Board) -> list[int]:
    """Return what all channels measure."""
    return [value_of(sensor) for sensors in board for sensor in sensors]


def read(zones: Sequence[Zone], board: Board, tunings: Sequence[Tuning]) -> Board:
    """Return what the firmware makes of all sensors; what has no threshold it takes as it is."""
    if not tunings:
        return board
    channels = iter(tunings)
    return tuple(
        _read_zone(zone, sensors, [next(channels) for _ in sensors]) for zone, sensors in zip(zones, board, strict=True)
    )


def _read_zone(zone: Zone, sensors: Sensors, tunings: Sequence[Tuning]) -> Sensors:
    return tuple(slot_of(value_of(one), tuning, zone.sensing) for one, tuning in zip(sensors, tunings, strict=True))
