"""What recording all that comes in costs the table: `python -m tests.bench.bench_recording`.

The same games are played by the clerk with and without somebody who writes them down, in turn; told is the time of the
table's own thread for each event, and how much is written. With `--synced` what is told includes the wait for the disk.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.rules.notation import write_international
from companion.rules.players import Player
from companion.rules.plays import legal_plays
from companion.service.clerk import Clerk, job_of
from companion.service.deeds import Begun, Deed, Posted, Told
from companion.service.desk import Desk
from companion.service.ledger import Ledger
from companion.service.ports import Condition
from companion.service.recording.observer import Observer
from companion.service.recording.recording import Recording
from companion.service.recording.table import TapeLedger
from companion.service.service import MB, unix_ms
from companion.service.view import Message
from companion.table.state import Opening, Playing, ToThrow
from tests.bench.report import show

MONEY = {"game": "backgammon", "length": {"kind": "money"}}
DICE = ((3, 1), (6, 5), (4, 2), (5, 2), (6, 4), (2, 1), (5, 3))
RUNNING = Told("camera", Condition("running", Message("device_running", (), "Running.", "Running.")))
Costs = list[float]


class Bench:
    """One clerk that plays by itself."""

    def __init__(self, folder: Path, *, recorded: bool, synced: bool) -> None:
        self.recording = Recording(folder, 50 * MB, unix_ms) if recorded else None
        observer = Observer(self.recording, unix_ms) if self.recording else None
        wall = observer.wall if observer else unix_ms
        make: Callable[..., Ledger] = (lambda follow: Ledger(folder, unix_ms, MB, follow)) if synced else TapeLedger
        self.desk = Desk(make, lambda _message: None, wall=wall)
        self.clerk = Clerk(self.desk, lambda: None, observer)
        self.costs: Costs = []
        self.told: Costs = []
        if observer:
            observer.look_at(self.clerk)
        if self.recording:
            self.recording.start()
        self.clerk.open(time.monotonic())

    def do(self, deed: Deed, costs: Costs) -> None:
        """Do something through the clerk, as the table's thread does, and time it."""
        job = job_of(deed, self.desk, time.monotonic())
        begun = time.perf_counter()
        self.clerk.go(job, time.monotonic())
        costs.append(time.perf_counter() - begun)

    def step(self, number: int) -> None:
        """Do whatever comes next, after the camera has said five times that all is well."""
        for _ in range(5):
            self.do(RUNNING, self.told)
        self.do(self._next(number), self.costs)

    def _next(self, number: int) -> Deed:
        table = self.desk.table
        if table is None or not isinstance(table.phase, Opening | ToThrow | Playing):
            return Begun(MONEY, "bench")
        if isinstance(table.phase, Opening):
            player = Player.BLACK if table.phase.thrown.white else Player.WHITE
            return _throw(player, (DICE[number % len(DICE)][player is Player.BLACK],))
        if isinstance(table.phase, ToThrow):
            return _throw(table.game.player, DICE[number % len(DICE)])
        turn = table.phase.turn
        plays = legal_plays(turn)
        text = write_international(turn, plays[plays.sorted()[0]])
        return Posted({"event": "play_entered", "player": turn.player.value, "play": text}, "bench")

    def close(self) -> int:
        """End; return how many bytes were written."""
        if self.recording is None:
            return 0
        self.recording.close(30.0)
        return sum(piece.size for piece in self.recording.shelf.pieces())


def _throw(player: Player, dice: tuple[int, ...]) -> Posted:
    return Posted({"event": "throw_entered", "player": player.value, "dice": list(dice)}, "bench")


def main() -> None:
    """Play with and without, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=3000)
    parser.add_argument("--synced", action="store_true", help="with a journal on the disk")
    given = parser.parse_args()
    chance = random.Random(given.events)
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        benches = {
            "not recorded": Bench(Path(one), recorded=False, synced=given.synced),
            "recorded": Bench(Path(other), recorded=True, synced=given.synced),
        }
        for number in range(given.events):
            # Whoever comes second finds what was worked out by the first.
            for bench in chance.sample(list(benches.values()), 2):
                bench.step(number)
        written = {name: bench.close() for name, bench in benches.items()}
    rows = [_row(name, bench, written[name], given.events) for name, bench in benches.items()]
    head = ["", "ms an event", "median", "µs a camera's word", "bytes an event"]
    show("What recording costs the table's thread", head, rows)
    plain, recorded = (statistics.median(benches[name].costs) for name in ("not recorded", "recorded"))
    show("Recorded to not recorded", ["of the medians"], [[f"{recorded / plain:.3f}"]])


def _row(name: str, bench: Bench, written: int, events: int) -> list[str]:
    mean, median = 1000 * statistics.fmean(bench.costs), 1000 * statistics.median(bench.costs)
    word = 1_000_000 * statistics.median(bench.told)
    return [name, f"{mean:.3f}", f"{median:.3f}", f"{word:.1f}", f"{written / events:.0f}"]


if __name__ == "__main__":
    main()
