"""What the sensors show, as the referee reads it: how many checkers of which player may lie where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.rules.board import POINTS
from companion.rules.players import Pair, Player, both
from companion.table.reading import ANY, MANY, UNSEEN, BoardReading, Range, Seen
from firmware_bridge.health import Doubts, Trouble
from firmware_bridge.orientation import SIDES, Orientation
from firmware_bridge.zones import Board, Checker, Counts, Kind, Number, Sensing, Sensor, Sensors, Zone

NOTHING: Range = (0, 0)


@dataclass(frozen=True, slots=True)
class Contents:
    """How many checkers a zone may hold: of colour A, of colour B, and in all."""

    a: Range
    b: Range
    total: Range


UNKNOWN = Contents(ANY, ANY, ANY)


def contents(zone: Zone, sensors: Sensors, troubles: Sequence[Trouble | None]) -> Contents:
    """Return what may lie in a zone whose sensors show this and have these troubles."""
    first = sensors[0]
    if isinstance(first, Counts):
        return UNKNOWN if troubles[0] is not None or first.fault else _counted(first)
    checkers = [_checker(zone, sensor, trouble) for sensor, trouble in zip(sensors, troubles, strict=True)]
    found = _in_slots(checkers)
    return Contents(ANY, ANY, found.total) if zone.sensing is Sensing.PRESENCE else found


def _checker(zone: Zone, sensor: Sensor, trouble: Trouble | None) -> Checker | None:
    """Return what lies in a slot, None where nobody knows."""
    if isinstance(sensor, Counts) or sensor.fault or trouble not in {None, Trouble.COLOUR}:
        return None
    if sensor.checker is Checker.NONE:
        return Checker.NONE
    has_colour = trouble is None and zone.sensing is not Sensing.PRESENCE
    return sensor.checker if has_colour else Checker.UNKNOWN


def _in_slots(checkers: Sequence[Checker | None]) -> Contents:
    a, b, unknown, doubted = (checkers.count(one) for one in (Checker.A, Checker.B, Checker.UNKNOWN, None))
    seen = a + b + unknown
    # Where every slot may be taken, more may lie on top, of any colour that may be there.
    full = seen + doubted >= len(checkers)

    def of(count: int) -> Range:
        most = count + unknown + doubted
        return count, MANY if full and most else most

    return Contents(of(a), of(b), (seen, MANY if full else seen + doubted))


def _counted(counts: Counts) -> Contents:
    def of(own: Number) -> Range:
        unsure = own.or_more or counts.unknown.or_more
        return own.count, MANY if unsure else own.count + counts.unknown.count

    numbers = (counts.a, counts.b, counts.unknown)
    total = sum(number.count for number in numbers)
    more = any(number.or_more for number in numbers)
    return Contents(of(counts.a), of(counts.b), (total, MANY if more else total))


def reading_of(zones: Sequence[Zone], board: Board, orientation: Orientation, doubts: Doubts) -> BoardReading:
    """Return what a board that stands like this shows; sensors in doubt may be wrong either way."""
    held = [(zone, _held(at, zone, board[at], doubts)) for at, zone in enumerate(zones)]
    points = [UNSEEN] * POINTS
    for zone, found in held:
        if zone.kind is Kind.POINTS:
            points[orientation.point(zone.number) - 1] = Seen(_by_player(found, orientation), found.total)
    bars, trays = (
        _aside([(zone, found) for zone, found in held if zone.kind is kind], orientation)
        for kind in (Kind.BARS, Kind.TRAYS)
    )
    return BoardReading(tuple(points), bars, trays)


def _held(at: int, zone: Zone, sensors: Sensors, doubts: Doubts) -> Contents:
    return contents(zone, sensors, [doubts.get((at, slot)) for slot in range(len(sensors))])


def _by_player(found: Contents, orientation: Orientation) -> Pair[Range]:
    colours = Pair(found.a, found.b)
    return colours if orientation.colour_a is Player.WHITE else colours.swapped


def _aside(held: Sequence[tuple[Zone, Contents]], orientation: Orientation) -> Pair[Range] | None:
    """Return what lies on the bars, or in the trays, of each player."""
    if not held:
        return None
    sides = {zone.number for zone, _ in held}
    # What nobody senses may hold any number.
    unsensed = {orientation.sits_at(side) for side in range(SIDES) if side not in sides and SIDES not in sides}
    owned = [_owned(zone, found, orientation) for zone, found in held]
    return Pair(*(_sum((one[player] for one in owned), unlimited=player in unsensed) for player in Player))


def _owned(zone: Zone, found: Contents, orientation: Orientation) -> Pair[Range]:
    if zone.sensing is not Sensing.PRESENCE:
        return _by_player(found, orientation)
    if zone.number >= SIDES:
        return both((0, found.total[1]))
    return both(NOTHING).with_(orientation.sits_at(zone.number), found.total)


def _sum(ranges: Iterable[Range], *, unlimited: bool) -> Range:
    lows, highs = zip(*ranges, strict=True)
    return sum(lows), MANY if unlimited else min(MANY, sum(highs))
