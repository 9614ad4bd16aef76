"""Positions set up by hand, and their mirror images."""

from __future__ import annotations

from typing import Any

from tests.brute.following import other
from tests.brute.model import BOTH_RISE, CHECKERS

Counts = dict[int, int]


def placed(  # noqa: PLR0913
    game: str,
    white: Counts,
    black: Counts | None = None,
    *,
    turn: str = "white",
    bar: tuple[int, int] = (0, 0),
    reserve: tuple[int, int] = (0, 0),
    memory: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A case without dice from checkers by point; those not named are off."""
    points = [0] * 24
    for sign, stand in ((1, white), (-1, black or {})):
        for point, number in stand.items():
            points[point - 1] += sign * number
    off = [CHECKERS - sum(stand.values()) - bar[i] - reserve[i] for i, stand in enumerate((white, black or {}))]
    return {
        "game": game,
        "options": options or {},
        "points": points,
        "bar": {"white": bar[0], "black": bar[1]},
        "reserve": {"white": reserve[0], "black": reserve[1]},
        "off": {"white": off[0], "black": off[1]},
        "turn": turn,
        "memory": memory or {},
    }


def mirrored(thing: dict[str, Any], game: str) -> dict[str, Any]:
    """A case or an outcome of the game with the colours exchanged, and the board turned round where the paths are."""
    result = dict(thing)
    points = thing["points"] if game in BOTH_RISE else thing["points"][::-1]
    result["points"] = [-number for number in points]
    for key in ("bar", "reserve", "off"):
        result[key] = swapped(thing[key])
    if "turn" in thing:
        result["turn"] = other(thing["turn"])
    memory = thing["memory"]
    result["memory"] = {key: swapped(value) if isinstance(value, dict) else value for key, value in memory.items()}
    return result


def swapped(by_colour: dict[str, Any]) -> dict[str, Any]:
    """A pair of values by colour, exchanged."""
    return {colour: by_colour.get(other(colour), 0) for colour in ("white", "black")}
