"""Lines of every kind that pyserial opens, and how they end."""

import contextlib
import errno
import os
import socket
import struct
import termios
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import serial
from serial import rfc2217

from firmware_bridge.lines import Line, LineError, open_line
from tests.waiting import HANG_S

REMOTE = pytest.mark.filterwarnings(
    "ignore:set:DeprecationWarning", "ignore::pytest.PytestUnhandledThreadExceptionWarning"
)


def received(line: Line, size: int) -> bytes:
    data, ends = b"", time.monotonic() + HANG_S
    while len(data) < size and time.monotonic() < ends:
        data += line.read()
    return data


@contextlib.contextmanager
def terminal() -> Iterator[tuple[int, str]]:
    master, slave = os.openpty()
    tty.setraw(slave)
    try:
        yield master, os.ttyname(slave)
    finally:
        for end in (master, slave):
            with contextlib.suppress(OSError):
                os.close(end)


@contextlib.contextmanager
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(HANG_S)
        yield listening


@pytest.mark.real_time
def test_a_pseudo_terminal() -> None:
    with terminal() as (master, name):
        line = open_line(name)
        os.write(master, bytes(range(256)) * 4)
        assert received(line, 1024) == bytes(range(256)) * 4
        assert line.write(b"\0abc")
        assert os.read(master, 10) == b"\0abc"
        assert line.read() == b""
        line.close()


@pytest.mark.real_time
def test_it_is_ours_alone() -> None:
    with terminal() as (_, name):
        line = open_line(name)
        with pytest.raises(LineError, match=f"^Another program is using the port {name}.$"):
            open_line(name)
        line.close()
        open_line(name).close()


@pytest.mark.parametrize(
    ("port", "sentence"),
    [
        ("/dev/ttyNowhere", "Nothing is plugged in at /dev/ttyNowhere."),
        ("/dev/null", "What is at /dev/null is no serial port."),
        ("socket://127.0.0.1:1", "Nobody answers at socket://127.0.0.1:1."),
        ("nonsense://", "The port nonsense:// cannot be opened (invalid URL, protocol 'nonsense' not known)."),
    ],
)
def test_why_a_port_cannot_be_opened(port: str, sentence: str) -> None:
    with pytest.raises(LineError) as refused:
        open_line(port)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("number", "told"), [(errno.EACCES, "membership in the group dialout"), (errno.EPERM, "before it is started anew")]
)
def test_who_may_not_open_a_port_is_told_why(monkeypatch: pytest.MonkeyPatch, number: int, told: str) -> None:
    def refused(*_: object) -> int:
        raise PermissionError(number, os.strerror(number))

    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(LineError, match=told):
        open_line("/dev/ttyUSB0")


@pytest.mark.real_time
def test_an_unplugged_terminal_is_lost() -> None:
    master, slave = os.openpty()
    line = open_line(os.ttyname(slave))
    os.close(master)
    os.close(slave)
    with pytest.raises(LineError):
        received(line, 1)
    line.close()


@pytest.mark.real_time
def test_one_that_is_unplugged_while_it_is_opened_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise termios.error(errno.EIO, os.strerror(errno.EIO))

    with terminal() as (_, name):
        monkeypatch.setattr(termios, "tcsetattr", gone)
        with pytest.raises(LineError, match="Input/output"):
            open_line(name)


@pytest.mark.real_time
def test_a_terminal_that_takes_nothing_holds_nobody_up() -> None:
    with terminal() as (_, name):
        line = open_line(name)
        assert not line.write(bytes(100_000))
        line.close()


@pytest.mark.parametrize("name", ["nowhere/ttyUSB0", "socket://127.0.0.1:1", "nonsense://port", "socket://no port"])
def test_what_cannot_be_opened(name: str) -> None:
    with pytest.raises(LineError):
        open_line(name)


def test_a_loop() -> None:
    line = open_line("loop://")
    line.write(b"to myself")
    assert received(line, 9) == b"to myself"
    line.close()


def test_a_socket_gives_more_than_a_byte_at_once() -> None:
    with server() as listening:
        line = open_line(f"socket://127.0.0.1:{listening.getsockname()[1]}")
        board, _ = listening.accept()
        board.sendall(bytes(range(200)))
        first = b""
        while not first:
            first = line.read()
        assert len(first) > 1
        assert first + received(line, 200 - len(first)) == bytes(range(200))
        line.write(b"hello")
        assert board.recv(10) == b"hello"
        board.close()
        with pytest.raises(LineError):
            received(line, 1)
        line.close()


def test_a_socket_whose_other_end_is_gone_is_closed() -> None:
    with server() as listening:
        line = open_line(f"socket://127.0.0.1:{listening.getsockname()[1]}")
        ours: socket.socket = line._port._socket  # type: ignore[attr-defined]
        board, _ = listening.accept()
        # Closed without lingering, it is reset: nobody can be told then that we close, too.
        board.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        board.close()
        with pytest.raises(LineError):
            received(line, 1)
        line.close()
        assert ours.fileno() == -1


class Remote(threading.Thread):
    """What stands between a network and a serial port, by pyserial's own means; the port gives back what it gets."""

    def __init__(self, listening: socket.socket) -> None:
        super().__init__()
        self.listening = listening
        self.ended = threading.Event()

    def run(self) -> None:
        peer, _ = self.listening.accept()
        port = serial.serial_for_url("loop://", timeout=0.01)
        # It asks of a connection only that one can write to it.
        manager: Any = rfc2217.PortManager(port, SimpleNamespace(write=peer.sendall))  # type: ignore[arg-type]
        peer.settimeout(0.01)
        with peer, port:
            while not self.ended.is_set():
                peer.sendall(b"".join(manager.escape(port.read(port.in_waiting or 1))))
                with contextlib.suppress(TimeoutError):
                    port.write(b"".join(manager.filter(peer.recv(1024))))


# The client of pyserial names its thread in an old way.
@pytest.mark.filterwarnings("ignore:set:DeprecationWarning")
def test_a_port_of_another_machine() -> None:
    with server() as listening:
        remote = Remote(listening)
        remote.start()
        line = open_line(f"rfc2217://127.0.0.1:{listening.getsockname()[1]}?timeout={HANG_S}", 115_200)
        assert line.read() == b""
        line.write(b"\xff\x00 there and back")
        assert received(line, 17) == b"\xff\x00 there and back"
        remote.ended.set()
        remote.join(HANG_S)
        with pytest.raises(LineError):
            received(line, 1)
        line.close()


def test_a_file_is_no_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LineError):
        open_line(str(tmp_path / "file"))
