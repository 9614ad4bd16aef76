"""Talks to a board over a serial port, as simply as can be: tests of the firmware must not lean on the link."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self, TypeVar

import serial

from firmware_bridge.frames import Deframer, encode
from firmware_bridge.payloads import Message
from firmware_bridge.protocol import Ack, HostHello, Snapshot, SnapshotWanted, read_from_board
from tests.firmware_bridge.firmware.logic import digits
from tests.waiting import HANG_S

# A board that starts hears nothing yet. One that has answered hears all that comes over a good line, however slow the
# machine is, and an answer to a question that was repeated must not be taken for one to the next.
REPEAT_HELLO = 0.25
REPEAT = 60.0
REPEAT_SOON = 0.3
"""Where answers get lost: on a bad line, or on one that raw values fill."""
BAUD_RATE = 500_000
M = TypeVar("M", bound=Message)


def anything(_message: Message) -> bool:
    return True


class Talk:
    """An open port; every message that comes is in `heard`, with the time when it was decoded."""

    def __init__(self, port: str) -> None:
        self._serial = serial.Serial(port, BAUD_RATE, timeout=0.02)
        self.deframer = Deframer()
        self.heard: list[tuple[float, Message]] = []
        self.repeat = REPEAT
        self._looked_at = 0
        self._seq = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._serial.close()

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._serial.write(data)

    def tell(self, message: Message, seq: int | None = None) -> int:
        """Send a message and return its number."""
        if seq is None:
            seq = self._seq
            self._seq = (self._seq + 1) % 256
        self.write(encode(message.TYPE, seq, message.encode()))
        return seq

    def listen(self) -> None:
        """Take what comes within a moment."""
        data = self._serial.read(self._serial.in_waiting or 1)
        now = time.perf_counter()
        self.heard += [(now, read_from_board(frame)) for frame in self.deframer.feed(data)]

    def new(self) -> Iterator[tuple[float, Message]]:
        """Return what has come and was not looked at yet."""
        while self._looked_at < len(self.heard):
            self._looked_at += 1
            yield self.heard[self._looked_at - 1]

    def skip(self) -> None:
        """Take no notice of what has come so far."""
        self.listen()
        self._looked_at = len(self.heard)

    def wait(self, kind: type[M], wanted: Callable[[M], bool] = anything, again: Message | None = None) -> M:
        """Wait for a message of this kind; `again` is sent until it comes, always with the same number.

        What acknowledges another number is the second answer to something sent twice.
        """
        pause = REPEAT_HELLO if isinstance(again, HostHello) else self.repeat
        end, repeat = time.monotonic() + HANG_S, time.monotonic()
        seq: int | None = None
        while time.monotonic() < end:
            if again is not None and time.monotonic() >= repeat:
                seq = self.tell(again, seq)
                repeat = time.monotonic() + pause
            self.listen()
            for _, message in self.new():
                if again is not None and isinstance(message, Ack) and message.seq != seq:
                    continue
                if isinstance(message, kind) and wanted(message):
                    return message
        msg = f"no {kind.__name__} has come"
        raise AssertionError(msg)

    def ask(self, message: Message, kind: type[M], wanted: Callable[[M], bool] = anything) -> M:
        """Send a message until it is answered, and return the answer."""
        self.skip()
        return self.wait(kind, wanted, message)

    def wait_for_slots(self, wanted: Callable[[str], bool]) -> str:
        """Wait until the board shows this: a hexadecimal digit for each slot."""
        return digits(self.wait(Snapshot, lambda one: wanted(digits(one.data))).data)

    def slots(self) -> str:
        """Ask what lies where."""
        return digits(self.ask(SnapshotWanted(), Snapshot, lambda one: one.why == 1).data)
