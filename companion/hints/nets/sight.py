"""What a net looks at: a row of numbers for each position, as the player sees it who throws next.

A row holds the checkers of the player who throws, by that player's own paces (bar, paces 1-24, tray, reserve), then
those of the opponent by the opponent's own paces, then what the game remembers. So both colours look the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.hints.nets.arrays import Bytes, Flags, Floats, Whole
from companion.rules.alike import Alike
from companion.rules.board import OFF_PACE, Path
from companion.rules.following import Following, following
from companion.rules.game import Game
from companion.rules.memory import Memory
from companion.rules.players import Pair, Player
from companion.rules.position import OFF_AT, SIDE_BYTES, Position
from companion.rules.results import game_count
from companion.rules.steps import board_bytes, places_seen
from companion.rules.turn import Outcome, Turn

CHECKERS = 2 * SIDE_BYTES
DOUBLES, GATE, SCORE, NAMES = (CHECKERS + place for place in (0, 2, 4, 6))
"""Where a row has what is remembered; of the first three the opponent's follows."""
WIDTH = CHECKERS + 8
BLACK, SAME, COUNT = WIDTH, WIDTH + 1, WIDTH + 2
"""Behind the row: whether Black throws next, whether the mover does, and what a game counts that is won."""
LONG = WIDTH + 3
MOST = 255


@dataclass(frozen=True, slots=True)
class Standing:
    """A position before a throw, and who throws with what rights."""

    game: Game
    position: Position
    then: Following

    def turns(self, dice: tuple[int, int]) -> list[Turn]:
        """Return the turns there are with these dice: six where a double is to be named."""
        if not self.then.names_double:
            return [self._turn(self.then.memory, dice)]
        return [self._turn(_named(self.then.memory, number), dice) for number in range(1, 7)]

    def _turn(self, memory: Memory, dice: tuple[int, int]) -> Turn:
        return Turn(self.game, self.position, self.then.player, self.then.dice or dice, memory)


def _named(memory: Memory, number: int) -> Memory:
    return Memory(memory.doubles, memory.gate, memory.score, number, memory.ace_deuces)


def standing_after(turn: Turn, outcome: Outcome) -> Standing | None:
    """Return what stands after a play, or None if it won the game."""
    then = following(turn, outcome)
    return None if then is None else Standing(turn.game, outcome.position, then)


@dataclass(frozen=True, slots=True)
class Sights:
    """Positions after plays: their rows, whether the mover throws again, and what a won game counts (0: not won)."""

    rows: Bytes
    same: Flags
    count: Floats

    @property
    def size(self) -> int:
        """How many positions these are."""
        return len(self.rows)


def sights_of(game: Game, found: Iterable[tuple[Turn, Sequence[Outcome]]]) -> Sights:
    """Return the sights of all outcomes of some turns, one after the other."""
    packed = np.concatenate([_packed(turn, outcomes) for turn, outcomes in found])
    return Sights(seen(game, packed), packed[:, SAME] == 1, packed[:, COUNT].astype(np.float32))


def _packed(turn: Turn, outcomes: Sequence[Outcome]) -> Bytes:
    if isinstance(outcomes, Alike):
        return _packed_alike(turn, outcomes)
    parts: list[bytes] = []
    # Outcomes that differ in what follows never share a memory: so its identity tells the tail.
    tails: dict[int, bytes] = {}
    for outcome in outcomes:
        memory = outcome.memory
        tail = tails.get(id(memory))
        if tail is None:
            tail = tails[id(memory)] = _tail(turn, outcome)
        parts += (outcome.position.code, tail)
    return np.frombuffer(b"".join(parts), np.uint8).reshape(-1, LONG)


def _packed_alike(turn: Turn, outcomes: Alike) -> Bytes:
    """Return what `_packed` does of outcomes that are not made yet; made are only those that win, and one more."""
    boards = np.frombuffer(b"".join(map(board_bytes, outcomes.states)), np.uint8).reshape(-1, CHECKERS)
    packed = np.empty((len(boards), LONG), np.uint8)
    packed[:, :CHECKERS] = boards[:, _places_seen(turn.game, turn.player)]
    won = boards[:, OFF_AT] == turn.game.checkers[turn.player]
    if not won.all():
        packed[:, CHECKERS:] = _as_bytes(_tail(turn, outcomes[int(won.argmin())]))
    for place in np.flatnonzero(won):
        packed[place, CHECKERS:] = _as_bytes(_tail(turn, outcomes[int(place)]))
    return packed


def _as_bytes(tail: bytes) -> Bytes:
    return np.frombuffer(tail, np.uint8)


@lru_cache(maxsize=64)
def _places_seen(game: Game, player: Player) -> Whole:
    return np.array(places_seen(game, player))


def _tail(turn: Turn, outcome: Outcome) -> bytes:
    then = following(turn, outcome)
    if then is None:
        won = Following(turn.player.opponent, outcome.memory)
        return _remembered(won) + bytes((0, game_count(turn.game, outcome, turn.player)))
    return _remembered(then) + bytes((then.player is turn.player, 0))


def _remembered(then: Following) -> bytes:
    memory, player = then.memory, then.player
    kept = [value for pair in (memory.doubles, memory.gate, memory.score) for value in _by(pair, player)]
    return bytes(min(value, MOST) for value in (*kept, then.names_double, 0, player is Player.BLACK))


def _by(pair: Pair[int] | Pair[bool], player: Player) -> tuple[int, int]:
    return pair[player], pair[player.opponent]


def sight(standing: Standing) -> Bytes:
    """Return the one row of a position before a throw."""
    packed = standing.position.code + _remembered(standing.then) + bytes(2)
    return seen(standing.game, np.frombuffer(packed, np.uint8).reshape(1, LONG))


def seen(game: Game, packed: Bytes) -> Bytes:
    """Return packed positions as rows, each as its player sees it."""
    white, black = _orders(game)
    rows = packed[:, white]
    by_black = packed[:, BLACK] == 1
    rows[by_black] = packed[by_black][:, black]
    return rows


@lru_cache(maxsize=64)
def _orders(game: Game) -> tuple[Whole, Whole]:
    """Return the places of a packed position in the order in which White sees them, and Black."""
    sides = game.path(Player.WHITE), game.path(Player.BLACK)
    own = [_places(path, side * SIDE_BYTES) for side, path in enumerate(sides)]
    memory = list(range(CHECKERS, WIDTH))
    return np.array(own[0] + own[1] + memory), np.array(own[1] + own[0] + memory)


def _places(path: Path, first: int) -> list[int]:
    inside = [first + path.point(pace) for pace in range(1, OFF_PACE)]
    return [first, *inside, *range(first + OFF_PACE, first + SIDE_BYTES)]
