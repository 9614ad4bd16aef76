"""The web server inside the companion: a thread for each live stream, and some that are always free for the rest."""

from __future__ import annotations

import socket
import threading
from typing import Any

from flask import Flask
from waitress.server import create_server  # type: ignore[import-untyped]
from waitress.wasyncore import close_all, dispatcher  # type: ignore[import-untyped]

from web.receiving import channels

SPARE_THREADS = 8
"""So that control is never behind the viewers."""
LARGEST_BODY = 64 * 1024
"""Of what is entered."""
LARGEST_FILE = 16_000_000
"""Of what is handed in for the archive; larger ones are for the command line."""
LARGEST_HEADER = 16 * 1024
MOST_WAITING = 256 * 1024
"""Bytes that a viewer may be behind before its stream is held up."""
SILENT_MS = 15_000
"""After so long without taking what is sent, a viewer is cut off; its browser comes back and gets all anew."""


def make_server(app: Flask, host: str, port: int, streams: int) -> Any:  # noqa: ANN401 - waitress has no types
    """Return a server that is ready to `run()`, with room for so many live streams."""
    # Of an address that is none waitress tells nothing.
    socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    options = [(socket.SOL_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        options.append((socket.SOL_TCP, socket.TCP_USER_TIMEOUT, SILENT_MS))
    server = create_server(
        app,
        host=host,
        port=port,
        threads=streams + SPARE_THREADS,
        channel_request_lookahead=5,
        max_request_body_size=LARGEST_FILE + LARGEST_BODY,
        max_request_header_size=LARGEST_HEADER,
        outbuf_high_watermark=MOST_WAITING,
        connection_limit=4 * streams + 100,
        ident=None,
        clear_untrusted_proxy_headers=False,
    )
    server.adj.socket_options = options
    server.channel_class = channels(app, LARGEST_BODY)
    return server


def stop_server(server: Any, patience: float = 5.0) -> None:  # noqa: ANN401 - as above
    """Close a server that runs in another thread, with all its connections, and wait for its own threads."""

    def hang_up() -> None:
        for channel in list(server.active_channels.values()):
            channel.handle_close()
        # Nobody comes in any more; the trigger stays for the threads that still work.
        dispatcher.close(server)

    def end() -> None:
        # What is pulled is written into: it must not be closed by then, nor its number be another file's.
        is_pulled.wait(patience)
        close_all(server._map, ignore_all=True)  # noqa: SLF001 - waitress has no other way

    is_pulled = threading.Event()
    server.trigger.pull_trigger(hang_up)
    server.task_dispatcher.shutdown(timeout=patience)
    server.trigger.pull_trigger(end)
    is_pulled.set()
