"""A network camera for tests: sends MJPEG, stalls, dies and comes back."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

from vision.pictures import Picture, as_jpeg

Send = Callable[[int | bytes], None]


def numbered(number: int) -> Picture:
    """Return a small picture whose brightness tells its number."""
    return np.full((48, 64, 3), number, np.uint8)


def number_of(picture: Picture) -> int:
    return round(float(picture.mean()))


class CameraServer:
    """Sends picture after picture as it is told to, to everyone who asks."""

    def __init__(self, *, lengths: bool = True, status: int = 200) -> None:
        self.lengths = lengths
        self.status = status
        self.asked: list[str | None] = []
        """The logins of those who asked."""
        self.moved: str | None = None
        """The address that everyone is sent on to."""
        self._serving: Callable[[Send], None] = lambda _send: None
        self.over = threading.Event()

    def serves(self, what: Callable[[Send], None]) -> None:
        """Set what happens in each connection: it gets a function that sends the picture of a number, or any bytes."""
        self._serving = what

    @contextmanager
    def running(self, port: int = 0) -> Iterator[str]:
        """Run it; gives its address."""
        server = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/video"
        finally:
            self.over.set()
            server.shutdown()
            server.server_close()
            thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                camera.asked.append(self.headers.get("Authorization"))
                if camera.moved not in {None, self.path}:
                    self.send_response(302)
                    self.send_header("Location", str(camera.moved))
                    self.end_headers()
                    return
                self.send_response(camera.status)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                if camera.status == 200:
                    camera._serving(self.send_picture)

            def send_picture(self, number: int | bytes) -> None:
                data = as_jpeg(numbered(number), 90) if isinstance(number, int) else number
                length = f"Content-Length: {len(data)}\r\n" if camera.lengths else ""
                head = f"--frame\r\nContent-Type: image/jpeg\r\n{length}\r\n"
                self.wfile.write(head.encode() + data + b"\r\n")

            def log_message(self, *_: Any) -> None:
                pass

        return Handler
