"""A browser's stream, read over a plain socket, for tests and the benchmark."""

from __future__ import annotations

import json
import socket
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Self
from urllib.parse import urlsplit


class Listener:
    """An open live stream."""

    def __init__(  # noqa: PLR0913 - all but the first are named
        self,
        url: str,
        page: str = "table",
        last: str = "",
        timeout: float = 20.0,
        *,
        path: str = "",
        source: str = "",
        packed: bool = False,
    ) -> None:
        place = urlsplit(url)
        self._socket = socket.create_connection((place.hostname, place.port), timeout, (source, 0))
        self._unpack = zlib.decompressobj(31).decompress if packed else bytes
        resume = f"Last-Event-ID: {last}\r\n" if last else ""
        begin = f"GET {path or f'/live/{page}'} HTTP/1.1\r\nHost: {place.netloc}\r\n"
        packs = "Accept-Encoding: gzip\r\n" if packed else ""
        request = f"{begin}{resume}{packs}Accept: text/event-stream\r\n\r\n"
        self._socket.sendall(request.encode())
        self._file = self._socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        self.headers = dict(self._header(line) for line in iter(self._file.readline, b"\r\n"))

    @staticmethod
    def _header(line: bytes) -> tuple[str, str]:
        name, _, value = line.decode().partition(":")
        return name.strip().lower(), value.strip()

    def lines(self) -> Iterator[str]:
        """Every line of the stream, without the sizes of its chunks."""
        rest = b""
        while True:
            size = int(self._file.readline() or b"0", 16)
            if not size:
                return
            rest += self._unpack(self._file.read(size))
            self._file.readline()
            *whole, rest = rest.split(b"\n")
            yield from (line.decode() for line in whole)

    def messages(self) -> Iterator[dict[str, Any]]:
        """Every message of the stream."""
        for line in self.lines():
            if line.startswith("data: {"):
                yield json.loads(line.removeprefix("data: "))

    def close(self) -> None:
        """Hang up; a thread that is reading comes to an end first."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._file.close()
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
