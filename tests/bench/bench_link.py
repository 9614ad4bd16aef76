"""What the link costs: `python -m tests.bench.bench_link`.

`--seconds` says how long snapshots are sent over a pseudo-terminal (10 unless told).
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import statistics
import tempfile
import threading
import time
import tty
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from firmware_bridge.bridge import Bridge, Event
from firmware_bridge.frames import Deframer
from firmware_bridge.happenings import Shown
from firmware_bridge.link import Link, Wanted
from firmware_bridge.orientation import Orientation
from firmware_bridge.settling import QUIET
from firmware_bridge.watch import Read, Watch
from firmware_bridge.zones import Board
from tests.bench.report import best_of, progress, show, verdict
from tests.firmware_bridge.device import COLOURED, Device, hello, laid
from tests.firmware_bridge.simavr import Simulated

FRAMES = 10_000
CHUNK = 64
A_SECOND = 100
MOST_CPU = 0.10
READINGS = 48
HERE = Orientation()


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="how long snapshots are sent")
    wanted = parser.parse_args()
    progress("frames out of a stream, and all of the way to a reading without a line")
    rows = [*deframing(), *without_a_line()]
    progress(f"{A_SECOND} snapshots a second over a pseudo-terminal, for {wanted.seconds:g} s")
    rows += over_a_terminal(wanted.seconds)
    progress(f"{READINGS} changes, each to its settled reading")
    rows += to_the_reading()
    progress(f"{READINGS} changes of a sensor of the simulated board, each to its settled reading")
    rows += from_a_sensor()
    show("The link to the sensor board", ("what", "measured", "wanted"), rows)


def boards(number: int) -> list[Board]:
    """Return boards of which each differs from the one before."""
    chance = random.Random(1)
    return [
        laid(COLOURED, {point: chance.choice((-3, 2, 5)) for point in chance.sample(range(1, 25), 8)})
        for _ in range(number)
    ]


def stream(number: int) -> bytes:
    """Return what a board sends that changes all the time."""
    device = Device(hello(COLOURED))
    device.boot(0)
    some = boards(20)
    for at in range(number):
        device.lay(some[at % len(some)], at * 1000 // A_SECOND)
    return device.take()


def deframing() -> Iterator[tuple[str, str, str]]:
    """How many frames are found in a second of processor time."""
    data = stream(FRAMES)

    def found() -> int:
        deframer = Deframer()
        return sum(len(deframer.feed(data[at : at + CHUNK])) for at in range(0, len(data), CHUNK))

    seconds = best_of(found)
    yield f"snapshots deframed a second, in pieces of {CHUNK} bytes", f"{FRAMES / seconds:,.0f}", ""
    yield "bytes deframed a second", f"{len(data) / seconds / 1e6:.1f} MB", ""


def without_a_line() -> Iterator[tuple[str, str, str]]:
    """What a snapshot costs in which something has changed."""
    data = stream(FRAMES)
    size = len(data) // FRAMES

    def taken() -> Bridge:
        bridge = Bridge(Watch(among=(HERE,)))
        bridge.open(0.0)
        for at in range(0, len(data), size):
            bridge.receive(data[at : at + size], at / size / A_SECOND)
        return bridge

    seconds = best_of(taken)
    yield "processor time of a changed snapshot, all of the way", f"{seconds / FRAMES * 1e6:.0f} us", ""


@dataclass
class Terminal:
    """A board at the end of a pseudo-terminal that is written to when we say so."""

    path: Path
    device: Device = field(default_factory=lambda: Device(hello(COLOURED)))
    began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        self.path.symlink_to(os.ttyname(self.slave))

    def now(self) -> int:
        return int((time.monotonic() - self.began) * 1000)

    def exchange(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self.device.receive(os.read(self.master, 4096), self.now())
        os.write(self.master, self.device.take())


class Log:
    """Counts what the link tells, and notes when."""

    def __init__(self) -> None:
        self.shown = 0
        self.read = threading.Event()
        self.read_at = 0.0

    def __call__(self, event: Event) -> None:
        if isinstance(event, Shown):
            self.shown += 1
        if isinstance(event, Read):
            self.read_at = time.perf_counter()
            self.read.set()


@contextlib.contextmanager
def linked(quiet: float) -> Iterator[tuple[Terminal, Log, Link]]:
    """Return a board and a link that talk."""
    with tempfile.TemporaryDirectory() as folder:
        terminal, log = Terminal(Path(folder) / "tty"), Log()
        link = Link(Wanted(str(terminal.path)), log, Bridge(Watch(quiet, among=(HERE,))))
        link.start()
        while not log.shown:
            terminal.exchange()
            time.sleep(0.005)
        try:
            yield terminal, log, link
        finally:
            link.stop()
            os.close(terminal.master)
            os.close(terminal.slave)


def over_a_terminal(seconds: float) -> Iterator[tuple[str, str, str]]:
    """How much of a processor the link's thread takes."""
    some = boards(20)
    with linked(0.3) as (terminal, log, link):
        sent, before = 0, log.shown
        clock = time.pthread_getcpuclockid(link._thread.ident or 0)
        began, spent = time.perf_counter(), time.clock_gettime(clock)
        while (left := seconds - (time.perf_counter() - began)) > 0:
            terminal.device.lay(some[sent % len(some)], terminal.now())
            terminal.exchange()
            sent += 1
            time.sleep(min(left, max(0.0, began + sent / A_SECOND - time.perf_counter())))
        took, spent = time.perf_counter() - began, time.clock_gettime(clock) - spent
        time.sleep(0.2)
        came = log.shown - before
    yield "snapshots sent a second, each changed", f"{sent / took:.0f}", f"{A_SECOND}"
    yield "snapshots that came", f"{came / sent:.1%}", verdict(met=came >= sent and link.counts.lost == 0)
    yield (
        "of one processor, the link's thread",
        f"{spent / took:.1%}",
        f"{MOST_CPU:.0%}, {verdict(met=spent / took <= MOST_CPU)}",
    )


def to_the_reading() -> Iterator[tuple[str, str, str]]:
    """How long it takes from bytes to the settled reading, apart from the quiet time."""
    quiet, times = 0.05, []
    with linked(quiet) as (terminal, log, _):
        log.read.wait(10)
        for board in boards(READINGS):
            log.read.clear()
            terminal.device.lay(board, terminal.now())
            began = time.perf_counter()
            terminal.exchange()
            while not log.read.wait(0.005):
                terminal.exchange()
            times.append((log.read_at - began - quiet) * 1000)
    yield from _spread("from bytes to the settled reading, apart from the quiet time", times)


def from_a_sensor() -> Iterator[tuple[str, str, str]]:
    """How long it takes from a magnet over a sensor of the real firmware to the settled reading, in real time."""
    log, times = Log(), []
    with tempfile.TemporaryDirectory() as folder, Simulated(Path(folder)) as board:
        link = Link(Wanted(board.port), log, Bridge(Watch(among=(HERE,))))
        link.start()
        log.read.wait(10)
        chance = random.Random(2)
        for at in range(READINGS):
            # So that the changes fall anywhere between two scans.
            time.sleep(chance.random() / 20)
            log.read.clear()
            began = time.perf_counter()
            board.place(at % 24, 0, "A" if at < 24 else "")
            log.read.wait(10)
            times.append((log.read_at - began) * 1000)
        link.stop()
    yield from _spread(f"from a simulated sensor to the settled reading, with {QUIET * 1000:.0f} ms of quiet", times)


def _spread(name: str, times: list[float]) -> Iterator[tuple[str, str, str]]:
    yield f"{name}: median", f"{statistics.median(times):.1f} ms", ""
    yield f"{name}: most", f"{max(times):.1f} ms", ""


if __name__ == "__main__":
    main()
