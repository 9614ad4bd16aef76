"""Serves a virtual board at the end of a line, in a thread of its own and in real time."""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections.abc import Callable
from typing import Self, TypeVar

from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.ends import End, EndError

LOG = logging.getLogger(__name__)
LONGEST_WAIT = 0.5
STOP_WAIT = 5.0
T = TypeVar("T")


class Server:
    """A board at the end of a line; as a context it is there from the beginning to the end."""

    def __init__(self, board: VirtualBoard, end: End) -> None:
        self.board, self.end = board, end
        self._lock = threading.RLock()
        self._began = time.monotonic() - board.now
        self._stopping = threading.Event()
        self._woken, self._wake = os.pipe()
        self._is_open = False
        self._thread = threading.Thread(target=self._run, name="virtual board", daemon=True)

    def __enter__(self) -> Self:
        """Open the line; raise `EndError` where that cannot be."""
        self._open()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End it all."""
        self._stopping.set()
        os.write(self._wake, b"!")
        self._thread.join(STOP_WAIT)
        self._close()
        self.end.close()
        os.close(self._wake)
        os.close(self._woken)

    @property
    def port(self) -> str:
        """What the host opens."""
        with self._lock:
            return self.end.port

    def do(self, what: Callable[[VirtualBoard], T]) -> T:
        """Do something to the board, from any thread."""
        with self._lock:
            self.board.tick(self._now())
            result = what(self.board)
        os.write(self._wake, b"!")
        return result

    def _now(self) -> float:
        return time.monotonic() - self._began

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                self._wait()
                with self._lock:
                    self._serve()
        except Exception:
            LOG.exception("The virtual board has ended by a fault of its own")

    def _wait(self) -> None:
        with self._lock:
            wait = min(LONGEST_WAIT, max(0.0, self.board.due - self._now()))
            waits_for = [self._woken, *self.end.waits_for()]
        ready, _, _ = select.select(waits_for, [], [], wait)
        if self._woken in ready:
            os.read(self._woken, 100)

    def _serve(self) -> None:
        now = self._now()
        self.board.tick(now)
        if self.board.is_gone == self._is_open:
            self._plug()
        data = self.end.read() if self._is_open else b""
        if data:
            self.board.receive(data, now)
        outgoing = self.board.arrived()
        if outgoing and self._is_open:
            self.end.write(outgoing)

    def _plug(self) -> None:
        """Unplug, or plug in again."""
        if self._is_open:
            self._close()
            return
        try:
            self._open()
        except EndError as error:
            LOG.warning("The virtual board cannot come back under that name: %s", error)
            self.board.name = ""
            self._open()

    def _open(self) -> None:
        self.end.open(self.board.name)
        self._is_open = True

    def _close(self) -> None:
        if self._is_open:
            self._is_open = False
            self.end.close()
