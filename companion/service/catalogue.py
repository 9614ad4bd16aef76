"""The games that can be chosen, with their options."""

from __future__ import annotations

from functools import cache

from companion.rules.game import Game, Scoring
from companion.rules.games import GAMES
from companion.service.view import GameInfo, OptionInfo


@cache
def catalogue() -> tuple[GameInfo, ...]:
    """Return all games."""
    return tuple(map(_info, GAMES.values()))


def game_name(game: str) -> str:
    """Return what a game is called; of one that only a newer companion knows, its id."""
    return GAMES[game].name if game in GAMES else game


def _info(game: Game) -> GameInfo:
    options = tuple(OptionInfo(one.name, one.about, one.allowed, one.default) for one in game.options)
    return GameInfo(game.id, game.name, options, game.cube, _lengths(game))


def _lengths(game: Game) -> tuple[str, ...]:
    if game.scoring is Scoring.POINTS:
        return "rounds", "points", "money"
    return "points", "money", "rounds"
