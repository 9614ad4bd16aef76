"""Where things are drawn on the board: plain numbers in the picture's own units, from either seat."""

from __future__ import annotations

from dataclasses import dataclass

from companion.service.view import Place, Who

PITCH = 60
"""How wide a point is."""
RADIUS = 27
STEP = 55
"""From one checker of a stack to the next."""
MOST_DRAWN = 5
HALF = 300
"""How long a point is."""
GAP = 92
"""Between the points of both sides: the dice lie there."""
BAR_WIDTH = 66
RAIL = 78
LABELS = 42
MARKERS = 50
SLAB = 17
"""How thick a checker is that stands in a tray."""

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Plan:
    """A board as it is seen from a seat; with a rail for the reserve, and room for the markers, where needed."""

    seat: Who = "white"
    reserve: bool = False
    markers: bool = False

    @property
    def left(self) -> int:
        """Where the points begin."""
        return RAIL if self.reserve else 8

    @property
    def right(self) -> int:
        """Where the points end."""
        return self.left + 12 * PITCH + BAR_WIDTH

    @property
    def width(self) -> int:
        """The width of the picture."""
        return self.right + RAIL

    @property
    def top(self) -> int:
        """The outer end of the upper points."""
        return LABELS + (MARKERS if self.markers else 0)

    @property
    def middle(self) -> float:
        """The height of the line between both sides."""
        return self.top + HALF + GAP / 2

    @property
    def bottom(self) -> int:
        """The outer end of the lower points."""
        return self.top + 2 * HALF + GAP

    @property
    def height(self) -> int:
        """The height of the picture."""
        return self.bottom + self.top

    @property
    def bar_x(self) -> float:
        """The middle of the bar."""
        return self.left + 6 * PITCH + BAR_WIDTH / 2

    def below(self, who: Who) -> bool:
        """Whether a player sits at the lower edge of the picture."""
        return who == self.seat

    def is_low(self, point: int) -> bool:
        """Whether a point begins at the lower edge."""
        return (point <= 12) == (self.seat == "white")

    def x(self, point: int) -> float:
        """Return the middle of a point."""
        column = 12 - point if point <= 12 else point - 13
        column = column if self.seat == "white" else 11 - column
        return self.left + column * PITCH + PITCH / 2 + (BAR_WIDTH if column >= 6 else 0)

    def edge(self, point: int) -> int:
        """Return the height at which a point begins."""
        return self.bottom if self.is_low(point) else self.top

    def on_point(self, point: int, at: int) -> Spot:
        """Return the middle of the checker number `at` (from 0) on a point."""
        away = RADIUS + 2 + at * STEP
        return self.x(point), self.bottom - away if self.is_low(point) else self.top + away

    def on_bar(self, who: Who, at: int) -> Spot:
        """Return the middle of a checker on the bar; each player's are on their own side."""
        away = 76 + at * 48
        return self.bar_x, self.middle + away if self.below(who) else self.middle - away

    def tray(self, who: Who, *, reserve: bool) -> Spot:
        """Return the upper left corner of a player's tray."""
        x = 8.0 if reserve else self.right + 8.0
        return x, self.middle + GAP / 2 if self.below(who) else float(self.top)

    def spot(self, place: Place, who: Who, at: int = 0) -> Spot:
        """Return where the middle of a place is, for arrows."""
        if isinstance(place, int):
            return self.on_point(place, min(at, MOST_DRAWN - 1))
        if place == "bar":
            return self.on_bar(who, 0)
        x, y = self.tray(who, reserve=place == "reserve")
        return x + RAIL / 2 - 8, y + HALF / 2

    def throw_x(self, who: Who) -> float:
        """Return the middle of the half to the right of a player."""
        right = self.below(who)
        return self.bar_x + (1 if right else -1) * (BAR_WIDTH / 2 + 3 * PITCH)
