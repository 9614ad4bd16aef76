"""Keeps a connection to a broker: a thread of its own connects, again and again, and nobody ever waits for it."""

from __future__ import annotations

import logging
import random
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from companion.broker.access import Access, Trouble, TroubleError, Why
from companion.broker.connection import Connection
from companion.broker.outbox import Letter, Outbox

LOG = logging.getLogger(__name__)
WAITS = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds before each new try; the last one is repeated for ever."""
IN_VAIN = frozenset(
    {Why.DENIED, Why.CERTIFICATE, Why.TLS, Why.PROTOCOL, Why.PASSWORD_FILE, Why.CA_FILE, Why.CLIENT_CERT}
)
"""Nothing of this passes by itself: the longest wait comes at once."""
STEADY_S = 30.0
"""After so long a connection was a good one: a new one is tried for soon."""
TURN_S = 0.5
SPREAD = 0.5
"""A wait is shortened by up to this share, so that fifty tables do not come back all at once."""


def nothing() -> None:
    """Do nothing."""


def no_matter(_what: object) -> None:
    """Do nothing about it."""


@dataclass(frozen=True, slots=True)
class Handlers:
    """Who is told; everything comes in the client's own thread, and none of it may wait for anything."""

    on_message: Callable[[str, bytes, bool], None]
    """Takes a topic, what was sent, and whether the broker had kept it from before."""
    on_connected: Callable[[], None] = nothing
    """The place to tell everything anew: what had waited before is forgotten."""
    on_lost: Callable[[Trouble], None] = no_matter
    """The connection has ended, or could not be made."""
    on_denied: Callable[[str], None] = no_matter
    """The broker does not let us read or write a topic."""


class Client:
    """A connection that mends itself; may be used from any thread."""

    def __init__(
        self,
        access: Access,
        handlers: Handlers,
        subscriptions: Sequence[str] = (),
        will: Letter | None = None,
        waits: Sequence[float] = WAITS,
    ) -> None:
        """Take how to get there, who is told, what to listen to, and what the broker publishes when we are gone."""
        self._access, self._handlers, self._subscriptions, self._will = access, handlers, subscriptions, will
        self._waits = waits
        self._outbox = Outbox()
        self._here = ""
        self._stopping = threading.Event()
        self._woken, self._wake = socket.socketpair()
        self._woken.setblocking(False)  # noqa: FBT003 - as Python has it
        self._wake.setblocking(False)  # noqa: FBT003 - as Python has it
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)

    def start(self) -> None:
        """Begin to connect."""
        self._thread.start()

    @property
    def is_connected(self) -> bool:
        """Whether the broker has let us in."""
        return self._outbox.is_open

    @property
    def here(self) -> str:
        """The address of this machine on the way to the broker; empty until there was a connection."""
        return self._here

    def publish(self, topic: str, payload: bytes, *, retained: bool = False) -> bool:
        """Have something sent, as `send` does."""
        return self.send(Letter(topic, payload, retained))

    def send(self, letter: Letter) -> bool:
        """Have something sent, without waiting; False if there is no connection, or too much waits already.

        Of what the broker is to keep for a topic, only the last waits.
        """
        taken = self._outbox.put(letter)
        self._stir()
        return taken

    def stop(self, seconds: float = 1.0) -> None:
        """Go, so that the broker publishes the will; wait for that no longer than `seconds`."""
        self._stopping.set()
        self._stir()
        if self._thread.ident is not None:
            self._thread.join(seconds)
        else:
            self._close()

    def _close(self) -> None:
        self._woken.close()
        self._wake.close()

    def _stir(self) -> None:
        try:
            self._wake.send(b"\0")
        except OSError:
            # Full: it is woken already. Closed: nobody is there to be woken.
            return

    def _run(self) -> None:
        try:
            self._keep_trying()
        finally:
            self._close()

    def _keep_trying(self) -> None:
        tries = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            trouble = self._once()
            if self._stopping.is_set():
                return
            tries = 0 if time.monotonic() - began > STEADY_S else tries
            LOG.info("The broker is not there", extra={"why": trouble.why.value, "detail": trouble.detail})
            self._tell(partial(self._handlers.on_lost, trouble))
            self._stopping.wait(self._pause(trouble, tries))
            tries += 1

    def _pause(self, trouble: Trouble, tries: int) -> float:
        wait = self._waits[-1] if trouble.why in IN_VAIN else self._waits[min(tries, len(self._waits) - 1)]
        return wait * (1 - SPREAD * random.random())  # noqa: S311 - nothing secret

    def _once(self) -> Trouble:
        """Connect, and stay as long as that goes; return why it ended."""
        connection = Connection(self._access, self._will, self._subscriptions, self._handlers.on_message)
        try:
            connection.open()
            self._stay(connection)
        except TroubleError as error:
            return error.trouble
        except Exception as error:  # the edge of the thread: whatever a library raises, it is tried again
            LOG.exception("The connection to the broker has failed")
            return Trouble(Why.LOST, type(error).__name__)
        finally:
            self._outbox.close()
            connection.close()
        return Trouble(Why.LOST)

    def _stay(self, connection: Connection) -> None:
        while not self._stopping.is_set():
            connection.turn(self._woken, TURN_S, self._outbox)
            if connection.is_ready and not self._outbox.is_open:
                self._here = connection.here
                self._outbox.open()
                self._tell(self._handlers.on_connected)
            for topic in connection.denied():
                self._tell(partial(self._handlers.on_denied, topic))

    def _tell(self, tell: Callable[[], None]) -> None:
        try:
            tell()
        except Exception:  # the edge of the thread: the line stays, whatever whoever is told does with it
            LOG.exception("What the broker tells has made trouble")
