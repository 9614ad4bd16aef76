"""The line to the hall as a part of a table that plays: with a broker that is killed, hangs, or never was."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from companion import broker
from companion.broker import client as client_module
from companion.broker import connection as connection_module
from companion.broker.access import Access, Address
from companion.broker.client import Client, Handlers
from companion.broker.messages import Alive, Cursor, Events, Matches, Message, State, encode, received
from companion.broker.outbox import Letter
from companion.broker.topics import Topics
from companion.config import Config, changed
from companion.journal.store import Journal
from companion.service import TableService, publishing
from companion.service.publishing.hall_port import HallPort
from companion.service.view import TableView
from tests.broker.listening import QUICK, black_hole, mute
from tests.broker.mosquitto import HERE, Mosquitto, free_port, running
from tests.service.playing import begun, play_first, throw, until
from tests.service.playing import running as service_running
from tests.service.publishing.halls import Lines, ModelHall
from tests.waiting import HANG_S

pytestmark = pytest.mark.real_time

TOPICS = Topics()


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module.Client.__init__, "__defaults__", ((), None, QUICK))


class HallAtBroker:
    """The model of a hall, at a real broker."""

    def __init__(self, address: str) -> None:
        self.model = ModelHall()
        self.tables: dict[str, list[Message]] = {}
        self._heard = threading.Condition()
        topic = TOPICS.of_hall(self.model.record)
        there = Letter(topic, encode(self.model.there), retained=True)
        self.client = Client(
            Access(Address.parse(address), f"hall-{id(self)}"),
            Handlers(self._hear, lambda: self._say(there)),
            TOPICS.for_hall,
            Letter(topic, encode(self.model.gone), retained=True),
            QUICK,
        )

    def _say(self, letter: Letter) -> None:
        self.client.publish(letter.topic, letter.payload, retained=letter.retained)

    def _hear(self, topic: str, payload: bytes, _kept: bool) -> None:  # noqa: FBT001 - as it is told
        where, message = received(TOPICS, topic, payload)
        with self._heard:
            self.tables.setdefault(where.id, []).append(message)
            answers: list[Cursor] = self.model.take(message) if isinstance(message, Matches | Events) else []
            self._heard.notify_all()
        for cursor in answers:
            self._say(Letter(TOPICS.of_table("cursor", where.id), encode(cursor)))

    def until(self, is_so: Callable[[], bool]) -> None:
        with self._heard:
            assert self._heard.wait_for(is_so, HANG_S), (self.model.has, self.tables)

    def until_it_has(self, expected: dict[str, Lines]) -> None:
        self.until(lambda: self.model.has == expected)

    def last(self, kind: type) -> Any:
        """The newest message of a kind; None if there is none."""
        return next((one for told in self.tables.values() for one in reversed(told) if isinstance(one, kind)), None)


@contextmanager
def hall_at(address: str) -> Iterator[HallAtBroker]:
    hall = HallAtBroker(address)
    hall.client.start()
    try:
        yield hall
    finally:
        hall.client.stop(HANG_S)


def configured(folder: Path, address: str, **options: object) -> Config:
    named = {f"hall.{name}": value for name, value in options.items()}
    return changed(Config(), {"folder": str(folder), "hall.broker": address, "hall.table": "7", **named})


def plug(service: TableService, config: Config) -> None:
    service.plug("hall", lambda: HallPort(config, service))


def play_on(service: TableService, turns: int) -> None:
    for _ in range(turns):
        play_first(service)
        throw(service, service.view().turn or "white", 6, 5)


def written(folder: Path) -> dict[str, Lines]:
    """Everything that the journal has, word for word."""
    with Journal.open(folder) as journal, journal._database.reading() as connection:
        rows = connection.execute(
            "SELECT uid, wall, body FROM events JOIN matches ON match = number ORDER BY match, seq"
        )
        found: dict[str, Lines] = {}
        for uid, wall, body in rows:
            found.setdefault(uid, []).append((wall, body))
    return found


def device(view: TableView, name: str = "hall") -> tuple[str, str]:
    return next(((one.state, one.message.code) for one in view.devices if one.name == name), ("", ""))


def test_a_hall_hears_everything_once_and_in_order(tmp_path: Path) -> None:
    with running(Mosquitto(tmp_path / "broker")) as there, service_running(tmp_path) as service:
        begun(service)
        play_on(service, 3)
        plug(service, configured(tmp_path, there.url))
        until(service, lambda view: device(view) == ("running", "hall_nobody"))
        with hall_at(there.url) as hall:
            until(service, lambda view: device(view) == ("running", "hall_told"))
            play_on(service, 3)
            hall.until_it_has(written(tmp_path))
            hall.until(lambda: (state := hall.last(State)) is not None and state.match.phase == "playing")
            assert hall.last(State).match.dice == (6, 5)
            assert hall.last(Alive).name == "7"
        until(service, lambda view: device(view) == ("running", "hall_nobody"))


def test_what_happens_while_the_broker_is_away_comes_later(tmp_path: Path) -> None:
    with running(Mosquitto(tmp_path / "broker")) as there, service_running(tmp_path) as service:
        plug(service, configured(tmp_path, there.url))
        begun(service)
        with hall_at(there.url) as hall:
            hall.until(lambda: hall.last(Events) is not None)
            for _ in range(2):
                there.kill()
                until(service, lambda view: device(view)[0] == "lost")
                play_on(service, 2)
                there.start()
                until(service, lambda view: device(view) == ("running", "hall_told"))
                play_on(service, 1)
                hall.until_it_has(written(tmp_path))
        assert hall.model.conflicts == []


def test_what_happened_while_no_hall_was_there_comes_to_the_next(tmp_path: Path) -> None:
    with running(Mosquitto(tmp_path / "broker")) as there, service_running(tmp_path) as service:
        plug(service, configured(tmp_path, there.url))
        begun(service)
        for _ in range(2):
            play_on(service, 2)
            with hall_at(there.url) as hall:
                hall.until_it_has(written(tmp_path))


def test_a_table_that_stops_is_told_to_be_away_and_comes_again_as_the_same(tmp_path: Path) -> None:
    with running(Mosquitto(tmp_path / "broker")) as there, hall_at(there.url) as hall:
        for life in (1, 2):
            with service_running(tmp_path) as service:
                plug(service, configured(tmp_path, there.url))
                hall.until(lambda: (alive := hall.last(Alive)) is not None and alive.online)
            hall.until(lambda: not hall.last(Alive).online)
            assert len({one.session for one in _alive(hall)}) == life
        assert len(hall.tables) == 1


def _alive(hall: HallAtBroker) -> list[Alive]:
    return [one for told in hall.tables.values() for one in told if isinstance(one, Alive)]


def test_a_wrong_password_is_told_as_such(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("wrong", encoding="utf-8")
    with (
        running(Mosquitto(tmp_path / "broker", users={"ada": "right"})) as there,
        service_running(tmp_path) as service,
    ):
        plug(service, configured(tmp_path, there.url, user="ada", password_file=str(file)))
        view = until(service, lambda view: device(view) == ("failed", "hall_denied"))
        assert any(one.event.get("device") == "hall" for one in view.actions)


def test_a_topic_that_is_not_allowed_is_told(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("right", encoding="utf-8")
    rights = "user ada\ntopic read companion/#\n"
    with (
        running(Mosquitto(tmp_path / "broker", users={"ada": "right"}, rights=rights)) as there,
        service_running(tmp_path) as service,
    ):
        plug(service, configured(tmp_path, there.url, user="ada", password_file=str(file)))
        until(service, lambda view: device(view) == ("failed", "hall_not_allowed"))


FOLDERS = tuple(str(Path(str(module.__file__)).parent) for module in (broker, publishing))


class Watch:
    """Sees whether a thread ever runs a line of what tells the hall."""

    def __init__(self) -> None:
        self.inside: set[str] = set()
        self.outside: set[str] = set()

    def __call__(self, frame: FrameType, event: str, _what: object) -> None:
        if event == "call":
            is_inside = frame.f_code.co_filename.startswith(FOLDERS)
            (self.inside if is_inside else self.outside).add(threading.current_thread().name)


@pytest.mark.parametrize("kind", ["mute", "black hole", "refused", "hangs"])
def test_the_table_s_own_thread_never_does_anything_for_the_hall(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "KEEPALIVE_S", 1)
    watch = Watch()
    threading.setprofile(watch)
    try:
        with nobody(kind, tmp_path) as (address, pause), service_running(tmp_path / "data") as service:
            plug(service, configured(tmp_path / "data", address))
            begun(service)
            pause(service)
            play_on(service, 10)
            assert service.view().phase == "playing"
    finally:
        threading.setprofile(None)
    assert "table" in watch.outside
    assert "table" not in watch.inside
    assert "broker" in watch.inside


@contextmanager
def nobody(kind: str, folder: Path) -> Iterator[tuple[str, Callable[[TableService], None]]]:
    """A broker that is none, and what makes it so once the table plays."""
    if kind == "refused":
        yield f"mqtt://{HERE}:{free_port()}", lambda _service: None
    elif kind == "hangs":
        with running(Mosquitto(folder / "broker")) as there:

            def pause(service: TableService) -> None:
                until(service, lambda view: device(view)[0] == "running")
                there.pause()

            yield there.url, pause
    else:
        with mute() if kind == "mute" else black_hole() as port:
            yield f"mqtt://{HERE}:{port}", lambda _service: None
