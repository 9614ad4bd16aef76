"""Guessed PINs, copied cookies, tokens that are over, a journal that cannot be written: what users notice of them."""

from __future__ import annotations

import http.client
import json
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from companion.journal.database import FILE
from tests.attack.row import Row, slowest
from tests.attack.table import HERE, PIN, Device, Start, Table

GUESSERS = [f"127.3.0.{number}" for number in range(1, 41)]
GIVES_UP_S, FEW_S = 40.0, 5.0
REFUSED = 4 * len(GUESSERS)
"""So many tries that were not looked at mean that whoever guesses has used up all there is."""
NEWCOMERS = 3
WRITES = 20
NOT_IN_TIME = float("inf")
STALE = {"Authorization": "Bearer WzIsMF0.nonsense"}
PATIENCE_S = 120.0


@dataclass
class Phone:
    """A browser: it keeps its cookies, and sends the page's token with each form."""

    port: int
    address: str
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str) -> tuple[int, str]:
        """Return status and content of a page."""
        status, page, _ = self._ask("GET", path)
        return status, page

    def post(self, path: str, fields: dict[str, str]) -> tuple[int, int]:
        """Send a form; return the status, and how many seconds it has to wait."""
        token = self.get("/sign-in")[1].partition('<meta name="csrf" content="')[2].partition('"')[0]
        status, _, wait = self._ask("POST", path, urlencode({**fields, "csrf": token}))
        return status, wait

    def signs_in(self) -> float:
        """Enter the PIN as often as it is let; return after how many seconds it is in."""
        began = time.monotonic()
        while time.monotonic() < began + GIVES_UP_S:
            status, wait = self.post("/sign-in", {"pin": PIN})
            if status == http.client.FOUND:
                return time.monotonic() - began
            time.sleep(min(wait, GIVES_UP_S))
        return NOT_IN_TIME

    def _ask(self, method: str, path: str, body: str = "") -> tuple[int, str, int]:
        line = http.client.HTTPConnection(HERE, self.port, timeout=GIVES_UP_S, source_address=(self.address, 0))
        head = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        head |= {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        with closing(line):
            line.request(method, path, body or None, head)
            answer = line.getresponse()
            for sent in answer.headers.get_all("Set-Cookie", ()):
                self.cookies |= {name: one.value for name, one in SimpleCookie(sent).items()}
            return answer.status, answer.read().decode(), int(answer.headers.get("Retry-After", 0))


@contextmanager
def guessing(port: int, came: Counter[int]) -> Iterator[None]:
    """Have somebody try wrong PINs from 40 addresses as fast as one thread can, for a while."""
    over = threading.Event()
    devices = [Device(port, address) for address in GUESSERS]

    def guess() -> None:
        while not over.is_set():
            for device in devices:
                with suppress(OSError, http.client.HTTPException):
                    status, _ = device.ask("POST", "/api/v1/sign-in", {"pin": "9999"})
                    came[status] += 1

    thread = threading.Thread(target=guess, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def attack(start: Start) -> Iterator[Row]:
    """Try each of them at a table of its own."""
    for subject in (pins, sessions, memory):
        with start() as table:
            yield from subject(table)


def pins(table: Table) -> Iterator[Row]:
    """Guess the PIN, while others sign in."""
    known = Phone(table.port, "127.3.1.1")
    known.signs_in()
    known.post("/sign-out", {})
    came: Counter[int] = Counter()
    began = time.monotonic()
    with guessing(table.port, came):
        _until(lambda: came[429] if came[429] >= REFUSED else None)
        name = f"{len(GUESSERS)} addresses guess the PIN"
        yield slowest(f"{name}: a phone that was in before", [known.signs_in()], FEW_S)
        yield slowest(f"{name}: the machine itself", [Phone(table.port, HERE).signs_in()], FEW_S)
        new = [Phone(table.port, f"127.3.2.{number + 1}") for number in range(NEWCOMERS)]
        # One of them mistypes first.
        new[0].post("/sign-in", {"pin": "5082"})
        yield slowest(f"{name}: new phones", [one.signs_in() for one in new], FEW_S)
    lasted = time.monotonic() - began
    yield Row(f"{name}: PINs that were looked at", f"{came[403]} in {lasted:.0f} s", "< 200", came[403] < 200)
    told = sum("PIN" in line for line in table.log.read_text(errors="replace").splitlines())
    most = 20 * (lasted / 60 + 1)
    yield Row(f"{name}: lines of the log", f"{told} of {came.total()}", f"1 to {most:.0f}", 0 < told <= most)


def sessions(table: Table) -> Iterator[Row]:
    """Use copies of what was signed out, and what is over."""
    phone = Phone(table.port, "127.3.1.1")
    phone.signs_in()
    copy = Phone(table.port, "127.3.1.2", dict(phone.cookies))
    phone.post("/sign-out", {})
    program = table.device("127.3.1.3", signed_in=True)
    program.ask("POST", "/api/v1/sign-out")
    yield _status("a copied cookie after signing out", copy.get("/new")[0], 302)
    yield _status("a token after signing out", program.ask("POST", "/api/v1/table/session_ended", {})[0], 401)
    table.service.kill_and_start()
    table.wait()
    yield _status("the cookie after a restart", copy.get("/new")[0], 302)
    over = table.device("127.3.1.4")
    over.token = STALE["Authorization"].removeprefix("Bearer ")
    yield _status("what all may read, with a token that is over", over.ask("GET", "/api/v1/table")[0], 200)
    yield _status("signing in, with a token that is over", over.ask("POST", "/api/v1/sign-in", {"pin": PIN})[0], 200)


def memory(table: Table) -> Iterator[Row]:
    """Enter something while another program holds the journal, and cut the power."""
    scorer = table.begin()
    statuses = []
    with closing(sqlite3.connect(table.folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for number in range(1, WRITES + 1):
            wanted = {"score": {"white": number, "black": 0}, "reason": "attack"}
            statuses.append(scorer.ask("POST", "/api/v1/table/score_set", wanted)[0])
        told = ", ".join(f"{count} x {status}" for status, count in Counter(statuses).items())
        yield Row(f"{WRITES} events that cannot be written: answered with", told, "no 200", 200 not in statuses)
        table.service.kill_and_start()
    table.wait()
    kept = _until(lambda: _score(table))
    lost = sum(status == 200 for status in statuses[kept:])
    yield Row("of those answered with 200, lost by kill -9", str(lost), "0", lost == 0)


def _score(table: Table) -> int | None:
    """Return White's score, which is the number of the last event that was kept; None as long as there is no match."""
    view = json.loads(table.device(HERE).ask("GET", "/api/v1/table")[1])
    return None if view["match"] is None else view["score"]["white"]


def _until(told: Callable[[], int | None]) -> int:
    ends = time.monotonic() + PATIENCE_S
    while (value := told()) is None and time.monotonic() < ends:
        time.sleep(0.2)
    return value or 0


def _status(name: str, status: int, wanted: int) -> Row:
    return Row(name, str(status), str(wanted), status == wanted)
