"""Gradients by hand are the slopes that are measured, and following them brings a net nearer to its aims."""

from pathlib import Path

import numpy as np
import pytest

from companion.hints.nets.arrays import Bytes
from companion.hints.nets.net import CONTACT, RACE, Net, load, save
from companion.hints.nets.sight import sights_of
from companion.hints.training.learner import Learner, _entropy, gradients
from companion.rules.games import GAMES
from companion.rules.plays import legal_plays
from tests.rules.random_games import random_turns

GAME = GAMES["backgammon"]
SMALL = {CONTACT: [6, 5], RACE: [4]}
NUDGE = 1e-2


def some_rows() -> Bytes:
    turns = [turn for turn in random_turns(GAME, 2, 150) if not legal_plays(turn).more_than(50)]
    return sights_of(GAME, [(turn, list(legal_plays(turn))[:2]) for turn in turns]).rows


def test_the_gradients_are_the_slopes() -> None:
    chance = np.random.default_rng(1)
    layers = Net.random(GAME, SMALL, 1).sets[CONTACT]
    inputs = chance.random((40, layers.weights[0].shape[0]), np.float32)
    aims = chance.random((40, 5), np.float32)
    found, _ = gradients(layers, inputs, aims)
    for array, slope in zip(layers.arrays, found, strict=True):
        for _ in range(5):
            place = tuple(int(chance.integers(size)) for size in array.shape)
            kept, measured = array[place], []
            for nudge in (NUDGE, -NUDGE):
                array[place] = kept + nudge
                measured.append(_entropy(layers.run(inputs), aims))
            array[place] = kept
            assert (measured[0] - measured[1]) / (2 * NUDGE) == pytest.approx(slope[place], abs=2e-3)


def test_learning_brings_the_net_nearer() -> None:
    rows = some_rows()
    aims = np.random.default_rng(3).choice([0.1, 0.9], (len(rows), 5)).astype(np.float32)
    learner = Learner.fresh(Net.random(GAME, SMALL, 2), 2)
    first = learner.learn(rows, aims, 1e-2, 1)
    later = [learner.learn(rows, aims, 1e-2, 1) for _ in range(30)][-1]
    assert later < first - 0.1


def test_both_sets_learn_from_their_own_positions() -> None:
    rows = some_rows()
    net = Net.random(GAME, SMALL, 2)
    (_, contact), (_, race) = net.parts(rows)
    assert contact.any()
    assert race.any()
    learner = Learner.fresh(net, 2)
    before = {name: layers.weights[0].copy() for name, layers in net.sets.items()}
    learner.learn(rows[race], np.zeros((int(race.sum()), 5), np.float32), 1e-2, 1)
    assert np.array_equal(net.sets[CONTACT].weights[0], before[CONTACT])
    assert not np.array_equal(net.sets[RACE].weights[0], before[RACE])


def test_a_saved_net_says_nearly_the_same(tmp_path: Path) -> None:
    rows, net = some_rows(), Net.random(GAME, SMALL, 4)
    save(net, tmp_path / "net.npz")
    again = load(GAME, tmp_path / "net.npz")
    assert np.allclose(again.chances(rows), net.chances(rows), atol=5e-3)


def test_weights_of_another_shape_are_refused(tmp_path: Path) -> None:
    save(Net.random(GAME, SMALL, 4), tmp_path / "net.npz")
    with pytest.raises(ValueError, match="not for this version"):
        load(GAMES["trictrac"], tmp_path / "net.npz")
