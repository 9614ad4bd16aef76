"""Opens the small networks, in whichever way the OpenCV at hand runs them fastest."""

import lzma
import threading
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Network:
    """A network that all readers of this process share: what it reckons with takes far more room than its weights."""

    def __init__(self, path: Path) -> None:
        """Open a file, packed or not; of OpenCV 5's engines the older runs ours in half the time."""
        data = path.read_bytes()
        model = np.frombuffer(lzma.decompress(data) if path.suffix == ".xz" else data, np.uint8)
        engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
        self._net = cv2.dnn.readNetFromONNX(model) if engine is None else cv2.dnn.readNetFromONNX(model, engine)
        self._asking = threading.Lock()

    def ask(self, given: NDArray[Any]) -> Floats:
        """Return what it puts out."""
        with self._asking:
            self._net.setInput(given)
            return np.asarray(self._net.forward(), np.float32)

    def ask_for(self, names: tuple[str, ...], given: NDArray[Any]) -> list[Floats]:
        """Return what it puts out by these names."""
        with self._asking:
            self._net.setInput(given)
            return [np.asarray(one, np.float32) for one in self._net.forward(names)]


_opening = threading.Lock()
_open: "WeakValueDictionary[Path, Network]" = WeakValueDictionary()


def network(path: Path) -> Network:
    """Return the network of a file; it is closed when its last reader is gone."""
    with _opening:
        if (found := _open.get(path)) is None:
            found = _open[path] = Network(path)
        return found


def shares(row: Floats) -> tuple[float, ...]:
    """Return the chances that a network gives, where one of several things is the case."""
    powers = np.exp(row - row.max())
    return tuple(float(share) for share in powers / powers.sum())
