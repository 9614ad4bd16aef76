"""The web server inside the companion: one thread for all connections and streams, a few for what is asked.

Tornado reads and writes HTTP; who may be connected, for how long, and who comes first is decided here.
"""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from io import BytesIO
from typing import Any

from flask import Flask
from tornado.http1connection import HTTP1ConnectionParameters, HTTP1ServerConnection
from tornado.httputil import HTTPHeaders, HTTPMessageDelegate, HTTPServerConnectionDelegate, RequestStartLine
from tornado.iostream import IOStream
from tornado.tcpserver import TCPServer

from web import limits
from web.doorway import Doorway, Guest
from web.exchange import Environ, Exchange, environ_of
from web.turns import Turns
from web.viewers import Viewers

LARGE_BODIES = "companion_large_bodies"
"""Where an application keeps what tells whether the request that has begun may have a large body."""
KNOWN = "companion_known"
"""Where it keeps what tells whether that request is of somebody who may enter something."""
BACKLOG = 512
OTHER_FILES = 200
"""That the service has open besides connections."""
ENDLESS = 2**40


class Server(TCPServer, HTTPServerConnectionDelegate):
    """Serves an application from one thread."""

    def __init__(self, app: Flask, sockets: list[socket.socket], streams: int) -> None:
        # No limit of Tornado's own is met before ours, which are answered and not only cut off.
        super().__init__(max_buffer_size=4 * limits.LARGEST_BODY)
        self.app = app
        self.turns, self.doorway = Turns(), Doorway(room(4 * streams + 100))
        self.viewers = Viewers(self.turns)
        self._listening = sockets
        self.effective_port: int = sockets[0].getsockname()[1]
        self._guests: dict[object, Guest] = {}
        self._loop = asyncio.new_event_loop()
        self._stopping = asyncio.Event()
        self._has_ended = threading.Event()

    def run(self) -> None:
        """Serve until it is stopped."""
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._run())

    async def _run(self) -> None:
        self.add_sockets(self._listening)
        self.viewers.begin()
        await self._stopping.wait()
        self.stop()
        self.viewers.end()
        for guest in self.doorway.everybody():
            guest.close()
        # What is closed is told of it.
        await asyncio.sleep(0)
        self._has_ended.set()

    def end(self, patience: float) -> None:
        """Stop, from another thread."""
        self.later(self._loop, self._stopping.set)
        self._has_ended.wait(patience)
        self.turns.end(patience)

    @staticmethod
    def later(loop: asyncio.AbstractEventLoop, deed: Callable[[], object]) -> None:
        """Have something done in the thread of the connections, as long as there is one."""
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(deed)

    # Connections

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Let somebody in, if there is room."""
        guest = self.doorway.let_in(address[0], stream.close)
        if guest is None:
            stream.close()
            return
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            stream.socket.setsockopt(socket.SOL_TCP, socket.TCP_USER_TIMEOUT, round(limits.SILENT_S * 1000))
        connection = HTTP1ServerConnection(stream, patient(limits.HEADER_S), address)
        self._guests[connection] = guest
        connection.start_serving(self)

    def start_request(self, server_conn: Any, request_conn: Any) -> HTTPMessageDelegate:  # noqa: ANN401 - as there
        """Take a request."""
        return Exchange(self, self._guests[server_conn], partial(self._trust, server_conn), request_conn)

    def _trust(self, connection: Any) -> None:  # noqa: ANN401 - as above
        """Be patient with a connection over which somebody has asked who may enter something."""
        connection.params = patient(limits.IDLE_S)
        self.doorway.remember(self._guests[connection])

    def on_close(self, server_conn: object) -> None:
        """Forget a connection."""
        self.doorway.leave(self._guests.pop(server_conn))

    # What the application knows

    def environ(self, start_line: RequestStartLine, headers: HTTPHeaders, address: str) -> Environ:
        """Return a request as the application is told of it."""
        return {
            **environ_of(start_line, headers),
            "REMOTE_ADDR": address,
            "SERVER_NAME": "companion",
            "SERVER_PORT": str(self.effective_port),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }

    def takes_large(self, environ: Environ) -> bool:
        """Whether a request may have a large body."""
        return self._says(LARGE_BODIES, environ)

    def is_known(self, environ: Environ) -> bool:
        """Whether a request is of somebody who may enter something."""
        return ("HTTP_COOKIE" in environ or "HTTP_AUTHORIZATION" in environ) and self._says(KNOWN, environ)

    def _says(self, question: str, environ: Environ) -> bool:
        known = self.app.extensions.get(question)
        if known is None:
            return False
        with self.app.request_context({**environ}):
            return bool(known())


def patient(header_s: float) -> HTTP1ConnectionParameters:
    """Return how long a connection may take for what it sends, and how much it may be."""
    return HTTP1ConnectionParameters(
        chunk_size=limits.LARGEST_BODY,
        max_header_size=2 * limits.LARGEST_BODY,
        header_timeout=header_s,
        max_body_size=ENDLESS,
        body_timeout=limits.BODY_S,
    )


def room(wanted: int) -> int:
    """Return for how many connections there is room, if so many are wanted: each is an open file."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + limits.RESERVED + OTHER_FILES
    now = most if most != resource.RLIM_INFINITY and most < needed else needed
    have, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if have != resource.RLIM_INFINITY and have < now:
        resource.setrlimit(resource.RLIMIT_NOFILE, (now, most))
    return min(wanted, now - limits.RESERVED - OTHER_FILES)


def listening(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen at every address of a host, all at one port."""
    found: list[socket.socket] = []
    addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    try:
        for family, _, _, _, address in addresses:
            number = found[0].getsockname()[1] if found else address[1]
            one = socket.create_server((address[0], number, *address[2:]), family=family, backlog=BACKLOG)
            one.setblocking(False)  # noqa: FBT003 - there is no name for it
            found.append(one)
    except OSError as error:
        for one in found:
            one.close()
        # Python's own words name the address once more.
        raise OSError(error.errno, os.strerror(error.errno or 0)) from error
    return found


def make_server(app: Flask, host: str, port: int, streams: int) -> Server:
    """Return a server that is ready to `run()`, with room for so many live streams."""
    return Server(app, listening(host, port), streams)


def stop_server(server: Server, patience: float = 5.0) -> None:
    """Close a server that runs in another thread, with all its connections, and wait for its own threads."""
    server.end(patience)
