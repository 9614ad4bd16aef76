"""Turns as lines of JSON, as `companion plays` reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.casefile import write_memory, write_position
from companion.rules.game import Setting
from companion.rules.turn import Turn


def case_of(turn: Turn, options: Mapping[str, Setting]) -> dict[str, Any]:
    """Return the turn of a game with these options as a case."""
    case = {"game": turn.game.id, "options": dict(options), "turn": turn.player.value, "dice": list(turn.dice)}
    return {**case, **write_position(turn.position), "memory": write_memory(turn.game, turn.memory)}
