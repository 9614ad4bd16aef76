"""Judges one match in a process of its own, last in the queue for the processor; tells how far it is on its output.

    {"done": 12, "total": 340}
    {"failed": "GNU Backgammon is not installed."}

What is judged is kept as it goes: whoever ends the process loses nothing that counts.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from companion.hints.advice import AdviserError
from companion.hints.adviser import Advisers, advisers
from companion.hints.decisions import games_of
from companion.hints.gradual import Settings, Shelf, judge_match
from companion.journal.database import Database
from companion.journal.store import Journal

LEAST_IMPORTANT = 19


def main(arguments: Sequence[str], asked: Callable[[], Advisers] = advisers) -> int:
    """Judge the match of that number in the journal of that folder."""
    folder, number = Path(arguments[0]), int(arguments[1])
    os.nice(LEAST_IMPORTANT)
    try:
        with Journal(Database(folder, make=False)) as journal, closing(asked()) as known:
            games = games_of(journal.resume(number))
            judge_match(known, games, Shelf(journal, number, Settings()), _tell_progress)
    except AdviserError as error:
        _tell(failed=str(error))
        return 1
    return 0


def _tell_progress(done: int, total: int) -> None:
    _tell(done=done, total=total)


def _tell(**news: int | str) -> None:
    # Nobody listens any more: then this ends too.
    sys.stdout.write(json.dumps(news) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
