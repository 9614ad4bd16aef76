"""Sends many random matches through GNU Backgammon and back: `python -m tests.journal.gnubg.many 500`."""

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.journal.exchange.matches import Habits, random_session
from tests.journal.gnubg.round_trip import round_trip

BATCH = 25
CONDONED = Habits(illegal=0.02, strange=0.005, by_scorer=0.005)
LEGAL = Habits()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matches", type=int, nargs="?", default=500)
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds")
    parser.add_argument("--condoned", action="store_true", help="with illegal plays and the scorer's corrections")
    wanted = parser.parse_args()
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    seeds = range(wanted.seed, wanted.seed + wanted.matches)
    for first in range(0, len(seeds), BATCH):
        habits = CONDONED if wanted.condoned else LEGAL
        tables = [(f"m{seed}", random_session(seed, habits).table) for seed in seeds[first : first + BATCH]]
        with tempfile.TemporaryDirectory() as folder:
            found = round_trip(tables, Path(folder))
        counts += found.counts
        wrong += found.wrong
        sys.stderr.write("".join(f"{line}\n" for line in found.wrong))
        sys.stderr.write(f"{counts['matches']} matches, {len(wrong)} differences\n")
    for name, count in sorted(counts.items()):
        print(f"{count:8,} {name}")  # noqa: T201 - this is a command
    print(f"{len(wrong)} differences")  # noqa: T201 - the same
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
