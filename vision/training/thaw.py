"""Takes a teller out of the package again, so that it can go on learning."""

from itertools import pairwise
from pathlib import Path

import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.training.nets import Teller
from vision.training.pack import unpacked


def thawed(weights: Path, pieces: Tensor) -> Teller:
    """Return a teller that tells the same; pieces show how far each layer swings, which the package does not keep."""
    kept = unpacked(weights).graph.initializer
    named = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in kept}
    net = Teller(hinted=True)
    net.load_state_dict({name: array for name, array in named.items() if not name.startswith("onnx::")}, strict=False)
    # Of each layer the weights and what is added stand one after the other.
    folded = [array for name, array in named.items() if name.startswith("onnx::")]
    layers = [pair for pair in pairwise(net.body.modules()) if isinstance(pair[1], nn.BatchNorm2d)]
    for (convolution, norm), weight, added in zip(layers, folded[::2], folded[1::2], strict=True):
        convolution.weight.data, norm.bias.data = weight, added
        norm.running_var.fill_(1 - norm.eps)
    for _, norm in layers:
        norm.register_forward_hook(_measured)
    net.eval()
    with torch.no_grad():
        net(pieces)
    for _, norm in layers:
        norm._forward_hooks.clear()  # noqa: SLF001 - torch forgets one hook at a time only
    return net


def _measured(norm: nn.BatchNorm2d, into: tuple[Tensor], _out: Tensor) -> None:
    """Let a layer know what it usually gets, and tell the same."""
    spread, mean = torch.var_mean(into[0], (0, 2, 3))
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(spread)
    norm.weight.data = (spread + norm.eps).sqrt()
    norm.bias.data += mean
