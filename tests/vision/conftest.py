"""What the tests of the eye share: what takes long to make, and never changes."""

from collections.abc import Iterator
from functools import lru_cache

import pytest

from vision import networks
from vision.pictures import Picture
from vision.virtual import board


@pytest.fixture(autouse=True, scope="package")
def _nothing_is_made_twice() -> Iterator[None]:
    """Networks stay open although their last reader is gone, and drawn surfaces are kept for boards seen otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(networks, "_open", dict[object, networks.Network]())
        patch.setattr(board, "_surface", lru_cache(maxsize=8)(_read_only_surface))
        yield


_surface = board._surface


def _read_only_surface(look: board.Look, seed: int) -> Picture:
    drawing = _surface(look, seed)
    drawing.setflags(write=False)
    return drawing
