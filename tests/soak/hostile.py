"""What others do to the panel: storms of viewers, viewers that do not read, requests that mean no good."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from random import Random

STORM, SLOW, LORIS = 100, 30, 60
TIMEOUT_S, PAUSE_S = 5.0, 0.05
GIANT = 300_000_000
PATHS = ("/", "/new", "/table", "/settings", "/archive", "/api/v1/table", "/api/v1/matches", "/live/table", "/rules")
JUNK = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET / HTTP/1.1\r\nHost: " + b"a" * 70_000 + b"\r\n\r\n",
    b"POST /api/v1/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n{}",
    b"POST /api/v1/matches HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFF\r\n",
    b"GET /../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /%00%ff%fe HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"\x00" * 5000,
)


class Hostile:
    """Everything lasts until it is told to end."""

    def __init__(self, port: int, chance: Random) -> None:
        self._port, self._chance = port, chance
        self._failed: list[str] = []

    @property
    def failed(self) -> list[str]:
        """Answers that say the service has failed, once."""
        found, self._failed = self._failed, []
        return found

    def storm(self, over: threading.Event) -> None:
        """Let a hundred viewers come and go, again and again."""
        while not over.is_set():
            with ExitStack() as all_of_them:
                for _ in range(STORM):
                    self._open(all_of_them, b"GET /api/v1/table/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
                over.wait(PAUSE_S)

    def slow_readers(self, over: threading.Event) -> None:
        """Let viewers come that never read a byte."""
        self._many(SLOW, b"GET /api/v1/table/stream HTTP/1.1\r\nHost: localhost\r\n\r\n", over)

    def slow_loris(self, over: threading.Event) -> None:
        """Begin requests, and never finish them."""
        self._many(LORIS, b"POST /api/v1/matches HTTP/1.1\r\nHost: localhost\r\nX-A: ", over, b"a")

    def _many(self, count: int, begin: bytes, over: threading.Event, more: bytes = b"") -> None:
        with ExitStack() as all_of_them:
            lines = [line for line in (self._open(all_of_them, begin) for _ in range(count)) if line is not None]
            while not over.wait(0.5):
                for line in lines:
                    with suppress(OSError):
                        line.send(more)

    def _open(self, kept: ExitStack, begin: bytes) -> socket.socket | None:
        try:
            line = kept.enter_context(socket.create_connection(("127.0.0.1", self._port), TIMEOUT_S))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.sendall(begin)
        except OSError:
            return None
        return line

    def giant(self, over: threading.Event) -> None:
        """Send bodies without an end."""
        chunk = b"a" * 65536
        head = f"POST /api/v1/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: {GIANT}\r\n".encode()
        while not over.is_set():
            with ExitStack() as kept, suppress(OSError):
                line = self._open(kept, head + b"Content-Type: application/json\r\n\r\n")
                while line is not None and not over.is_set():
                    line.sendall(chunk)
            over.wait(PAUSE_S)

    def nonsense(self, over: threading.Event) -> None:
        """Ask for what makes no sense; no answer may say that the service has failed."""
        while not over.is_set():
            with ExitStack() as kept, suppress(OSError):
                line = self._open(kept, self._request())
                if line is not None:
                    self._judge(line.recv(300))
            over.wait(PAUSE_S)

    def _request(self) -> bytes:
        chance = self._chance
        if chance.random() < 0.4:
            return chance.choice(JUNK)
        body = chance.choice(
            (b"{", b"[]", b'{"game":1e999}', b'{"game":"\\ud800"}', b"[" * 5000, chance.randbytes(200))
        )
        path = chance.choice((*PATHS, "/api/v1/table/play_entered", "/api/v1/table/position_set", "/api/v1/sign-in"))
        method = chance.choice(("POST", "PUT", "DELETE", "PATCH", "GET", "BREW"))
        kind = chance.choice(("application/json", "text/plain", "multipart/form-data; boundary=x", "\\"))
        head = f"{method} {path}?{chance.choice(('', 'version=-1', 'a=%'))} HTTP/1.1\r\nHost: localhost\r\n"
        return f"{head}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body

    def _judge(self, answer: bytes) -> None:
        status = answer.split(b" ", 2)[1:2]
        if status and status[0].startswith(b"5") and status[0] not in {b"501", b"503", b"505"}:
            self._failed.append(f"a hostile request was answered with {answer[:60]!r}")


Deed = Callable[[threading.Event], None]
