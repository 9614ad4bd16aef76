"""A board of sensors drawn in plain letters, for the terminal.

A and B are checkers of either colour, # is one of unknown colour; a, b and + are the same with a weak signal; . is
nothing, o nothing with a weak signal, ! a sensor without signal. Where whole points are counted, the number stands
before the letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from firmware_bridge.zones import POINTS, Board, Checker, Counts, Kind, Number, Sensor, Sensors, Slot, Zone

TOP = range(POINTS // 2 + 1, POINTS + 1)
BOTTOM = range(POINTS // 2, 0, -1)
LETTERS = {Checker.NONE: ".", Checker.A: "A", Checker.B: "B", Checker.UNKNOWN: "#"}
WEAK = {Checker.NONE: "o", Checker.A: "a", Checker.B: "b", Checker.UNKNOWN: "+"}
NARROWEST = 4
SIDES = ("1st side", "2nd side", "shared")


def drawn(zones: Sequence[Zone], board: Board) -> str:
    """Return what the sensors show, points named as the board itself counts them."""
    shown = list(zip(zones, board, strict=True))
    points = {zone.number: [_sign(one) for one in sensors] for zone, sensors in shown if zone.kind is Kind.POINTS}
    width = max(NARROWEST, *(len(sign) + 1 for signs in points.values() for sign in signs), 0)
    top, bottom = ([list(map(str, numbers)), *_rows(points, numbers)] for numbers in (TOP, BOTTOM))
    lines = [_row(cells, width) for cells in (*top, [], *reversed(bottom))]
    beside = [_beside(zone, sensors) for zone, sensors in shown if zone.kind is not Kind.POINTS]
    return "\n".join([*lines, *beside]) + "\n"


def _rows(points: Mapping[int, Sequence[str]], numbers: range) -> Iterator[Sequence[str]]:
    """Return the rows from the edge to the middle."""
    return zip_longest(*(points.get(number, ()) for number in numbers), fillvalue="")


def _row(cells: Sequence[str], width: int) -> str:
    row = [f"{cell:>{width}}" for cell in cells]
    return f"{''.join(row[:6])} |{''.join(row[6:])}".rstrip() if row else ""


def _beside(zone: Zone, sensors: Sensors) -> str:
    name = "bar" if zone.kind is Kind.BARS else "tray"
    return f"{name:>5}, {SIDES[zone.number]}: {' '.join(map(_sign, sensors))}"


def _sign(sensor: Sensor) -> str:
    if sensor.fault:
        return "!"
    if isinstance(sensor, Counts):
        return _counted(sensor)
    if isinstance(sensor, Slot) and sensor.weak:
        return WEAK[sensor.checker]
    return LETTERS[sensor.checker]


def _counted(counts: Counts) -> str:
    numbers = ((counts.a, "A"), (counts.b, "B"), (counts.unknown, "#"))
    return "".join(_number(number) + letter for number, letter in numbers if number.count) or "."


def _number(number: Number) -> str:
    return f"{number.count}+" if number.or_more else str(number.count)
