"""The decisions of a recorded game: every play, every cube that could be turned, every double answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.hints.advice import Stakes
from companion.hints.cube_choice import is_turnable
from companion.match.between import next_game
from companion.match.length import ToPoints
from companion.match.score import MatchState
from companion.rules.memory import Memory
from companion.rules.players import Player
from companion.rules.position import Position
from companion.table.state import Act, Deed, Record, Table

ANSWERS = frozenset({Deed.TAKE, Deed.DROP, Deed.BEAVER})
Recorded = tuple[MatchState, Sequence[Record | Act]]
"""A game: the match before it, and what happened."""


@dataclass(frozen=True, slots=True)
class PlayDecision:
    """A throw and what was made of it."""

    index: int
    """Of the turn in the game's record."""
    record: Record
    stakes: Stakes


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """A player was free to double before a throw; `answer` is what the opponent said to a double."""

    index: int
    """Of the deed in the game's record, or of the turn before which there was no double."""
    player: Player
    position: Position
    memory: Memory
    stakes: Stakes
    answer: Deed | None = None

    @property
    def doubled(self) -> bool:
        """Whether the cube was turned."""
        return self.answer is not None


Decision = PlayDecision | CubeDecision


def games_of(table: Table) -> list[Recorded]:
    """Return every game of a match as it stood before, with its record; the one in progress too."""
    games: list[Recorded] = [(played.match, played.game.record) for played in table.games]
    ended = table.games[-1].game.number if table.games else 0
    if table.game.record and table.game.number != ended:
        # The match as it stood while that was played, also if the players have stopped in the middle of it.
        games.append((replace(table.match, closed=False), table.game.record))
    return games


def decisions(match: MatchState, record: Iterable[Record | Act]) -> list[Decision]:
    """Return the decisions of a game in the order in which they came."""
    return list(_Walk(match).through(list(record)))


class _Walk:
    """Goes through a record and keeps the cube in mind."""

    def __init__(self, match: MatchState) -> None:
        self.match = match
        start = next_game(match)
        length = match.rules.length
        self.position, self.memory = start.position, start.memory
        self.stakes = Stakes(
            length=length.points if isinstance(length, ToPoints) else 0,
            score=match.score,
            cube=start.stake.cube.value,
            owner=start.stake.cube.owner,
            crawford=match.is_crawford_game,
            jacoby=match.rules.option("jacoby") and match.rules.money,
            beavers=match.rules.option("beaver"),
            has_cube=match.rules.has_cube,
        )
        self.opened = False
        self.doubled = False
        """Whether the cube was turned in this turn."""

    def through(self, record: Sequence[Record | Act]) -> Iterator[Decision]:
        for index, entry in enumerate(record):
            if isinstance(entry, Record):
                yield from self._turn(index, entry)
            else:
                yield from self._deed(index, entry, record[index + 1 :])

    def _turn(self, index: int, entry: Record) -> Iterator[Decision]:
        player = entry.turn.player
        if self.opened and is_turnable(player, self.stakes) and not self.doubled and not entry.turn.memory.named:
            yield CubeDecision(index, player, entry.before, entry.turn.memory, self.stakes)
        yield PlayDecision(index, entry, self.stakes)
        self.opened, self.doubled = True, entry.outcome.again
        self.position, self.memory = entry.after, entry.outcome.memory

    def _deed(self, index: int, entry: Act, later: Sequence[Record | Act]) -> Iterator[Decision]:
        if entry.deed is Deed.DOUBLE and entry.player:
            answer = next((one.deed for one in later if isinstance(one, Act) and one.deed in ANSWERS), None)
            if answer:
                yield CubeDecision(index, entry.player, self.position, self.memory, self.stakes, answer)
            self.doubled = True
        self._settle(entry)

    def _settle(self, entry: Act) -> None:
        if entry.deed is Deed.TAKE:
            self._cube_is(entry.value, self._owner_after(entry))
        elif entry.deed is Deed.TIE:
            self.stakes = replace(self.stakes, cube=entry.value)
        elif entry.deed is Deed.CUBE_SET:
            self._cube_is(entry.value, entry.player)
        elif entry.deed is Deed.POSITION_SET and entry.position:
            self.position, self.memory, self.opened = entry.position, entry.memory or self.memory, True

    def _owner_after(self, entry: Act) -> Player | None:
        # Who takes a beaver leaves the cube with the one who beavered.
        beavered = entry.value == 4 * self.stakes.cube
        return entry.player.opponent if beavered and entry.player else entry.player

    def _cube_is(self, value: int, owner: Player | None) -> None:
        self.stakes = replace(self.stakes, cube=value, owner=owner)
