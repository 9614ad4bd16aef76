"""A real hall with its pages, for tests: tables are messages as they come from a broker."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.broker import live
from companion.broker.messages import Alive, State, encode
from companion.broker.topics import Topics
from companion.hall.hall import Hall
from companion.hall.record.address import address
from companion.hall.record.record import Record
from companion.hall.view import FloorView, TableCard
from tests.waiting import HANG_S
from tests.web.stage import OWNER_PIN, PIN, token
from web.hall import create_hall_app
from web.hall.ports import Watching
from web.safe import Role, Safe

NEAR, FAR = "192.168.7.20", "8.8.8.8"
TOPICS = Topics()
START = live.Board(
    (-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2),
    live.Piles(0, 0),
    live.Piles(0, 0),
    live.Piles(0, 0),
)
POINTS = "To {points} points"
LIST = b"round,table,white,black,length\n1,1,Ada,Bo,5\n1,2,Cleo,Dan,5\n2,1,Ada,Cleo,7\n"


@dataclass(frozen=True)
class Settings:
    """What is configured of a hall's pages."""

    data: Path
    hosts: tuple[str, ...] = ()
    streams: int = 24
    watching: Watching = "open"


def now() -> int:
    """The time that a table has."""
    return time.time_ns() // 1_000_000


def said(text: str) -> live.Said:
    """A sentence that is in no catalogue."""
    return live.Said("", (), text)


def a_match(white: str = "Ada", black: str = "Bo", **more: Any) -> live.Match:
    """A match that is being played."""
    clock = live.Clock("delay", live.Counts(600_000, 540_000), 12_000, running="white")
    length = live.Said("length", (("points", 5),), "To 5 points", POINTS)
    match = live.Match("abc", "backgammon", live.Names(white, black), length, live.Counts(2, 1), 4, "playing")
    playing = replace(match, turn="white", dice=(5, 2), board=START, clock=clock, cube=live.Cube(2, "white"))
    return replace(playing, **more)


def plays(white: str) -> live.Said:
    """What a table says while somebody plays."""
    return live.Said("", (("player", white), ("dice", "5-2")), f"{white} plays 5-2.", "{player} plays {dice}.")


@dataclass
class FakeTable:
    """A table as the hall hears it."""

    hall: Hall
    id: str
    name: str
    session: str = "5" * 32
    panel: str = "http://192.168.7.31:8080/"
    state: State | None = None
    beat: int = 0
    late: int = 0
    """By how much its own clock is slow, in ms."""

    def alive(self, *, online: bool = True) -> None:
        """Tell that it is there, or that it goes."""
        self.beat += 1
        told = Alive(self.id, self.session, self.name, online, self.panel, "1.0", now() - self.late, self.beat)
        self._send("alive", encode(told))

    def shows(self, match: live.Match | None, waiting: live.Said | None = None, **more: Any) -> None:
        """Tell what it shows."""
        n = self.state.n + 1 if self.state else 1
        said_now = waiting or plays(match.names.white if match else "")
        self.state = State(self.id, self.session, n, now(), said_now, match, **more)
        self._send("state", encode(self.state))

    def calls(self, *kinds: str, text: str = "Ada moved three checkers.") -> None:
        """Call for the referee, and for nothing else."""
        assert self.state is not None
        wanted = tuple(live.Call(kind, said(text), now(), (8, 6) if kind == "illegal" else ()) for kind in kinds)
        self.shows(self.state.match, self.state.waiting, calls=wanted)

    def _send(self, kind: str, payload: bytes) -> None:
        self.hall.receive(TOPICS.of_table(kind, self.id), payload, retained=False)


@dataclass
class Stage:
    """A hall and its pages."""

    hall: Hall
    app: Flask
    folder: Path
    tables: list[FakeTable] = field(default_factory=list)

    def table(self, name: str, match: live.Match | None = None, **more: Any) -> FakeTable:
        """Have one more table, which is there and shows a match."""
        one = FakeTable(self.hall, f"{len(self.tables) + 1:032x}", name, **more)
        self.tables.append(one)
        one.alive()
        one.shows(match or a_match())
        self.until(lambda view: any(card.id == one.id and card.view for card in view.tables))
        return one

    def until(self, fits: Callable[[FloorView], object]) -> FloorView:
        """Wait until the hall shows something; how soon does not matter here."""
        end, view = time.monotonic() + HANG_S, self.hall.view()
        while not fits(view):
            assert time.monotonic() < end, "the hall never showed it"
            view = self.hall.wait(view.version, 1.0) or view
        return view

    def card(self, table: FakeTable) -> TableCard:
        return next(card for card in self.hall.view().tables if card.id == table.id)

    def called(self, *tables: FakeTable) -> FloorView:
        """Wait until just these tables call."""
        return self.until(lambda view: {call.table for call in view.calls} == {one.id for one in tables})

    def take_list(self, data: bytes = LIST, number: int | None = 1) -> None:
        assert self.hall.take_list(data, "test") == ()
        if number is not None:
            assert self.hall.choose_round(number, "test")

    def client(self, address: str = NEAR) -> FlaskClient:
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        return client

    def signed_in(self, pin: str = PIN, name: str = "") -> FlaskClient:
        """A director's device."""
        client = self.client()
        answer = client.post("/sign-in", data={"pin": pin, "name": name, "csrf": token(client)})
        assert answer.status_code == 302
        return client


@contextmanager
def stage(folder: Path, *, known_only: bool = False, **more: Any) -> Iterator[Stage]:
    """Have a hall and its pages for a while."""
    safe = Safe(folder)
    safe.set_pin(Role.TABLE, PIN)
    safe.set_pin(Role.OWNER, OWNER_PIN)
    record = Record(address("", folder))
    record.open()
    hall = Hall(record, "Winter Open", known_only=known_only)
    hall.start()
    try:
        yield Stage(hall, create_hall_app(hall, Settings(folder, **more)), folder)
    finally:
        hall.stop()
        record.close()


@contextmanager
def often(what: Callable[[], None], every: float = 0.05) -> Iterator[None]:
    """Do something again and again beside what is tested."""
    ended = threading.Event()

    def run() -> None:
        while not ended.wait(every):
            what()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(5)
