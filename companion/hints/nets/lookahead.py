"""One throw further: for each of the 21 throws the best answer, and what they come to on average."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.hints.nets.arrays import Floats
from companion.hints.nets.choices import Choice, Limits, best_choices
from companion.hints.nets.judges import NetJudge
from companion.hints.nets.net import Net
from companion.hints.nets.shots import CHANCE, THROWS
from companion.hints.nets.sight import Standing
from companion.hints.nets.worth import ended, turned
from companion.rules.turn import Turn

LIMITS = Limits(listed=60, carried=3, taken=1)
ANY_THROW = (1, 2)


def chances_ahead(net: Net, standings: Sequence[Standing]) -> Floats:
    """Return the chances of those who throw, one throw further; where a double is named, after the best of them."""
    turns: list[list[Turn]] = []
    owners: list[int] = []
    weights: list[float] = []
    for owner, standing in enumerate(standings):
        for dice, chance in _throws(standing):
            turns.append(standing.turns(dice))
            owners.append(owner)
            weights.append(chance)
    found = _after(net, best_choices(net.game, turns, NetJudge(net), LIMITS))
    total = np.zeros((len(standings), found.shape[1]), np.float32)
    np.add.at(total, owners, found * np.array(weights, np.float32)[:, None])
    return total


def _throws(standing: Standing) -> list[tuple[tuple[int, int], float]]:
    if standing.then.names_double or standing.then.dice:
        return [(standing.then.dice or ANY_THROW, 1.0)]
    return [(dice, float(chance)) for dice, chance in zip(THROWS, CHANCE, strict=True)]


def _after(net: Net, choices: Sequence[Choice]) -> Floats:
    """Return the movers' chances after their plays."""
    chances = net.chances(np.stack([choice.row for choice in choices]))
    same = np.array([choice.same for choice in choices])
    chances = np.where(same[:, None], chances, turned(chances))
    for place, choice in enumerate(choices):
        if choice.count:
            chances[place] = ended(net.game, choice.count)[0]
    return chances
