"""What a visitor of the demonstration has chosen, as the players look at it between two doings."""

from __future__ import annotations

from dataclasses import dataclass

from companion.config import Demo
from companion.service.view import Who

SLOWEST, FASTEST = 0.1, 100.0


@dataclass(slots=True)
class Wishes:
    """Each is replaced as a whole, so that any thread may read it at any time."""

    game: str
    """Which game is to be begun with; empty: the one before goes on."""
    pace: float
    """2 is twice as fast as people."""
    sides: frozenset[Who] = frozenset()
    """The sides that are played by hand."""

    @classmethod
    def of(cls, config: Demo) -> Wishes:
        """Return what is wished for before anybody has chosen anything."""
        return cls(config.game, config.pace)
