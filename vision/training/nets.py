"""The networks: one finds what may be a die, one reads it, and one reads the number on the doubling cube."""

import torch
from torch import Tensor, nn

from vision import crop
from vision.numerals import NUMBER
from vision.teller import CUBES, HEADS

NUMBERS = len(CUBES) + 1


def _layer(into: int, out: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(into, out, size, stride, size // 2, bias=False), nn.BatchNorm2d(out), nn.ReLU())


def _end(into: int, wide: int, out: int, dropped: float) -> nn.Sequential:
    return nn.Sequential(nn.Flatten(), nn.Dropout(dropped), nn.Linear(into, wide), nn.ReLU(), nn.Linear(wide, out))


class Twice(nn.Module):  # type: ignore[misc,unused-ignore]
    """Two layers, and a way around them."""

    def __init__(self, wide: int) -> None:
        super().__init__()
        self.first = _layer(wide, wide)
        self.second = nn.Sequential(nn.Conv2d(wide, wide, 3, 1, 1, bias=False), nn.BatchNorm2d(wide))

    def forward(self, planes: Tensor) -> Tensor:
        """Return the planes with what the two layers add."""
        out: Tensor = torch.relu(planes + self.second(self.first(planes)))
        return out


class Finder(nn.Module):  # type: ignore[misc,unused-ignore]
    """Marks the middles of dice whose edges take 9 to 19 pixels: heat, shift, logarithm of the edge."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(_layer(3, 12, 2), _layer(12, 24, 2))
        self.far = nn.Sequential(_layer(24, 48, 2), Twice(48), Twice(48))
        self.back = nn.ConvTranspose2d(48, 24, 2, 2)
        self.last = nn.Sequential(_layer(24, 24), nn.Conv2d(24, 4, 1))

    def forward(self, picture: Tensor) -> Tensor:
        """Return the four planes at a quarter of the size."""
        near = self.near(picture)
        out: Tensor = self.last(torch.relu(near + self.back(self.far(near))))
        return out


class Lower(nn.Module):  # type: ignore[misc,unused-ignore]
    """The lower half of a finder; of what is seen from afar it gives the four pixels that each becomes, one by one."""

    def __init__(self, whole: Finder) -> None:
        super().__init__()
        self.near, self.far = whole.near, whole.far
        joint = whole.back
        self.spread = nn.Conv2d(joint.in_channels, 4 * joint.out_channels, 1)
        weight = joint.weight.detach().permute(2, 3, 1, 0).reshape(self.spread.weight.shape)
        self.spread.weight = nn.Parameter(weight)
        self.spread.bias = nn.Parameter(joint.bias.detach().repeat(4))

    def forward(self, picture: Tensor) -> tuple[Tensor, Tensor]:
        """Return what is seen near by and what is seen from afar."""
        near = self.near(picture)
        return near, self.spread(self.far(near))


class Top(nn.Module):  # type: ignore[misc,unused-ignore]
    """The upper half of a finder."""

    def __init__(self, whole: Finder) -> None:
        super().__init__()
        self.last = whole.last

    def forward(self, joined: Tensor) -> Tensor:
        """Return the four planes of what both, added up, show."""
        out: Tensor = self.last(torch.relu(joined))
        return out


class Teller(nn.Module):  # type: ignore[misc,unused-ignore]
    """Reads a cut-out piece: what it is, what it shows, how it lies, and where its corners are."""

    def __init__(self, *, hinted: bool, size: crop.Size = crop.QUICK) -> None:
        """A hinted one gets where up is a second time, at its end: it tells leaning dice by that."""
        super().__init__()
        self.body = nn.Sequential(
            _layer(6, 24),
            _layer(24, 40, 2),
            Twice(40),
            _layer(40, 72, 2),
            Twice(72),
            _layer(72, 96, 2),
            Twice(96),
            _layer(96, 48, size=1),
        )
        self.last = _end(48 * (size.side // 8) ** 2, 96, sum(HEADS.values()), 0.1)
        self.hint = nn.Conv2d(3, 96, 1, bias=False) if hinted else None
        if self.hint is not None:
            nn.init.zeros_(self.hint.weight)

    def forward(self, pieces: Tensor) -> Tensor:
        """Return all heads side by side."""
        seen = self.last[:3](self.body(pieces))
        if self.hint is not None:
            seen = seen + self.hint(pieces[:, 3:, :1, :1]).flatten(1)
        out: Tensor = self.last[3:](seen)
        return out


class Numerals(nn.Module):  # type: ignore[misc,unused-ignore]
    """Reads the number on a cut-out face of the doubling cube."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _layer(1, 16),
            _layer(16, 32, 2),
            Twice(32),
            _layer(32, 56, 2),
            Twice(56),
            _layer(56, 72, 2),
            _layer(72, 32, size=1),
        )
        self.last = _end(32 * (NUMBER.side // 8) ** 2, 64, NUMBERS, 0.2)

    def forward(self, pieces: Tensor) -> Tensor:
        """Return what speaks for each number, and for something else."""
        out: Tensor = self.last(self.body(pieces))
        return out


def heads(out: Tensor) -> dict[str, Tensor]:
    """Return the output taken apart."""
    return dict(zip(HEADS, torch.split(out, list(HEADS.values()), 1), strict=True))
