"""Frames: whatever comes, and however it is cut, right frames come out and no others."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.frames import LONGEST_PAYLOAD, LONGEST_STUFFED, Deframer, Frame, encode, stuff, unstuff

BYTE = st.integers(0, 255)
FRAMES = st.builds(Frame, st.integers(1, 255), BYTE, st.binary(max_size=LONGEST_PAYLOAD))


def crc(data: bytes | bytearray) -> int:
    """CRC-16/XMODEM bit by bit, as it is defined."""
    register = 0
    for byte in data:
        register ^= byte << 8
        for _ in range(8):
            register = (register << 1 ^ 0x1021 if register & 0x8000 else register << 1) & 0xFFFF
    return register


def sent(frame: Frame) -> bytes:
    return encode(frame.type, frame.seq, frame.payload)


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    ends = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[begin:end] for begin, end in pairwise(ends)]


def fed(data: bytes, cuts: list[int]) -> list[Frame]:
    deframer = Deframer()
    return [frame for piece in pieces(data, cuts) for frame in deframer.feed(piece)]


def right(piece: bytes) -> Frame | None:
    """What stands between two delimiters, read as slowly and plainly as can be."""
    body, at = bytearray(), 0
    while at < len(piece):
        run = piece[at + 1 : at + piece[at]]
        if len(run) != piece[at] - 1:
            return None
        body += run
        at += piece[at]
        if at < len(piece):
            body.append(0)
    good = 4 <= len(body) <= 250 and body[0] and crc(body[:-2]) == int.from_bytes(body[-2:], "big")
    return Frame(body[0], body[1], bytes(body[2:-2])) if good else None


def test_the_check_is_the_one_that_readme_names() -> None:
    assert crc(b"123456789") == 0x31C3
    assert sent(Frame(0x31, 0x32, b"3456789")) == b"\0\x0c123456789\x31\xc3\0"


def test_zero_bytes_are_stuffed() -> None:
    assert stuff(b"\1\0\0\2") == b"\2\1\1\2\2"
    assert unstuff(b"\2\1\1\2\2") == b"\1\0\0\2"
    assert unstuff(b"\5\1") is None


@given(st.binary(max_size=250))
def test_stuffed_and_back(data: bytes) -> None:
    assert 0 not in stuff(data)
    assert unstuff(stuff(data)) == data


@given(st.lists(FRAMES), st.lists(st.integers(0)))
def test_every_frame_comes_through_however_it_is_cut(frames: list[Frame], cuts: list[int]) -> None:
    assert fed(b"".join(map(sent, frames)), cuts) == frames


@given(st.binary(max_size=600), FRAMES, st.binary(max_size=600), FRAMES, st.lists(st.integers(0)))
def test_in_step_at_the_next_delimiter(
    before: bytes, frame: Frame, between: bytes, other: Frame, cuts: list[int]
) -> None:
    noise = [right(piece) for data in (before, between) for piece in data.split(b"\0")]
    got = fed(before + sent(frame) + between + sent(other), cuts)
    assert [one for one in got if one not in noise or one in (frame, other)] == [frame, other]


@given(st.lists(st.one_of(st.binary(max_size=300), FRAMES.map(sent), st.just(b"\0"))), st.lists(st.integers(0)))
def test_no_wrong_frame_is_ever_accepted(stream: list[bytes], cuts: list[int]) -> None:
    data = b"".join(stream)
    wanted = [frame for piece in data.split(b"\0")[:-1] if (frame := right(piece)) is not None]
    assert fed(data, cuts) == wanted


@given(FRAMES, st.integers(0), st.integers(0, 7))
def test_a_flipped_bit_is_found(frame: Frame, at: int, bit: int) -> None:
    data = bytearray(sent(frame))
    at = 1 + at % (len(data) - 2)
    data[at] ^= 1 << bit
    ends_in_zero = crc(bytes((frame.type, frame.seq)) + frame.payload) % 256 == 0
    is_new_end = ends_in_zero and len(frame.payload) > 0 and data[at] == 0 and at == len(data) - 2
    # A check that ends in a zero byte does not see that this byte is missing.
    assert fed(bytes(data), []) == [Frame(frame.type, frame.seq, frame.payload[:-1])] * is_new_end


@given(FRAMES, st.integers(1, 255))
def test_a_disturbed_delimiter_makes_no_other_frame(frame: Frame, noise: int) -> None:
    """The check does not see a zero byte put behind a frame; but all that was sent is still there."""
    whole = sent(frame)
    for data in (bytes((noise,)) + whole[1:], whole[:-1] + bytes((noise, 0))):
        for one in fed(data, []):
            assert (one.type, one.seq, one.payload[: len(frame.payload)]) == (frame.type, frame.seq, frame.payload)
            assert len(one.payload) == len(frame.payload) + 1


def test_a_zero_byte_put_before_a_frame_is_found() -> None:
    whole = sent(Frame(2, 3, b"payload"))
    assert whole[0] == 0
    assert right(b"\x01" + whole[1:-1]) is None
    assert fed(b"\x01" + whole[1:], []) == []


def test_what_is_no_frame_is_counted() -> None:
    deframer = Deframer()
    assert deframer.feed(b"\0\0banner\r\n\0" + sent(Frame(1, 0)) + b"x" * 1000 + sent(Frame(1, 1))) == [
        Frame(1, 0),
        Frame(1, 1),
    ]
    assert (deframer.accepted, deframer.refused) == (2, 2)


def test_a_flood_without_delimiters_takes_no_memory() -> None:
    deframer = Deframer()
    for _ in range(100):
        assert deframer.feed(b"\x55" * 10_000) == []
        assert len(deframer._begun) <= LONGEST_STUFFED
    assert deframer.feed(b"\0" + sent(Frame(9, 9, b"on"))) == [Frame(9, 9, b"on")]


def test_the_tail_of_an_overlong_piece_is_no_frame() -> None:
    frame = sent(Frame(7, 7, b"inside"))[1:]
    assert Deframer().feed(b"\x55" * 300 + frame) == []


@pytest.mark.parametrize(
    ("numbers", "lost"),
    [
        ([0, 1, 2], 0),
        ([0, 1, 4], 2),
        ([254, 255, 0, 1], 0),
        ([250, 255], 4),
        ([5, 6, 6, 7], 0),
        ([5, 6, 7, 5, 8], 0),
        ([40, 41, 0, 1, 3], 1),
        ([200], 0),
    ],
)
def test_lost_frames_are_counted(numbers: list[int], lost: int) -> None:
    deframer = Deframer()
    deframer.feed(b"".join(encode(1, number) for number in numbers))
    assert deframer.lost == lost


def test_too_long_a_payload_is_refused_by_the_sender() -> None:
    assert len(encode(1, 1, bytes(LONGEST_PAYLOAD))) == LONGEST_STUFFED + 2
    with pytest.raises(ValueError, match="246 bytes at most"):
        encode(1, 1, bytes(LONGEST_PAYLOAD + 1))


def test_a_million_random_bytes_hold_no_frame() -> None:
    noise = random.Random(5).randbytes(1_000_000)
    deframer = Deframer()
    assert deframer.feed(noise) == []
    assert deframer.refused > 3000
