"""The protocol's page: its frames are those of both sides, and what it says of refusals is what the host says."""

from __future__ import annotations

import ctypes
import re
from binascii import crc_hqx
from dataclasses import dataclass

import pytest

from firmware_bridge.frames import Deframer, Frame, encode
from firmware_bridge.protocol import FROM_BOARD, FROM_HOST, Ack, read_from_board, read_from_host
from tests.checkout import ROOT
from tests.firmware_bridge.firmware.logic import Logic
from tests.firmware_bridge.refused import HELLOS, SNAPSHOTS

PAGE = (ROOT / "firmware_bridge" / "README.md").read_text(encoding="utf-8")
BYTES = r"^{0} *(?P<{0}>[ 0-9a-f]*\n(?: {{8}}[ 0-9a-f]+\n)*)"
VECTOR = re.compile(
    r"^0x(?P<type>..) [A-Z ]+, seq (?P<seq>\d+)(?:.*\n)+?" + "".join(map(BYTES.format, ("payload", "frame", "line"))),
    re.MULTILINE,
)


@dataclass(frozen=True)
class Vector:
    """A frame as the page shows it."""

    frame: Frame
    decoded: bytes
    line: bytes


VECTORS = [
    Vector(
        Frame(int(one["type"], 16), int(one["seq"]), bytes.fromhex(one["payload"])),
        bytes.fromhex(one["frame"]),
        bytes.fromhex(one["line"]),
    )
    for one in VECTOR.finditer(PAGE)
]
each_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda one: f"0x{one.frame.type:02X}")


class Received(ctypes.Structure):
    """A frame as the firmware's inbox holds it."""

    _fields_ = (
        ("type", ctypes.c_uint8),
        ("seq", ctypes.c_uint8),
        ("check", ctypes.c_uint16),
        ("length", ctypes.c_uint8),
        ("payload", ctypes.POINTER(ctypes.c_uint8)),
    )


def test_every_type_of_frame_is_shown() -> None:
    assert [one.frame.type for one in VECTORS] == [*FROM_BOARD, *FROM_HOST]


@each_vector
def test_the_host_makes_and_reads_it(vector: Vector) -> None:
    frame = vector.frame
    assert encode(frame.type, frame.seq, frame.payload) == vector.line
    assert Deframer().feed(vector.line) == [frame]
    assert vector.decoded[:-2] == bytes((frame.type, frame.seq)) + frame.payload
    assert crc_hqx(vector.decoded, 0) == 0
    read = read_from_board if frame.type in FROM_BOARD else read_from_host
    assert read(frame).encode() == frame.payload


@each_vector
def test_the_firmware_makes_and_reads_it(vector: Vector) -> None:
    frame, board = vector.frame, Logic()
    library = board._library
    library.outbox_start()
    for _ in range(frame.seq + 1):
        board.raw()
        library.outbox_begin(frame.type)
        for byte in frame.payload:
            library.outbox_u8(byte)
        library.outbox_end()
    assert board.raw() == vector.line
    library.inbox_start()
    *before, last = [library.inbox_take(byte) for byte in vector.line]
    assert (set(before), last) == ({0}, 1)
    library.inbox_frame.restype = ctypes.POINTER(Received)
    got = library.inbox_frame().contents
    assert Frame(got.type, got.seq, bytes(got.payload[: got.length])) == frame


def test_the_firmware_does_what_the_host_says_there() -> None:
    board = Logic()
    board.run(1000)
    board.heard()
    for vector in VECTORS:
        if vector.frame.type in FROM_HOST:
            board.give(vector.line)
            board.run(400)
    answers = [one for one in board.heard() if isinstance(one, Ack)]
    acknowledged = [one.frame for one in VECTORS if one.frame.type in {0x43, 0x44, 0x46, 0x47, 0x49}]
    assert answers == [Ack(one.type, one.seq) for one in acknowledged]
    # What TARE and CALIBRATE have set is stored before.
    board.run(4000)
    assert board.count("host_restarts") == 1


def bare(text: str) -> str:
    """Return a text without its numbers."""
    return re.sub(r"\d+", "N", text)


@pytest.mark.parametrize("why", sorted({bare(why) for why in (*HELLOS.values(), *SNAPSHOTS.values())}))
def test_every_reason_for_a_refusal_is_on_the_page(why: str) -> None:
    assert f"*{why}*" in bare(PAGE)
