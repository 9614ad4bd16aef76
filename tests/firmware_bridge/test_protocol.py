"""The messages, both ways, byte by byte as README.md has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.frames import LONGEST_PAYLOAD, Frame
from firmware_bridge.protocol import (
    FROM_BOARD,
    FROM_HOST,
    Ack,
    Button,
    ButtonSeen,
    Calibrate,
    Calibration,
    CalibrationWanted,
    Feature,
    Head,
    Hello,
    HostHello,
    Joiner,
    Light,
    Lights,
    Message,
    OtherVersion,
    ProtocolError,
    Raw,
    RawMode,
    Reset,
    Result,
    Snapshot,
    SnapshotWanted,
    Status,
    Tare,
    Tuning,
    Why,
    cut,
    read_from_board,
    read_from_host,
)
from firmware_bridge.zones import Group, Kind, Sensing
from tests.firmware_bridge.device import COLOURED, hello

HEAD = Head(b"ABCDEFGH", firmware=(1, 2, 3), boot=9)
BOARD_SAYS: list[tuple[Message, str]] = [
    (
        Hello(HEAD, (Group(Kind.POINTS, 1, 24, 15, Sensing.COUNT),), Feature.LIGHTS | Feature.CALIBRATION, 24, 2, 100),
        "01 4142434445464748 010203 09 05 18 02 64 01 0001180f03",
    ),
    (OtherVersion(Head(b"ABCDEFGH", 7, (1, 2, 3), 9)), "07 4142434445464748 010203 09"),
    (Snapshot(0x102, 0x3040506, Why.SECOND, b"\xaa", 1, 3), "0201 06050403 02 01 03 aa"),
    (Status(1, 2, 3, 4, 5, 6, 3, 255), "01000000 02000000 0300 0400 0500 0600 03 ff"),
    (Button(0x201, 2, pressed=True, milliseconds=5), "0102 02 01 05000000"),
    (Raw(6, (1023, 1)), "0600 ff03 0100"),
    (Ack(0x43, 7, Result.BUSY), "43 07 03"),
    (Calibration(1, (Tuning(512, 40),)), "0100 0002 2800"),
]
HOST_SAYS: list[tuple[Message, str]] = [
    (HostHello(1, 2), "01 02"),
    (SnapshotWanted(), ""),
    (Lights((Light.ON, Light.OFF, Light.BLINKING, Light.BLINKING_FAST)), "e1"),
    (RawMode(10), "0a"),
    (ButtonSeen(0x102), "0201"),
    (Tare(), ""),
    (Calibrate(1, (Tuning(512, 40),)), "0100 0002 2800"),
    (CalibrationWanted(0x102, 3), "0201 03"),
    (Reset(), "a5 5a"),
]
TO_THE_END = (Snapshot, Raw, Calibration, Lights)
MAY_BE_EMPTY = (SnapshotWanted, Tare, Lights)
HEADS = (st.integers(0, 0xFFFF), st.integers(0, 2**32 - 1), st.sampled_from(Why))
SNAPSHOTS = st.builds(Snapshot, *HEADS, st.binary(max_size=900))
LONG_SNAPSHOTS = st.builds(Snapshot, *HEADS, st.binary(min_size=21, max_size=900))


@pytest.mark.parametrize(("message", "payload"), BOARD_SAYS)
def test_the_board_says(message: Message, payload: str) -> None:
    assert message.encode() == bytes.fromhex(payload)
    assert read_from_board(Frame(message.TYPE, 0, message.encode())) == message


@pytest.mark.parametrize(("message", "payload"), HOST_SAYS)
def test_the_host_says(message: Message, payload: str) -> None:
    assert message.encode() == bytes.fromhex(payload)
    assert read_from_host(Frame(message.TYPE, 0, message.encode())) == message


def test_every_type_is_shown_above() -> None:
    assert {message.TYPE for message, _ in BOARD_SAYS} == set(FROM_BOARD) == set(range(0x01, 0x08))
    assert {message.TYPE for message, _ in HOST_SAYS} == set(FROM_HOST) == set(range(0x41, 0x4A))


@pytest.mark.parametrize("message", [one for one, _ in (*BOARD_SAYS, *HOST_SAYS) if not isinstance(one, MAY_BE_EMPTY)])
def test_a_payload_too_short_is_refused(message: Message) -> None:
    read = read_from_board if message.TYPE < 0x40 else read_from_host
    least = 2 if isinstance(message, Raw | Calibration) else 9 if isinstance(message, Snapshot) else None
    short = message.encode()[: least - 1 if least is not None else -1]
    with pytest.raises(ProtocolError):
        read(Frame(message.TYPE, 0, short))


@pytest.mark.parametrize(
    "message",
    [one for one, _ in (*BOARD_SAYS, *HOST_SAYS) if not isinstance(one, TO_THE_END)],
)
def test_a_longer_payload_is_read_as_far_as_it_is_known(message: Message) -> None:
    read = read_from_board if message.TYPE < 0x40 else read_from_host
    assert read(Frame(message.TYPE, 0, message.encode() + b"more")) == message


def test_what_is_no_whole_value_at_the_end_is_left_out() -> None:
    assert Raw.decode(bytes.fromhex("0600 ff03 01")) == Raw(6, (1023,))


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (0x02, "0000 00000000 03 00 01"),
        (0x02, "0000 00000000 00 01 01"),
        (0x04, "0000 01 02 00000000"),
        (0x06, "43 00 06"),
        (0x3F, ""),
    ],
)
def test_what_this_version_does_not_know_is_refused(kind: int, payload: str) -> None:
    with pytest.raises(ProtocolError):
        read_from_board(Frame(kind, 0, bytes.fromhex(payload)))


def test_a_reset_needs_its_key() -> None:
    with pytest.raises(ProtocolError, match="key"):
        read_from_host(Frame(0x49, 0, b"\x5a\xa5"))


def test_features_of_later_versions_are_left_out() -> None:
    payload = bytearray(hello().encode())
    payload[13] = 0xFF
    read = Hello.decode(bytes(payload))
    assert isinstance(read, Hello)
    assert read.features == Feature.LIGHTS | Feature.RAW | Feature.CALIBRATION


def test_a_big_board_fits_into_one_hello() -> None:
    assert Hello.decode(hello(COLOURED).encode()) == hello(COLOURED)
    assert len(hello(COLOURED).encode()) <= LONGEST_PAYLOAD


@given(SNAPSHOTS, st.integers(1, 237))
def test_a_snapshot_is_cut_and_joined(snapshot: Snapshot, room: int) -> None:
    parts = cut(snapshot, max(room, len(snapshot.data) // 255 + 1))
    assert all(len(part.encode()) <= LONGEST_PAYLOAD for part in parts)
    joiner = Joiner()
    *halfway, whole = [joiner.add(part) for part in parts]
    assert halfway == [None] * (len(parts) - 1)
    assert whole == snapshot


@given(LONG_SNAPSHOTS, st.data())
def test_a_snapshot_with_a_part_missing_is_dropped(snapshot: Snapshot, data: st.DataObject) -> None:
    parts = cut(snapshot, max(10, len(snapshot.data) // 255 + 1))
    missing = data.draw(st.integers(0, len(parts) - 1))
    later = cut(Snapshot((snapshot.number + 1) % 65536, 0, Why.ASKED, b"all of it" * 5), 10)
    joiner = Joiner()
    joined = [joiner.add(part) for part in (*parts[:missing], *parts[missing + 1 :], *later)]
    assert [one for one in joined if one is not None] == [Snapshot(later[0].number, 0, Why.ASKED, b"all of it" * 5)]
    assert joiner.dropped == (1 if missing else 0)


def test_a_doubled_part_does_not_make_a_snapshot() -> None:
    first, second = cut(Snapshot(1, 1, Why.ASKED, b"ab"), 1)
    joiner = Joiner()
    assert [joiner.add(part) for part in (first, first, second)] == [None, None, Snapshot(1, 1, Why.ASKED, b"ab")]
    assert [joiner.add(part) for part in (first, second, second)][2] is None
