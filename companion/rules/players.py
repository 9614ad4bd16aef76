"""The two players, and values that come once for each of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")
U = TypeVar("U")


class Player(Enum):
    """One of the two sides of the table."""

    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> Player:
        """The other player."""
        return Player.BLACK if self is Player.WHITE else Player.WHITE


@dataclass(frozen=True, slots=True)
class Pair(Generic[T]):
    """A value for each player, so that no code asks for a colour to find one."""

    white: T
    black: T

    def __getitem__(self, player: Player) -> T:
        """Return the value of `player`."""
        return self.white if player is Player.WHITE else self.black

    def __iter__(self) -> Iterator[T]:
        """White's value, then Black's."""
        return iter((self.white, self.black))

    def with_(self, player: Player, value: T) -> Pair[T]:
        """Return a pair in which `player` has `value`."""
        return Pair(value, self.black) if player is Player.WHITE else Pair(self.white, value)

    def map(self, change: Callable[[T], U]) -> Pair[U]:
        """Return a pair with `change` applied to both values."""
        return Pair(change(self.white), change(self.black))

    @property
    def swapped(self) -> Pair[T]:
        """The pair with the players exchanged."""
        return Pair(self.black, self.white)


def both(value: T) -> Pair[T]:
    """Return a pair in which both players have the same value."""
    return Pair(value, value)
