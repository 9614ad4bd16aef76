"""An aim: bounds on how far the mover's checkers have come, by which a search leaves out what cannot lead there.

A double of eight steps has up to some hundred thousand outcomes. Whoever asks for one position, or for those near it,
need not find them all: checkers only go forwards, and with every step at most one of them passes a pace.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.rules.board import POINTS
from companion.rules.steps import BITS, BYTE, ON_BOARD, RESERVE_SHIFT

PATH_BYTES = POINTS + 1
PATH = (1 << (BITS * PATH_BYTES)) - 1
EACH = int.from_bytes(bytes([1]) * PATH_BYTES, "little")
PATH_TOPS = EACH << 7
MOST = 64
"""More than there are checkers, and little enough for sums to stay within their bytes."""


class SearchTooLongError(Exception):
    """A search that came upon more states than it may."""


def behind(state: int) -> int:
    """Return for each pace how many of the mover's checkers have come no further; at 0 those that wait."""
    waiting = (state & BYTE) + (state >> RESERVE_SHIFT & BYTE)
    # Times 1 in every byte, a number has in each byte the sum of all below.
    return ((state & ON_BOARD) + waiting) * EACH & PATH


@dataclass(frozen=True, slots=True)
class Aim:
    """For each pace how many checkers at least and at most shall have come no further: a byte for each."""

    least: int
    most: int

    @classmethod
    def at(cls, state: int, slack: int = 0) -> Aim:
        """Return the aim at a state, or at all in which not more than `slack` checkers stand elsewhere."""
        bounds = behind(state).to_bytes(PATH_BYTES, "little")
        return cls.between([count - slack for count in bounds], [count + slack for count in bounds])

    @classmethod
    def between(cls, least: list[int], most: list[int]) -> Aim:
        """Return the aim at all between two lists of bounds; beyond what checkers there are, they bound nothing."""
        packed = (bytes(max(0, min(one, MOST)) for one in ends) for ends in (least, most))
        return cls(*(int.from_bytes(one, "little") for one in packed))

    @property
    def is_possible(self) -> bool:
        """Whether anything is between the bounds."""
        return (self.most + PATH_TOPS - self.least) & PATH_TOPS == PATH_TOPS

    def worth(self, state: int, left: int) -> bool:
        """Whether so many steps can still lead from `state` to what is aimed at."""
        now = behind(state)
        return (now + PATH_TOPS - self.least) & (self.most + left * EACH + PATH_TOPS - now) & PATH_TOPS == PATH_TOPS


class Limited:
    """A search that is given up after so many states."""

    __slots__ = ("_left", "_worth")

    def __init__(self, worth: Callable[[int, int], bool], states: int) -> None:
        """Count from nothing."""
        self._worth = worth
        self._left = states

    def worth(self, state: int, left: int) -> bool:
        """Tell what is worth it; raises `SearchTooLongError`."""
        if not self._worth(state, left):
            return False
        self._left -= 1
        if self._left < 0:
            raise SearchTooLongError
        return True
