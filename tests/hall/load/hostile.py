"""Clients that mean no good: one with a wrong password, one that may write what tables write, and writes anything."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from companion.broker.messages import Events, MessageError, received
from companion.broker.topics import Topics
from tests.broker.mosquitto import HERE

EVERY_S, WRONG_EVERY_S = 0.15, 1.0
GIANT = 2_000_000
OWN_IDS = 5
WALL = 1_790_000_000_000


class Hostile:
    """Speaks all the time, in two threads, until it is told to stop."""

    def __init__(self, port: int, user: str, password: str, seed: int = 7) -> None:
        self._port, self._user, self._password = port, user, password
        self._chance = Random(seed)
        self._stopping = threading.Event()
        self._topics = Topics()
        self.sent: Counter[str] = Counter()
        self.let_in_wrongly = 0
        self.refused = 0
        self._heard: dict[str, Events] = {}
        """The last events of each table, which it listens to."""
        self._threads = [threading.Thread(target=one, daemon=True) for one in (self._rogue, self._stranger)]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End."""
        self._stopping.set()
        for thread in self._threads:
            thread.join(10)

    def _client(self, user: str, password: str) -> Client:
        client = Client(
            CallbackAPIVersion.VERSION2, f"{user}-{self._chance.random()}", protocol=MQTTProtocolVersion.MQTTv5
        )
        client.username_pw_set(user, password)
        return client

    # One with a wrong password.

    def _stranger(self) -> None:
        while not self._stopping.wait(WRONG_EVERY_S):
            client = self._client(self._user, "guessed")
            answers: list[bool] = []
            client.on_connect = lambda *told, into=answers: into.append(not told[3].is_failure)
            with suppress(OSError):
                client.connect(HERE, self._port, 5)
                until = time.monotonic() + 3
                while not answers and time.monotonic() < until:
                    client.loop(0.2)
                client.disconnect()
            line = client.socket()
            if line is not None:
                line.close()
            self.let_in_wrongly += any(answers)
            self.refused += answers == [False]

    # One who may write what tables write.

    def _rogue(self) -> None:
        client = self._client(self._user, self._password)
        client.on_message = self._listens
        client.on_connect = self._listening
        client.reconnect_delay_set(1, 2)
        client.connect_async(HERE, self._port, 15)
        client.loop_start()
        kinds = self._kinds()
        while not self._stopping.wait(EVERY_S):
            name, topic, payload = next(kinds)
            if client.is_connected():
                client.publish(topic, payload, qos=1)
                self.sent[name] += 1
        client.disconnect()
        client.loop_stop()

    def _listening(self, client: Client, *_told: object) -> None:
        client.subscribe(self._topics.of_table("events", "+"))

    def _listens(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        with suppress(MessageError):
            _, told = received(self._topics, message.topic, bytes(message.payload))
            if isinstance(told, Events) and not told.table.startswith("0" * 16):
                self._heard[told.table] = told

    def _kinds(self) -> Iterator[tuple[str, str, bytes]]:
        makers: tuple[Callable[[], tuple[str, bytes]], ...] = (
            self._foreign, self._garbage, self._giant, self._nonsense, self._forged_alive, self._forged_match,
            self._other_story, self._goes_on, self._loses, self._claims, self._forged_cursor, self._forged_hall,
        )  # fmt: skip
        while True:
            for make in makers:
                yield make.__name__.strip("_"), *make()

    @property
    def _id(self) -> str:
        return f"{0xBAD0 + self._chance.randrange(OWN_IDS):032x}"

    def _victim(self) -> Events:
        """Return the last events of a real table, or of nobody."""
        others = list(self._heard.values())
        nobody = Events(self._id, self._id, "m-1", WALL, 0, ((WALL, "{}"),), 1)
        return self._chance.choice(others) if others else nobody

    def _events(self, table: str, match: str, first: int, bodies: list[str]) -> dict[str, Any]:
        lines = [[WALL, body] for body in bodies]
        told: dict[str, Any] = {"v": 1, "table": table, "session": self._id, "match": match, "begun": WALL}
        return told | {"first": first, "lines": lines, "count": first + len(lines)}

    def _told(self, kind: str, told: dict[str, Any]) -> tuple[str, bytes]:
        return self._topics.of_table(kind, told["table"]), json.dumps(told).encode()

    def _foreign(self) -> tuple[str, bytes]:
        topics = ("weather/today", "companion/table/x/alive", "companion/hall", "companion/table/+".replace("+", "-"))
        return self._chance.choice(topics), b"{}"

    def _garbage(self) -> tuple[str, bytes]:
        kind = self._chance.choice(("alive", "state", "matches", "events"))
        return self._topics.of_table(kind, self._id), self._chance.randbytes(self._chance.randrange(2000))

    def _giant(self) -> tuple[str, bytes]:
        return self._topics.of_table("state", self._id), b'{"v":1,"table":"' + b"a" * GIANT + b'"}'

    def _nonsense(self) -> tuple[str, bytes]:
        deep = "[" * 50_000
        texts = ('{"v":1}', "null", '{"v":1e400}', deep, '{"v":1,"table":"\\ud800"}', '{"v":NaN}', '{"v":true}')
        return self._topics.of_table("events", self._id), self._chance.choice(texts).encode()

    def _forged_alive(self) -> tuple[str, bytes]:
        told: dict[str, Any] = {"v": 1, "table": self._id, "session": self._id, "name": "1\u202e<b>", "online": True}
        return self._told("alive", told | {"panel": "http://evil/", "version": "9", "sent": 0, "beat": 2**53})

    def _forged_match(self) -> tuple[str, bytes]:
        """Tell a match of a table that there is not."""
        return self._told("events", self._events(self._id, f"made-up-{self._id[-1]}", 0, ['{"game":"none"}']))

    def _other_story(self) -> tuple[str, bytes]:
        """Tell a real match otherwise, from its beginning on, in its table's name."""
        victim = self._victim()
        return self._told("events", self._events(victim.table, victim.match, 0, ['{"game":"forged"}']))

    def _goes_on(self) -> tuple[str, bytes]:
        """Go on with a real match in its table's name."""
        victim = self._victim()
        forged = self._events(victim.table, victim.match, victim.count, ['{"event":"forged"}'] * 3)
        return self._told("events", forged)

    def _loses(self) -> tuple[str, bytes]:
        """Say in a table's name that it has lost nearly all of its match."""
        victim = self._victim()
        told = {"v": 1, "table": victim.table, "session": self._id, "matches": [[victim.match, 1]], "last": True}
        return self._told("matches", told)

    def _claims(self) -> tuple[str, bytes]:
        """Say that another table has a real match, and more of it."""
        victim = self._victim()
        told = {"v": 1, "table": self._id, "session": self._id, "matches": [[victim.match, 9999]], "last": True}
        return self._told("matches", told)

    def _forged_cursor(self) -> tuple[str, bytes]:
        """Say in the hall's name that it has everything."""
        victim = self._victim()
        told = {"v": 1, "table": victim.table, "record": self._id, "session": self._id, "match": victim.match}
        return self._told("cursor", told | {"have": 10**6})

    def _forged_hall(self) -> tuple[str, bytes]:
        told = {"v": 1, "record": self._id, "session": self._id, "online": True, "name": "Another"}
        return self._topics.of_hall(self._id), json.dumps(told).encode()
