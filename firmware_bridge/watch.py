"""From snapshots to what the referee reads: settled, with what cannot be trusted, and the right way round. Sans I/O."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.table.reading import BoardReading
from firmware_bridge.health import Doubts, Health, Trouble
from firmware_bridge.orientation import Orientation, name_of, possible
from firmware_bridge.readings import reading_of
from firmware_bridge.reports import Hello
from firmware_bridge.seating import Finding, find
from firmware_bridge.settling import QUIET, Place, Settling
from firmware_bridge.zones import Board, Sensor, Zone


@dataclass(frozen=True, slots=True)
class Settled:
    """The board has come to rest; `fresh`: for the first time since the connection is there."""

    at: float
    board: Board
    doubts: Doubts
    fresh: bool


@dataclass(frozen=True, slots=True)
class Read:
    """What lies on the table, as far as the sensors tell."""

    at: float
    reading: BoardReading
    fresh: bool


@dataclass(frozen=True, slots=True)
class Ailing:
    """Which sensors are in doubt now, each with what to tell people."""

    at: float
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stands:
    """How the board may stand, found out or told; the finding, where a start position lies there."""

    at: float
    choices: tuple[Orientation, ...]
    finding: Finding | None


Watched = Settled | Read | Ailing | Stands
Shape = tuple[tuple[Sensor | Trouble, ...], ...]
"""What the sensors tell that are not in doubt."""


class Watch:
    """Watches the board of one table."""

    def __init__(
        self, quiet: float = QUIET, among: Sequence[Orientation] = (), games: Iterable[Game] = GAMES.values()
    ) -> None:
        self.zones: tuple[Zone, ...] = ()
        self.choices = tuple(among)
        self._given = tuple(among)
        self._games = tuple(games)
        self._settling = Settling(quiet)
        self._health = Health(())
        self._doubts: Doubts = {}
        self._told: Shape | None = None
        self._finding: Finding | None = None
        self._is_at_rest = False
        self._now = 0.0

    @property
    def orientation(self) -> Orientation | None:
        """How the board stands, if that is known."""
        return self.choices[0] if len(self.choices) == 1 else None

    @property
    def is_at_rest(self) -> bool:
        """Whether all that has been shown has settled, and was told."""
        return self._is_at_rest

    def meet(self, hello: Hello) -> None:
        """Take a board that has said who it is; one with the same zones is taken for the same."""
        zones = tuple(zone for group in hello.groups for zone in group.zones)
        if zones != self.zones:
            self.zones = zones
            self._health = Health(zones)
            self._doubts, self._finding = {}, None
            open_ways = possible(zones)
            self.choices = tuple(one for one in self._given or open_ways if one in open_ways) or self._given
        self.interrupt()

    def interrupt(self) -> None:
        """Take it that nothing is known until the next snapshot."""
        self._settling.interrupt()
        self._told = None
        self._is_at_rest = False

    def show(self, board: Board, now: float) -> list[Watched]:
        """Take a snapshot."""
        before = self._settling.board
        changed = self._settling.show(board, now)
        self._health.show(before, board, changed, now)
        if not self._health.restless(now).issuperset(changed):
            self._is_at_rest = False
        return self.tick(now)

    def orient(self, choices: Sequence[Orientation], now: float) -> list[Watched]:
        """Take it that the board stands in one of these ways, as the players say."""
        self.choices = self._given = tuple(choices)
        self._told = None
        return [Stands(now, self.choices, None), *self.tick(now)]

    @property
    def due(self) -> float | None:
        """When `tick` has to be called at the latest."""
        rest = None if self._is_at_rest else self._settling.due(self._health.restless(self._now))
        return min((at for at in (rest, self._health.due(self._now)) if at is not None), default=None)

    def tick(self, now: float) -> list[Watched]:
        """Tell what has settled by now, and has not been told."""
        self._now = now
        board = self._settling.rest(now, self._health.restless(now))
        if board is None:
            return []
        if not self._is_at_rest:
            self._is_at_rest = True
            self._health.rest(board)
        doubts = self._health.doubts(now)
        shape = shape_of(board, doubts)
        if shape == self._told and doubts == self._doubts:
            return []
        return self._tell(board, shape, doubts, now)

    def _tell(self, board: Board, shape: Shape, doubts: dict[Place, Trouble], now: float) -> list[Watched]:
        fresh, self._told = self._told is None, shape
        told: list[Watched] = [Settled(now, board, doubts, fresh)]
        if doubts != self._doubts:
            self._doubts = doubts
            told.append(Ailing(now, tuple(self._sentences(doubts))))
        if len(self.choices) > 1:
            told += self._look(board, doubts, now)
        if self.orientation is not None:
            told.append(Read(now, reading_of(self.zones, board, self.orientation, doubts), fresh))
        return told

    def _look(self, board: Board, doubts: Doubts, now: float) -> list[Watched]:
        """See whether a start position tells how the board stands."""
        found = find(self.zones, board, doubts, self._games, self.choices)
        if not found.choices or found == self._finding:
            return []
        self._finding = found
        if len(found.choices) == 1:
            self.choices = found.choices
        return [Stands(now, found.choices, found)]

    def _sentences(self, doubts: Mapping[Place, Trouble]) -> Iterable[str]:
        for (zone, slot), trouble in sorted(doubts.items(), key=lambda one: one[0]):
            name = name_of(self.zones[zone], slot, self.orientation)
            yield f"{name[0].upper()}{name[1:]}: {trouble.value}."


def shape_of(board: Board, doubts: Doubts) -> Shape:
    """Return what the board shows where it is not in doubt, and the trouble where it is."""
    return tuple(
        tuple(doubts.get((zone, slot), sensor) for slot, sensor in enumerate(sensors))
        for zone, sensors in enumerate(board)
    )
