"""What pages make of the plain data of an analysis: boards, sentences, names of games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.hints.words import REASONS
from companion.journal.replay import Board
from companion.match.cube import face
from companion.rules.games import GAMES
from companion.rules.players import Pair, Player
from companion.rules.steps import HUCKE
from companion.service.boards import shown
from companion.service.catalogue import game_name
from companion.service.hinting_view import why
from companion.service.view import BoardView, Both

__all__ = ["REASONS", "board_of", "face", "game_name", "huckes_of", "why"]


def board_of(position: Mapping[str, Any]) -> BoardView:
    """Return a position to be drawn."""
    places = {name: Pair(*(position[name][player.value] for player in Player)) for name in ("bar", "reserve", "off")}
    return shown(Board(tuple(position["points"]), **places).setup)


def huckes_of(game: str) -> Both[int] | None:
    """Return each player's own Hucke, where a game has one."""
    known = GAMES.get(game)
    return Both(*(known.path(player).point(HUCKE) for player in Player)) if known and known.hucke else None
