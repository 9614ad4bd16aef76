"""The virtual board's ends of a line: a pseudo-terminal, or a TCP socket. Nothing blocks."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import tty
from pathlib import Path
from typing import Protocol

READ_AT_ONCE = 4096


class EndError(OSError):
    """The line cannot be made; the message says why."""


class End(Protocol):
    """What the server needs of the end of a line."""

    def open(self, name: str = "") -> None:
        """Be there, under another name if one is given; raise `EndError` where that cannot be."""

    def close(self) -> None:
        """Be gone; said again, for good."""

    @property
    def port(self) -> str:
        """What the host opens."""

    def waits_for(self) -> list[int]:
        """Return the file descriptors that tell of something to read."""

    def read(self) -> bytes:
        """Return what has come."""

    def write(self, data: bytes) -> None:
        """Send data; what the line does not take is lost."""


class PtyEnd:
    """A pseudo-terminal, with a link to it at a fixed path if one is wanted."""

    def __init__(self, link: Path | None = None) -> None:
        self._link = link
        self._master: int | None = None
        self._slave: int | None = None
        self._made: Path | None = None

    def open(self, name: str = "") -> None:
        """Be there, with the link under another name if one is given."""
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._made = Path(name) if name else self._link
        if self._made is not None:
            self._make_link(self._made, os.ttyname(self._slave))

    def _make_link(self, link: Path, device: str) -> None:
        try:
            if link.is_symlink():
                link.unlink()
            link.symlink_to(device)
        except OSError as error:
            self._made = None
            self.close()
            msg = f"The link {link} cannot be made: {error.strerror}."
            raise EndError(msg) from error

    def close(self) -> None:
        """Be gone."""
        # The link first: a terminal that is closed is the next one's to open, in whatever program.
        if self._made is not None:
            self._made.unlink(missing_ok=True)
            self._made = None
        for end in (self._master, self._slave):
            if end is not None:
                os.close(end)
        self._master = self._slave = None

    @property
    def port(self) -> str:
        """The path of the device, or of the link to it."""
        if self._made is not None:
            return str(self._made)
        return os.ttyname(self._slave) if self._slave is not None else ""

    def waits_for(self) -> list[int]:
        """Return the descriptor to read from."""
        return [] if self._master is None else [self._master]

    def read(self) -> bytes:
        """Return what has come."""
        with contextlib.suppress(BlockingIOError):
            return os.read(self._master, READ_AT_ONCE) if self._master is not None else b""
        return b""

    def write(self, data: bytes) -> None:
        """Send data; a pseudo-terminal that nobody reads is full one day."""
        if self._master is not None and select.select([], [self._master], [], 0)[1]:
            with contextlib.suppress(BlockingIOError):
                os.write(self._master, data)


class SocketEnd:
    """A TCP port of this machine, for one host at a time."""

    def __init__(self, number: int = 0, address: str = "127.0.0.1") -> None:
        self._address, self._number = address, number
        self._listening: socket.socket | None = None
        self._host: socket.socket | None = None
        self._left: socket.socket | None = None
        """The host that was left: it may still be speaking, and is let finish."""

    def open(self, name: str = "") -> None:
        """Be there, at another port number if one is given."""
        number = int(name) if name.isdecimal() else self._number
        try:
            self._listening = socket.create_server((self._address, number))
        except (OSError, OverflowError) as error:
            msg = f"The port {number} cannot be used: {error}."
            raise EndError(msg) from error
        self._listening.settimeout(0)
        self._number = self._listening.getsockname()[1]

    def close(self) -> None:
        """Be gone."""
        for one in (self._left, self._listening):
            if one is not None:
                one.close()
        self._left, self._host, self._listening = self._host, None, None
        if self._left is not None:
            with contextlib.suppress(OSError):
                self._left.shutdown(socket.SHUT_WR)

    @property
    def port(self) -> str:
        """The URL that the host opens."""
        return f"socket://{self._address}:{self._number}"

    def waits_for(self) -> list[int]:
        """Return the descriptors that tell of a host, or of what it says."""
        return [one.fileno() for one in (self._listening, self._host) if one is not None]

    def read(self) -> bytes:
        """Return what has come; a new host takes the place of the one before."""
        self._accept()
        if self._host is None:
            return b""
        with contextlib.suppress(BlockingIOError):
            data = self._received(self._host)
            if not data:
                self._host.close()
                self._host = None
            return data
        return b""

    def _received(self, host: socket.socket) -> bytes:
        try:
            return host.recv(READ_AT_ONCE)
        except ConnectionError:
            return b""

    def _accept(self) -> None:
        if self._listening is None:
            return
        with contextlib.suppress(BlockingIOError):
            host, _ = self._listening.accept()
            host.settimeout(0)
            host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._host is not None:
                self._host.close()
            self._host = host

    def write(self, data: bytes) -> None:
        """Send data, if there is a host to take it."""
        if self._host is not None:
            with contextlib.suppress(BlockingIOError, ConnectionError):
                self._host.send(data)
