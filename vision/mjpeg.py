"""MJPEG over HTTP: what network cameras and phones send, one JPEG after the other in an answer that does not end."""

from __future__ import annotations

import base64
import contextlib
import http.client
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPMessage
from typing import IO
from urllib.parse import unquote, urlsplit

from vision.pictures import from_jpeg
from vision.sources import Clock, Shot, SourceError, shown

TIMEOUT = 5.0
"""Seconds without a byte after which the camera counts as lost."""
PATIENCE = 3
"""After so many times as long without a picture it is lost, too: another kind of stream would be read for ever."""
CHUNK = 65536
LARGEST = 16_000_000
"""In bytes: what goes on longer is no picture."""
START, END = b"\xff\xd8\xff", b"\xff\xd9"
LENGTH = re.compile(rb"content-length:\s*(\d{1,18})", re.IGNORECASE)
MARK = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""What a part of a JPEG begins with."""
NEXT = b"--"
"""What the line between two pictures begins with."""


class JpegParts:
    """Finds the pictures in a stream of bytes; opens nothing."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take in bytes and give back every picture that is whole now."""
        self._bytes += data
        while (found := self._whole()) is not None:
            yield found
        if len(self._bytes) > LARGEST:
            self._bytes.clear()

    def _whole(self) -> bytes | None:
        while (start := self._bytes.find(START)) >= 0:
            end, is_whole = self._end(start)
            if end is None:
                return None
            picture = bytes(self._bytes[start:end])
            del self._bytes[:end]
            if is_whole:
                return picture
        return None

    def _end(self, start: int) -> tuple[int | None, bool]:
        """Return where a picture ends, none if that has not come yet, and whether it is whole."""
        lengths = LENGTH.findall(self._bytes, 0, start)
        told = start + int(lengths[-1]) if lengths else 0
        # Some cameras tell a wrong length.
        if told > start + len(START) and self._bytes[told - len(END) : told] == END:
            return told, True
        end, is_whole = end_of_jpeg(self._bytes, start)
        if end is None or not len(self._bytes) < told <= start + LARGEST:
            return end, is_whole
        # What ends before the length that was told may go on, unless another begins.
        is_over = is_whole and self._bytes[end:].lstrip(b"\r\n").startswith(NEXT)
        return (end, True) if is_over else (None, False)


def end_of_jpeg(data: bytearray, start: int) -> tuple[int | None, bool]:
    """Return where a JPEG ends, none if that has not come yet, and whether it is whole: or else another begins there.

    Its parts are gone through one by one: a picture may hold a smaller one, with an end of its own.
    """
    at = start + 2
    while (mark := MARK.search(data, at)) is not None:
        at, kind = mark.start(), data[mark.start() + 1]
        if kind == 0xD8:
            return at, False
        if kind == 0xD9:
            return at + 2, True
        if kind < 0xC0:
            at += 2
            continue
        if at + 4 > len(data):
            break
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None, False


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Sends the login on only where a camera points to itself."""

    def redirect_request(  # noqa: PLR0913, PLR0917 - as the library calls it
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> urllib.request.Request | None:
        made = super().redirect_request(req, fp, code, msg, headers, newurl)
        login = req.unredirected_hdrs.get("Authorization")
        if made is not None and login is not None and (made.type, made.host) == (req.type, req.host):
            made.add_unredirected_header("Authorization", login)
        return made


_OPENER = urllib.request.build_opener(_Redirects)


class MjpegSource:
    """A camera that sends MJPEG."""

    live = True

    def __init__(self, url: str, clock: Clock, timeout: float = TIMEOUT) -> None:
        self.name = shown(url)
        self._clock = clock
        self._patience = PATIENCE * timeout
        self._parts = JpegParts()
        try:
            self._answer: http.client.HTTPResponse = _OPENER.open(_request(url), timeout=timeout)
        except urllib.error.HTTPError as error:
            error.close()
            msg = f"The camera at {self.name} answers with an error: {error.code} {error.reason}."
            raise SourceError(msg) from None
        except (OSError, http.client.HTTPException, ValueError):
            msg = f"The camera at {self.name} does not answer: is it switched on, and in this network?"
            raise SourceError(msg) from None

    def read(self) -> Shot:
        """Wait for the newest picture that has come whole."""
        until = self._clock() + self._patience
        while self._clock() < until:
            whole = list(self._parts.feed(self._more()))
            at = self._clock()
            picture = from_jpeg(whole[-1]) if whole else None
            if picture is not None:
                return Shot(picture, at)
        raise SourceError(self._stopped)

    def close(self) -> None:
        """End the connection."""
        with contextlib.suppress(OSError):
            self._answer.close()

    @property
    def _stopped(self) -> str:
        return f"The camera at {self.name} has stopped sending pictures."

    def _more(self) -> bytes:
        try:
            data = self._answer.read1(CHUNK)
        except TimeoutError:
            raise SourceError(self._stopped) from None
        except (OSError, http.client.HTTPException, ValueError):
            data = b""
        if not data:
            msg = f"The camera at {self.name} has ended the connection."
            raise SourceError(msg)
        return data


def _request(url: str) -> urllib.request.Request:
    parts = urlsplit(url)
    request = urllib.request.Request(parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl())  # noqa: S310 - the scheme is http
    if parts.username is not None:
        login = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        # Not where another address is pointed to.
        request.add_unredirected_header("Authorization", "Basic " + base64.b64encode(login).decode("ascii"))
    return request
