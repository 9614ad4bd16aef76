"""The set-up each game begins with."""

from __future__ import annotations

from typing import Any

from tests.brute.model import CHECKERS, TRICTRAC, pair, rises, rules_of

STANDARD = {1: 2, 12: 5, 17: 3, 19: 5}  # checkers by pace
SNAKE = {1: 2, 2: 2, 3: 2}  # D4
PILE = {1: CHECKERS}


def start_case(game: str, options: dict[str, Any] | None = None, turn: str = "white") -> dict[str, Any]:
    """The game's set-up as a case without dice."""
    options = dict(options or {})
    placed = {colour: set_up(game, colour) for colour in ("white", "black")}
    total = {"white": CHECKERS, "black": CHECKERS}
    if game == "snake":
        total["black"] = int(options.get("handicap", CHECKERS))  # D26
    points = [0] * 24
    for colour, sign in (("white", 1), ("black", -1)):
        for pace, count in placed[colour].items():
            points[(pace if rises(game, colour) else 25 - pace) - 1] += sign * count
    case: dict[str, Any] = {
        "game": game,
        "options": options,
        "points": points,
        "bar": {"white": 0, "black": 0},
        "reserve": {colour: total[colour] - sum(placed[colour].values()) for colour in ("white", "black")},
        "off": {"white": 0, "black": 0},
        "turn": turn,
        "memory": {},
    }
    case["memory"] = start_memory(case)
    return case


def set_up(game: str, colour: str) -> dict[int, int]:
    """The colour's checkers on the board at the start, by its own pace."""
    if game == "backgammon" or (game == "snake" and colour == "white"):
        return STANDARD
    if game == "snake":
        return SNAKE
    return PILE if game in ("trictrac", "revertier") else {}


def start_memory(case: dict[str, Any]) -> dict[str, Any]:
    """The start values of all memory keys of the game."""
    rules = rules_of(case)
    game = rules.game
    if game in TRICTRAC:
        return {"score": pair(rules, 0, 0)}
    if game.startswith("acey"):
        return {"named": 0, "ace_deuces": 0}
    if game.startswith("puff") or game == "revertier":
        memory = {"doubles": pair(rules, 0, 0)}
        return memory | {"gate": pair(rules, mine=False, other=False)} if game == "puff_dutch" else memory
    return {}
