"""The web server itself: whom it lets in, how long it waits, how it ends."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from flask import Flask, request

from tests.waiting import HANG_S, wait_until
from tests.web.stage import Stage, serving
from web import limits
from web.server import make_server, stop_server

pytestmark = pytest.mark.real_time


@contextmanager
def served(app: Flask) -> Iterator[int]:
    with serving(app) as url:
        yield int(url.rpartition(":")[2])


def silent(port: int, source: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), HANG_S, (source, 0))


def answered(port: int, source: str = "127.0.0.9") -> int:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=HANG_S, source_address=(source, 0))
    line.request("GET", "/")
    try:
        return line.getresponse().status
    finally:
        line.close()


@pytest.fixture
def app() -> Flask:
    app = Flask(__name__)
    app.add_url_rule("/", "home", lambda: f"{request.remote_addr}")
    app.add_url_rule("/", "take", lambda: str(len(request.data)), methods=["POST"])
    return app


def test_silent_connections_keep_nobody_out(app: Flask) -> None:
    """More than there is room for, from one address and from many: whoever comes is answered."""
    with served(app) as port, ExitStack() as held:
        for number in range(260):
            held.enter_context(silent(port, "127.0.0.2" if number < 100 else f"127.0.2.{number % 200 + 1}"))
        for source in ("127.0.0.9", "127.0.0.2", "127.0.0.1"):
            assert answered(port, source) == 200


@pytest.mark.parametrize(
    "begin", [b"", b"GET / HTTP/1.1\r\n", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1"]
)
def test_what_never_ends_is_cut_off(app: Flask, monkeypatch: pytest.MonkeyPatch, begin: bytes) -> None:
    monkeypatch.setattr(limits, "HEADER_S", 0.5)
    monkeypatch.setattr(limits, "BODY_S", 0.5)
    with served(app) as port, silent(port, "127.0.0.2") as line:
        line.sendall(begin)
        assert line.recv(100) == b""


def test_who_leaves_before_the_turn_has_come_has_nothing_done(app: Flask) -> None:
    begun, go_on, asked = threading.Event(), threading.Event(), []

    def slow() -> str:
        begun.set()
        assert go_on.wait(HANG_S)
        return ""

    app.add_url_rule("/slow", "slow", slow)
    app.before_request(lambda: asked.append(request.path))
    server = make_server(app, "127.0.0.1", 0, 1)
    running = threading.Thread(target=server.run, daemon=True)
    running.start()
    with silent(server.effective_port, "127.0.0.2") as first:
        first.sendall(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        assert begun.wait(HANG_S)
        with silent(server.effective_port, "127.0.0.3") as second:
            second.sendall(b"GET /asked HTTP/1.1\r\nHost: x\r\n\r\n")
            wait_until(
                lambda: any(guest.since is None for guest in server.doorway.everybody() if guest.place == "127.0.0.3")
            )
        wait_until(lambda: len(server.doorway.everybody()) == 1)
        go_on.set()
        assert answered(server.effective_port) == 200
    assert asked == ["/slow", "/"]
    stop_server(server)
    running.join(HANG_S)
    assert not running.is_alive()


def test_who_may_enter_something_waits_for_no_stranger(table: Stage) -> None:
    """As long as strangers keep their one thread busy, a device that has signed in is answered."""
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> str:
        begun.set()
        assert go_on.wait(HANG_S)
        return ""

    table.app.add_url_rule("/device/slow", "slow", slow)
    cookie = table.signed_in().get_cookie("companion")
    assert cookie is not None
    with served(table.app) as port, silent(port, "127.0.0.2") as first, silent(port, "127.0.0.3") as second:
        first.sendall(b"GET /device/slow HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert begun.wait(HANG_S)
        for line in (first, second):
            line.settimeout(HANG_S)
        second.sendall(f"GET /device HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: companion={cookie.value}\r\n\r\n".encode())
        assert second.recv(100).startswith(b"HTTP/1.1 200 ")
        go_on.set()
        assert first.recv(100).startswith(b"HTTP/1.1 200 ")


def test_it_ends_with_all_that_is_open(app: Flask) -> None:
    server = make_server(app, "127.0.0.1", 0, 1)
    running = threading.Thread(target=server.run, daemon=True)
    running.start()
    with silent(server.effective_port, "127.0.0.2") as line:
        wait_until(lambda: len(server.doorway.everybody()) == 1)
        stop_server(server)
        assert line.recv(100) == b""
    running.join(HANG_S)
    assert not running.is_alive()
    with pytest.raises(ConnectionRefusedError):
        silent(server.effective_port, "127.0.0.2")


def test_an_address_that_is_taken_is_told(app: Flask) -> None:
    with served(app) as port, pytest.raises(OSError, match="in use"):
        make_server(app, "127.0.0.1", port, 1)
