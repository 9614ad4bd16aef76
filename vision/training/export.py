"""Writes trained networks as ONNX, in the plain way that OpenCV 4 and 5 both read."""

from pathlib import Path

import torch
from torch import nn

from vision import crop
from vision.finder import HALVES, top_of
from vision.training.nets import Finder, Lower, Top

OPSET = 11
SIDES = {2: "high", 3: "wide"}


def export(net: nn.Module, shape: tuple[int, ...], path: Path, out: tuple[str, ...] = ("out",), *, free: bool) -> None:
    """Write a network; with `free` sides of the picture it takes any."""
    axes = dict.fromkeys(("picture", *out), SIDES) if free else None
    names = {"input_names": ["picture"], "output_names": list(out)}
    torch.onnx.export(
        net.eval(), (torch.zeros(shape),), str(path), opset_version=OPSET, dynamo=False, dynamic_axes=axes, **names
    )


def export_finder(net: Finder, path: Path) -> None:
    """Write the network that finds dice, in two halves."""
    export(Lower(net), (1, 3, 192, 192), path, HALVES, free=True)
    export(Top(net), (1, 24, 48, 48), top_of(path), free=True)


def export_teller(net: nn.Module, path: Path, size: crop.Size = crop.QUICK) -> None:
    """Write the network that reads pieces."""
    export(net, (1, 6, size.side, size.side), path, free=False)
