"""The nets that are shipped, each read when it is first asked for."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from companion.hints.advice import AdviserError
from companion.hints.nets.net import Net, load
from companion.language import mark
from companion.rules.game import Game

NOT_SHIPPED = mark("The companion has no net of its own for this game.")
WEIGHTS = "weights"


@lru_cache(maxsize=32)
def net_for(game: Game) -> Net:
    """Return the net of a game, whatever its options."""
    folder = resources.files(__package__).joinpath(WEIGHTS)
    with resources.as_file(folder.joinpath(f"{game.id}.npz")) as path:
        if not path.is_file():
            raise AdviserError(NOT_SHIPPED)
        return load(game, path)
