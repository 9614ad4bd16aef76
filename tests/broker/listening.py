"""Clients that remember what they were told, and brokers that are none."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from companion.broker.access import Access, Trouble
from companion.broker.client import Client, Handlers
from companion.broker.outbox import Letter
from tests.broker.mosquitto import HERE
from tests.waiting import HANG_S

QUICK = (0.05, 0.1)


@dataclass
class Ear:
    """Remembers everything, and waits for what is expected."""

    messages: list[tuple[str, bytes, bool]] = field(default_factory=list)
    connected: int = 0
    lost: list[Trouble] = field(default_factory=list)
    denied: list[str] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)

    @property
    def handlers(self) -> Handlers:
        return Handlers(self._message, self._connected, self._lost, self._denied)

    def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        with self._changed:
            assert self._changed.wait_for(is_so, HANG_S), (self.messages[-3:], self.connected, self.lost, self.denied)

    def failure(self) -> Trouble:
        """Wait until there is no connection; return why that was at first."""
        self.until(lambda: bool(self.lost))
        return self.lost[0]

    def payloads(self, topic: str) -> list[bytes]:
        return [payload for name, payload, _ in list(self.messages) if name == topic]

    def _message(self, topic: str, payload: bytes, retained: bool) -> None:  # noqa: FBT001 - as it is told
        with self._changed:
            self.messages.append((topic, payload, retained))
            self._changed.notify_all()

    def _connected(self) -> None:
        with self._changed:
            self.connected += 1
            self._changed.notify_all()

    def _lost(self, trouble: Trouble) -> None:
        with self._changed:
            self.lost.append(trouble)
            self._changed.notify_all()

    def _denied(self, topic: str) -> None:
        with self._changed:
            self.denied.append(topic)
            self._changed.notify_all()


@contextmanager
def client(
    access: Access, ear: Ear, subscriptions: Sequence[str] = (), will: Letter | None = None, *, wait: bool = True
) -> Iterator[Client]:
    """A client that is connected, unless nobody waits for that."""
    made = Client(access, ear.handlers, subscriptions, will, QUICK)
    made.start()
    try:
        if wait:
            ear.until(lambda: ear.connected > 0)
        yield made
    finally:
        made.stop(HANG_S)


@contextmanager
def mute() -> Iterator[int]:
    """A port where every connection is taken, and nothing is ever said."""
    with socket.create_server((HERE, 0), backlog=100) as listening:
        yield int(listening.getsockname()[1])


@contextmanager
def black_hole() -> Iterator[int]:
    """A port whose every connection is neither taken nor refused: its queue is full."""
    with socket.create_server((HERE, 0), backlog=0) as listening:
        port = int(listening.getsockname()[1])
        waiting = [socket.socket() for _ in range(3)]
        try:
            for line in waiting:
                line.settimeout(0)
                line.connect_ex((HERE, port))
            yield port
        finally:
            for line in waiting:
                line.close()
