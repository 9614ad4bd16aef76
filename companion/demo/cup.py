"""What the players do with the dice, on its way to the stage that the camera films."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from companion.rules.players import Player


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice are thrown: each with the player in whose half it comes to lie."""

    dice: tuple[tuple[Player, int], ...]
    by: Player
    kind: str = "flat"
    """How the first of them comes to lie, as the virtual camera names it."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The dice are taken up."""

    by: Player


Deed = Thrown | Taken


class Cup:
    """The dice: what was done with them, and how they lie. And what is wrong with the camera that films them."""

    def __init__(self) -> None:
        self.troubles: frozenset[str] = frozenset()
        self.lying: Thrown | None = None
        self._deeds: SimpleQueue[Deed] = SimpleQueue()

    def throw(self, thrown: Thrown) -> None:
        """Throw the dice."""
        self.lying = thrown
        self._deeds.put(thrown)

    def take(self, by: Player) -> None:
        """Take the dice up."""
        self.lying = None
        self._deeds.put(Taken(by))

    def deeds(self) -> Iterator[Deed]:
        """Return what was done since this was asked last."""
        while True:
            try:
                yield self._deeds.get_nowait()
            except Empty:
                return
