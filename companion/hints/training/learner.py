"""How a net comes nearer to its aims: gradients by hand, steps by Adam, and a running mean of the weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from companion.hints.nets.arrays import Arrays, Bytes, Floats
from companion.hints.nets.features import features
from companion.hints.nets.net import Layers, Net, named, net_of

FIRST_SHARE, SECOND_SHARE, TINY = 0.9, 0.999, 1e-8
MEAN_SHARE, MEAN_OF = 0.9998, 10
"""The running mean forgets as slowly as this, at the beginning a tenth of all steps."""
BATCH = 256


def gradients(layers: Layers, inputs: Floats, aims: Floats) -> tuple[list[Floats], float]:
    """Return how the cross entropy grows with each array of the layers, and its mean."""
    levels = layers.levels(inputs)
    said = levels[-1]
    slope: Floats = (said - aims) / np.float32(len(inputs))
    weights: list[Floats] = []
    biases: list[Floats] = []
    for place in range(len(layers.weights) - 1, -1, -1):
        weights.append(levels[place].T @ slope)
        biases.append(slope.sum(0))
        if place:
            slope = (slope @ layers.weights[place].T) * (levels[place] > 0)
    return [*reversed(weights), *reversed(biases)], _entropy(said, aims)


def _entropy(said: Floats, aims: Floats) -> float:
    sure = np.clip(said, 1e-6, 1 - 1e-6)
    return float(-(aims * np.log(sure) + (1 - aims) * np.log(1 - sure)).sum(1).mean())


@dataclass
class Learner:
    """A net that learns, with what Adam remembers and the mean of the weights of late, which plays better."""

    net: Net
    mean: Net
    first: Arrays
    second: Arrays
    steps: int = 0
    chance: np.random.Generator = field(default_factory=np.random.default_rng)

    @classmethod
    def fresh(cls, net: Net, seed: int) -> Learner:
        """Return a learner at its beginning."""
        arrays = net.arrays()
        empty = {name: np.zeros_like(array) for name, array in arrays.items()}
        mean = net_of(net.game, {name: array.copy() for name, array in arrays.items()})
        moments = {name: array.copy() for name, array in empty.items()}
        return cls(net, mean, empty, moments, 0, np.random.default_rng(seed))

    def learn(self, rows: Bytes, aims: Floats, rate: float, passes: int) -> float:
        """Take steps towards the aims; return the mean entropy."""
        inputs, total, taken = features(self.net.game, rows), 0.0, 0
        for name, where in self.net.parts(rows):
            places = np.flatnonzero(where)
            for batch in self._batches(places, passes):
                total += self._step(name, inputs[batch], aims[batch], rate) * len(batch)
                taken += len(batch)
        return total / max(taken, 1)

    def _batches(
        self, places: np.ndarray[tuple[int], np.dtype[np.intp]], passes: int
    ) -> Iterator[np.ndarray[tuple[int], np.dtype[np.intp]]]:
        for _ in range(passes):
            mixed = self.chance.permutation(places)
            yield from (mixed[first : first + BATCH] for first in range(0, len(mixed), BATCH))

    def _step(self, name: str, inputs: Floats, aims: Floats, rate: float) -> float:
        layers = self.net.sets[name]
        found, entropy = gradients(layers, inputs, aims)
        self.steps += 1
        for (key, array), slope in zip(named(name, layers), found, strict=True):
            self._move(key, array, slope, rate)
        self._follow(name)
        return entropy

    def _move(self, key: str, array: Floats, slope: Floats, rate: float) -> None:
        first, second = self.first[key], self.second[key]
        first += (1 - FIRST_SHARE) * (slope - first)
        second += (1 - SECOND_SHARE) * (slope * slope - second)
        ready = np.sqrt(1 - SECOND_SHARE**self.steps) / (1 - FIRST_SHARE**self.steps)
        array -= np.float32(rate * ready) * first / (np.sqrt(second) + TINY)

    def _follow(self, name: str) -> None:
        share = np.float32(1 - min(MEAN_SHARE, self.steps / (self.steps + MEAN_OF)))
        for mean, array in zip(self.mean.sets[name].arrays, self.net.sets[name].arrays, strict=True):
            np.add(mean, share * (array - mean), out=mean)
