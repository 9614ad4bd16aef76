"""All that a load needs, set up and taken down: broker, hall, tables, a network to cut, and who means no good."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from companion.hall.record.address import address
from companion.hall.record.record import Record
from tests.broker.mosquitto import HERE, Mosquitto, free_port, running
from tests.hall.load.compare import lacking, told_by
from tests.hall.load.hostile import Hostile
from tests.hall.load.namespace import HOST, Namespace
from tests.hall.load.programs import HallProgram, TablesProgram
from tests.hall.load.proxy import Proxy
from tests.hall.load.watching import Watcher

USERS = {"hall": "of the hall", "table": "of the tables", "rogue": "of one of them"}
MAY_WRITE = "".join(f"topic write companion/table/+/{kind}\n" for kind in ("alive", "state", "matches", "events"))
RIGHTS = f"""user hall
topic read companion/table/+/+
topic write companion/table/+/cursor
topic readwrite companion/hall/+
user table
{MAY_WRITE}topic read companion/table/+/cursor
topic read companion/hall/+
user rogue
{MAY_WRITE}topic read companion/#
"""
LOOK_S = 0.03
SOON_S = 900.0
"""How long anything may take on a machine that is busy with something else."""


@dataclass(frozen=True)
class Wishes:
    """What is wanted of a load."""

    folder: Path
    database: str
    """The record's URL; empty: SQLite."""
    tables: int = 50
    processes: int = 5
    speed: float = 10.0
    seed: int = 1
    unsteady: int = 10
    """Each table of a number divisible by that has a part that asks and fails."""
    namespace: bool = False


@dataclass
class Stand:
    """All of it, at work."""

    wishes: Wishes
    broker: Mosquitto
    hall: HallProgram
    network: Namespace | Proxy
    programs: list[TablesProgram]
    watcher: Watcher
    hostile: Hostile
    record: Record
    _stopped: bool = field(default=False)

    @property
    def folders(self) -> list[Path]:
        """The tables' data folders."""
        return [self.wishes.folder / "tables" / str(1 + at) for at in range(self.wishes.tables)]

    @property
    def behind_network(self) -> Path:
        """The folder of the table whose network can be cut."""
        return self.folders[-1]

    def ids(self) -> dict[str, str]:
        """Return the tables' ids by their names."""
        files = {folder.name: folder / "hall-table.json" for folder in self.folders}
        return {name: str(json.loads(file.read_text(encoding="utf-8"))["table"]) for name, file in files.items()}

    def lacking(self) -> int:
        """Return how many lines of the journals are not in the record."""
        return lacking(told_by(self.folders), self.record)

    def stop_playing(self) -> None:
        """Let nobody play any more; the tables stay."""
        for program in self.programs:
            program.stop_playing()
        for program in self.programs:
            program.wait_until_stopped()

    def until_settled(self) -> float:
        """Wait until the record has all; return how many seconds that took."""
        began = time.monotonic()
        until(lambda: self.lacking() == 0)
        return time.monotonic() - began


def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + SOON_S
    while not is_so():
        assert time.monotonic() < end, "that never came to be"
        time.sleep(LOOK_S)


@contextmanager
def standing(wishes: Wishes) -> Iterator[Stand]:
    """Have everything at work, and take it down at the end."""
    wishes.folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        broker = Mosquitto(wishes.folder / "broker", USERS, RIGHTS)
        network = _network(stack, broker, namespace=wishes.namespace)
        stack.enter_context(running(broker))
        hall = HallProgram(_hall_file(wishes, broker), free_port(), wishes.folder / "hall.log")
        _add_port(hall)
        programs = _programs(wishes, broker, network)
        for program in programs:
            stack.callback(program.kill)
            program.start()
        # It takes as long to begin as they do.
        stack.callback(hall.kill)
        hall.start()
        for program in programs:
            program.wait_until_ready()
        record = Record(address(wishes.database, wishes.folder / "hall"))
        stack.callback(record.close)
        watcher, hostile = Watcher(hall.port), Hostile(broker.port, "rogue", USERS["rogue"])
        for one in (watcher, hostile):
            one.start()
            stack.callback(one.stop)
        yield Stand(wishes, broker, hall, network, programs, watcher, hostile, record)


def _network(stack: ExitStack, broker: Mosquitto, *, namespace: bool) -> Namespace | Proxy:
    if not namespace:
        proxy = Proxy(broker.port)
        stack.callback(proxy.close)
        return proxy
    assert os.getuid() == 0, "a network namespace needs root"
    port = free_port()
    network = Namespace(port)
    stack.callback(network.close)
    network.open()
    broker.extra = f"listener {port} {HOST}"
    return network


def _hall_file(wishes: Wishes, broker: Mosquitto) -> Path:
    password = broker.folder / "hall.password"
    broker.access(user="hall")
    file = wishes.folder / "hall.toml"
    lines = [
        f'folder = "{wishes.folder / "hall"}"', 'name = "A load"', "[broker]", f'address = "{broker.url}"',
        'user = "hall"', f'password_file = "{password}"', "[record]", f'url = "{wishes.database}"', "[panel]",
        f'host = "{HERE}"',
    ]  # fmt: skip
    file.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return file


def _add_port(hall: HallProgram) -> None:
    with hall.config.open("a", encoding="utf-8") as file:
        file.write(f"port = {hall.port}\n")


def _programs(wishes: Wishes, broker: Mosquitto, network: Namespace | Proxy) -> list[TablesProgram]:
    """Return the processes: the last has one table, behind the network that can be cut."""
    password = broker.access(user="table").password_file
    rest, made, first = wishes.tables - 1, [], 1
    for number in range(wishes.processes):
        count = rest // wishes.processes + (number < rest % wishes.processes)
        made.append(TablesProgram(_command(wishes, broker.url, password, first, count), count))
        first += count
    made.append(TablesProgram(network.command(_command(wishes, network.broker, password, first, 1)), 1))
    return [one for one in made if one.count]


def _command(wishes: Wishes, broker: str, password: Path | None, first: int, count: int) -> list[str]:
    return [
        sys.executable, "-m", "tests.hall.load.tables", str(wishes.folder / "tables"), "--broker", broker,
        "--user", "table", "--password-file", str(password), "--first", str(first), "--count", str(count),
        "--speed", str(wishes.speed), "--seed", str(wishes.seed), "--unsteady", str(wishes.unsteady),
    ]  # fmt: skip
