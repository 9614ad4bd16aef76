"""A network that can be cut without root: between a table and the broker, connections stay and nothing gets through."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

from tests.broker.mosquitto import HERE

PIECE = 65536


class Proxy:
    """Listens at a port of its own, and passes everything on to another."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._whole = threading.Event()
        self._whole.set()
        self._listening = socket.create_server((HERE, 0), backlog=50)
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def broker(self) -> str:
        """The broker's address as it is seen from behind."""
        return f"mqtt://{HERE}:{self.port}"

    def command(self, command: list[str]) -> list[str]:
        """Return how a program is run behind it: as any other."""
        return command

    def cut(self) -> None:
        """Let nothing through; who tries to connect is not answered."""
        self._whole.clear()

    def mend(self) -> None:
        """Let everything through again, also what was on its way."""
        self._whole.set()

    def close(self) -> None:
        """Take no more connections."""
        self.mend()
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        self._whole.wait()
        far = socket.socket()
        try:
            far.connect((HERE, self._target))
        except OSError:
            near.close()
            far.close()
            return
        with near, far:
            back = threading.Thread(target=self._pump, args=(far, near), daemon=True)
            back.start()
            self._pump(near, far)
            back.join()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while piece := source.recv(PIECE):
                self._whole.wait()
                target.sendall(piece)
        for line in (source, target):
            with suppress(OSError):
                # The other direction is to end too.
                line.shutdown(socket.SHUT_RDWR)
