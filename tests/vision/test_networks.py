"""The networks are shared by all who read, and each still gets its own answers."""

import gc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from weakref import WeakValueDictionary

import numpy as np
import pytest

from vision import crop, networks, teller
from vision.finder import CALIBRATED_WEIGHTS, Finder
from vision.networks import Floats, network

SIDE = crop.QUICK.side


def asked(number: int) -> Floats:
    """What a teller is asked, another thing each time."""
    return np.random.default_rng(number).random((1, 6, SIDE, SIDE), np.float32)


def test_readers_share_a_network_until_the_last_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    # The other tests keep them all.
    monkeypatch.setattr(networks, "_open", WeakValueDictionary[Path, networks.Network]())
    one, other = Finder(CALIBRATED_WEIGHTS), Finder(CALIBRATED_WEIGHTS)
    assert one._net is other._net
    assert one._net is not Finder()._net
    del one, other
    gc.collect()
    assert CALIBRATED_WEIGHTS not in networks._open


def test_those_who_ask_at_once_get_each_their_own_answer() -> None:
    net = network(teller.TABLE_WEIGHTS)
    alone = [net.ask(asked(number)) for number in range(24)]
    assert len({answer.tobytes() for answer in alone}) == len(alone)
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda number: net.ask(asked(number)), range(24)))
    assert all((one == other).all() for one, other in zip(alone, together, strict=True))
