"""Writes trained networks as ONNX, in the plain way that OpenCV 4 and 5 both read."""

from pathlib import Path

import torch
from torch import nn

OPSET = 11


def export(net: nn.Module, shape: tuple[int, ...], path: Path, *, free: bool) -> None:
    """Write a network; with `free` sides of the picture it takes any."""
    axes = {"picture": {2: "high", 3: "wide"}, "out": {2: "high", 3: "wide"}} if free else None
    names = {"input_names": ["picture"], "output_names": ["out"]}
    torch.onnx.export(
        net.eval(), (torch.zeros(shape),), str(path), opset_version=OPSET, dynamo=False, dynamic_axes=axes, **names
    )


def export_finder(net: nn.Module, path: Path) -> None:
    """Write the network that finds dice."""
    export(net, (1, 3, 192, 192), path, free=True)


def export_teller(net: nn.Module, path: Path) -> None:
    """Write the network that reads pieces."""
    export(net, (1, 6, 48, 48), path, free=False)
