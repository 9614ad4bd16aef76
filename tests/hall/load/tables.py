"""A process with several tables, each with its own journal, service and line to the hall; told what to do by lines.

It reads `stop` (the players stop) and `end` from its standard input, and answers each with a line of JSON.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
import threading
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from companion import log
from companion.config import Config
from companion.config import Hall as HallOptions
from companion.service import TableService
from companion.service.publishing.hall_port import HallPort
from tests.hall.load.seat import Seat
from tests.hall.load.unsteady import Unsteady

TICKS = os.sysconf("SC_CLK_TCK")
TASKS = Path("/proc/self/task")
CALM_S, ASKS_S = 10.0, 24.0
"""How long a part works, and how long it asks: longer than a hall is patient."""


def config_of(given: argparse.Namespace, name: str) -> Config:
    """Return how a table is configured."""
    hall = HallOptions(
        broker=given.broker,
        user=given.user,
        password_file=given.password_file,
        table=name,
        panel=f"http://127.0.0.1/{name}/",
    )
    return replace(Config(folder=str(given.folder / name)), hall=hall)


def table(given: argparse.Namespace, number: int) -> Seat:
    """Set up a table with everything but people."""
    name = str(number)
    config = config_of(given, name)
    config.data.mkdir(parents=True, exist_ok=True)
    service = TableService(config.data)
    service.start()
    service.plug("hall", lambda: HallPort(config, service))
    if number % given.unsteady == 0:
        service.plug("camera", lambda: Unsteady(CALM_S, ASKS_S))
    return Seat(service, name, given.speed, Random(given.seed * 1000 + number), number)


def cpu_by_kind() -> dict[str, float]:
    """Return how many seconds of a processor the threads of each kind have used."""
    used: dict[str, float] = defaultdict(float)
    for thread in threading.enumerate():
        try:
            fields = (TASKS / str(thread.native_id) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        used[thread.name.partition(" ")[0]] += (int(fields[11]) + int(fields[12])) / TICKS
    return dict(used)


def _tell(**what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def play(seats: list[Seat]) -> dict[str, Any]:
    """Let everybody play until a line comes; return what was done, and what it took."""
    stop = threading.Event()
    players = [threading.Thread(target=seat.play, args=(stop,), name=f"player {seat.name}") for seat in seats]
    for player in players:
        player.start()
    sys.stdin.readline()
    used = cpu_by_kind()
    stop.set()
    for player in players:
        player.join()
    times = os.times()
    return {"seats": [seat.counts() for seat in seats], "cpu": used, "all": times.user + times.system}


def main() -> int:
    """Be tables until there is nobody any more who tells what to do."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    for name in ("broker", "user", "password-file"):
        parser.add_argument(f"--{name}", default="")
    for name in ("first", "count", "seed", "unsteady"):
        parser.add_argument(f"--{name}", type=int, required=True)
    parser.add_argument("--speed", type=float, required=True)
    given = parser.parse_args()
    log.set_up(Config().log)
    logging.getLogger().setLevel(logging.WARNING)
    seats = [table(given, given.first + at) for at in range(given.count)]
    _tell(ready=True)
    _tell(**play(seats))
    sys.stdin.readline()
    for seat in seats:
        seat.service.stop()
    _tell(ended=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
