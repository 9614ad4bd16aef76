"""Each thing that the link to a board says: caused, and told with what mends it."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest
import serial

from companion.service.doctor.board import look_at_board
from companion.service.doctor.values import Device, Finding
from firmware_bridge import conversation, session
from firmware_bridge.happenings import State
from firmware_bridge.link import Link, Wanted
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.ends import PtyEnd
from firmware_bridge.virtual.server import Server
from tests.firmware_bridge.device import PtyDevice
from tests.firmware_bridge.refused import GOOD_HELLO, HELLOS, SNAPSHOTS, OddBoard, of_hello, of_snapshot
from tests.service.doctor.stage import NONE, at_last, case, codes
from tests.waiting import wait_until

pytestmark = pytest.mark.real_time

SILENT = "The board has fallen silent: what is known of it may be out of date."


def found(data: Path, devices: dict[str, Device] | None = None, **options: object) -> Finding:
    (only,) = look_at_board(case(data, devices, NONE, **options))
    return only


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(VirtualBoard(chance=Random(1)), PtyEnd(tmp_path / "tty")) as one:
        yield one


def test_another_program_has_the_port(tmp_path: Path, server: Server) -> None:
    with serial.Serial(server.port, exclusive=True):
        answer = at_last("Another program is using the port", tmp_path, board__port=server.port)
    assert codes(answer) == ("mend", "said", "find_user")
    assert server.port in answer.mends[0].text


def test_an_address_that_nobody_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        # As this machine's resolver says it where there is a network.
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    monkeypatch.setattr(socket, "create_connection", unknown)
    answer = at_last("is not known in this network", tmp_path, board__port="socket://no-such-board:4000")
    assert codes(answer) == ("mend", "said", "address")


def test_a_port_of_an_unknown_kind(tmp_path: Path) -> None:
    answer = at_last("cannot be opened", tmp_path, board__port="carrier-pigeon://loft")
    assert codes(answer) == ("mend", "said", "find_port")


@contextmanager
def babbling() -> Iterator[str]:
    """A port at which something speaks that is no sensor board."""
    ours, theirs = os.openpty()
    over = threading.Event()

    def babble() -> None:
        while not over.wait(0.02):
            with suppress(OSError):
                os.write(ours, b"\x00temperature 21.5\x00\r\n")

    os.set_blocking(ours, False)
    thread = threading.Thread(target=babble)
    thread.start()
    try:
        yield os.ttyname(theirs)
    finally:
        over.set()
        thread.join()
        os.close(ours)
        os.close(theirs)


def test_something_else_speaks_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "STRANGE_AFTER", 0.05)
    with babbling() as port:
        answer = at_last("Something speaks on this line", tmp_path, board__port=port)
    assert codes(answer) == ("mend", "said", "find_port")


def test_firmware_of_another_version(tmp_path: Path, server: Server) -> None:
    server.do(lambda one: one.speak(9))
    answer = at_last("The board speaks version 9", tmp_path, board__port=server.port)
    assert codes(answer) == ("mend", "said", "flash_board")


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        (OddBoard(*list(HELLOS)[-1:]), of_hello("group 2 names a zone that is named before")),
        (OddBoard(GOOD_HELLO, next(iter(SNAPSHOTS))), of_snapshot("it has 8 bytes where 9 are needed")),
    ],
)
def test_firmware_that_keeps_not_to_the_protocol(tmp_path: Path, odd: OddBoard, said: str) -> None:
    with PtyDevice(tmp_path / "odd", odd):
        answer = at_last(said, tmp_path, board__port=str(tmp_path / "odd"))
    assert codes(answer) == ("mend", "said", "own_firmware")


def test_none_of_the_boards_that_are_there_is_the_wanted_one(tmp_path: Path, server: Server) -> None:
    with Server(VirtualBoard(chance=Random(2)), PtyEnd(tmp_path / "tty2")):
        where = {"board__port": "auto", "board__patterns": (f"{tmp_path}/tty*",), "board__id": "0011223344556677"}
        answer = at_last("No board that is wanted answers at", tmp_path, **where)
    assert codes(answer) == ("mend", "said", "other_board")
    assert server.port


def link_says(server: Server, what: Callable[[Server], object], state: State) -> str:
    """What the link of a service says after something has been done to its board."""
    link = Link(Wanted(server.port), lambda _event: None)
    link.start()
    try:
        wait_until(lambda: link.standing.state is State.LIVE)
        what(server)
        wait_until(lambda: link.standing.state is state)
        return link.standing.sentence
    finally:
        link.stop()


def test_a_board_that_falls_silent(tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(one: Server) -> None:
        one.do(lambda its: its.hang())
        monkeypatch.setattr(conversation, "STALE_AFTER", 0.1)

    sentence = link_says(server, hang, State.STALE)
    assert sentence == SILENT
    assert codes(found(tmp_path, {"board": Device("lost", sentence)})) == ("mend", "said", "reset_board")


def test_a_board_that_is_pulled_out(tmp_path: Path, server: Server) -> None:
    sentence = link_says(server, lambda one: one.do(lambda its: its.go_away()), State.LOST)
    assert codes(found(tmp_path, {"board": Device("lost", sentence)})) == ("mend", "said", "plug_board")


@pytest.mark.parametrize(
    ("sentence", "mend"),
    [
        ("No board has been looked for yet.", "plug_board"),
        ("No board is found yet.", "plug_board"),
        ("No board that is wanted answers here.", "other_board"),
        ("The board has answered, but does not tell what lies on it; it is asked again.", "reset_board"),
        (
            "The board does not answer when it is asked what lies on it now: what is known may be out of date.",
            "reset_board",
        ),
        ("The connection to the board is lost.", "plug_board"),
        ("The connection to the board is lost; it is looked for again.", "plug_board"),
        ("The board is gone, and is looked for.", "plug_board"),
    ],
)
def test_what_the_service_says_for_a_moment(tmp_path: Path, sentence: str, mend: str) -> None:
    assert codes(found(tmp_path, {"board": Device("lost", sentence)})) == ("mend", "said", mend)
