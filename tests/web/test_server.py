"""The web server itself: how it ends."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import Any

import pytest
from flask import Flask

from web.server import make_server, stop_server

pytestmark = pytest.mark.real_time


def test_a_server_that_is_busy_ends_without_a_fault() -> None:
    """Its own thread, woken by others, may have done what is asked of it before it is woken for that."""
    server: Any = make_server(Flask(__name__), "127.0.0.1", 0, 1)
    running = threading.Thread(target=server.run, daemon=True)
    wake, ended = server.trigger._physical_pull, threading.Event()

    def wake_again() -> None:
        with suppress(OSError):
            while not ended.wait(0.001):
                wake()

    def wake_late() -> None:
        time.sleep(0.1)
        wake()

    server.trigger._physical_pull = wake_late
    others = threading.Thread(target=wake_again, daemon=True)
    running.start()
    others.start()
    stop_server(server)
    running.join(10)
    ended.set()
    others.join(10)
    assert not running.is_alive()
