"""Many viewers and many changes: how far behind the table each is.

A viewer is behind for as long as something newer than what it shows has been there. The score counts the changes.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tests.attack.load import GOAL_MS, LASTS_S, WRITES_PER_SECOND, commands, said
from tests.attack.row import Row, p95
from tests.attack.table import HERE, Start

VIEWERS, PER_ADDRESS = 200, 5
PAGES = ("/live/table",) * 3 + ("/api/v1/table/stream", "/overlay/live")
SETTLES_S = 30.0
SCORE = re.compile(rb'(?:\\"(?:points|score)\\"[^>]*>|"score": \{"white": )(\d+)')


class Viewer:
    """A browser that watches."""

    def __init__(self, number: int) -> None:
        self.address = f"127.2.0.{1 + number // PER_ADDRESS}"
        self.page = PAGES[number % len(PAGES)]
        self.seen: list[tuple[float, int]] = []
        self.bytes = self.updates = 0
        self.is_there = asyncio.Event()
        """Whether it has been told something, or turned away."""

    async def watch(self, port: int) -> None:
        try:
            await self._watch(port)
        except (OSError, EOFError, ValueError):
            return
        finally:
            self.is_there.set()

    async def _watch(self, port: int) -> None:
        reader, writer = await asyncio.open_connection(HERE, port, local_addr=(self.address, 0))
        head = f"GET {self.page} HTTP/1.1\r\nHost: {HERE}\r\nAccept: text/event-stream\r\nAccept-Encoding: gzip\r\n\r\n"
        writer.write(head.encode())
        told = (await reader.readuntil(b"\r\n\r\n")).lower()
        if b" 200 " not in told.splitlines()[0]:
            return
        unzip = zlib.decompressobj(31) if b"content-encoding: gzip" in told else None
        rest = b""
        while size := int(await reader.readline() or b"0", 16):
            piece = (await reader.readexactly(size + 2))[:-2]
            self.bytes += size
            *whole, rest = (rest + (unzip.decompress(piece) if unzip else piece)).split(b"\n\n")
            for event in whole:
                self._take(event)

    def _take(self, event: bytes) -> None:
        if b"data: {" not in event:
            return
        self.updates += 1
        self.is_there.set()
        if found := SCORE.search(event):
            self.seen.append((time.monotonic(), int(found[1])))


async def watching(port: int) -> dict[str, object]:
    """Watch until the standard input ends."""
    viewers = [Viewer(number) for number in range(VIEWERS)]
    tasks = [asyncio.create_task(one.watch(port)) for one in viewers]
    await asyncio.gather(*(one.is_there.wait() for one in viewers))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    weight = sum(one.bytes for one in viewers) / max(1, sum(one.updates for one in viewers))
    return {"bytes": weight, "seen": [(one.page, one.seen) for one in viewers if one.updates]}


@contextmanager
def viewers(port: int, came: dict[str, Any]) -> Iterator[None]:
    """Have viewers in a process of their own for a while; what they saw is added to `came`."""
    command = [sys.executable, "-m", "tests.attack.streams", str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield
        told, _ = process.communicate()
    came.update(json.loads(told))


def behind(seen: Sequence[tuple[float, int]], made: Sequence[float], over: float) -> Iterator[float]:
    """Yield how long each picture was out of date when the next one came, or at the end; `made` tells when each was."""
    shown = -1
    for at, number in [*seen, (over, len(made))]:
        if shown < number and shown + 1 < len(made):
            yield at - made[shown + 1]
        shown = max(shown, number)


def attack(start: Start) -> Iterator[Row]:
    """Watch with many, at few and at many changes."""
    with start(streams=VIEWERS) as table:
        scorer = table.begin()
        came: dict[str, Any] = {}
        with viewers(table.port, came):
            entered = commands(scorer)
            time.sleep(SETTLES_S)
            over = time.monotonic()
        memory = table.service.sample(0)
    taken, made = [one.seconds for one in entered], [one.at for one in entered]
    late = {
        page: [one for of, seen in came["seen"] if of == page for one in behind(seen, made, over)] for page in PAGES
    }
    everybody = [one for of_page in late.values() for one in of_page]
    name = f"{VIEWERS} viewers"
    yield Row(f"{name}: there", str(len(came["seen"])), str(VIEWERS), len(came["seen"]) == VIEWERS)
    worst = max(everybody, default=float("inf"))
    yield Row(f"{name}: behind", said(everybody), "max < 1 s", worst < 1)
    for page, of_page in late.items():
        yield Row(f"  of these {page}", said(of_page))
    yield Row(f"{name}: an update weighs", f"{came['bytes'] / 1000:.1f} kB")
    yield Row(f"{name}: changes that were entered", f"{len(taken)} of {int(LASTS_S * WRITES_PER_SECOND)}")
    yield Row(f"{name}: commands", said(taken), f"p95 < {GOAL_MS} ms", p95(taken) * 1000 < GOAL_MS)
    yield Row(f"{name}: memory", f"{memory.memory / 2**20:.0f} MB" if memory else "-")


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(watching(int(sys.argv[1])))))
