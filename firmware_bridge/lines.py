"""An open line to a board, over whatever pyserial can open: every failure is a `LineError`, and nothing blocks long."""

from __future__ import annotations

import errno
import os
import re
import select
import socket
import sys
from typing import Protocol

import serial

BAUD = 500_000
WAIT = 0.02
"""How long a read waits for the first byte: so soon is what the companion wants to send on its way."""
WRITE_WAIT = 0.2
READ_AT_ONCE = 4096
if sys.platform == "win32":
    REFUSED: tuple[type[Exception], ...] = (OSError, ValueError)
else:
    import termios

    # A port that is unplugged while it is being set up.
    REFUSED = (OSError, ValueError, termios.error)


REFUSALS = {
    errno.ENOENT: "Nothing is plugged in at {port}.",
    errno.ENODEV: "Nothing is plugged in at {port}.",
    errno.ENXIO: "Nothing is plugged in at {port}.",
    errno.EACCES: "The port {port} may not be opened by this user: it takes membership in the group dialout.",
    # Not the file forbids it, but what the service was let use when it started.
    errno.EPERM: "The service may not use the port {port} before it is started anew: sudo systemctl restart companion.",
    errno.EAGAIN: "Another program is using the port {port}.",
    errno.EBUSY: "Another program is using the port {port}.",
    errno.ENOTTY: "What is at {port} is no serial port.",
    errno.ECONNREFUSED: "Nobody answers at {port}.",
    errno.ETIMEDOUT: "Nobody answers at {port}.",
    errno.EHOSTUNREACH: "Nobody answers at {port}.",
    socket.EAI_NONAME: "The address {port} is not known in this network.",
}


class LineError(OSError):
    """The line cannot be opened, or is gone."""


class Line(Protocol):
    """What the link needs of an open line."""

    def read(self) -> bytes:
        """Return what has come, or nothing after a short while."""

    def write(self, data: bytes) -> bool:
        """Send data; tell whether the line took it all."""

    def close(self) -> None:
        """Give the line back."""


class SerialLine:
    """A line that pyserial has opened."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port

    def read(self) -> bytes:
        """Return what has come, or nothing after a short while."""
        try:
            return self._read()
        # Half-closed ports of some kinds raise TypeError.
        except (OSError, TypeError) as error:
            raise LineError(str(error)) from error

    def _read(self) -> bytes:
        return bytes(self._port.read(self._port.in_waiting or 1))

    def write(self, data: bytes) -> bool:
        """Send data; tell whether the line took it all."""
        try:
            self._port.write(data)
        except serial.SerialTimeoutException:
            return False
        except (OSError, TypeError) as error:
            raise LineError(str(error)) from error
        return True

    def close(self) -> None:
        """Give the line back."""
        try:
            self._port.close()
        except OSError as error:
            raise LineError(str(error)) from error


class SocketLine(SerialLine):
    """A line over TCP: pyserial never tells of more than one byte that waits there."""

    def _read(self) -> bytes:
        ready, _, _ = select.select([self._port.fileno()], [], [], WAIT)
        return bytes(self._port.read(READ_AT_ONCE)) if ready else b""

    def close(self) -> None:
        """Give the line back; pyserial leaves the socket open where the other end is gone."""
        opened = getattr(self._port, "_socket", None)
        try:
            super().close()
        finally:
            if opened is not None:
                opened.close()


def open_line(url: str, baud: int = BAUD) -> Line:
    """Open a port by its name or URL, for us alone; raise `LineError` where that cannot be."""
    is_socket, is_remote = (url.lower().startswith(scheme) for scheme in ("socket://", "rfc2217://"))
    try:
        port = serial.serial_for_url(
            url,
            baudrate=baud,
            timeout=0 if is_socket else WAIT,
            # Not known to the remote protocol, which fails at once where there is nobody.
            write_timeout=None if is_remote else WRITE_WAIT,
            exclusive=True,
        )
    except REFUSED as error:
        raise LineError(_refusal(url, error)) from error
    return SocketLine(port) if is_socket else SerialLine(port)


def _refusal(port: str, error: Exception) -> str:
    """Return in a sentence why a port cannot be opened: what pyserial says of it is for programmers."""
    found = re.search(r"(?:Errno |\()(-?\d+)[],]", str(error))
    number = int(found[1]) if found else 0
    if number in REFUSALS:
        return REFUSALS[number].format(port=port)
    why = os.strerror(number) if number > 0 else str(error)
    return f"The port {port} cannot be opened ({why})."
