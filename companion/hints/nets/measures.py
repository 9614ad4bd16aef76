"""What a player of backgammon looks at: pips, blots in reach, points made, primes, ways out; of each side a number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from companion.hints.nets.arrays import Bytes, Floats, Masks
from companion.hints.nets.shots import CHANCE, THROWS, Ground, as_masks, closed_points, hit_chances
from companion.hints.nets.sight import CHECKERS, GATE
from companion.rules.board import HOME_PACE, OFF_PACE, POINTS
from companion.rules.game import Game
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT, SIDE_BYTES

NAMES = (
    *("pips", "bar", "waits", "reserve", "off", "off_any", "rear", "front"),
    *("exposed", "exposed_1", "exposed_2", "exposed_3", "exposed_4"),
    *("blots", "points", "home_points", "outer_points", "anchors", "stacked"),
    *("prime_3", "prime_4", "prime_5", "prime_6", "shut", "free", "mobile"),
    *("bridge_points", "bridge", "bridge_any"),
)
"""The measures of one side, in their order."""
PIPS = np.array([OFF_PACE, *(OFF_PACE - pace for pace in range(1, OFF_PACE)), 0, OFF_PACE, 0], np.float32)
AHEAD = 12
BRIDGE = slice(6, 12)
"""Paces 7 to 12, counted from nought."""


class Board:
    """Many positions, with what both sides' measures need."""

    def __init__(self, game: Game, rows: Bytes) -> None:
        """Take the rows of the positions."""
        self.game = game
        self.sides = [rows[:, :SIDE_BYTES], rows[:, SIDE_BYTES:CHECKERS]]
        self._gates = rows[:, GATE : GATE + 2]
        self._points = [side[:, 1:OFF_PACE] for side in self.sides]

    def measures(self, side: int) -> Floats:
        """Return the measures of one side (0: who throws), a column for each of `NAMES`."""
        return _Side(self, side).table

    def contact(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Return where one side still has a checker that an opposing one may meet."""
        mine, theirs = (_rear(side) for side in self.sides)
        met: np.ndarray[tuple[int], np.dtype[np.bool_]] = mine + theirs < OFF_PACE
        return met

    def points(self, side: int) -> Bytes:
        """Return the counts on a side's paces 1-24."""
        return self._points[side]

    def across(self, side: int) -> Bytes:
        """Return the opponent's counts on the points of a side's paces 1-24."""
        other = self._points[1 - side]
        return other[:, ::-1] if self.game.meet_pace == POINTS else other

    def may_hit(self, side: int) -> Bytes:
        """Return whether a side has the right to hit."""
        return self._gates[:, side]


def _rear(side: Bytes) -> Floats:
    """Return the pace of the rearmost checker: 0 for one that waits, 25 if there is none."""
    waits = (side[:, BAR_AT] > 0) | (side[:, RESERVE_AT] > 0)
    occupied = side[:, 1 : OFF_PACE + 1] > 0
    occupied[:, -1] = True
    rear: Floats = np.where(waits, 0, occupied.argmax(1) + 1).astype(np.float32)
    return rear


@dataclass(frozen=True)
class _Side:
    """One side of many positions."""

    board: Board
    side: int

    @cached_property
    def counts(self) -> Bytes:
        return self.board.sides[self.side]

    @cached_property
    def on_points(self) -> Bytes:
        return self.board.points(self.side)

    @cached_property
    def made(self) -> Masks:
        """The points that this side holds, by its own paces."""
        return as_masks(closed_points(self.board.game, self.on_points))

    @cached_property
    def blocked(self) -> Masks:
        """The points that the opponent holds, by this side's paces."""
        return as_masks(closed_points(self.board.game, self.board.across(self.side)))

    @cached_property
    def table(self) -> Floats:
        columns = [*self._progress(), *self._exposed(), *self._structure(), *self._primes(), *self._freedom()]
        columns += self._bridge()
        return np.stack(columns, axis=1).astype(np.float32)

    def _progress(self) -> list[Floats]:
        counts = self.counts.astype(np.float32)
        bar, reserve, off = counts[:, BAR_AT], counts[:, RESERVE_AT], counts[:, OFF_AT]
        occupied = self.on_points[:, ::-1] > 0
        front = np.where(occupied.any(1), POINTS - occupied.argmax(1), 0)
        pips = counts @ PIPS / 167
        return [
            *(pips, bar / 2, np.minimum(bar + reserve, 1), reserve / 5, off / 5, np.minimum(off, 1)),
            *(_rear(self.counts) / POINTS, front.astype(np.float32) / POINTS),
        ]

    def _exposed(self) -> list[Floats]:
        """Return how likely the opponent hits a blot if it is the opponent who throws."""
        board, other = self.board, 1 - self.side
        hitter = board.sides[other]
        waiting = hitter[:, BAR_AT]
        if board.game.free_entry_from is None:
            waiting = waiting + hitter[:, RESERVE_AT]
        ground = Ground(
            own=as_masks(board.points(other) > 0),
            waiting=waiting,
            blots=as_masks(board.across(other) == 1),
            closed=as_masks(closed_points(board.game, board.across(other))),
        )
        chances = hit_chances(board.game, ground)
        if board.game.hit_gate:
            chances *= board.may_hit(other)[:, None]
        return list(chances.T)

    def _structure(self) -> list[Floats]:
        points = self.on_points
        made = points >= 2
        home, rear = slice(HOME_PACE - 1, POINTS), slice(0, 6)
        stacked = np.maximum(points.astype(np.float32) - 3, 0).sum(1) / 5
        parts = [(points == 1).sum(1) / 5, made.sum(1) / 5, made[:, home].sum(1) / 5, made[:, 12:18].sum(1) / 5]
        return [*parts, made[:, rear].sum(1) / 3, stacked]

    def _primes(self) -> list[Floats]:
        run, found = self.made, []
        for length in range(2, 7):
            run = run & (self.made >> np.uint32(length - 1))
            if length > 2:
                found.append((run != 0).astype(np.float32))
        return found

    def _freedom(self) -> list[Floats]:
        """Return how shut the entry is, and how freely the rearmost checker moves: with all of a throw, with any."""
        rear = np.minimum(_rear(self.counts), POINTS).astype(np.uint32)
        ahead = (self.blocked >> (rear + np.uint32(1))) & np.uint32((1 << AHEAD) - 1)
        entries = (self.blocked >> np.uint32(1)) & np.uint32(63)
        whole, any_of_it = _mobility()
        return [1 - any_of_it[entries], whole[ahead], any_of_it[ahead]]

    def _bridge(self) -> list[Floats]:
        points = self.on_points[:, BRIDGE]
        held = (points >= 2).sum(1) / 6
        return [held, (held == 1).astype(np.float32), (points >= 1).sum(1) / 6]


@lru_cache(maxsize=1)
def _mobility() -> tuple[Floats, Floats]:
    """Return by which of the next twelve points are closed how likely a throw moves one checker: wholly, at all."""
    closed = np.arange(1 << AHEAD, dtype=np.uint32)
    whole, any_of_it = np.zeros((2, len(closed)), np.float32)
    for (low, high), chance in zip(THROWS, CHANCE, strict=True):
        lows, highs, sums = (_is_open(closed, number) for number in (low, high, low + high))
        whole += chance * ((lows | highs) & sums)
        any_of_it += chance * (lows | highs)
    return whole, any_of_it


def _is_open(closed: Masks, number: int) -> Masks:
    return (closed >> np.uint32(number - 1)) & np.uint32(1) ^ np.uint32(1)
