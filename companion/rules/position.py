"""Setups, which may be anything a sensor reports, and positions, which are possible in a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from companion.rules.board import BAR, OFF, OFF_PACE, POINTS, RESERVE, place_name
from companion.rules.game import Game, Scoring
from companion.rules.players import Pair, Player

SIDE_BYTES = 28
BAR_AT, OFF_AT, RESERVE_AT = 0, OFF_PACE, OFF_PACE + 1
MOST = 127
"""The largest count that a packed position can hold."""
ZEROES = int.from_bytes(bytes([128]) * POINTS, "big")


def start_at(game: Game) -> int:
    """Return where all checkers lie at the start of a game that begins with none in play."""
    return 1 if game.start_pile else RESERVE_AT


@dataclass(frozen=True, slots=True)
class Side:
    """Where one player's checkers are: a count for each point, and off the points."""

    points: tuple[int, ...] = (0,) * POINTS
    bar: int = 0
    reserve: int = 0
    off: int = 0

    @property
    def total(self) -> int:
        """How many checkers these are."""
        return sum(self.points) + self.bar + self.reserve + self.off

    def places(self) -> Iterator[tuple[int | str, int]]:
        """Every place with a checker, and how many are there."""
        yield from ((point, count) for point, count in enumerate(self.points, 1) if count)
        yield from (
            (name, count) for name, count in ((BAR, self.bar), (RESERVE, self.reserve), (OFF, self.off)) if count
        )


@dataclass(frozen=True, slots=True)
class Setup:
    """What lies on the table, possible or not: both colours on a point, sixteen white checkers, anything."""

    sides: Pair[Side]

    @classmethod
    def of(cls, places: Pair[Mapping[int | str, int]]) -> Setup:
        """Return the setup with checkers in these places: points by number, or bar, reserve, off."""
        return cls(places.map(_side))


def _side(places: Mapping[int | str, int]) -> Side:
    points = tuple(places.get(point, 0) for point in range(1, POINTS + 1))
    return Side(points, places.get(BAR, 0), places.get(RESERVE, 0), places.get(OFF, 0))


class Fault(Enum):
    """What can be wrong with a setup, or unusual in a position."""

    TOO_MANY = "too many checkers"
    TOO_FEW = "too few checkers"
    NEGATIVE = "a count below nothing"
    SHARED = "both colours on one point"
    NO_BAR = "the game has no bar"
    NO_RESERVE = "the game has no reserve"
    HUCKE_SINGLE = "a single checker on its own Hucke"
    HUCKE_OPPONENT = "a checker on the opponent's Hucke"
    OWN_SIDE_BAND = "more than one checker on a point of the own side"
    ON_GOAL = "a checker left on its goal"

    @property
    def fatal(self) -> bool:
        """Whether no game can go on from it; the others come about when an illegal play is let stand."""
        return self not in {Fault.HUCKE_SINGLE, Fault.HUCKE_OPPONENT, Fault.OWN_SIDE_BAND, Fault.ON_GOAL}


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong with a setup."""

    fault: Fault
    player: Player
    place: int | str | None = None
    count: int = 0

    def __str__(self) -> str:
        """Return the defect as a clause."""
        place = f" ({place_name(self.place)})" if self.place else ""
        count = f", {self.count}" if self.fault in {Fault.TOO_MANY, Fault.TOO_FEW} else ""
        return f"{self.player.value}: {self.fault.value}{count}{place}"


class ImpossiblePosition(ValueError):  # noqa: N818 - it names what was met, as the players would say it
    """A setup that is no position of the game; `defects` is all that is wrong with it."""

    def __init__(self, defects: tuple[Defect, ...]) -> None:
        """Take all the defects, fatal or not."""
        super().__init__("; ".join(map(str, defects)))
        self.defects = defects


def defects(game: Game, setup: Setup) -> tuple[Defect, ...]:
    """Return everything that is wrong or unusual with `setup` in `game`."""
    shared = [
        Defect(Fault.SHARED, Player.WHITE, point)
        for point, (white, black) in enumerate(zip(setup.sides.white.points, setup.sides.black.points, strict=True), 1)
        if white and black
    ]
    return (*(defect for player in Player for defect in _side_defects(game, player, setup.sides[player])), *shared)


def _side_defects(game: Game, player: Player, side: Side) -> Iterator[Defect]:
    yield from (Defect(Fault.NEGATIVE, player, place, count) for place, count in side.places() if count < 0)
    surplus = side.total - game.checkers[player]
    if surplus:
        yield Defect(Fault.TOO_MANY if surplus > 0 else Fault.TOO_FEW, player, None, abs(surplus))
    if side.bar and not game.has_bar:
        yield Defect(Fault.NO_BAR, player, BAR, side.bar)
    if side.reserve and not game.has_reserve:
        yield Defect(Fault.NO_RESERVE, player, RESERVE, side.reserve)
    yield from _irregular(game, player, side)


def _irregular(game: Game, player: Player, side: Side) -> Iterator[Defect]:
    path = game.path(player)
    at = [0, *(side.points[path.point(pace) - 1] for pace in range(1, POINTS + 1))]
    if game.hucke and at[12] == 1:
        yield Defect(Fault.HUCKE_SINGLE, player, path.point(12), 1)
    if game.hucke and at[13]:
        yield Defect(Fault.HUCKE_OPPONENT, player, path.point(13), at[13])
    if game.start_pile and game.scoring is Scoring.POINTS and at[POINTS]:
        yield Defect(Fault.ON_GOAL, player, path.point(POINTS), at[POINTS])
    for pace in game.singles:
        if at[pace] > max(1, dict(game.start[player].paces).get(pace, 0)):
            yield Defect(Fault.OWN_SIDE_BAND, player, path.point(pace), at[pace])


@dataclass(frozen=True, slots=True)
class Position:
    """Where all checkers are, packed: White's bar, points 1-24, tray, reserve, then Black's."""

    code: bytes

    @classmethod
    def of(cls, game: Game, setup: Setup) -> Position:
        """Return the position that `setup` shows, or raise with all that makes it impossible in `game`."""
        found = defects(game, setup)
        if any(defect.fault.fatal for defect in found):
            raise ImpossiblePosition(found)
        return cls(b"".join(_pack(side) for side in setup.sides))

    @property
    def sides(self) -> Pair[Side]:
        """The checkers of each player."""
        return Pair(_unpack(self.code[:SIDE_BYTES]), _unpack(self.code[SIDE_BYTES:]))

    @property
    def setup(self) -> Setup:
        """The position as a setup."""
        return Setup(self.sides)

    @property
    def points(self) -> tuple[int, ...]:
        """The 24 signed counts, + White, - Black."""
        white, black = self.code[1:OFF_AT], self.code[SIDE_BYTES + 1 : SIDE_BYTES + OFF_AT]
        return tuple(map(int.__sub__, white, black))

    @property
    def bar(self) -> Pair[int]:
        """Hit checkers waiting."""
        return self._both(BAR_AT)

    @property
    def reserve(self) -> Pair[int]:
        """Checkers that were never entered."""
        return self._both(RESERVE_AT)

    @property
    def off(self) -> Pair[int]:
        """Checkers borne off."""
        return self._both(OFF_AT)

    def _both(self, place: int) -> Pair[int]:
        return Pair(self.code[place], self.code[SIDE_BYTES + place])

    @property
    def order(self) -> int:
        """A number that sorts positions by points, then bar, then tray, White's before Black's."""
        code = self.code
        white = int.from_bytes(code[1:OFF_AT], "big")
        black = int.from_bytes(code[SIDE_BYTES + 1 : SIDE_BYTES + OFF_AT], "big")
        rest = (code[BAR_AT], code[SIDE_BYTES + BAR_AT], code[OFF_AT], code[SIDE_BYTES + OFF_AT])
        # 128 in every byte keeps a count of Black's from borrowing from its neighbour.
        return (white - black + ZEROES) << 32 | int.from_bytes(rest, "big")

    def pips(self, game: Game) -> Pair[int]:
        """How many pips each player still has to go; a checker not on the board has 25."""
        return Pair(*(_pips(game, player, self.sides[player]) for player in Player))


def _pips(game: Game, player: Player, side: Side) -> int:
    path = game.path(player)
    on_board = sum(count * (OFF_PACE - path.pace(point)) for point, count in enumerate(side.points, 1))
    return on_board + OFF_PACE * (side.bar + side.reserve)


def _pack(side: Side) -> bytes:
    return bytes((side.bar, *side.points, side.off, side.reserve, 0))


def _unpack(code: bytes) -> Side:
    return Side(tuple(code[1:OFF_AT]), code[BAR_AT], code[RESERVE_AT], code[OFF_AT])


def start_position(game: Game) -> Position:
    """Return the position before the first throw."""
    return Position.of(game, Setup.of(Pair(*(_start_places(game, player) for player in Player))))


def _start_places(game: Game, player: Player) -> dict[int | str, int]:
    start, path = game.start[player], game.path(player)
    return {RESERVE: start.reserve, **{path.point(pace): count for pace, count in start.paces}}
