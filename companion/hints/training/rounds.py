"""Train all games in turns: `python -m companion.hints.training.rounds FOLDER`, until it is stopped.

FOLDER has a folder for each game. Slices of time go to the game that had least of its share so far, so that each has
weights soon. `--status` only tells how far each game is; `--ship` puts the weights and their cards into the package.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.hints import nets
from companion.hints.nets.shelf import WEIGHTS
from companion.hints.training.__main__ import say
from companion.hints.training.run import Goal, Run
from companion.hints.training.store import Store
from companion.rules.games import GAMES, find_game

SHORTEST_SLICE, LONGEST_SLICE = 20.0, 600.0
"""Seconds of the processor."""
GROWTH = 0.5
"""A slice is at most this part of the time that the game has had."""
SHIPPED = Path(nets.__file__).parent / WEIGHTS
QUICK = "snake", "trictrac", "trictrac_old", "revertier"
"""Games that need less time; the others get twice as much."""


def main(argv: Sequence[str] | None = None) -> int:
    """Train, or tell how far the training is."""
    parser = argparse.ArgumentParser(prog="python -m companion.hints.training.rounds", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--status", action="store_true", help="tell how far each game is, and stop")
    parser.add_argument("--ship", action="store_true", help="put weights and cards into the package, and stop")
    parser.add_argument("--only", nargs="*", choices=list(GAMES), help="only these games")
    options = parser.parse_args(argv)
    games = options.only or list(GAMES)
    if options.status:
        _tell_status(options.folder, games)
        return 0
    if options.ship:
        ship(options.folder, games, SHIPPED)
        return 0
    train(options.folder, games, options.seed)
    return 0


def train(folder: Path, games: Sequence[str], seed: int) -> None:
    """Train without end; games in progress wait for their next slice."""
    runs = {name: Run(find_game(name), folder / name, seed, say) for name in games}
    while True:
        name, seconds = next_slice({name: run.counts.seconds for name, run in runs.items()})
        runs[name].go_on(Goal(seconds=seconds))


def next_slice(spent: Mapping[str, float]) -> tuple[str, float]:
    """Return the game that had least of its share of the time, and how long it is trained now."""
    name = min(spent, key=lambda one: spent[one] / (1 if one in QUICK else 2))
    return name, min(max(spent[name] * GROWTH, SHORTEST_SLICE), LONGEST_SLICE)


def ship(folder: Path, games: Sequence[str], target: Path) -> None:
    """Copy weights and cards of the games that have any, each pair as it belongs together."""
    target.mkdir(parents=True, exist_ok=True)
    for name in games:
        store = Store(find_game(name), folder / name)
        if store.progress():
            shutil.copy(store.measured, target / store.weights.name)
            shutil.copy(store.card, target / store.card.name)
            say(f"{name}: shipped")


def _tell_status(folder: Path, games: Sequence[str]) -> None:
    for name in games:
        lines = Store(find_game(name), folder / name).progress()
        say(_status(name, lines[-1]) if lines else f"{name:22} nothing yet")


def _status(name: str, line: dict[str, object]) -> str:
    against = [f"{key} {line[key]}" for key in ("heuristic", "random") if key in line]
    return f"{name:22} {line['games']} games in {line['seconds']} s; " + "; ".join(against)


if __name__ == "__main__":
    sys.exit(main())
