"""Many anonymous requests: what the scorer notices of them."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count, cycle
from statistics import median
from threading import Lock

from tests.attack.row import Row, p95
from tests.attack.table import HERE, Device, Start

PER_SECOND, MOST_OPEN = 200, 400
ADDRESSES = [f"127.0.0.{number}" for number in range(2, 12)]
PATHS = ("/", "/score", "/now/table", "/api/v1/table", "/overlay", "/archive")
LASTS_S, WRITES_PER_SECOND, SCORERS = 15.0, 20, 4
SET = "/api/v1/table/score_set"
GOAL_MS = 100


@dataclass(slots=True)
class Entered:
    """Something the scorer has entered: when, and how long it took. The score became its number in the list."""

    at: float
    seconds: float = float("inf")


def commands(scorer: Device, seconds: float = LASTS_S) -> list[Entered]:
    """Let scorers set the score 20 times a second, or as often as the answers come; the last one when all is done."""
    entered: list[Entered] = []
    began, wanted, numbers = time.monotonic(), int(seconds * WRITES_PER_SECOND), count()
    at_once = Lock()

    def enter(device: Device) -> None:
        while True:
            with at_once:
                number = next(numbers)
                time.sleep(max(0.0, began + number / WRITES_PER_SECOND - time.monotonic()))
                if number >= wanted or time.monotonic() > began + seconds:
                    return
                entered.append(Entered(time.monotonic()))
            entered[number].seconds = device.seconds("POST", SET, _score(number))

    threads = [threading.Thread(target=enter, args=(scorer.again(),)) for _ in range(SCORERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    last = Entered(time.monotonic())
    last.seconds = scorer.seconds("POST", SET, _score(len(entered)))
    return [*entered, last]


def _score(number: int) -> dict[str, object]:
    return {"score": {"white": number, "black": number}, "reason": "attack"}


async def _get(port: int, address: str, path: str, came: Counter[str]) -> None:
    began = time.monotonic()
    try:
        reader, writer = await asyncio.open_connection(HERE, port, local_addr=(address, 0))
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {HERE}\r\nConnection: close\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.read(), 30.0)
        came[answer.split(b" ", 2)[1].decode() if answer else "nothing"] += 1
        came["ms"] += round((time.monotonic() - began) * 1000)
        writer.close()
    except (OSError, TimeoutError):
        came["nothing"] += 1


async def flood(port: int) -> Counter[str]:
    """Ask 200 times a second until the standard input ends; return the statuses that came."""
    came: Counter[str] = Counter()
    over = asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    asked: set[asyncio.Task[None]] = set()
    paths, addresses = cycle(PATHS), cycle(ADDRESSES)
    at = time.monotonic()
    while not over.done():
        at += 1 / PER_SECOND
        await asyncio.sleep(max(0.0, at - time.monotonic()))
        if len(asked) < MOST_OPEN:
            task = asyncio.create_task(_get(port, next(addresses), next(paths), came))
            asked.add(task)
            task.add_done_callback(asked.discard)
        else:
            came["not asked"] += 1
    for task in asked:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*asked, return_exceptions=True)
    return came


@contextmanager
def flooded(port: int, came: Counter[str]) -> Iterator[None]:
    """Have somebody ask in a process of its own for a while; what came is added to `came`."""
    command = [sys.executable, "-m", "tests.attack.load", str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        time.sleep(2.0)
        yield
        told, _ = process.communicate()
    came.update(json.loads(told))


def attack(start: Start) -> Iterator[Row]:
    """Measure the scorer alone, then among many."""
    with start() as table:
        scorer = table.begin()
        yield Row("commands alone", said([one.seconds for one in commands(scorer, LASTS_S / 2)]))
        came: Counter[str] = Counter()
        with flooded(table.port, came):
            taken = [one.seconds for one in commands(scorer)]
        ms, wanted = p95(taken) * 1000, int(LASTS_S * WRITES_PER_SECOND)
        yield Row(f"commands at {PER_SECOND} GETs a second", said(taken), f"p95 < {GOAL_MS} ms", ms < GOAL_MS)
        yield Row(
            "of these commands were done",
            f"{len(taken)} of {wanted}",
            f"> {wanted * 0.9:.0f}",
            len(taken) > wanted * 0.9,
        )
        mean = came.pop("ms", 0) / max(1, came.total() - came["nothing"] - came["not asked"])
        yield Row("what came of the GETs", ", ".join(f"{count} x {name}" for name, count in came.most_common()))
        yield Row("a GET took on average", f"{mean:.0f} ms")


def said(seconds: Sequence[float]) -> str:
    """Say how long something took."""
    if not seconds:
        return "never"
    return f"p50 {median(seconds) * 1000:.0f}, p95 {p95(seconds) * 1000:.0f}, max {max(seconds) * 1000:.0f} ms"


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(flood(int(sys.argv[1])))))
