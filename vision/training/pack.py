"""Packs trained networks for the package: numbers with as few digits as are enough, and compressed."""

import lzma
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import ModelProto, TensorProto, numpy_helper

FINDER, TELLER, NUMERALS = 10, 6, 4
"""Binary digits after the first that weights keep."""


def unpacked(packed: Path) -> ModelProto:
    """Return a network of the package."""
    return onnx.load_from_string(lzma.decompress(packed.read_bytes()))


def pack(weights: Path, goal: Path, digits: int) -> None:
    """Write a network smaller; OpenCV reads whole numbers only, so they keep their room until they are compressed."""
    model = onnx.load(str(weights))
    for tensor in model.graph.initializer:
        if tensor.data_type == TensorProto.FLOAT:
            numbers = numpy_helper.to_array(tensor).astype(np.float16).astype(np.float32)
            # What is added is little, and counts for all places.
            rounded = numbers if numbers.ndim == 1 else _rounded(numbers, digits)
            tensor.CopyFrom(numpy_helper.from_array(rounded, tensor.name))
    goal.write_bytes(lzma.compress(model.SerializeToString(), preset=9 | lzma.PRESET_EXTREME))


def _rounded(numbers: NDArray[np.float32], digits: int) -> NDArray[Any]:
    shares, powers = np.frexp(numbers)
    steps = 2.0 ** (digits + 1)
    return np.ldexp(np.round(shares * steps) / steps, powers).astype(np.float32)


def halfway(start: Path, end: Path, goal: Path) -> None:
    """Write the network that lies between a packed one and what it has become by learning on."""
    model, learnt = unpacked(start), onnx.load(str(end)).graph.initializer
    for old, new in zip(model.graph.initializer, learnt, strict=True):
        if old.data_type == TensorProto.FLOAT:
            between = (numpy_helper.to_array(old) + numpy_helper.to_array(new)) / 2
            old.CopyFrom(numpy_helper.from_array(between.astype(np.float32), old.name))
    onnx.save(model, str(goal))
