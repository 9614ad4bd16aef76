"""Lets the demonstration play whole games: `python -m tests.demo.whole_games [GAME...]`.

A line for each game: its turns, throws that were read otherwise than they lay, throws and plays that were entered by
hand, turns that were ended by a button, questions, illegal plays and those let stand, doubles, and for how long nothing
changed at most. Then what was warned of, and what took longer than half a minute.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.rules.games import GAMES
from companion.service import TableService, TableView
from companion.service.view import Answer
from tests.demo.stage import playing

STUCK_S, MOST_S = 30.0, 3600.0
HEAD = ("turns", "misread", "dice in", "plays in", "button", "asked", "illegal", "stood", "cube", "resigned", "longest")
ENTERED = {
    "throw_entered": "dice in",
    "play_entered": "plays in",
    "turn_ended": "button",
    "cube_moved": "cube",
    "resigned": "resigned",
}


class Counting(TableService):
    """A service that counts what is entered."""

    entered: Counter[str]

    def post(self, event: Mapping[str, Any], by: str) -> Answer:
        self.entered[ENTERED.get(str(event.get("event")), "")] += 1
        return super().post(event, by)


class Warned(logging.Handler):
    """Keeps what the demonstration was warned of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []
        self.misread: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        more = {name: getattr(record, name) for name in ("game", "thrown", "read", "why") if hasattr(record, name)}
        self.misread[str(more.get("game"))] += "read" in more
        self.told.append(f"{record.getMessage()} {more}")


@dataclass
class Tally:
    """What came of one game."""

    name: str
    counts: Counter[str] = field(default_factory=Counter)
    longest_s: float = 0.0
    stuck: list[str] = field(default_factory=list)
    ended: bool = False

    @property
    def line(self) -> str:
        cells = [*(self.counts[one] for one in HEAD[:-1]), f"{self.longest_s:.0f} s"]
        return f"{self.name:<22}" + "".join(f"{cell:>9}" for cell in cells) + ("" if self.ended else "  not ended")

    def follow(self, service: TableService, most_s: float) -> None:
        """Look on until the game is over."""
        began = since = time.monotonic()
        view = service.view()
        while time.monotonic() - began < most_s and not self.ended:
            newer = service.wait(view.version, STUCK_S) or service.view()
            if (newer.waiting, newer.last) != (view.waiting, view.last):
                self._passed(view, time.monotonic() - since)
                since = time.monotonic()
            self._count(view, newer)
            view = newer

    def _passed(self, view: TableView, seconds: float) -> None:
        self.longest_s = max(self.longest_s, seconds)
        if seconds > STUCK_S:
            self.stuck.append(f"{self.name}: {seconds:.0f} s at: {view.waiting.text}")

    def _count(self, before: TableView, after: TableView) -> None:
        played = after.last not in {None, before.last}
        self.counts["turns"] += played
        self.counts["stood"] += played and after.last is not None and after.last.condoned is not None
        self.counts["asked"] += after.phase == "asking" != before.phase
        self.counts["illegal"] += after.phase == "disputed" != before.phase
        self.ended = after.phase in {"game_over", "match_over"}


def play(name: str, pace: float, seed: int, most_s: float) -> Tally:
    """Play one game, and say what came of it."""
    tally = Tally(name)

    class Counted(Counting):
        entered = tally.counts

    with (
        TemporaryDirectory() as folder,
        playing(Path(folder), Counted, game=name, pace=pace, seed=seed) as (service, _),
    ):
        tally.follow(service, most_s)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--pace", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=1, help="how many tables stand side by side")
    parser.add_argument("--seconds", type=float, default=MOST_S, help="how long a game may take")
    given = parser.parse_args()
    warned = Warned()
    logging.getLogger("companion").addHandler(warned)
    sys.stdout.write(f"{'':<22}" + "".join(f"{one:>9}" for one in HEAD) + "\n")
    with ThreadPoolExecutor(given.at_once) as tables:
        for tally in tables.map(lambda name: play(name, given.pace, given.seed, given.seconds), given.games):
            tally.counts["misread"] = warned.misread[tally.name]
            sys.stdout.write("\n".join([tally.line, *tally.stuck]) + "\n")
            sys.stdout.flush()
    sys.stdout.write("\n".join(["", *warned.told]) + "\n")


if __name__ == "__main__":
    main()
