"""A position as one player sees it, by paces: what is held, what stands alone, what the opponent can still reach."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.board import OFF_PACE, POINTS, Path
from companion.rules.game import HOME, BearOff, Game, Hits
from companion.rules.memory import Memory
from companion.rules.players import Player
from companion.rules.position import Position, Side

FIRST_QUARTER, NOWHERE = range(1, 7), range(0)
HUCKE = 12


@dataclass(frozen=True, slots=True)
class Ground:
    """One player's checkers by pace, and where the opponent can still come to."""

    path: Path
    counts: tuple[int, ...]
    """On paces 1 to 24."""
    waiting: int
    """Not on the board yet, or not any more."""
    reached: frozenset[int]
    """Paces that some checker of the opponent can still land on."""
    can_be_hit: bool
    """Whether the opponent may hit single checkers at all."""
    abroad: range
    """The paces of the opponent's home, where that lies on the way."""
    home: range
    """The paces of the own home, where there is one."""
    hucke: int | None
    facing: bool
    """Whether the players travel in opposite directions."""

    @property
    def bands(self) -> frozenset[int]:
        """Paces held by two or more."""
        return frozenset(pace for pace in range(1, POINTS + 1) if self.counts[pace - 1] > 1)

    @property
    def exposed(self) -> frozenset[int]:
        """Paces of single checkers that the opponent can still come to."""
        return frozenset(pace for pace in self.reached if self.counts[pace - 1] == 1 and self.can_be_hit)

    @property
    def is_race(self) -> bool:
        """Whether the players have passed each other for good."""
        return self.facing and not self.waiting and not any(self.counts[pace - 1] for pace in self.reached)

    def count(self, paces: Iterable[int]) -> int:
        """Return how many checkers stand there."""
        return sum(self.counts[pace - 1] for pace in paces)

    def points(self, paces: Iterable[int]) -> tuple[int, ...]:
        """Return the points of these paces."""
        return tuple(self.path.point(pace) for pace in paces)


def ground_of(game: Game, position: Position, player: Player, memory: Memory) -> Ground:
    """Return what `player` sees."""
    path, own = game.path(player), position.sides[player]
    facing = game.path(player.opponent) is not path
    counts = tuple(own.points[path.point(pace) - 1] for pace in range(1, POINTS + 1))
    has_home = game.bear_off is not BearOff.PAST_GOAL
    return Ground(
        path=path,
        counts=counts,
        waiting=own.bar + own.reserve,
        reached=frozenset(_reached(game, position.sides[player.opponent], path, facing=facing)),
        can_be_hit=game.hits is not Hits.MARKED and (game.hit_gate is None or memory.gate[player.opponent]),
        abroad=FIRST_QUARTER if facing and has_home and game.hits is not Hits.MARKED else NOWHERE,
        home=HOME if has_home else NOWHERE,
        hucke=HUCKE if game.hucke else None,
        facing=facing,
    )


def _reached(game: Game, theirs: Side, path: Path, *, facing: bool) -> set[int]:
    """Return the paces, of this path, that a checker of the opponent can still land on."""
    paces = [pace for pace in range(1, POINTS + 1) if theirs.points[path.point(pace) - 1]]
    if theirs.bar or theirs.reserve:
        paces.append(OFF_PACE if facing else 0)
    if not paces:
        return set()
    reached = set(range(1, max(paces)) if facing else range(min(paces) + 1, OFF_PACE))
    if game.start_pile:
        # Nobody is hit on the first and the last point, and nobody comes to the other's Hucke.
        reached -= {1, HUCKE, POINTS}
    return reached
