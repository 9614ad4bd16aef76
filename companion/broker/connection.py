"""One connection to a broker, from its beginning to its end; used by one thread."""

from __future__ import annotations

import logging
import selectors
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from typing import Any

from paho.mqtt.client import Client as Mqtt
from paho.mqtt.client import ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.broker.access import Access, Trouble, TroubleError, Why
from companion.broker.outbox import Letter, Outbox

LOG = logging.getLogger(__name__)
KEEPALIVE_S = 15
PATIENCE_S = 10.0
"""How long a broker may take to answer a new connection."""
CONNECT_S = 5.0
WINDOW = 16
"""So many letters may be with the broker that it has not confirmed."""
AT_ONCE = 50
"""So many messages are taken before it is looked whether there is something to be sent."""
WITH_WILL = "Disconnect with will message"
PARTING_S = 0.3
REFUSALS = {
    "Bad user name or password": Why.DENIED,
    "Not authorized": Why.DENIED,
    "Bad authentication method": Why.DENIED,
    "Banned": Why.DENIED,
    "Unsupported protocol version": Why.PROTOCOL,
    "Session taken over": Why.TAKEN_OVER,
}
Heard = Callable[[str, bytes, bool], None]


class Connection:
    """Made, opened, then turned over and over; every failure is a `TroubleError`."""

    def __init__(self, access: Access, will: Letter | None, subscriptions: Sequence[str], heard: Heard) -> None:
        """Take what the broker is to publish for us when we are gone, and who is told of what we hear."""
        self._access, self._subscriptions, self._heard = access, subscriptions, heard
        self._trouble: Trouble | None = None
        self._denied: list[str] = []
        self._under_way: dict[int, str] = {}
        self._asked: dict[int, tuple[str, ...]] = {}
        self.is_ready = False
        """Whether the broker has let us in, and listens for us to all that we have asked for."""
        self._is_let_in = False
        self._until = time.monotonic() + CONNECT_S + PATIENCE_S
        self._mqtt = self._made(will)

    def _made(self, will: Letter | None) -> Mqtt:
        mqtt = Mqtt(CallbackAPIVersion.VERSION2, self._access.client_id, protocol=MQTTProtocolVersion.MQTTv5)
        mqtt.connect_timeout = CONNECT_S
        mqtt.max_inflight_messages = WINDOW
        if will is not None:
            kept = _kept(will, PacketTypes.WILLMESSAGE)
            mqtt.will_set(will.topic, will.payload, qos=1, retain=will.retained, properties=kept)
        mqtt.on_connect = self._answered
        mqtt.on_disconnect = self._ended
        mqtt.on_message = self._received
        mqtt.on_publish = self._confirmed
        mqtt.on_subscribe = self._subscribed
        return mqtt

    def open(self) -> None:
        """Reach the broker, and ask to be let in."""
        access = self._access
        context, password = access.context(), access.password()
        if context is not None:
            self._mqtt.tls_set_context(context)
        if access.user:
            self._mqtt.username_pw_set(access.user, password or None)
        try:
            self._mqtt.connect(access.address.host, access.address.port, KEEPALIVE_S)
        except (OSError, ValueError) as error:
            raise _of_line(error) from error
        line = self._socket()
        if line is not None:
            # Small messages are not to wait for one another.
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._until = time.monotonic() + PATIENCE_S

    @property
    def here(self) -> str:
        """The address of this machine as the broker sees it."""
        line = self._socket()
        try:
            return str(line.getsockname()[0]) if line else ""
        except OSError:
            return ""

    def denied(self) -> list[str]:
        """Return the topics that the broker has refused since this was asked last."""
        denied, self._denied = self._denied, []
        return denied

    def turn(self, woken: socket.socket, timeout: float, outbox: Outbox) -> None:
        """Send what waits, and take what comes, waiting no longer than that; raise `TroubleError` at the end."""
        self._send(outbox)
        readable, writable = self._wait(woken, timeout)
        if readable:
            self._read()
        if writable:
            self._mqtt.loop_write()
        self._mqtt.loop_misc()
        self._check()

    def close(self) -> None:
        """Go, so that the broker publishes the will."""
        if self._is_let_in and self._socket() is not None:
            self._mqtt.disconnect(ReasonCode(PacketTypes.DISCONNECT, WITH_WILL))
            self._write_out()
        line = self._socket()
        if line is not None:
            line.close()

    def _write_out(self) -> None:
        until = time.monotonic() + PARTING_S
        while (line := self._socket()) is not None and self._mqtt.want_write() and time.monotonic() < until:
            with selectors.PollSelector() as selector:
                selector.register(line, selectors.EVENT_WRITE)
                if selector.select(until - time.monotonic()):
                    self._mqtt.loop_write()

    def _socket(self) -> socket.socket | None:
        line = self._mqtt.socket()
        return line if isinstance(line, socket.socket) else None

    def _send(self, outbox: Outbox) -> None:
        # What the line does not take yet waits in the outbox, which is bounded.
        while self.is_ready and len(self._under_way) < WINDOW and not self._mqtt.want_write():
            letter = outbox.take()
            if letter is None:
                return
            qos, kept = int(letter.is_certain), _kept(letter, PacketTypes.PUBLISH)
            told = self._mqtt.publish(letter.topic, letter.payload, qos=qos, retain=letter.retained, properties=kept)
            if letter.is_certain:
                self._under_way[told.mid] = letter.topic

    def _read(self) -> None:
        """Take what has come, but not so much that nothing is sent meanwhile."""
        for _ in range(AT_ONCE):
            self._mqtt.loop_read()
            if self._trouble is not None or not self._has_more():
                return

    def _has_more(self) -> bool:
        line = self._socket()
        if line is None:
            return False
        if isinstance(line, ssl.SSLSocket):
            return line.pending() > 0
        try:
            return bool(line.recv(1, socket.MSG_PEEK))
        except OSError:
            # Nothing is there yet, or nothing will come any more: the next turn finds out.
            return False

    def _wait(self, woken: socket.socket, timeout: float) -> tuple[bool, bool]:
        line = self._socket()
        if line is None:
            return False, False
        if isinstance(line, ssl.SSLSocket) and line.pending():
            timeout = 0.0
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._mqtt.want_write() else 0)
        with selectors.PollSelector() as selector:
            selector.register(line, wanted)
            selector.register(woken, selectors.EVENT_READ)
            ready = {key.fileobj: events for key, events in selector.select(timeout)}
        if woken in ready:
            woken.recv(4096)
        is_readable = bool(ready.get(line, 0) & selectors.EVENT_READ)
        pending = isinstance(line, ssl.SSLSocket) and line.pending() > 0
        return is_readable or pending, bool(ready.get(line, 0) & selectors.EVENT_WRITE)

    def _check(self) -> None:
        if self._trouble is not None:
            raise TroubleError(self._trouble.why, self._trouble.detail)
        if self._socket() is None:
            raise TroubleError(Why.LOST)
        if not self.is_ready and time.monotonic() > self._until:
            raise TroubleError(Why.SILENT)

    # What the library tells.

    def _answered(
        self, mqtt: Mqtt, _data: object, _flags: ConnectFlags, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        if reason.is_failure:
            self._trouble = _of_reason(reason)
            return
        self._is_let_in = True
        for topic in self._subscriptions:
            _, mid = mqtt.subscribe(topic, qos=1)
            if mid is not None:
                self._asked[mid] = (topic,)
        self.is_ready = not self._asked

    def _ended(
        self, _mqtt: Mqtt, _data: object, _flags: DisconnectFlags, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        if self._trouble is None:
            self._trouble = _of_reason(reason) if self._is_let_in else Trouble(Why.UNREACHABLE, str(reason))

    def _received(self, _mqtt: Mqtt, _data: object, message: MQTTMessage) -> None:
        try:
            self._heard(message.topic, bytes(message.payload), message.retain)
        except Exception:  # the edge of the thread: one message that makes trouble is not to end the line
            LOG.exception("A message has made trouble")

    def _confirmed(
        self, _mqtt: Mqtt, _data: object, mid: int, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        topic = self._under_way.pop(mid, "")
        if reason.is_failure and topic:
            self._denied.append(topic)

    def _subscribed(
        self, _mqtt: Mqtt, _data: object, mid: int, reasons: list[ReasonCode], _properties: Properties | None
    ) -> None:
        topics = self._asked.pop(mid, ())
        self.is_ready = not self._asked
        self._denied += [topic for topic, reason in zip(topics, reasons, strict=False) if reason.is_failure]


def _kept(letter: Letter, kind: int) -> Properties | None:
    """Return how long the broker is to keep a letter; None: for ever."""
    if not letter.kept_s:
        return None
    kept = Properties(kind)  # type: ignore[no-untyped-call]  # as the library has it
    kept.MessageExpiryInterval = letter.kept_s
    return kept


def _of_reason(reason: ReasonCode) -> Trouble:
    name = str(reason)
    return Trouble(REFUSALS.get(name, Why.LOST), "" if name in REFUSALS else name)


def _of_line(error: OSError | ValueError) -> TroubleError:
    """Return what it is that a connection could not be made."""
    why: Any = getattr(error, "strerror", None) or str(error)
    match error:
        case socket.gaierror():
            return TroubleError(Why.UNKNOWN_HOST, str(why))
        case ssl.SSLCertVerificationError():
            return TroubleError(Why.CERTIFICATE, error.verify_message or str(why))
        case ssl.SSLError():
            return TroubleError(Why.TLS, str(error.reason or why))
        case TimeoutError():
            return TroubleError(Why.UNREACHABLE, "timed out")
    return TroubleError(Why.UNREACHABLE, str(why))
