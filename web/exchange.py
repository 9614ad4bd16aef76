"""One request and its answer: the body as far as it may be, whose turn it is, and what the application says.

Of those who may not send a large body no more is kept than is read before that is known. What is too much is let pass
and forgotten: whoever is cut off in the middle of sending would not read why.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from tornado.http1connection import HTTP1Connection
from tornado.httputil import HTTPHeaders, HTTPMessageDelegate, RequestStartLine, ResponseStartLine

from web.doorway import Guest, is_of_machine
from web.limits import FILE_S, LARGEST_BODY, LARGEST_HEADER, LARGEST_UPLOAD, SILENT_S
from web.live import LIVE, Live
from web.turns import Rank

if TYPE_CHECKING:
    from web.server import Server

LOG = logging.getLogger(__name__)
PIECE = 64 * 1024
HEADER_TOO_LARGE = 431
Environ = dict[str, Any]


@dataclass
class Answer:
    """What the application says."""

    status: int = 500
    reason: str = "Internal Server Error"
    headers: Iterable[tuple[str, str]] = ()
    body: bytes = b""


class Exchange(HTTPMessageDelegate):
    """Is told of a request as it comes in."""

    def __init__(self, server: Server, guest: Guest, trust: Callable[[], None], connection: HTTP1Connection) -> None:
        self._server, self._guest, self._trust, self._connection = server, guest, trust, connection
        self._environ: Environ = {}
        self._rank, self._most = Rank.OTHERS, LARGEST_BODY
        self._body: IO[bytes] = BytesIO()
        self._length = 0
        self._is_read = self._is_begun = self._is_written = self._is_gone = False
        self._left: Callable[[], None] | None = None
        connection.set_close_callback(self.on_connection_close)

    # What is sent to us

    def headers_received(self, start_line: Any, headers: HTTPHeaders) -> None:  # noqa: ANN401 - a request's, not an answer's
        """Look who asks, and whether what comes may be large."""
        self._environ = self._server.environ(start_line, headers, self._guest.address)
        if sum(len(name) + len(value) for name, value in headers.get_all()) > LARGEST_HEADER:
            self._is_begun = True
            self._write(Answer(HEADER_TOO_LARGE, "Request Header Fields Too Large"))
            return
        declared = int(headers.get("Content-Length", "0"))
        if self._is_first():
            self._rank = Rank.FIRST
            self._guest.since, self._guest.is_served = None, True
            self._trust()
        if (declared > LARGEST_BODY or "Transfer-Encoding" in headers) and self._server.takes_large(self._environ):
            self._most = LARGEST_UPLOAD
            self._body = SpooledTemporaryFile(LARGEST_BODY)  # noqa: SIM115 - closed when it is answered
            self._connection.set_body_timeout(FILE_S)
        if declared > self._most:
            self._begin(declared)

    def _is_first(self) -> bool:
        return is_of_machine(self._environ) or self._server.is_known(self._environ)

    def data_received(self, chunk: bytes) -> None:
        """Take some more of the body."""
        if self._is_begun:
            return
        self._length += len(chunk)
        if self._length > self._most:
            self._begin(self._length)
        else:
            self._body.write(chunk)

    def finish(self) -> None:
        """Answer, now that all is there."""
        self._is_read = True
        if not self._is_begun:
            self._begin(self._length)
        elif self._is_written:
            self._end()

    def on_connection_close(self) -> None:
        """Do no more than has begun: nobody waits for it."""
        self._is_gone = True
        if not self._is_begun:
            self._body.close()
        if self._left is not None:
            self._left()

    # What we say

    def _begin(self, length: int) -> None:
        self._is_begun = True
        self._guest.since = None
        if length > self._most:
            self._body.close()
            self._body = BytesIO()
        self._body.seek(0)
        self._environ |= {"wsgi.input": self._body}
        if length or "CONTENT_LENGTH" in self._environ:
            self._environ["CONTENT_LENGTH"] = str(length)
        loop = asyncio.get_running_loop()

        def work() -> None:
            # Who is sent away meanwhile to make room has nothing done.
            if self._is_gone:
                return
            self._guest.is_served = True
            answer = Answer()
            try:
                answer = asked(self._server.app, self._environ)
            finally:
                self._body.close()
                self._server.later(loop, lambda: self._say(answer))

        self._server.turns.put(self._rank, self._guest.place, work)

    def _say(self, answer: Answer) -> None:
        live: Live | None = self._environ.get(LIVE)
        if self._is_gone:
            if live:
                live.give_back()
            return
        if live is not None and self._environ["REQUEST_METHOD"] == "HEAD":
            live.give_back()
            live = None
        if live is None:
            self._write(answer)
            return
        start, headers = _head(answer)
        packs = "gzip" in self._environ.get("HTTP_ACCEPT_ENCODING", "")
        if packs:
            headers["Content-Encoding"] = "gzip"
        headers["Vary"] = "Accept-Encoding"
        del headers["Content-Length"]
        self._connection.write_headers(start, headers)
        if self._connection.stream.closed():
            # That nobody is there any more has been noticed only by writing.
            live.give_back()
            return
        self._left = self._server.viewers.add(self._connection, live, packs=packs)

    def _write(self, answer: Answer) -> None:
        asyncio.create_task(self._written(answer))  # noqa: RUF006 - the connection ends it

    async def _written(self, answer: Answer) -> None:
        start, headers = _head(answer)
        body = b"" if self._environ["REQUEST_METHOD"] == "HEAD" else answer.body
        try:
            sent = self._connection.write_headers(start, headers, body[:PIECE])
            for at in range(PIECE, len(body) + PIECE, PIECE):
                await asyncio.wait_for(sent, SILENT_S)
                if at < len(body):
                    sent = self._connection.write(body[at : at + PIECE])
        except (OSError, TimeoutError):
            self._guest.close()
            return
        self._is_written = True
        if self._is_read:
            self._end()
        else:
            # The rest of what is sent is only let pass.
            self._server.doorway.waits(self._guest)

    def _end(self) -> None:
        self._server.doorway.waits(self._guest)
        if not self._is_gone:
            self._connection.finish()


def asked(app: Callable[..., Iterable[bytes]], environ: Environ) -> Answer:
    """Return what an application says to a request."""
    answer = Answer()

    def begin(status: str, headers: list[tuple[str, str]], _error: object = None) -> Callable[[bytes], object]:
        code, _, answer.reason = status.partition(" ")
        answer.status, answer.headers = int(code), headers
        return answered.append

    answered: list[bytes] = []
    pieces = app(environ, begin)
    try:
        answered.extend(pieces)
    finally:
        if hasattr(pieces, "close"):
            pieces.close()
    answer.body = b"".join(answered)
    return answer


def _head(answer: Answer) -> tuple[ResponseStartLine, HTTPHeaders]:
    headers = HTTPHeaders()
    for name, value in answer.headers:
        headers.add(name, value)
    if "Content-Length" not in headers and answer.status not in {204, 304}:
        headers["Content-Length"] = str(len(answer.body))
    return ResponseStartLine("HTTP/1.1", answer.status, answer.reason), headers


def environ_of(start_line: RequestStartLine, headers: HTTPHeaders) -> Environ:
    """Return what a request says of itself, as applications are told it."""
    path, _, query = start_line.path.partition("?")
    # A name with an underscore would pass for another one.
    fields = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items() if "_" not in name}
    for name in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        if f"HTTP_{name}" in fields:
            fields[name] = fields.pop(f"HTTP_{name}")
    # Whole by then, and measured.
    fields.pop("HTTP_TRANSFER_ENCODING", None)
    return {
        **fields,
        "REQUEST_METHOD": start_line.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path.encode("latin-1")).decode("latin-1"),
        "QUERY_STRING": query,
        "SERVER_PROTOCOL": start_line.version,
    }
