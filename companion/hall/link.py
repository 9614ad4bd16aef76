"""The hall's line to the broker: says that it is there, hears all tables, and tells them what is on disk."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from companion.broker.access import Access, Trouble, Why
from companion.broker.client import Client, Handlers
from companion.broker.messages import Cursor, Hall, MessageError, encode, received
from companion.broker.outbox import Letter
from companion.broker.topics import Topics
from companion.hall.words import message
from companion.service.view import Message

LOG = logging.getLogger(__name__)
CERTAIN_S = 5.0
"""So often the broker is asked to confirm what a table is told."""
REASONS: Mapping[Why, str] = MappingProxyType(
    {
        Why.UNKNOWN_HOST: "broker_unknown_host",
        Why.LOST: "broker_lost",
        Why.SILENT: "broker_silent",
        Why.DENIED: "broker_denied",
        Why.CERTIFICATE: "broker_certificate",
        Why.TLS: "broker_tls",
        Why.PROTOCOL: "broker_protocol",
        Why.TAKEN_OVER: "broker_taken_over",
        Why.PASSWORD_FILE: "broker_password_file",
        Why.CA_FILE: "broker_ca_file",
        Why.CLIENT_CERT: "broker_client_cert",
    }
)


class Listener(Protocol):
    """Who is told what comes over the line; none of it may wait for anything."""

    def receive(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """Take a message."""

    def connected(self) -> None:
        """Note that the line stands."""

    def lost(self, problem: Message) -> None:
        """Note that it does not."""


@dataclass(frozen=True, slots=True)
class Being:
    """Which hall this is: its record, its session and its name."""

    record: str
    session: str
    name: str


class Line(Protocol):
    """What the hall needs of a line."""

    def start(self) -> None:
        """Begin to connect."""

    def stop(self) -> None:
        """Go."""

    def confirm(self, table: str, match: str, have: int) -> None:
        """Tell a table how much of a match is on disk."""

    def renew(self) -> None:
        """Have all tables tell anew what they have: something may not have been taken."""


class Link:
    """A line to a real broker."""

    def __init__(self, access: Access, topics: Topics, being: Being, listener: Listener) -> None:
        """Take how to get there, who we are, and who listens."""
        self._address, self._topics, self._being, self._listener = str(access.address), topics, being, listener
        self._certain_at = 0.0
        handlers = Handlers(self._receive, self._connected, self._lost, self._denied)
        will = Letter(self._topic, self._greeting(online=False), retained=True)
        self._client = Client(access, handlers, (*topics.for_hall, self._topic), will)

    def start(self) -> None:
        """Begin to connect."""
        self._client.start()

    def stop(self) -> None:
        """Go; the broker says so."""
        self._client.stop()

    def confirm(self, table: str, match: str, have: int) -> None:
        """Tell a table how much of a match is on disk."""
        cursor = Cursor(self._being.record, self._being.session, match, have)
        # A table that does not hear it sends again: nothing is to wait until the broker has confirmed each of them. Of
        # those that it confirms it also tells whether it lets us.
        now = time.monotonic()
        is_certain = now >= self._certain_at
        if is_certain:
            self._certain_at = now + CERTAIN_S
        topic = self._topics.of_table("cursor", table)
        self._client.send(Letter(topic, encode(cursor), is_certain=is_certain))

    def renew(self) -> None:
        """Have all tables tell anew what they have, as to a hall that has just come."""
        # The session stays: the last will, which the broker has already, speaks of it.
        self._client.publish(self._topic, self._greeting(online=False))
        self._greet()

    def _greet(self) -> None:
        self._client.publish(self._topic, self._greeting(online=True), retained=True)

    @property
    def _topic(self) -> str:
        return self._topics.of_hall(self._being.record)

    def _greeting(self, *, online: bool) -> bytes:
        return encode(Hall(self._being.record, self._being.session, online, self._being.name))

    def _receive(self, topic: str, payload: bytes, retained: bool) -> None:  # noqa: FBT001 - as the client calls it
        if topic != self._topic:
            self._listener.receive(topic, payload, retained=retained)
        elif _says_gone(self._topics, topic, payload):
            # The last will of the hall that was here before; it is not to be the last word.
            self._greet()

    def _connected(self) -> None:
        self._greet()
        LOG.info("The broker is connected", extra={"broker": self._address})
        self._listener.connected()

    def _lost(self, trouble: Trouble) -> None:
        self._listener.lost(broker_trouble(self._address, trouble))

    def _denied(self, topic: str) -> None:
        LOG.error("The broker forbids a topic", extra={"topic": topic})
        self._listener.lost(message("broker_topic", address=self._address, topic=topic))


def _says_gone(topics: Topics, topic: str, payload: bytes) -> bool:
    try:
        _, told = received(topics, topic, payload)
    except MessageError:
        return False
    return isinstance(told, Hall) and not told.online


def broker_trouble(address: str, trouble: Trouble) -> Message:
    """Return why there is no line, for people."""
    return message(REASONS.get(trouble.why, "broker_away"), address=address, why=trouble.detail or trouble.why.value)
