"""What the virtual players agree on before a match: short ones, so that a visitor sees one end and the next begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.service.view import GameInfo, TableView

FIRST = "backgammon"
"""What is played where nothing was played before."""
POINTS, ROUNDS, MONEY_GAMES = 3, 3, 3
"""How long they play: to so many points, so many games, and for money so many games."""
LENGTHS: Mapping[str, Mapping[str, Any]] = {
    "points": {"kind": "points", "points": POINTS},
    "rounds": {"kind": "rounds", "games": ROUNDS},
    "money": {"kind": "money"},
}


def agreement(about: GameInfo, number: int) -> dict[str, Any]:
    """Return what is agreed on for the match of that number: where there is a cube, every other one is for money."""
    offered = {one.name for one in about.options}
    if about.cube and number % 2 == 0 and "beaver" in offered:
        options = {name: True for name in ("beaver", "jacoby") if name in offered}
        return {"game": about.id, "options": options, "length": dict(LENGTHS["money"])}
    length = next(LENGTHS[kind] for kind in about.lengths if kind in LENGTHS)
    return {"game": about.id, "length": dict(length)}


def is_enough(view: TableView) -> bool:
    """Tell whether a match without an end has gone on for long enough."""
    return view.length is not None and view.length.code == "length_money" and view.game_number >= MONEY_GAMES
