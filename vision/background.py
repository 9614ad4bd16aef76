"""The board as it is without dice and hands, and what of the picture now differs from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

import cv2
import numpy as np

from vision.dice import Die
from vision.light import EVEN, light_between
from vision.pictures import Picture, grey
from vision.settling import edge_of
from vision.stillness import Mask, Stillness, miniature

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""
STRANGE = 15.0
"""A pixel that differs by more levels of grey does not show the board."""
ARM = 0.012
"""What comes in from the edge of the picture is a hand if it fills so much of it."""
LINGERS = 20.0
"""Seconds without any motion after which it is none: a lamp has lit that part, or something was put there."""
GONE = 0.4
"""How much of the difference between die and bare board may be left where the board is bare."""
SAME = 0.8
"""How alike, from 0 to 1, the place of a die must look to what it looked like."""
BESIDES = 0.16
"""How much of a piece, at each side, does not show the die's upper face."""
PLAIN = 2.0
"""Pieces that vary less are plain: there is nothing in them to compare but their light."""
FAINT = 7.0
"""By how many levels of grey a die differs from the bare board at least."""


class Spot(Enum):
    """What is to be seen where a die lay."""

    DIE = "die"
    BOARD = "board"
    OTHER = "other"


@dataclass(frozen=True)
class Lay:
    """A die that lies, and what its place looked like then."""

    die: Die
    patch: Picture

    @classmethod
    def of(cls, die: Die, frame: Picture) -> Lay:
        """Remember a die as a frame shows it."""
        return cls(die, _patch(frame, die))

    @property
    def known(self) -> bool:
        """Whether all is known of it that can be: a die that could not be read may be yet."""
        return self.die.value is not None or not self.die.flat


class Background:
    """The board between throws; it is none until the board was once seen without dice."""

    def __init__(self) -> None:
        self.board: Picture | None = None
        self.strange: Mask = np.zeros((0, 0), np.bool_)
        """Where the last frame does not show the board."""
        self.hand: Mask = np.zeros((0, 0), np.bool_)
        """Where something reaches in from the edge of the picture."""
        self.light = EVEN
        """What the light has become since the board was learned."""
        self._small = miniature(np.zeros((4, 4), np.uint8))

    def learn(self, frame: Picture, dice: tuple[Die, ...] = ()) -> None:
        """Take a still frame for the board; where dice lie, it stays what it was."""
        board = frame.copy()
        if dice and self.board is None:
            return
        for die in dice:
            left, top, right, bottom = _whole(box_of(die, 1.1), frame)
            if self.board is not None:
                board[top:bottom, left:right] = self.board[top:bottom, left:right]
        self._keep(board)

    def absorb(self, die: Die, frame: Picture) -> None:
        """Take what looks like a die for a part of the board."""
        if self.board is not None:
            left, top, right, bottom = _whole(box_of(die, 1.1), frame)
            board = self.board.copy()
            board[top:bottom, left:right] = frame[top:bottom, left:right]
            self._keep(board)

    def _keep(self, board: Picture) -> None:
        self.board = board
        self._small = miniature(board)

    def look(self, stillness: Stillness) -> None:
        """Take in the next frame."""
        if self.board is None or self._small.shape != stillness.small.shape:
            self.strange = self.hand = np.zeros(stillness.small.shape, np.bool_)
            return
        self.light = light_between(self._small, stillness.small)
        apart = np.abs(stillness.small - self.light.on(self._small))
        self.strange = apart > STRANGE * min(1.0, self.light.gain)
        self.hand = _from_edge(self.strange, stillness.moved_lately(LINGERS))

    @property
    def hand_in_view(self) -> bool:
        """Whether something reaches in."""
        return bool(self.hand.any())

    @property
    def share_strange(self) -> float:
        """How much of the picture is not as it was."""
        return float(self.strange.mean()) if self.strange.size else 0.0

    def is_new(self, die: Die, frame: Picture) -> bool:
        """Tell whether the board looked otherwise where a die is read: what was there before is none."""
        if self.board is None:
            return True
        bare = self.light.on(_patch(self.board, die, 0.75))
        return _apart(_patch(frame, die, 0.75), bare) > FAINT * min(1.0, self.light.gain)

    def spot(self, lay: Lay, frame: Picture) -> Spot:
        """Tell what is to be seen where a die lay."""
        now = _patch(frame, lay.die)
        if _likeness(_inner(now), _inner(lay.patch)) >= SAME:
            return Spot.DIE
        if self.board is None:
            return Spot.OTHER
        bare = _patch(self.board, lay.die)
        contrast = max(_apart(lay.patch, bare), FAINT) * min(1.0, self.light.gain)
        # A lamp lights one place more than another: what looks the same but for that is the board, too.
        is_bare = _apart(now, self.light.on(bare)) < GONE * contrast or _likeness(_inner(now), _inner(bare)) >= SAME
        return Spot.BOARD if is_bare else Spot.OTHER

    def hidden(self, die: Die, stillness: Stillness) -> bool:
        """Tell whether a hand is over a die's place."""
        part = self.hand[stillness.cells(box_of(die, 0.8))]
        return bool(part.any())


def box_of(die: Die, edges: float = 1.0) -> Box:
    """Return the box that reaches so many edges around the middle of a die."""
    reach = max(edge_of(die), 8.0) * edges
    return die.x - reach, die.y - reach, die.x + reach, die.y + reach


def _patch(frame: Picture, die: Die, edges: float = 0.7) -> Picture:
    left, top, right, bottom = _whole(box_of(die, edges), frame)
    part = (
        cv2.blur(frame[top:bottom, left:right], (3, 3)) if right > left and bottom > top else np.zeros((1, 1), np.uint8)
    )
    return np.asarray(grey(part), dtype=np.float32)


def _apart(one: Picture, other: Picture) -> float:
    if one.shape != other.shape:
        return 255.0
    # A hand's shadow or the camera's own control makes all of it darker: that is no difference.
    apart = one - other
    level = float(np.clip(np.median(apart), -12.0, 12.0))
    return float(np.abs(apart - level).mean())


def _inner(piece: Picture) -> Picture:
    """Return the upper face alone: a checker beside it would look the same without the die."""
    down, across = (int(side * BESIDES) for side in piece.shape[:2])
    return piece[down : piece.shape[0] - down, across : piece.shape[1] - across]


def _likeness(one: Picture, other: Picture) -> float:
    """Return how alike two pieces are in all but their light: a checker as bright as a die is not like it."""
    if one.shape != other.shape:
        return 0.0
    first, second = one - one.mean(), other - other.mean()
    strength = float(np.sqrt((first**2).mean() * (second**2).mean()))
    if strength < PLAIN:
        return float(_apart(one, other) < FAINT)
    return float((first * second).mean()) / strength


def _whole(box: Box, frame: Picture) -> tuple[int, int, int, int]:
    high, wide = frame.shape[:2]
    left, top, right, bottom = box
    return max(0, int(left)), max(0, int(top)), min(wide, max(0, int(right) + 1)), min(high, max(0, int(bottom) + 1))


def _from_edge(strange: Mask, moved: Mask) -> Mask:
    joined = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    joined = cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined.astype(np.uint8), connectivity=8)
    high, wide = strange.shape
    found = np.zeros((high, wide), np.bool_)
    for label in range(1, count):
        left, top, across, down, area = (int(part) for part in stats[label])
        at_edge = left <= 1 or top <= 1 or left + across >= wide - 1 or top + down >= high - 1
        if at_edge and area >= ARM * strange.size:
            piece = labels == label
            found |= piece & bool(moved[piece].any())
    return found
