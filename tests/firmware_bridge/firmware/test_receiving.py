"""Whatever bytes come, cut as they may be: the firmware acts on right frames only."""

from binascii import crc_hqx

from hypothesis import assume, given
from hypothesis import strategies as st

from firmware_bridge.frames import LONGEST, Deframer, Frame, encode
from firmware_bridge.protocol import Ack, Lights, Result, Status
from tests.firmware_bridge.firmware.logic import Logic, of

LIGHTS = Lights.TYPE
UNHEARD_OF = 0x7A
BANNER = b"companion sensor board 1.0.1\r\n"

frames = st.builds(encode, st.sampled_from([LIGHTS, UNHEARD_OF, 0x05]), st.integers(0, 255), st.binary(max_size=246))


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    frame = bytearray(draw(frames))
    for _ in range(draw(st.integers(1, 3))):
        frame[draw(st.integers(0, len(frame) - 1))] ^= draw(st.integers(1, 255))
    return bytes(frame)


pieces = st.lists(st.one_of(frames, damaged(), st.binary(max_size=300)), max_size=6)


def reference(data: bytes) -> tuple[list[Frame], int]:
    """Return what the host's own decoder finds, and what it refuses."""
    deframer = Deframer()
    return deframer.feed(data), deframer.refused


def lights_that_are(state: int, payload: bytes) -> set[int]:
    bits = int.from_bytes(payload[:6], "little")
    return {light + 1 for light in range(24) if bits >> 2 * light & 3 == state}


@given(pieces, st.data())
def test_only_right_frames_are_acted_on(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(parts) + b"\0"
    assume(b"?\n" not in stream)
    right, refused = reference(stream)
    board = Logic()
    board.heard()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=4)))
    for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        board.give(stream[begin:end])
    board.run(30)
    acks = of(Ack, board.heard())
    known, unknown = ([frame for frame in right if frame.type == kind] for kind in (LIGHTS, UNHEARD_OF))
    answered = [frame for frame in right if frame.type >= LIGHTS]
    assert [(ack.command, ack.seq) for ack in acks if ack.command in {LIGHTS, UNHEARD_OF}] == [
        (frame.type, frame.seq) for frame in answered if frame.type in {LIGHTS, UNHEARD_OF}
    ]
    assert [ack.result for ack in acks if ack.command == UNHEARD_OF] == [Result.UNKNOWN] * len(unknown)
    last = known[-1].payload if known else b""
    steady = set(board.lights) - lights_that_are(2, last) - lights_that_are(3, last)
    assert steady == lights_that_are(1, last)
    board.run(1000)
    (status,) = of(Status, board.heard())
    assert status.bad_frames == refused + sum(frame.type < 0x41 for frame in right)


@given(st.binary(max_size=600))
def test_back_in_step_at_the_next_delimiter(noise: bytes) -> None:
    assume(b"?\n" not in noise)
    board = Logic()
    board.give(noise)
    board.heard()
    board.give(encode(LIGHTS, 1, b"\x01"))
    board.run()
    assert (LIGHTS, 1) in [(ack.command, ack.seq) for ack in of(Ack, board.heard())]
    assert board.lights == (1,)


def longest_without_zeros() -> bytes:
    """Return the body of a frame of the greatest length that stuffing leaves as it is."""
    bodies = (bytes((LIGHTS, seq)) + b"\x01" * (LONGEST - 4) for seq in range(1, 256))
    checked = (body + crc_hqx(body, 0).to_bytes(2, "big") for body in bodies)
    return next(body for body in checked if 0 not in body)


def test_a_frame_of_the_greatest_length_is_taken_and_a_longer_one_is_not() -> None:
    board = Logic()
    board.heard()
    body = longest_without_zeros()
    board.give(b"\0" + bytes((len(body) + 1,)) + body + b"\0")
    assert [ack.result for ack in of(Ack, board.heard())] == [Result.DONE]
    board.give(bytes((len(body) + 2,)) + body + b"\x01\0")
    assert of(Ack, board.heard()) == []
    board.run(1100)
    assert [status.bad_frames for status in of(Status, board.heard())] == [1]


def test_a_host_that_never_stops_does_not_stop_the_board() -> None:
    board = Logic()
    flood = b"\x05AAAA\0" * 10_000
    board._library.host_give(flood, len(flood))
    board._step()
    assert board._library.host_unread() > len(flood) // 2


def test_a_question_is_answered_in_words() -> None:
    board = Logic()
    board.raw()
    board.give(b"?\n")
    assert board.raw() == BANNER


def test_a_question_inside_a_frame_is_none() -> None:
    board = Logic()
    board.run()
    board.raw()
    board.give(b"\x05?\n")
    assert board.raw() == b""


def test_a_frame_begins_right_after_a_question() -> None:
    board = Logic()
    board.raw()
    board.give(b"?\n" + encode(LIGHTS, 9, b"\x01"))
    said = board.raw()
    assert said.startswith(BANNER)
    (frame,) = Deframer().feed(said.removeprefix(BANNER))
    assert (frame.type, frame.payload) == (Ack.TYPE, bytes((LIGHTS, 9, Result.DONE)))


def test_a_frame_too_short_for_its_type_is_counted_and_not_answered() -> None:
    board = Logic()
    board.run(1100)
    board.heard()
    for kind, payload in (
        (0x41, b"\1"),
        (0x44, b""),
        (0x45, b"\1"),
        (0x47, b"\0\0\1\1\1"),
        (0x48, b"\0\0"),
        (0x49, b""),
    ):
        board.give(encode(kind, 0, payload))
    assert board.heard() == []
    board.run(1000)
    assert [status.bad_frames for status in of(Status, board.heard())] == [6]
