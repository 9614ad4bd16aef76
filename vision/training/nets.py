"""The two networks: one finds what may be a die, one reads it."""

import torch
from torch import Tensor, nn

HEADS = {"kind": 3, "value": 6, "cube": 6, "flat": 1, "on_checker": 1, "moving": 1, "corners": 8, "axis": 2}
"""What the reading network puts out, in this order."""


def _layer(into: int, out: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU())


class Finder(nn.Module):  # type: ignore[misc,unused-ignore]
    """Marks the middles of dice whose edges take 11 to 23 pixels: heat, shift, logarithm of the edge."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(_layer(3, 12, 2), _layer(12, 24, 2), _layer(24, 24))
        self.far = nn.Sequential(_layer(24, 48, 2), _layer(48, 48), _layer(48, 48))
        self.back = nn.ConvTranspose2d(48, 24, 2, 2)
        self.last = nn.Sequential(_layer(24, 24), nn.Conv2d(24, 4, 1))

    def forward(self, picture: Tensor) -> Tensor:
        """Return the four planes at a quarter of the size."""
        near = self.near(picture)
        out: Tensor = self.last(torch.relu(near + self.back(self.far(near))))
        return out


class Teller(nn.Module):  # type: ignore[misc,unused-ignore]
    """Reads a cut-out piece: what it is, what it shows, how it lies, and where its corners are."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _layer(6, 24),
            _layer(24, 32, 2),
            _layer(32, 48),
            _layer(48, 64, 2),
            _layer(64, 64),
            _layer(64, 96, 2),
            _layer(96, 96),
        )
        self.last = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(3456, 64), nn.ReLU(), nn.Linear(64, sum(HEADS.values()))
        )

    def forward(self, pieces: Tensor) -> Tensor:
        """Return all heads side by side."""
        out: Tensor = self.last(self.body(pieces))
        return out


def heads(out: Tensor) -> dict[str, Tensor]:
    """Return the output taken apart."""
    return dict(zip(HEADS, torch.split(out, list(HEADS.values()), 1), strict=True))
