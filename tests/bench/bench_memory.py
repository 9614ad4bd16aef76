"""How much memory the service has over an hour: `python -m tests.bench.bench_memory --minutes 60 --camera-page`.

It is the demonstration, or with `--table` a table that is played at people's pace: its virtual board and its camera
(in the network) belong to this process, and the service reads every throw. Viewers follow the panel, and somebody may
have the set-up's page of the camera open. Written to the folder: `memory.csv`, `memory.svg`, the service's log.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import signal
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields
from itertools import cycle
from pathlib import Path
from random import Random

from companion.rules.games import GAMES
from companion.table.agreement import decode_agreement
from tests.bench.report import progress, show
from tests.soak.choices import Chooser
from tests.soak.picture import MB, picture
from tests.soak.players import Players, Seat, StuckError
from tests.soak.process import PROC, Service, free_port
from tests.soak.soak import Soak, Wishes
from tests.soak.story import Story
from tests.web.listening import Listener

CURVES = (("rss", "resident", MB), ("pss", "its share", MB), ("uss", "its own", MB), ("threads", "threads", 1))
KB = 1024
IN_ROLLUP = re.compile(r"^(\w+):\s+(\d+) kB$", re.MULTILINE)
STARTS_S, AGAIN_S, NEXT_PICTURE_S, THINKS_S, ROW_S = 60.0, 0.5, 0.12, 1.5, 300.0
DEMO = 'folder = {data}\n[panel]\nhost = "127.0.0.1"\nport = {port}\n[demo]\non = true\n'


@dataclass(frozen=True, slots=True)
class Memory:
    """How much a process has, in bytes: resident, its share of what others have too, its own, the most so far."""

    at: float
    life: int
    rss: int
    pss: int
    uss: int
    most: int
    threads: int


def memory_of(service: Service, began: float) -> Memory | None:
    """Return how much the service has now; nothing once it does not run."""
    here = PROC / str(service.pid)
    try:
        rollup = {name: int(kb) * KB for name, kb in IN_ROLLUP.findall((here / "smaps_rollup").read_text())}
        status = {name: int(kb) * KB for name, kb in IN_ROLLUP.findall((here / "status").read_text())}
        threads = len(list((here / "task").iterdir()))
        own = rollup["Private_Clean"] + rollup["Private_Dirty"]
        since = time.monotonic() - began
        return Memory(since, service.lives, rollup["Rss"], rollup["Pss"], own, status["VmHWM"], threads)
    except (OSError, KeyError):
        return None


class Visitors:
    """Those who look, each in a thread; who is turned away comes again, as browsers do."""

    def __init__(self, url: str, viewers: int, *, camera_page: bool) -> None:
        self._url, self._over = url, threading.Event()
        self.views, self.pictures = 0, 0
        """How often they have got something."""
        looks = [self._follow] * viewers + [self._look_at_camera] * camera_page
        for look in looks:
            threading.Thread(target=self._again_and_again, args=(look,), daemon=True).start()

    def leave(self) -> None:
        """Look no longer."""
        self._over.set()

    def _again_and_again(self, look: Callable[[], None]) -> None:
        while not self._over.wait(AGAIN_S):
            with suppress(OSError, ValueError, IndexError):
                look()

    def _follow(self) -> None:
        with Listener(self._url) as stream:
            for _ in stream.messages():
                self.views += 1
                if self._over.is_set():
                    return

    def _look_at_camera(self) -> None:
        self._get("/setup/camera")
        while not self._over.wait(NEXT_PICTURE_S):
            self._get("/setup/camera/read.jpg")
            self.pictures += 1

    def _get(self, path: str) -> None:
        with urllib.request.urlopen(self._url + path, timeout=STARTS_S) as answer:  # noqa: S310 - it is ours
            answer.read()


@contextmanager
def demonstration(folder: Path) -> Iterator[tuple[Service, str, Callable[[], None]]]:
    """Have the demonstration; it plays by itself."""
    port, config = free_port(), folder / "companion.toml"
    config.write_text(DEMO.format(data=json.dumps(str(folder / "data")), port=port), encoding="utf-8")
    service = Service(config, folder / "service.log", {})
    service.start()
    try:
        yield service, f"http://127.0.0.1:{port}", lambda: None
    finally:
        service.stop()


@contextmanager
def table(folder: Path) -> Iterator[tuple[Service, str, Callable[[], None]]]:
    """Have a table, and two who go on playing at it each time they are asked."""
    wishes = Wishes(folder, each=0.0, by_camera=1.0, seed=5, slowness=1.0, fps=10.0, settle_ms=300)
    with Soak(wishes) as soak:
        doings = _doings(soak)
        yield soak.service, soak.panel.url, lambda: next(doings)


def _doings(soak: Soak) -> Iterator[None]:
    for game in cycle(GAMES):
        agreed = {"game": game, "length": {"kind": "rounds", "games": 1}}
        story = Story(decode_agreement(agreed))
        seat = Seat(soak.panel, soak.world, soak.tally, Chooser(Random(5)), Random(5), lambda: 1)
        players = Players(seat, story, soak.begin(agreed, story), 1.0)
        with suppress(StuckError):
            while players.go_on():
                time.sleep(THINKS_S)
                yield


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_memory", description=__doc__)
    parser.add_argument("--table", action="store_true", help="a table with board and camera, not the demonstration")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--viewers", type=int, default=3)
    parser.add_argument("--camera-page", action="store_true", help="the set-up's page of the camera is open")
    parser.add_argument("--every", type=float, default=5.0, help="seconds from one sample to the next")
    parser.add_argument("--folder", type=Path, help="where it is written to")
    given = parser.parse_args(argv)
    # Started in the background, it would not hear of an interruption.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    folder = given.folder or Path(tempfile.mkdtemp(prefix="memory-"))
    folder.mkdir(parents=True, exist_ok=True)
    with (table if given.table else demonstration)(folder) as (service, url, play_on):
        visitors = Visitors(url, given.viewers, camera_page=given.camera_page)
        samples = list(_sampled(folder / "memory.csv", service, given, play_on))
        visitors.leave()
    (folder / "memory.svg").write_text(picture(samples, CURVES), encoding="utf-8")
    what = "A table with board and camera" if given.table else "The demonstration"
    seen = f"{given.viewers} viewers were told {visitors.views} times; {visitors.pictures} pictures were looked at"
    show(f"{what}, {seen}", ("minute", "MB", "its share", "its own", "most"), _rows(samples), f"in {folder}")
    return 0


def _sampled(file: Path, service: Service, given: argparse.Namespace, play_on: Callable[[], None]) -> Iterator[Memory]:
    """Sample in a thread of its own, as playing takes its time; each sample is on disk at once."""
    began, found, over = time.monotonic(), list[Memory](), threading.Event()

    def sample() -> None:
        with file.open("w", encoding="utf-8", newline="") as written:
            rows = csv.DictWriter(written, [field.name for field in fields(Memory)])
            rows.writeheader()
            while not over.wait(given.every):
                if (one := memory_of(service, began)) is not None:
                    found.append(one)
                    rows.writerow(asdict(one))
                    written.flush()

    sampling = threading.Thread(target=sample, name="samples")
    sampling.start()
    try:
        while time.monotonic() - began < 60 * given.minutes:
            play_on()
            time.sleep(AGAIN_S)
    except KeyboardInterrupt:
        progress("Interrupted")
    over.set()
    sampling.join()
    yield from found


def _rows(samples: Sequence[Memory]) -> list[tuple[str, ...]]:
    """Return every so many minutes one, and the last."""
    due, rows = 0.0, list[tuple[str, ...]]()
    for one in samples:
        if one.at >= due or one is samples[-1]:
            values = (f"{value / MB:.1f}" for value in (one.rss, one.pss, one.uss, one.most))
            rows.append((f"{one.at / 60:.0f}", *values))
            due += ROW_S
    return rows


if __name__ == "__main__":
    sys.exit(main())
