"""`python -m tests.hall.load --tables 50 --minutes 10`: the long form, with everything failing once."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.broker.mosquitto import HERE
from tests.checkout import ROOT
from tests.hall.load.compare import compared, journals
from tests.hall.load.delays import Sight
from tests.hall.load.faults import Fault, Window, suffer
from tests.hall.load.report import Found, lines
from tests.hall.load.sampler import Sampler
from tests.hall.load.stand import Stand, Wishes, standing
from tests.hall.postgres import SAFE, Postgres, server

BROKER_S, HALL_S = 8.0, 3.0
"""How long the broker and the hall are away."""
CHROMIUM_S = 45.0
MS = 1_000_000


@dataclass
class Chromium:
    """A browser that watches for a while."""

    stand: Stand
    process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Open the page."""
        url, picture = f"http://{HERE}:{self.stand.hall.port}/", self.stand.wishes.folder / "chromium.png"
        command = [sys.executable, "-m", "tests.hall.load.chromium", url, "--picture", str(picture)]
        self.process = subprocess.Popen(
            [*command, "--seconds", str(CHROMIUM_S)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )

    def seen(self) -> dict[str, list[Sight]]:
        """Return what it has drawn."""
        found: dict[str, list[Sight]] = defaultdict(list)
        if self.process is not None:
            for at, table, text in json.loads(self.process.communicate()[0]):
                found[table].append(Sight(MS * at, text))
        return dict(found)


def say(text: str) -> None:
    """Tell how far it is."""
    sys.stdout.write(f"{time.strftime('%H:%M:%S')} {text}\n")
    sys.stdout.flush()


def faults(stand: Stand, postgres: Postgres | None, minute: float) -> list[Fault]:
    """Return everything that fails, and when."""
    found = [
        Fault("the broker is killed", 0.15, BROKER_S, stand.broker.kill, stand.broker.start),
        Fault("the hall is killed", 0.3, HALL_S, stand.hall.kill, stand.hall.start),
        Fault("the network of a table is cut", 0.7, minute, stand.network.cut, stand.network.mend),
    ]
    if postgres is not None:
        found.append(Fault("PostgreSQL is stopped", 0.45, minute, postgres.stop, postgres.start))
    return found


def load(given: argparse.Namespace, stack: ExitStack) -> int:
    """Have the load; return whether the record was exact."""
    folder = given.folder or Path(tempfile.mkdtemp(prefix="hall-load-"))
    postgres = None if given.sqlite else stack.enter_context(server(SAFE))
    database = postgres.database() if postgres else ""
    wishes = Wishes(folder, database, given.tables, given.processes, given.speed, given.seed, namespace=given.namespace)
    stand = stack.enter_context(standing(wishes))
    say(f"{given.tables} tables play; everything is kept in {folder}")
    sampler, browser = Sampler(pids(stand, postgres)), Chromium(stand)
    sampler.start()
    if given.chromium:
        browser.start()
    seconds, began = 60 * given.minutes, time.monotonic()
    windows = suffer(faults(stand, postgres, min(60.0, seconds / 6)), seconds, partial(tell, stand))
    stand.stop_playing()
    played = time.monotonic() - began
    say("nobody plays any more")
    settled = stand.until_settled()
    sampler.stop()
    seen = browser.seen()
    stand.hostile.stop()
    for program in stand.programs:
        program.end()
    keep(stand, windows)
    found = Found(played, compared(journals(stand.folders), stand.record), windows, settled, seen)
    sys.stdout.write("\n".join(["", *lines(stand, sampler, found)]) + "\n")
    return 0 if found.compared.is_exact and not stand.hostile.let_in_wrongly else 1


def keep(stand: Stand, windows: Sequence[Window]) -> None:
    """Keep everything that was measured, to be looked through later."""
    names = {table: name for name, table in stand.ids().items()}
    seen = {
        names.get(table, table): [[one.at, one.text] for one in found] for table, found in stand.watcher.seen.items()
    }
    entered = {seat["name"]: seat["entries"] for program in stand.programs for seat in program.done["seats"]}
    failed = [[one.name, one.begin, one.end] for one in windows]
    raw = {"entered": entered, "seen": seen, "failed": failed}
    (stand.wishes.folder / "raw.json").write_text(json.dumps(raw), encoding="utf-8")


def tell(stand: Stand, text: str) -> None:
    """Tell how far it is, and how far the record is behind."""
    try:
        say(f"{text}; the record lacks {stand.lacking()} lines")
    except Exception as error:  # noqa: BLE001 - the database is away, as it is meant to be
        say(f"{text}; the record cannot be asked: {type(error).__name__}")


def pids(stand: Stand, postgres: Postgres | None) -> dict[str, Callable[[], int]]:
    """Return where the programs are found, whichever life they are in."""
    found: dict[str, Callable[[], int]] = {
        "hall": lambda: stand.hall.pid,
        "broker": lambda: stand.broker.pid,
    }
    return found | {"database": lambda: postgres.pid} if postgres else found


def main() -> int:
    """Read what is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--processes", type=int, default=5, help="in how many processes the tables are")
    parser.add_argument("--speed", type=float, default=10.0, help="how many times as fast as people they play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where everything is kept")
    parser.add_argument("--sqlite", action="store_true", help="a record in SQLite instead of PostgreSQL")
    parser.add_argument("--namespace", action="store_true", help="cut a real network; needs root")
    parser.add_argument("--chromium", action="store_true", help="let a browser watch too for a while")
    with ExitStack() as stack:
        return load(parser.parse_args(), stack)


if __name__ == "__main__":
    sys.exit(main())
