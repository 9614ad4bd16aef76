"""Contests in parts, each kept in a file when it is over: a long table can be stopped, and goes on where it was."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.hints.training.contest import Chooser, Tally, contest
from companion.rules.game import Game
from tests.bench.report import progress

PART = 100
"""Games of a part; each part has its own dice."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays against whom, and what share shall be won."""

    first: str
    second: str
    goal: float

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        return f"{self.first}-{self.second}"


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a contest, and the processor time that it took."""

    tally: Tally
    seconds: float


class Contests:
    """Contests that were played before, and those that are played now."""

    def __init__(self, file: Path | None, seed: int) -> None:
        """Take where parts are kept, if anywhere."""
        self._file = file
        self._seed = seed
        kept = file.read_text(encoding="utf-8").splitlines() if file is not None and file.exists() else []
        self._parts: dict[tuple[Any, ...], Any] = {tuple(line["of"]): line for line in map(json.loads, kept)}

    def play(
        self, game: Game, pairing: Pairing, players: Callable[[int], tuple[Chooser, Chooser]], games: int
    ) -> Played:
        """Play what is missing of so many games; `players` are made anew for each part, with its seed."""
        parts = []
        for part, first in enumerate(range(0, games, PART)):
            of = (game.id, pairing.first, pairing.second, part, min(PART, games - first))
            if of not in self._parts:
                self._play_part(game, of, players)
            parts.append(self._parts[of])
        points = tuple(one for part in parts for one in part["points"])
        return Played(Tally(points), sum(part["seconds"] for part in parts))

    def so_far(self, game: Game, pairing: Pairing) -> Tally | None:
        """Return what came of all whole parts that were played."""
        wanted = (game.id, pairing.first, pairing.second)
        points = [
            one for of, part in self._parts.items() if (of[:3], of[4]) == (wanted, PART) for one in part["points"]
        ]
        return Tally(tuple(points)) if points else None

    def _play_part(
        self, game: Game, of: tuple[str, str, str, int, int], players: Callable[[int], tuple[Chooser, Chooser]]
    ) -> None:
        _, first, second, part, games = of
        start, seed = time.process_time(), self._seed + part
        tally = contest(game, players(seed), games, seed)
        seconds = round(time.process_time() - start, 1)
        progress(f"{game.id}: {first} against {second}, part {part + 1}: {tally.won:.2f} won, {seconds} s")
        self._parts[of] = {"of": of, "points": tally.points, "seconds": seconds}
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(self._parts[of]) + "\n")
