"""A double of eight steps with too many outcomes to list: only the best states of each step are carried on.

Every level that a beam ends on is one on which a play may end; what it leaves out are plays, never rules.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.hints.nets.arrays import Floats
from companion.hints.nets.judges import Judge
from companion.hints.nets.sight import BLACK, CHECKERS, LONG, SAME, Sights
from companion.rules.game import Game
from companion.rules.memory import Memory
from companion.rules.players import Player
from companion.rules.plays import Plays
from companion.rules.position import OFF_AT, SIDE_BYTES
from companion.rules.results import WIN
from companion.rules.search import Level
from companion.rules.steps import GATE_OPEN, board_bytes
from companion.rules.turn import Outcome, Turn

DEAD_END = 8
"""How many times as many states are kept when those that were kept could not use enough numbers."""


class Beam:
    """The way through one throw."""

    def __init__(self, plays: Plays, keep: int) -> None:
        """Start before the first step."""
        self.plays = plays
        self.turn: Turn = plays.turn
        self._keep = keep
        self._search = plays.search
        (outline,) = self._search.outlines
        self._numbers, self._accepted = outline.numbers, frozenset(outline.accepted)
        self._begin()

    def _begin(self) -> None:
        self._depth = 0
        self._level: Level = {self._search.origin: (self._search.origin, 0)}
        self.ends: dict[int, tuple[float, int]] = {}
        """What states that may end the play are worth, and after how many steps they were come to."""
        self.states: list[int] = list(self._level)

    @property
    def depth(self) -> int:
        """How many steps were made."""
        return self._depth

    @property
    def uses_all(self) -> bool:
        """Whether every number of the throw was used."""
        return self._depth == len(self._search.numbers)

    def keep(self, values: Sequence[float]) -> None:
        """Take what the states are worth; keep the best, and go on to the next step."""
        worth = dict(zip(self.states, values, strict=True))
        if self._depth in self._accepted:
            self.ends |= {state: (value, self._depth) for state, value in worth.items()}
        best = sorted(self.states, key=worth.__getitem__, reverse=True)[: self._keep]
        self._advance({state: self._level[state] for state in best})

    def _advance(self, level: Level) -> None:
        numbers = self._numbers[self._depth : self._depth + 1]
        levels = self._search.run(numbers, level) if numbers else ()
        if len(levels) > 1:
            self._depth, self._level = self._depth + 1, levels[1]
            self.states = list(self._level)
        elif self.ends:
            self.states = []
        else:
            self._keep *= DEAD_END
            self._begin()

    def best(self, count: int) -> list[Outcome]:
        """Return the outcomes of the best ends."""
        states = sorted(self.ends, key=lambda state: self.ends[state][0], reverse=True)[:count]
        outcomes = (outcome for state in states for outcome in self.plays.come_to(state, self.ends[state][1]))
        return list({outcome.position: outcome for outcome in outcomes}.values())


def run_beams(game: Game, beams: Sequence[Beam], judge: Judge) -> None:
    """Carry all beams to their ends, the judge looking at all of them at once."""
    going = [beam for beam in beams if beam.states]
    while going:
        values = judge.values(_sights(game, going)).tolist()
        first = 0
        for beam in going:
            last = first + len(beam.states)
            beam.keep(values[first:last])
            first = last
        going = [beam for beam in going if beam.states]


def _sights(game: Game, beams: Sequence[Beam]) -> Sights:
    packed = np.frombuffer(b"".join(part for beam in beams for part in _parts(beam)), np.uint8).reshape(-1, LONG)
    same = packed[:, SAME] == 1
    rows = packed[:, _ORDERS[game.meet_pace]].copy()
    rows[~same] = packed[~same][:, _OTHER_ORDERS[game.meet_pace]]
    won = packed[:, OFF_AT] == packed[:, :SIDE_BYTES].sum(1)
    return Sights(rows, same, _won_count(won))


def _won_count(won: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Floats:
    return won.astype(np.float32) * WIN


def _parts(beam: Beam) -> list[bytes]:
    """Return the states by the mover's paces, each with what will be remembered if the play ends there."""
    again = beam.uses_all or not beam.turn.game.again_needs_all
    tails = [_tail(beam.turn, again=again, gate=gate) for gate in (False, True)]
    found: list[bytes] = []
    for state in beam.states:
        found += (board_bytes(state), tails[bool(state & GATE_OPEN)])
    return found


def _tail(turn: Turn, *, again: bool, gate: bool) -> bytes:
    memory, player = turn.memory, turn.player
    kept = [*_doubles(memory, player, again=again), gate, memory.gate[player.opponent]]
    if not again:
        kept = [kept[1], kept[0], kept[3], kept[2]]
    return bytes((*kept, 0, 0, 0, 0, 0, again, 0))


def _doubles(memory: Memory, player: Player, *, again: bool) -> tuple[int, int]:
    return (memory.doubles[player] + 1 if again else 0), memory.doubles[player.opponent]


def _order(meet_pace: int, first: int) -> list[int]:
    """Return the places of a state by the mover's paces in the order of a row, the side at `first` first."""
    sides = {0: list(range(SIDE_BYTES)), SIDE_BYTES: list(range(SIDE_BYTES, CHECKERS))}
    if meet_pace != 1:
        sides[SIDE_BYTES][1:OFF_AT] = reversed(sides[SIDE_BYTES][1:OFF_AT])
    return sides[first] + sides[SIDE_BYTES - first] + list(range(CHECKERS, BLACK))


_ORDERS = {meet: np.array(_order(meet, 0)) for meet in (1, 24)}
_OTHER_ORDERS = {meet: np.array(_order(meet, SIDE_BYTES)) for meet in (1, 24)}
