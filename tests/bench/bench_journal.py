"""What the journal costs: `python -m tests.bench.bench_journal`, in the folder `--folder` (a disk, not memory)."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from companion.journal.database import FILE
from companion.journal.lines import event_lines
from companion.journal.recorder import Recorder
from companion.journal.store import Journal, new_uid
from companion.journal.summary import New
from tests.bench.report import ROUNDS, progress, show, verdict
from tests.journal.played import WALL, Played, played
from tests.table.hands import SENSINGS

MATCHES = 1000
LIST_MS, OPEN_MS = 100, 50


def main() -> None:
    """Measure, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(), help="where to write")
    with tempfile.TemporaryDirectory(dir=parser.parse_args().folder) as name:
        show_writing(Path(name))
        show_archive(Path(name) / "archive")


def show_writing(folder: Path) -> None:
    """Write what an event costs and a game takes, by kind of board."""
    rows = [_writing(folder / str(number), kind) for number, kind in enumerate(SENSINGS)]
    show(
        "A game of backgammon, each event on disk before the next",
        ("board", "events", "events a second", "bytes an event", "KB a game on disk"),
        rows,
    )


def _writing(folder: Path, kind: str) -> list[str]:
    progress(f"a game on a board with {kind}")
    match = played("backgammon", 1, "bench", kind)
    with Journal.open(folder) as journal:
        before = (folder / FILE).stat().st_size
        recorder = Recorder.begin(journal, match.agreement, WALL)
        start = time.perf_counter()
        for event in match.events:
            recorder.record(event, WALL)
        seconds = time.perf_counter() - start
        bodies = sum(len(line.body) for line in recorder.recorded)
    size = (folder / FILE).stat().st_size - before
    count = len(match.events)
    return [kind, str(count), f"{count / seconds:.0f}", f"{bodies / count:.0f}", f"{size / 1000:.0f}"]


def show_archive(folder: Path) -> None:
    """Write how long an archive is waited for."""
    match = played("backgammon", 1, "bench")
    steps = b"".join(line.body.encode() * 8 for line in event_lines(match.events, WALL))
    with Journal.open(folder) as journal:
        _fill(journal, match)
        journal.cache(1, 1, steps)
        kept = journal.cached(1, 1)
    if kept != steps:
        msg = "what was cached does not come back"
        raise SystemExit(msg)
    listing = _wait(folder, lambda journal: journal.matches())
    opening = _wait(folder, lambda journal: (journal.find("500"), journal.cached(1, 1)))
    rows = [
        [f"list {MATCHES} matches", f"{listing:.1f}", f"{LIST_MS}", verdict(met=listing < LIST_MS)],
        ["results of all players", f"{_wait(folder, Journal.players):.1f}", "", ""],
        [
            f"open a game, {len(steps) / 1e6:.1f} MB",
            f"{opening:.1f}",
            f"{OPEN_MS}",
            verdict(met=opening < OPEN_MS),
        ],
        ["the lines of a game", f"{_wait(folder, lambda journal: journal.lines(500)):.1f}", "", ""],
        ["its events, decoded", f"{_wait(folder, lambda journal: journal.events(500)):.1f}", "", ""],
        ["its table, folded", f"{_wait(folder, lambda journal: journal.resume(500)):.1f}", "", ""],
    ]
    size = (folder / FILE).stat().st_size
    note = f"{MATCHES} games take {size / 1e6:.0f} MB. Each time the file is opened anew."
    show("An archive, in milliseconds", ("", "ms", "goal", ""), rows, note)


def _fill(journal: Journal, match: Played) -> None:
    progress(f"an archive of {MATCHES} games")
    lines = event_lines(match.events, [WALL + event.at for event in match.events])
    for _ in range(MATCHES):
        journal.put(New(new_uid(), "bench", WALL), match.agreement, lines, match.table)


def _wait(folder: Path, look: Callable[[Journal], object]) -> float:
    """Return the milliseconds from opening the journal to what is looked for, the best of some rounds."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        with Journal.open(folder) as journal:
            look(journal)
            times.append(time.perf_counter() - start)
    return 1000 * min(times)


if __name__ == "__main__":
    main()
