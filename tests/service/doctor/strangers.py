"""Programs that have taken the panel's port, and answer whatever comes to their mind."""

from __future__ import annotations

import http.server
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from web.safe import Role, Safe

STRANGE = (
    b"",
    b"[]",
    b"5",
    b"{}",
    b"\xff\xfe\xff",
    b"[" * 100_000,
    b'{"devices": 5}',
    b'{"devices": {}}',
    b'{"devices": [5]}',
    b'{"devices": [{"id": 1}]}',
    b'{"devices": [], "more": "' + b"x" * 2_000_000 + b'"}',
)
"""Answers that no panel gives."""
HEAD = b"HTTP/1.1 200 OK\r\n"
ENDLESS = (
    b"",
    HEAD,
    HEAD + b"\r\n",
    HEAD + b"Content-Length: 900000\r\n\r\n",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\nffff\r\n",
)
"""How answers begin that never end, or not soon."""
PAUSE_S = 0.05


@contextmanager
def serving(status: int, body: bytes = b"[]") -> Iterator[int]:
    """Another program at a port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            # Whoever has read enough of it has gone.
            with suppress(OSError):
                self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@contextmanager
def streaming(begins: bytes) -> Iterator[int]:
    """Another program at a port, that sends a byte now and then, for ever."""
    stopped = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=_stream, args=(server.accept, begins, stopped))
        thread.start()
        yield server.getsockname()[1]
        stopped.set()
        thread.join()


def _stream(accept: Callable[[], tuple[socket.socket, object]], begins: bytes, stopped: threading.Event) -> None:
    line, _ = accept()
    with line, suppress(OSError):
        line.sendall(begins)
        while not stopped.wait(PAUSE_S):
            line.sendall(b"H")


def shut(data: Path) -> None:
    """Let a panel show nothing to who has no PIN."""
    safe = Safe(data)
    safe.set_pin(Role.OWNER, "815093")
    safe.set_open_to_watch(is_open=False)
