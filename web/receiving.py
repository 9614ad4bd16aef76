"""How bodies are taken: of those who may not send a large one, no more is kept than is read before that is checked.

The server takes a whole body, to disk if it is large, before the application is asked. So the application is asked
here too, as soon as the headers are there. What is too much is let pass and forgotten, and refused when it is through:
whoever is cut off in the middle of sending would not read why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

from flask import Flask
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.parser import HTTPRequestParser  # type: ignore[import-untyped]

LARGE_BODIES = "companion_large_bodies"
"""Where an application keeps what tells whether the request that has begun may have a large body."""
Environ = Mapping[str, Any]


class Forgetful:
    """Keeps a body of no more than so many bytes; counts what it forgets."""

    def __init__(self, most: int) -> None:
        self._most, self._length = most, 0
        self._kept = BytesIO()

    def append(self, data: bytes) -> None:
        """Take some more."""
        self._length += len(data)
        if self._length <= self._most:
            self._kept.write(data)
        else:
            self._kept = BytesIO()

    def __len__(self) -> int:
        """Return how much there was."""
        return self._length

    def getfile(self) -> BytesIO:
        """Return what is kept, to be read."""
        self._kept.seek(0)
        return self._kept

    def close(self) -> None:
        """Forget all."""
        self._kept = BytesIO()


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Reads a request; asks once, at the end of the headers, whether its body may be large."""

    def __init__(self, adj: Any, most: int, may_be_more: Callable[[Environ], bool]) -> None:  # noqa: ANN401 - untyped
        """Take the server's settings, how much is taken of everybody, and who knows whether it may be more."""
        super().__init__(adj)
        self._most, self._may_be_more = most, may_be_more

    def parse_header(self, header_plus: bytes) -> None:
        """Read the headers."""
        super().parse_header(header_plus)
        is_small = not self.chunked and self.content_length <= self._most
        if self.body_rcv is not None and not is_small and not self._may_be_more(self._environ()):
            self.body_rcv.buf.close()
            self.body_rcv.buf = Forgetful(self._most)

    def _environ(self) -> Environ:
        headers = {f"HTTP_{name}": value for name, value in self.headers.items()}
        return {
            **headers,
            "REQUEST_METHOD": self.command,
            "PATH_INFO": self.path,
            "QUERY_STRING": self.query,
            "SERVER_PROTOCOL": f"HTTP/{self.version}",
            "wsgi.url_scheme": self.url_scheme,
            "wsgi.input": BytesIO(),
        }


def channels(app: Flask, most: int) -> type[HTTPChannel]:
    """Return the connections of a server that asks this application where a body is larger than `most`."""

    class Channel(HTTPChannel):  # type: ignore[misc]
        def parser_class(self, adj: Any) -> Parser:  # noqa: ANN401 - untyped
            return Parser(adj, most, self._may_be_more)

        def _may_be_more(self, environ: Environ) -> bool:
            server = {"SERVER_NAME": self.server.server_name, "SERVER_PORT": str(self.server.effective_port)}
            with app.request_context({**environ, **server, "REMOTE_ADDR": self.addr[0]}):
                return bool(app.extensions[LARGE_BODIES]())

    return Channel
