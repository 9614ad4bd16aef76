"""A viewer that takes nothing more is cut off: its place is free again, nobody else notices, and it may come back."""

from __future__ import annotations

import socket
import struct
import threading
import time
from urllib.parse import urlsplit

import pytest

from tests.waiting import wait_until
from tests.web.listening import Listener
from tests.web.stage import Stage, serving
from web import limits
from web.live import Slots
from web.render import EXTENSION, PAGES

pytestmark = pytest.mark.real_time

PLACES = 24
SHORT_MS = 1000
"""Instead of the usual time without taking anything, so that the test need not wait for it."""


@pytest.fixture
def url(table: Stage, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setattr(limits, "SILENT_S", SHORT_MS / 1000)
    with serving(table.app) as address:
        yield address


def free(table: Stage) -> int:
    slots: Slots = table.app.extensions[EXTENSION].slots
    return slots.free


def deaf(url: str) -> socket.socket:
    """Ask for the stream, and never read it."""
    place = urlsplit(url)
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    one.connect((place.hostname, place.port))
    one.sendall(f"GET /live/table HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
    return one


def rest_of(one: socket.socket) -> bytes:
    """Return what a connection that was cut off still holds."""
    held = b""
    try:
        while piece := one.recv(65536):
            held += piece
    except ConnectionError:
        return held
    return held


def talk(table: Stage, stop: threading.Event) -> None:
    """Let something happen at the table all the time."""
    number = 0
    while not stop.wait(0.02):
        number += 1
        table.post("score_set", score={"white": number % 5, "black": 0}, reason=f"for the {number}. time")


def test_it_is_cut_off_and_comes_back(table: Stage, url: str) -> None:
    table.begin()
    stop = threading.Event()
    talking = threading.Thread(target=talk, args=(table, stop))
    with deaf(url) as slow, Listener(url) as listener:
        wait_until(lambda: free(table) == PLACES - 2)
        talking.start()
        try:
            messages = listener.messages()
            wait_until(lambda: next(messages) and free(table) == PLACES - 1)
            numbers = [int(next(messages)["id"].split("-")[1]) for _ in range(20)]
        finally:
            stop.set()
            talking.join()
        # The other one has missed nothing meanwhile, and has been kept waiting by nobody.
        assert numbers == sorted(set(numbers))
        assert len(rest_of(slow)) > 0
        with Listener(url, last="cut-off") as again:
            first = next(again.messages())
            assert first["full"]
            assert set(first["parts"]) == set(PAGES["table"])
            assert str(table.service.view().score.white) in first["parts"]["players"]


def test_one_that_reads_slowly_but_reads_is_kept(table: Stage, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SILENT_S", SHORT_MS / 2000)
    table.begin()
    with Listener(url) as listener:
        messages = listener.messages()
        next(messages)
        for number in range(1, 4):
            table.post("score_set", score={"white": number, "black": 0}, reason="slowly")
            # Longer than a viewer may take nothing, but what was sent has arrived.
            time.sleep(1.5 * limits.SILENT_S)
            wait_until(lambda number=number: f">{number}<" in next(messages)["parts"].get("players", ""))  # type: ignore[misc]
        assert free(table) == PLACES - 1


def test_one_that_hangs_up_while_it_is_answered_leaves_its_place(table: Stage, url: str) -> None:
    for _ in range(200):
        with deaf(url) as one:
            # Hung up at once, without a farewell.
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wait_until(lambda: free(table) == PLACES)
