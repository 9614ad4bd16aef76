"""The firmware's logic as a library on this computer: its sensors, its time and its line are what a test says."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import TypeVar

from firmware_bridge.frames import Deframer, Frame, encode
from firmware_bridge.payloads import Message
from firmware_bridge.protocol import Hello, HostHello, Snapshot, SnapshotWanted, read_from_board
from tests.firmware_bridge.firmware.building import FIRMWARE, built
from tests.firmware_bridge.simavr import CHANNELS

NO_FIELD = 512
SCAN_MS = 10
STORE = 1024
NO_CELL = 0xFFFF
MOST_TAKEN = 4096
M = TypeVar("M", bound=Message)


class Logic:
    """A board without a controller; made anew it has an empty memory and nothing on it."""

    def __init__(self, *settings: str) -> None:
        """Start a board whose firmware was built with these settings."""
        self._library = ctypes.CDLL(str(built(FIRMWARE, "libboard.so", *settings)))
        self.values = (ctypes.c_uint16 * CHANNELS).in_dll(self._library, "host_values")
        self.store = (ctypes.c_uint8 * STORE).in_dll(self._library, "host_store")
        self._lights = (ctypes.c_uint8 * 3).in_dll(self._library, "host_lights")
        self.values[:] = [NO_FIELD] * CHANNELS
        self.store[:] = [0xFF] * STORE
        for name, value in (("host_broken_cell", NO_CELL), ("host_lost", 0), ("host_buttons", 0), ("host_cause", 0)):
            self.set(name, value)
        for name in ("host_now", "host_writes", "host_restarts", "host_alive"):
            ctypes.c_uint32.in_dll(self._library, name).value = 0
        self._seq = 0
        self.listening = True
        self.start()

    def start(self, seed: int = 1) -> None:
        """Start anew, as after a reset; what is stored stays."""
        self._heard = bytearray()
        self._deframer = Deframer()
        self._library.host_begin(seed)

    def set(self, name: str, value: int) -> None:
        """Set a number of the world around."""
        kind = ctypes.c_uint8 if name in {"host_buttons", "host_cause"} else ctypes.c_uint16
        kind.in_dll(self._library, name).value = value

    def count(self, name: str) -> int:
        """Return a number that the library counts."""
        return ctypes.c_uint32.in_dll(self._library, name).value

    @property
    def lights(self) -> tuple[int, ...]:
        """Which lights are lit, counted from 1."""
        bits = int.from_bytes(bytes(self._lights), "little")
        return tuple(light + 1 for light in range(24) if bits >> light & 1)

    def give(self, data: bytes) -> None:
        """Send bytes to the board, and let it read them all."""
        for at in range(0, len(data), STORE):
            piece = data[at : at + STORE]
            self._library.host_give(piece, len(piece))
            while self._library.host_unread():
                self._step()

    def run(self, milliseconds: int = 2 * SCAN_MS) -> None:
        """Let so much time go by."""
        end = self.count("host_now") + milliseconds
        while self.count("host_now") < end:
            self._step()

    def heard(self) -> list[Message]:
        """Return what the board has said since it was asked last."""
        frames = self.frames()
        return [read_from_board(frame) for frame in frames]

    def frames(self) -> list[Frame]:
        """Return the frames of the board since it was asked last."""
        data = self.raw()
        frames = self._deframer.feed(data)
        assert self._deframer.refused == 0
        return frames

    def raw(self) -> bytes:
        """Return the bytes of the board since it was asked last."""
        self._take()
        data = bytes(self._heard)
        self._heard.clear()
        return data

    def tell(self, message: Message, seq: int | None = None) -> None:
        """Send the board a message."""
        if seq is None:
            seq = self._seq
            self._seq = (self._seq + 1) % 256
        self.give(encode(message.TYPE, seq, message.encode()))

    def ask(self, message: Message, kind: type[M], seq: int | None = None) -> M:
        """Send the board a message and return its only answer of this kind."""
        self.heard()
        self.tell(message, seq)
        self.run()
        (answer,) = of(kind, self.heard())
        return answer

    def hello(self) -> Hello:
        """Ask the board who it is."""
        return self.ask(HostHello(), Hello)

    def slots(self) -> str:
        """Ask what lies where: a hexadecimal digit for each slot."""
        self.heard()
        self.tell(SnapshotWanted())
        self.run()
        return digits(of(Snapshot, self.heard())[-1].data)

    def _step(self) -> None:
        self._library.board_step()
        if self.listening:
            self._take()

    def _take(self) -> None:
        buffer = ctypes.create_string_buffer(MOST_TAKEN)
        length = self._library.host_take(buffer, MOST_TAKEN)
        self._heard += buffer.raw[:length]


def of(kind: type[M], messages: Iterable[Message]) -> list[M]:
    """Return the messages of one kind."""
    return [message for message in messages if isinstance(message, kind)]


def digits(data: bytes) -> str:
    """Return the slots of a snapshot's data: a hexadecimal digit for each."""
    return "".join(f"{byte & 0xF:x}{byte >> 4:x}" for byte in data)
