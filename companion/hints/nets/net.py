"""A net: layers of numbers, one set for positions in which the sides may meet and one for races."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from companion.hints.nets.arrays import Arrays, Bytes, Flags, Floats
from companion.hints.nets.features import features, has_race, in_contact, width
from companion.hints.nets.worth import in_order, outputs
from companion.rules.game import Game

CONTACT, RACE = "contact", "race"
AT_ONCE = 4096
"""How many positions are looked at in one go: more would not stay in the processor's cache."""


@dataclass(frozen=True)
class Layers:
    """The weights of one set: from the features through the hidden layers to the outputs."""

    weights: list[Floats]
    biases: list[Floats]

    @classmethod
    def random(cls, sizes: list[int], chance: np.random.Generator) -> Layers:
        """Return small random weights."""
        pairs = list(pairwise(sizes))
        weights = [
            (chance.standard_normal((before, after)) * np.sqrt(1 / before)).astype(np.float32)
            for before, after in pairs
        ]
        weights[-1] *= np.float32(0.1)
        return cls(weights, [np.zeros(after, np.float32) for _, after in pairs])

    def run(self, inputs: Floats) -> Floats:
        """Return the outputs, each from 0 to 1."""
        return self.levels(inputs)[-1]

    def levels(self, inputs: Floats) -> list[Floats]:
        """Return the inputs, what comes out of each hidden layer, and the outputs."""
        found = [inputs]
        for weights, biases in zip(self.weights[:-1], self.biases[:-1], strict=True):
            found.append(np.maximum(found[-1] @ weights + biases, 0))
        found.append(1 / (1 + np.exp(-(found[-1] @ self.weights[-1] + self.biases[-1]))))
        return found

    @property
    def arrays(self) -> list[Floats]:
        """All arrays, weights first."""
        return [*self.weights, *self.biases]


@dataclass(frozen=True)
class Net:
    """What a game's positions are worth, as learned."""

    game: Game
    sets: dict[str, Layers]

    @classmethod
    def random(cls, game: Game, hidden: dict[str, list[int]], seed: int) -> Net:
        """Return a net that has learned nothing yet."""
        chance = np.random.default_rng(seed)
        names = [CONTACT, RACE] if has_race(game) else [CONTACT]
        sizes = {name: [width(game), *hidden[name], outputs(game)] for name in names}
        return cls(game, {name: Layers.random(sizes[name], chance) for name in names})

    def chances(self, rows: Bytes) -> Floats:
        """Return the chances in each position, as the player sees them who throws next."""
        if len(rows) <= AT_ONCE:
            return in_order(self._run(rows))
        starts = range(0, len(rows), AT_ONCE)
        return np.concatenate([self.chances(rows[start : start + AT_ONCE]) for start in starts])

    def _run(self, rows: Bytes) -> Floats:
        inputs = features(self.game, rows)
        if RACE not in self.sets:
            return self.sets[CONTACT].run(inputs)
        found = np.empty((len(rows), outputs(self.game)), np.float32)
        for name, where in self.parts(rows):
            if where.any():
                found[where] = self.sets[name].run(inputs[where])
        return found

    def parts(self, rows: Bytes) -> list[tuple[str, Flags]]:
        """Return the names of the sets, and which positions each is for."""
        contact = in_contact(self.game, rows)
        return [(CONTACT, contact), (RACE, ~contact)] if RACE in self.sets else [(CONTACT, contact)]

    def arrays(self) -> Arrays:
        """Return all arrays by name."""
        return {key: array for name, layers in self.sets.items() for key, array in named(name, layers)}


def named(name: str, layers: Layers) -> list[tuple[str, Floats]]:
    """Return the arrays of a set by their names, in the order of `Layers.arrays`."""
    return [
        *((f"{name}_weights_{place}", array) for place, array in enumerate(layers.weights)),
        *((f"{name}_biases_{place}", array) for place, array in enumerate(layers.biases)),
    ]


def net_of(game: Game, arrays: Arrays) -> Net:
    """Return the net with these arrays; those of two bytes a number are widened."""
    names = [name for name in (CONTACT, RACE) if f"{name}_weights_0" in arrays]
    net = Net(game, {name: Layers(_kept(arrays, name, "weights"), _kept(arrays, name, "biases")) for name in names})
    if net.sets[CONTACT].weights[0].shape[0] != width(game):
        msg = f"the weights are not for this version of {game.id}'s net"
        raise ValueError(msg)
    return net


def _kept(arrays: Arrays, name: str, kind: str) -> list[Floats]:
    count = sum(key.startswith(f"{name}_{kind}_") for key in arrays)
    return [arrays[f"{name}_{kind}_{place}"].astype(np.float32) for place in range(count)]


def load(game: Game, path: Path) -> Net:
    """Return the net that was saved in a file."""
    with np.load(path, allow_pickle=False) as arrays:
        return net_of(game, dict(arrays))


def save(net: Net, path: Path) -> None:
    """Write a net as it is shipped: two bytes a number."""
    halves = {name: array.astype(np.float16) for name, array in net.arrays().items()}
    np.savez_compressed(path, allow_pickle=False, **halves)
