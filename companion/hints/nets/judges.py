"""Who says what positions are worth: a net, or chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from companion.hints.nets.arrays import Floats
from companion.hints.nets.net import Net
from companion.hints.nets.sight import Sights
from companion.hints.nets.worth import equity


class Judge(Protocol):
    """One who compares what plays lead to."""

    def values(self, sights: Sights) -> Floats:
        """Return what each position is worth to the player who made the play."""


@dataclass(frozen=True)
class NetJudge:
    """Judges by a net."""

    net: Net

    def values(self, sights: Sights) -> Floats:
        """Return what each position is worth to the player who made the play."""
        return to_mover(equity(self.net.chances(sights.rows)), sights)


def to_mover(worth: Floats, sights: Sights) -> Floats:
    """Return for the mover what positions are worth to those who throw next; a won game is worth what it counts."""
    turned: Floats = np.where(sights.same, worth, -worth)
    return np.where(sights.count > 0, sights.count, turned)


@dataclass(frozen=True)
class RandomJudge:
    """Judges at random, won games too: any legal play is as likely as another."""

    chance: np.random.Generator

    def values(self, sights: Sights) -> Floats:
        """Return what each position is worth to the player who made the play."""
        return self.chance.random(sights.size, np.float32)
