"""Outcomes that all bring the same rights: kept as packed states, each made only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from companion.rules.turn import Outcome


class Alike(Sequence[Outcome]):
    """The outcomes of a turn after which, but for those that win the game, the same follows."""

    def __init__(self, states: Sequence[int], make: Callable[[Sequence[int]], list[Outcome]]) -> None:
        """Take the states, of which there is one at least, and what makes outcomes of some."""
        self.states = states
        self._make = make

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.states)

    def __iter__(self) -> Iterator[Outcome]:
        """Every outcome, made at once."""
        return iter(self._make(self.states))

    @overload
    def __getitem__(self, place: int) -> Outcome: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Outcome]: ...

    def __getitem__(self, place: int | slice) -> Outcome | Sequence[Outcome]:
        """Return one outcome, or some that are not made yet."""
        if isinstance(place, slice):
            return Alike(self.states[place], self._make)
        return self._make([self.states[place]])[0]
