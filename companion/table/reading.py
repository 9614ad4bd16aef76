"""What a sensor board reports, from exact counts of each colour down to one sensor a point."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.players import Pair, Player
from companion.rules.position import Setup, Side

MANY = 99
Range = tuple[int, int]
ANY: Range = (0, MANY)


@dataclass(frozen=True, slots=True)
class Seen:
    """How many checkers a place may hold: of each colour, and in all."""

    colours: Pair[Range] = Pair(ANY, ANY)  # noqa: RUF009 - immutable
    total: Range = ANY

    def allows(self, counts: Pair[int]) -> bool:
        """Whether these checkers look like this."""
        return _within(counts.white + counts.black, self.total) and all(
            _within(counts[player], self.colours[player]) for player in Player
        )

    def loosened(self, slots: int, of: int = MANY) -> Seen:
        """Return what is seen when so many of the slots cannot be trusted; from `of` slots on it is "at least"."""
        return Seen(self.colours.map(lambda one: _wider(one, slots, of)), _wider(self.total, slots, of))


UNSEEN = Seen()


def _within(count: int, allowed: Range) -> bool:
    return allowed[0] <= count <= allowed[1]


def _wider(allowed: Range, by: int, most: int) -> Range:
    high = allowed[1] + by
    return max(0, allowed[0] - by), high if high < most else MANY


def _from(count: int, *, full: bool) -> Range:
    """Return what a count means where the slots may be too few."""
    return count, MANY if full else count


def counted(white: int, black: int, slots: int = MANY) -> Seen:
    """Return a place whose sensors tell colours and count; so many as there are slots means "at least"."""
    full = white + black >= slots
    colours = Pair(_from(white, full=full and white > 0), _from(black, full=full and black > 0))
    return Seen(colours, _from(white + black, full=full))


def present(count: int, slots: int, untrusted: int = 0) -> Seen:
    """Return a place with so many slots that tell only whether a checker is there: all of them means "at least".

    `count` is what the other slots show where some are `untrusted`.
    """
    high = count + untrusted
    return Seen(total=(count, high if high < slots else MANY))


def uncoloured(white: int, black: int, unknown: int) -> Seen:
    """Return a place where some checkers are there whose colour cannot be told."""
    colours = Pair((white, white + unknown), (black, black + unknown))
    return Seen(colours, (white + black + unknown, white + black + unknown))


@dataclass(frozen=True, slots=True)
class BoardReading:
    """A settled reading: the 24 points, and bars and trays where the board senses them.

    A tray holds whatever of a colour is neither on the points nor on the bar: borne off, or never entered.
    """

    points: tuple[Seen, ...]
    bars: Pair[Range] | None = None
    trays: Pair[Range] | None = None

    def shows(self, setup: Setup) -> bool:
        """Whether `setup` would look like this reading."""
        white, black = setup.sides
        if not all(
            seen.allows(Pair(*counts)) for seen, *counts in zip(self.points, white.points, black.points, strict=True)
        ):
            return False
        return _all_within(self.bars, setup.sides.map(lambda side: side.bar)) and _all_within(
            self.trays, setup.sides.map(lambda side: side.off + side.reserve)
        )

    def distrusting(self, points: Iterable[int]) -> BoardReading:
        """Return the reading without what it says of some points."""
        doubted = set(points)
        return replace(
            self, points=tuple(UNSEEN if point in doubted else seen for point, seen in enumerate(self.points, 1))
        )

    def without_zones(self) -> BoardReading:
        """Return what a board without sensors for bars and trays would report."""
        return replace(self, bars=None, trays=None)


def _all_within(allowed: Pair[Range] | None, counts: Pair[int]) -> bool:
    return allowed is None or all(_within(counts[player], allowed[player]) for player in Player)


def exact_reading(setup: Setup) -> BoardReading:
    """Return what a board that senses everything reports."""
    white, black = setup.sides
    return BoardReading(
        tuple(counted(*counts) for counts in zip(white.points, black.points, strict=True)),
        setup.sides.map(lambda side: (side.bar, side.bar)),
        setup.sides.map(lambda side: (side.off + side.reserve,) * 2),
    )


def presence_reading(setup: Setup, slots: int, *, zones: bool = False) -> BoardReading:
    """Return what a board with uncoloured slots reports; `zones`: bars and trays too."""
    white, black = setup.sides
    totals = (first + second for first, second in zip(white.points, black.points, strict=True))
    reading = BoardReading(tuple(present(min(total, slots), slots) for total in totals))
    exact = exact_reading(setup)
    return replace(reading, bars=exact.bars, trays=exact.trays) if zones else reading


def exact_setup(
    reading: BoardReading,
    totals: Pair[int],
    before: Setup,
    mover: Player | None = None,
    *,
    has_bar: bool = True,
) -> Setup | None:
    """Return the one setup that a reading of counts and colours shows, bars and trays inferred where unseen.

    What is missing from the points of a board that senses neither was borne off by the `mover`, and hit otherwise.
    Checkers that are in the hand are not known of where trays are unseen: they seem to be off.
    """
    ranges = [allowed for seen in reading.points for allowed in seen.colours]
    ranges += [allowed for zone in (reading.bars, reading.trays) if zone is not None for allowed in zone]
    if any(low != high for low, high in ranges):
        return None
    return Setup(
        Pair(
            *(
                _exact_side(reading, player, totals[player], before.sides[player], hit=has_bar and player is not mover)
                for player in Player
            )
        )
    )


def _exact_side(reading: BoardReading, player: Player, total: int, before: Side, *, hit: bool) -> Side:
    points = tuple(seen.colours[player][0] for seen in reading.points)
    bar = reading.bars[player][0] if reading.bars is not None else None
    tray = reading.trays[player][0] if reading.trays is not None else None
    away = total - sum(points)
    if bar is None:
        bar = _inferred_bar(away, tray, before, hit=hit)
    waiting = max(0, away - bar) if tray is None else tray
    reserve = min(before.reserve, max(0, waiting - before.off))
    return Side(points, bar, reserve, waiting - reserve)


def _inferred_bar(away: int, tray: int | None, before: Side, *, hit: bool) -> int:
    """Return how many of the checkers that are not on the points lie on the bar."""
    if tray is not None:
        on_bar = max(0, away - tray)
        return on_bar if hit else min(before.bar, on_bar)
    on_bar = max(0, away - before.off - before.reserve)
    return on_bar if hit else min(before.bar, on_bar)
