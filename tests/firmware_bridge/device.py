"""The board's side of the protocol, as small as it can be, to talk with: sans I/O, and on a pseudo-terminal."""

from __future__ import annotations

import os
import select
import threading
import time
import tty
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from firmware_bridge.frames import Deframer, Frame, encode
from firmware_bridge.protocol import (
    Ack,
    Button,
    ButtonSeen,
    Calibration,
    CalibrationWanted,
    Feature,
    Head,
    Hello,
    HostHello,
    Light,
    Lights,
    Message,
    Result,
    Snapshot,
    SnapshotWanted,
    Status,
    Tuning,
    Why,
    cut,
    read_from_host,
)
from firmware_bridge.zones import Board, Checker, Group, Kind, Sensing, Slot, pack, zones_of

SIX = (Group(Kind.POINTS, 1, 24, 6, Sensing.PRESENCE),)
COLOURED = (
    Group(Kind.POINTS, 1, 24, 6, Sensing.COLOUR),
    Group(Kind.BARS, 0, 2, 3, Sensing.COLOUR),
    Group(Kind.TRAYS, 0, 2, 15, Sensing.COLOUR),
)
BACKGAMMON = {1: -2, 6: 5, 8: 3, 12: -5, 13: 5, 17: -3, 19: -5, 24: 2}
"""Its start: counts by point, A +, B -."""
BUTTON_AGAIN = 100
HEARTBEAT = 1000


def hello(groups: tuple[Group, ...] = SIX, board: bytes = b"testing1", boot: int = 1) -> Hello:
    return Hello(Head(board, boot=boot, firmware=(1, 2, 3)), groups, Feature.LIGHTS | Feature.RAW, 24, 2, 100)


def laid(groups: Iterable[Group], counts: dict[int, int] | None = None) -> Board:
    """Return a board with so many checkers on its points, in a row from the edge; nothing on bars and in trays."""
    counts = counts if counts is not None else {}
    return tuple(
        row(zone.slots, counts.get(zone.number, 0) if zone.kind is Kind.POINTS else 0, zone.sensing)
        for zone in zones_of(groups)
    )


def row(slots: int, count: int, sensing: Sensing = Sensing.COLOUR) -> tuple[Slot, ...]:
    colour = Checker.UNKNOWN if sensing is Sensing.PRESENCE else Checker.A if count > 0 else Checker.B
    return tuple(Slot(colour if at < abs(count) else Checker.NONE) for at in range(slots))


class Device:
    """A board that does what README.md says; times are its own milliseconds."""

    def __init__(self, about: Hello | None = None, board: Board | None = None) -> None:
        self.about = about if about is not None else hello()
        self.board = board if board is not None else laid(self.about.groups, BACKGAMMON)
        self.lights: tuple[Light, ...] = ()
        self.out = bytearray()
        self.heard: list[Message] = []
        self.pressed: list[Button] = []
        self.room = 237
        self.most_channels = 60
        self._deframer = Deframer()
        self._seq = self._number = self._events = 0
        self._last: Frame | None = None
        self._beat_at = self._buttons_at = 0

    def say(self, message: Message) -> None:
        self.out += encode(message.TYPE, self._seq, message.encode())
        self._seq = (self._seq + 1) % 256

    def take(self) -> bytes:
        data = bytes(self.out)
        self.out.clear()
        return data

    def boot(self, now: int) -> None:
        self.say(self.about)
        self._beat_at = now

    def show(self, now: int, why: Why = Why.CHANGED) -> None:
        data = pack(self.about.groups, self.board)
        for part in cut(Snapshot(self._number, now, why, data), self.room):
            self.say(part)
        self._number = (self._number + 1) % (1 << 16)
        self._beat_at = now + HEARTBEAT

    def lay(self, board: Board, now: int) -> None:
        self.board = board
        self.show(now)

    def press(self, now: int, button: int = 1) -> Button:
        self._events += 1
        event = Button(self._events, button, self._events % 2 == 1, now)
        self.pressed.append(event)
        self.say(event)
        self._buttons_at = now + BUTTON_AGAIN
        return event

    def tick(self, now: int) -> None:
        if now >= self._beat_at:
            self.show(now, Why.SECOND)
            self.say(Status(now, now // 10))
        if self.pressed and now >= self._buttons_at:
            for event in self.pressed:
                self.say(event)
            self._buttons_at = now + BUTTON_AGAIN

    def receive(self, data: bytes, now: int) -> None:
        for frame in self._deframer.feed(data):
            message = read_from_host(frame)
            self.heard.append(message)
            self._answer(frame, message, now)

    def _answer(self, frame: Frame, message: Message, now: int) -> None:
        match message:
            case HostHello():
                self._last = None
                self.say(self.about)
            case SnapshotWanted():
                self.show(now, Why.ASKED)
            case CalibrationWanted(first=first, count=count):
                self.say(
                    Calibration(first, tuple(Tuning(512, 40 + at) for at in range(min(count, self.most_channels))))
                )
            case ButtonSeen(number=number):
                self.pressed = [event for event in self.pressed if event.number != number]
            case _:
                self._do(frame, message)

    def _do(self, frame: Frame, message: Message) -> None:
        if frame != self._last and isinstance(message, Lights):
            self.lights = message.lights
        self._last = frame
        self.say(Ack(frame.type, frame.seq, Result.DONE))


class PtyDevice:
    """A board at the end of a pseudo-terminal, in a thread; `link` is the name by which it is found."""

    def __init__(self, link: Path, device: Device | None = None) -> None:
        self.link = link
        self.device = device if device is not None else Device()
        self.lock = threading.RLock()
        self._master: int | None = None
        self._slave: int | None = None
        self._out = bytearray()
        self._began = time.monotonic()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self.plug()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join()
        self.unplug()

    def now(self) -> int:
        return int((time.monotonic() - self._began) * 1000)

    def plug(self, link: Path | None = None) -> None:
        with self.lock:
            self.link = link if link is not None else self.link
            self._out.clear()
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self.link.symlink_to(os.ttyname(self._slave))

    def unplug(self) -> None:
        with self.lock:
            # The link first: a terminal that is closed is the next one's to open, in whatever program.
            self.link.unlink(missing_ok=True)
            for end in (self._master, self._slave):
                if end is not None:
                    os.close(end)
            self._master = self._slave = None

    def lay(self, board: Board) -> None:
        with self.lock:
            self.device.lay(board, self.now())

    def press(self, button: int = 1) -> Button:
        with self.lock:
            return self.device.press(self.now(), button)

    def _run(self) -> None:
        while not self._stopping.is_set():
            with self.lock:
                self._exchange()
            self._stopping.wait(0.001)

    def _exchange(self) -> None:
        self.device.tick(self.now())
        if self._master is not None and select.select([self._master], [], [], 0)[0]:
            self.device.receive(os.read(self._master, 4096), self.now())
        outgoing = self.device.take()
        if self._master is None:
            return
        self._out += outgoing
        # What the line does not take now waits, where the host is slow.
        if self._out and select.select([], [self._master], [], 0)[1]:
            del self._out[: os.write(self._master, self._out)]
