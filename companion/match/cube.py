"""The cube: what it is worth, whose it is, and what its face can show."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.players import Player

FACES = 6
"""2, 4, 8, 16, 32 and 64."""


@dataclass(frozen=True, slots=True)
class Cube:
    """The stake of a game, and who may double it next (None: the cube lies in the middle, either may)."""

    value: int = 1
    owner: Player | None = None
    turned: bool = False
    """Whether a player has turned it, which is what Jacoby asks; an automatic double is no player's."""
    automatic: bool = False
    """Whether the stake has doubled by itself."""

    def __post_init__(self) -> None:
        """Refuse what no row of doubles leads to."""
        if self.value < 1 or self.value & (self.value - 1):
            msg = f"a cube is 1, 2, 4, 8 and so on, not {self.value}"
            raise ValueError(msg)

    @property
    def face(self) -> int:
        """The number on top: 64 for 1, and after 64 it starts again with 2."""
        return face(self.value)

    def is_open_to(self, player: Player) -> bool:
        """Whether it lies in the middle or is the player's."""
        return self.owner in {None, player}


@dataclass(frozen=True, slots=True)
class Offer:
    """A double that waits for its answer."""

    by: Player
    value: int
    """What the stake will be if it is taken."""
    beaver: bool = False
    """Whether it answers a double; then the one who offers it keeps the cube."""

    @property
    def owner_if_taken(self) -> Player:
        """Who has the cube once it is taken."""
        return self.by if self.beaver else self.by.opponent

    @property
    def if_dropped(self) -> int:
        """What dropping it loses: the stake before it; for a beaver, that is the value of the first double."""
        return self.value // 2


def face(value: int) -> int:
    """Return what a cube with six faces shows for a stake of `value`."""
    doubles = value.bit_length() - 1
    return 1 << (1 + (doubles - 1) % FACES)
