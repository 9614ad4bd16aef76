"""What is too much or missing where on a board, seen as well as its sensors can."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.board import BAR, OFF, RESERVE
from companion.rules.players import Pair, Player
from companion.rules.position import Setup
from companion.table.reading import BoardReading, Range


@dataclass(frozen=True, slots=True)
class Difference:
    """How many checkers are too many at a place (too few: below nothing), of a colour if that can be told."""

    place: int | str
    player: Player | None
    count: int


def differences(reading: BoardReading, expected: Setup) -> tuple[Difference, ...]:
    """Return what is too much or missing where, of a colour if that can be told."""
    return (*_on_points(reading, expected), *_in_zones(reading, expected))


def _on_points(reading: BoardReading, expected: Setup) -> Iterator[Difference]:
    white, black = expected.sides
    for point, (seen, *here) in enumerate(zip(reading.points, white.points, black.points, strict=True), 1):
        counts = Pair(*here)
        if seen.allows(counts):
            continue
        coloured = [Difference(point, player, _beyond(counts[player], seen.colours[player])) for player in Player]
        found = [one for one in coloured if one.count]
        yield from found or [Difference(point, None, _beyond(counts.white + counts.black, seen.total))]


def _in_zones(reading: BoardReading, expected: Setup) -> Iterator[Difference]:
    for player in Player:
        side = expected.sides[player]
        tray = RESERVE if side.reserve else OFF
        zones = (reading.bars, BAR, side.bar), (reading.trays, tray, side.off + side.reserve)
        for zone, name, count in zones:
            beyond = _beyond(count, zone[player]) if zone is not None else 0
            if beyond:
                yield Difference(name, player, beyond)


def _beyond(count: int, seen: Range) -> int:
    """Return how many more than `count` are seen at least, below nothing if fewer."""
    return max(0, seen[0] - count) or min(0, seen[1] - count)
