"""Train the net of one game: `python -m companion.hints.training GAME FOLDER [--games N]`.

FOLDER keeps everything: stopped or killed, the same command goes on. It holds `GAME.npz` and `GAME.json` (what is
shipped, and its card), `progress.jsonl`, `curve.svg`, and `state.npz` (what is needed to go on).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.hints.training.plans import PASSES, ROUNDS_KEPT
from companion.hints.training.run import Goal, Run
from companion.rules.games import GAMES, find_game

MOST_AGAIN = 32


def main(argv: Sequence[str] | None = None) -> int:
    """Train until so many games were played, or until it is stopped."""
    options = _options(argv)
    run = Run(find_game(options.game), options.folder, options.seed, say, options.begin_with)
    run.learn_by(options.rounds_kept, options.passes)
    if options.measure:
        run.measure()
    else:
        run.go_on(Goal(options.games, options.seconds))
    return 0


def say(text: str) -> None:
    """Write a line of progress."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m companion.hints.training", description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, help="stop after so many games in all (default: never)")
    parser.add_argument("--seconds", type=float, help="stop after so many seconds of the processor")
    parser.add_argument("--seed", type=int, default=1, help="of a fresh run")
    parser.add_argument("--begin-with", type=Path, metavar="WEIGHTS", help="a fresh run begins with these (.npz)")
    several = range(1, MOST_AGAIN + 1)
    kept = "how many of the last collections of positions a fresh run learns from each time"
    parser.add_argument("--rounds-kept", type=int, choices=several, metavar="N", default=ROUNDS_KEPT, help=kept)
    often = "how often it learns from them"
    parser.add_argument("--passes", type=int, choices=several, metavar="N", default=PASSES, help=often)
    parser.add_argument("--measure", action="store_true", help="do not train, only measure what the folder holds")
    options = parser.parse_args(argv)
    if options.begin_with and not all(options.begin_with.with_suffix(end).is_file() for end in (".npz", ".json")):
        parser.error(f"to begin with {options.begin_with}, the weights (.npz) and their card (.json) must be there")
    return options


if __name__ == "__main__":
    sys.exit(main())
