"""A program at the table that knows only the description: it takes one of the actions that the table offers."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from tests.web.described import Described

NO_HURRY = frozenset({"end_session", "new_journal", "restart_device"})
"""What would end the walk."""
POINTS = 24


class Walker:
    """Plays by what the table offers."""

    def __init__(self, described: Described, token: str, chance: Random) -> None:
        self._described, self._chance = described, chance
        self._headers = {"Authorization": f"Bearer {token}"}
        self.statuses: Counter[int] = Counter()
        self.names: Counter[str] = Counter()
        self.taken = 0

    def play(self, game: str, most: int) -> None:
        """Begin a match of a game and go so many steps in it."""
        agreed = {
            "game": game,
            "length": {"kind": "points", "points": 3},
            "clock": {"kind": "delay", "reserve_ms": {"white": 600_000, "black": 600_000}, "step_ms": 12_000},
        }
        assert self._post("/matches", agreed) == 200
        for _ in range(most):
            table = self._described.ask("GET", "/table").json or {}
            self.step(table)

    def step(self, table: dict[str, Any]) -> None:
        """Take one of the actions."""
        possible = [one for one in table["actions"] if one["name"] not in NO_HURRY]
        untried = [one for one in possible if not self.names[one["event"]["event"]]]
        chosen = self._chance.choice(untried if untried and self._chance.random() < 0.5 else possible)
        event = {**chosen["event"], **{name: self._filled(name, chosen, table) for name in chosen["wants"]}}
        name = event.pop("event")
        status = self._post(f"/table/{name}", event)
        self.names[name] += status == 200
        self.taken += 1

    def _post(self, path: str, body: dict[str, Any]) -> int:
        answer = self._described.ask("POST", path, json=body, headers=self._headers)
        self.statuses[answer.status_code] += 1
        assert answer.status_code in {200, 409}, (path, body, answer.get_data(as_text=True)[:300])
        return answer.status_code

    def _filled(self, name: str, action: dict[str, Any], table: dict[str, Any]) -> Any:
        """Return what people would fill in."""
        if name == "dice":
            one = action["name"] == "throw" and action["label"]["params"].get("count") == 1
            return [self._chance.randint(1, 6) for _ in range(1 if one else 2)]
        return {
            "play": self._chance.choice(["-", "8/5 6/5", "24/23", "24/18", "13/8", "6/5", "reserve/24", "nonsense"]),
            "reason": "It was read wrongly.",
            "score": {"white": self._chance.randint(0, 2), "black": 0},
            "value": 2,
            "owner": self._chance.choice(["white", "black", None]),
            "player": self._chance.choice(["white", "black"]),
            "reserve": 120_000,
            "points": table["points"],
            "setup": _setup(table),
        }[name]


def _setup(table: dict[str, Any]) -> dict[str, Any]:
    """Return the position of the game as it is set: each player counts from the own side."""
    board = table["game_board"]
    sides = {}
    for at, who in enumerate(("white", "black")):
        points = [pair[at] for pair in board["points"]]
        trays = {name: board[name][who] for name in ("bar", "off", "reserve")}
        sides[who] = {"points": points, **trays}
    return {"sides": sides}
