"""Connections that are held and never used: what somebody new, the machine itself and the scorer notice of them."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from tests.attack.row import Row, slowest
from tests.attack.table import HERE, Device, Start, Table

ADDRESSES = [f"127.0.0.{number}" for number in range(2, 7)]
PER_KIND = 500
AT_ONCE = 300
"""Of slow bodies and of streams, from one address."""
EACH_S = 5.0
"""So often a slow one sends a little, and comes back if it was cut off."""
PROBES, APART_S = 8, 1.0
HEADERS = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = b"POST /api/v1/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\n"
STREAM = b"GET /live/table HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


class Held:
    """A connection that says `begins`, then `more` now and then; it comes back when it is cut off."""

    def __init__(self, port: int, address: str, begins: bytes = b"", more: bytes = b"") -> None:
        self._to, self._address, self._begins, self._more = port, address, begins, more
        self._line: socket.socket | None = None

    def go_on(self) -> None:
        """Send a little more, or begin again."""
        try:
            if self._line is None:
                self._line = socket.create_connection((HERE, self._to), 5.0, (self._address, 0))
                self._line.settimeout(0)
                self._line.sendall(self._begins)
                return
            self._line.send(self._more)
            while self._line.recv(65536):
                pass
            self.close()
        except BlockingIOError:
            return
        except OSError:
            self.close()

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None


@contextmanager
def holding(held: Sequence[Held]) -> Iterator[None]:
    """Hold connections for a while; begins when each has been opened once."""
    over, opened = threading.Event(), threading.Event()

    def hold() -> None:
        while not over.is_set():
            for one in held:
                one.go_on()
            opened.set()
            over.wait(EACH_S)

    thread = threading.Thread(target=hold, daemon=True)
    thread.start()
    opened.wait(60.0)
    try:
        yield
    finally:
        over.set()
        thread.join(60.0)
        for one in held:
            one.close()


def probed(devices: Sequence[Device], path: str = "/api/v1/table") -> list[float]:
    """Return how long each, one second after the other, waits for an answer."""
    taken: list[float] = []
    threads = [threading.Thread(target=lambda one=one: taken.append(one.seconds("GET", path))) for one in devices]
    for thread in threads:
        thread.start()
        time.sleep(APART_S)
    for thread in threads:
        thread.join()
    return taken


def strangers(table: Table, number: int) -> list[Device]:
    """Return new visitors, each from an address that nobody has seen before."""
    return [table.device(f"127.1.{number}.{one + 1}") for one in range(PROBES)]


def idle_and_dripping(port: int) -> list[Held]:
    """Return silent connections and such as send a header line now and then, evenly from all addresses."""
    each = [ADDRESSES[number % len(ADDRESSES)] for number in range(PER_KIND)]
    idle = [Held(port, address) for address in each]
    return idle + [Held(port, address, HEADERS, b"X-More: 1\r\n") for address in each]


def attack(start: Start) -> Iterator[Row]:
    """Hold connections of each kind."""
    with start() as table:
        scorer = table.begin()
        with holding(idle_and_dripping(table.port)):
            name = f"{PER_KIND} idle, {PER_KIND} dripping connections"
            yield slowest(f"{name}: somebody new", probed(strangers(table, 0)), 1.0)
            yield slowest(f"{name}: the machine itself", probed([table.device(HERE) for _ in range(PROBES)]), 1.0)
            again = [scorer.again() for _ in range(PROBES)]
            yield slowest(f"{name}: the scorer, new connections", probed(again), 1.0)
    kinds = {"slow bodies": (BODY, b"{"), "streams": (STREAM, b"")}
    for number, (what, (begins, more)) in enumerate(kinds.items(), 1):
        with start() as table, holding([Held(table.port, ADDRESSES[0], begins, more) for _ in range(AT_ONCE)]):
            name = f"{AT_ONCE} {what} from one address"
            yield slowest(f"{name}: somebody new", probed(strangers(table, number)), 1.0)
            if what == "streams":
                with suppress(OSError):
                    yield watching(table, name)


def watching(table: Table, name: str) -> Row:
    """Whether somebody else still gets a stream."""
    line = socket.create_connection((HERE, table.port), 5.0, ("127.1.9.1", 0))
    with line:
        line.sendall(STREAM)
        try:
            status = line.recv(65536).split(b" ")[1].decode()
        except (OSError, IndexError):
            status = "no answer"
    return Row(f"{name}: a stream for somebody else", status, "200", status == "200")
