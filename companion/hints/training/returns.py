"""What each position of a game should have been worth: temporal differences, looked at backwards from the end.

The aim of a position is a mixture of what the net says of the next one and of the next one's own aim; the last
position's aim is how the game ended.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.hints.nets.arrays import Floats
from companion.hints.nets.worth import turned
from companion.hints.training.selfplay import Record


def aims(records: Sequence[Record], chances: Floats, trust: float) -> Floats:
    """Return the aims of all positions, one game after the other; `trust` is the next aim's share of the mixture."""
    by_black = np.concatenate([record.by_black for record in records])
    white = _seen_by(chances, by_black)
    lengths = [len(record.rows) for record in records]
    aligned = _aligned(white, lengths)
    aim = np.stack([_last(record, one[-1]) for record, one in zip(records, aligned, strict=True)])
    found = np.empty_like(aligned)
    found[:, -1] = aim
    for place in range(aligned.shape[1] - 2, -1, -1):
        aim = (1 - trust) * aligned[:, place + 1] + trust * aim
        found[:, place] = aim
    inside = np.concatenate([one[len(one) - length :] for one, length in zip(found, lengths, strict=True)])
    return _seen_by(inside, by_black)


def _last(record: Record, said: Floats) -> Floats:
    return said if record.result is None else record.result


def _aligned(chances: Floats, lengths: Sequence[int]) -> Floats:
    """Return the games as rows that end in the same column."""
    aligned = np.zeros((len(lengths), max(lengths), chances.shape[1]), np.float32)
    first = 0
    for place, length in enumerate(lengths):
        aligned[place, -length:] = chances[first : first + length]
        first += length
    return aligned


def _seen_by(chances: Floats, by_black: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Floats:
    """Return chances of those who threw as White's, or White's as those of who threw."""
    return np.where(by_black[:, None], turned(chances), chances)
