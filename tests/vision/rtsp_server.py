"""A network camera for tests that speaks RTSP: JPEG in RTP (RFC 2435), through the connection it was asked by."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedIOBase
from socketserver import StreamRequestHandler, ThreadingTCPServer

from tests.vision.camera_server import numbered
from vision.pictures import as_jpeg, size_of

PAUSE = 0.02
"""Seconds between two pictures."""
TICKS = 90_000
"""Of the clock of video in RTP, in a second."""
JPEG, LAST, OWN_TABLES = 26, 0x80, 255
QUARTERED = 1
"""Colours with half the width and height of the picture, as OpenCV writes them."""
LARGEST = 1200
MEDIA = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=board\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\na=control:track1\r\n"
TABLES, SCAN, END = 0xDB, 0xDA, b"\xff\xd9"


class RtspServer:
    """Sends pictures whose brightness counts up, to everyone who asks."""

    def __init__(self) -> None:
        self.plays = 0
        """How often somebody began to watch."""
        self.sent = 0
        """The number of the picture that was sent last."""
        self.packets = 0
        self.last: int | None = None
        """After that one it sends no more, but stays."""
        self.over = threading.Event()
        self.connections: list[socket.socket] = []

    @contextmanager
    def running(self, port: int = 0) -> Iterator[int]:
        """Run it; gives its port. At the end every connection breaks, as when the plug is pulled."""
        self.over.clear()
        with _Server(("127.0.0.1", port), _Talk) as server:
            server.camera = self
            thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
            thread.start()
            try:
                yield server.server_address[1]
            finally:
                self.over.set()
                server.shutdown()
                thread.join()
                while self.connections:
                    with suppress(OSError):
                        self.connections.pop().shutdown(socket.SHUT_RDWR)

    def next_packets(self) -> Iterator[bytes]:
        """Return the next picture, packed."""
        self.sent += 1
        picture = numbered(20 + self.sent % 200)
        tables, scan = _taken_apart(as_jpeg(picture, 95))
        wide, high = size_of(picture)
        parts = [(at, scan[at : at + LARGEST]) for at in range(0, len(scan), LARGEST)]
        for at, part in parts:
            last = at + len(part) == len(scan)
            head = struct.pack("!IBBBB", at, QUARTERED, OWN_TABLES, wide // 8, high // 8)
            own = struct.pack("!HH", 0, len(tables)) + tables if at == 0 else b""
            yield self._rtp(head + own + part, last=last)

    def _rtp(self, payload: bytes, *, last: bool) -> bytes:
        kind = JPEG | (LAST if last else 0)
        at = int(self.sent * PAUSE * TICKS)
        self.packets += 1
        return struct.pack("!BBHII", 0x80, kind, self.packets % 65536, at, 7) + payload


class _Server(ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    camera: RtspServer


class _Talk(StreamRequestHandler):
    """One connection: answers what it is asked, and sends pictures from PLAY on."""

    server: _Server

    def handle(self) -> None:
        self.server.camera.connections.append(self.connection)
        with suppress(OSError):
            while (asked := _asked(self.rfile)) is not None:
                self._answer(*asked)

    def _answer(self, method: str, number: str) -> None:
        more, body = "", ""
        if method == "OPTIONS":
            more = "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
        elif method == "DESCRIBE":
            body = MEDIA
            more = f"Content-Type: application/sdp\r\nContent-Length: {len(body)}\r\n"
        elif method == "SETUP":
            more = "Session: 1\r\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n"
        elif method == "PLAY":
            more = "Session: 1\r\n"
        self._send(f"RTSP/1.0 200 OK\r\nCSeq: {number}\r\n{more}\r\n{body}".encode())
        if method == "PLAY":
            self._play()

    def _play(self) -> None:
        camera = self.server.camera
        camera.plays += 1
        while not camera.over.wait(PAUSE):
            for packet in camera.next_packets() if camera.sent != camera.last else ():
                self._send(b"$\x00" + struct.pack("!H", len(packet)) + packet)

    def _send(self, data: bytes) -> None:
        self.wfile.write(data)


def _asked(lines: BufferedIOBase) -> tuple[str, str] | None:
    """Read a request; return what is asked for and its number, none at the end."""
    first = lines.readline()
    if not first:
        return None
    number = "0"
    while (line := lines.readline().strip()) != b"":
        name, _, value = line.decode().partition(":")
        number = value.strip() if name.lower() == "cseq" else number
    return first.decode().split()[0], number


def _taken_apart(jpeg: bytes) -> tuple[bytes, bytes]:
    """Return the tables that a JPEG was packed by, and what is packed."""
    tables, at = b"", 2
    while jpeg[at + 1] != SCAN:
        (length,) = struct.unpack_from("!H", jpeg, at + 2)
        if jpeg[at + 1] == TABLES:
            piece = jpeg[at + 4 : at + 2 + length]
            tables += b"".join(piece[start + 1 : start + 65] for start in range(0, len(piece), 65))
        at += 2 + length
    (length,) = struct.unpack_from("!H", jpeg, at + 2)
    return tables, jpeg[at + 2 + length :].removesuffix(END)
