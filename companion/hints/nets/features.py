"""The numbers that go into a net: counts on each point, measures of both sides, and what is remembered."""

from __future__ import annotations

import numpy as np

from companion.hints.nets.arrays import Bytes, Floats
from companion.hints.nets.measures import NAMES as MEASURES
from companion.hints.nets.measures import Board
from companion.hints.nets.sight import DOUBLES, GATE, NAMES, SCORE
from companion.rules.board import OFF_PACE, POINTS
from companion.rules.game import Game, Scoring
from companion.rules.memory import TARGET
from companion.rules.position import BAR_AT, RESERVE_AT

HIGHEST = 256
_COUNTS = np.arange(HIGHEST, dtype=np.float32)
UNARY = np.stack([_COUNTS == 1, _COUNTS >= 2, _COUNTS >= 3, np.maximum(_COUNTS - 3, 0) / 2], axis=1).astype(np.float32)
"""A count as four numbers: a blot, a band, one to spare, how many more."""
KINDS = 4
EACH = POINTS * KINDS
REMEMBERED = 4
SCORES = (np.arange(HIGHEST)[:, None] >= np.arange(1, TARGET + 1)).astype(np.float32)
"""Points as twelve numbers: one for each that was reached."""


def width(game: Game) -> int:
    """Return how many numbers go into the game's net."""
    scores = 2 * TARGET if game.scoring is Scoring.POINTS else 0
    return 2 * (EACH + 2 * KINDS + len(MEASURES)) + REMEMBERED + scores


def features(game: Game, rows: Bytes) -> Floats:
    """Return what goes into the game's net, a row for each position."""
    board = Board(game, rows)
    parts = [part for side in (0, 1) for part in _of_side(board, side)]
    parts.append(_remembered(rows))
    if game.scoring is Scoring.POINTS:
        parts += [SCORES[rows[:, SCORE]], SCORES[rows[:, SCORE + 1]]]
    return np.concatenate(parts, axis=1)


def _of_side(board: Board, side: int) -> list[Floats]:
    counts = board.sides[side]
    on_points = UNARY[counts[:, 1:OFF_PACE]].reshape(len(counts), EACH)
    return [on_points, UNARY[counts[:, BAR_AT]], UNARY[counts[:, RESERVE_AT]], board.measures(side)]


def _remembered(rows: Bytes) -> Floats:
    known = [rows[:, DOUBLES] > 0, rows[:, GATE], rows[:, GATE + 1], rows[:, NAMES]]
    return np.stack(known, axis=1).astype(np.float32)


def in_contact(game: Game, rows: Bytes) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return which positions are more than a race; all where both travel the same way or points count."""
    if not has_race(game):
        return np.ones(len(rows), np.bool_)
    return Board(game, rows).contact()


def has_race(game: Game) -> bool:
    """Whether a game comes to a race, in which the sides cannot meet any more."""
    return game.meet_pace == POINTS and game.scoring is not Scoring.POINTS
