"""Between the game and the board: which zone a place of the game is, and which colour a player has."""

from __future__ import annotations

from companion.rules.board import BAR, OFF, POINTS, RESERVE
from companion.rules.players import Pair, Player
from companion.rules.position import Setup, Side
from firmware_bridge.orientation import Orientation
from firmware_bridge.virtual.world import Where, World
from firmware_bridge.zones import Checker, Kind

Place = int | str
"""A point of the game, the bar, the reserve or what was borne off."""


class Seat:
    """A world as the players of a game see it, whichever way the board stands."""

    def __init__(self, world: World, orientation: Orientation) -> None:
        self.world, self.orientation = world, orientation
        self.reserve = dict.fromkeys(Player, 0)
        """How many of the checkers in the trays were never entered: the tray itself does not tell."""

    def where(self, player: Player, place: Place) -> Where:
        """Return the zone of a place; bar and tray of a player are at the player's side."""
        if isinstance(place, int):
            return Kind.POINTS, self.orientation.point(place)
        side = 0 if self.orientation.sits_at(0) is player else 1
        return (Kind.BARS if place == BAR else Kind.TRAYS), side

    def colour(self, player: Player) -> Checker:
        """Return the colour of a player's checkers."""
        return Checker.A if player is self.orientation.colour_a else Checker.B

    def player(self, colour: Checker) -> Player:
        """Return whose checkers have a colour."""
        return self.orientation.colour_a if colour is Checker.A else self.orientation.colour_a.opponent

    def lay(self, setup: Setup) -> None:
        """Clear everything away and set these checkers up."""
        self.world.clear()
        for player in Player:
            side = setup.sides[player]
            self.reserve[player] = side.reserve
            for place, count in side.places():
                for _ in range(count):
                    self.world.put(self.world.new(self.colour(player)), self.where(player, place))

    @property
    def setup(self) -> Setup:
        """What truly lies there; what is in a hand is left out."""
        return Setup(Pair(*(self._side(player) for player in Player)))

    def _side(self, player: Player) -> Side:
        count = self._count
        tray = count(player, OFF)
        reserve = min(tray, self.reserve[player])
        points = tuple(count(player, point) for point in range(1, POINTS + 1))
        return Side(points, count(player, BAR), reserve, tray - reserve)

    def _count(self, player: Player, place: Place) -> int:
        return self.world.count(self.where(player, place), self.colour(player))

    def note(self, player: Player, place: Place, by: int) -> None:
        """Take it that a checker is put to the reserve, or taken from it."""
        if place == RESERVE:
            self.reserve[player] += by
