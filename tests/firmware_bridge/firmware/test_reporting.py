"""Snapshots in parts, raw values, and a line that is full: whole frames or none."""

import pytest

from firmware_bridge.frames import Deframer
from firmware_bridge.protocol import (
    Ack,
    Hello,
    HostHello,
    Joiner,
    Raw,
    RawMode,
    Snapshot,
    SnapshotWanted,
    Status,
    Tare,
    Why,
    read_from_board,
)
from tests.firmware_bridge.firmware.logic import NO_FIELD, Logic, digits, of
from tests.firmware_bridge.simavr import CHANNELS


@pytest.mark.parametrize(("part", "parts"), [(80, 1), (40, 2), (33, 3), (10, 8)])
def test_a_snapshot_may_be_cut_into_parts(part: int, parts: int) -> None:
    board = Logic(f"PART_BYTES={part}")
    board.values[0], board.values[CHANNELS - 1] = NO_FIELD + 200, NO_FIELD - 200
    board.run(20)
    board.heard()
    board.tell(SnapshotWanted())
    board.run(20)
    got = of(Snapshot, board.heard())
    assert [(one.part, one.parts, one.number) for one in got] == [(at, parts, got[0].number) for at in range(parts)]
    joiner = Joiner()
    *none, whole = [joiner.add(one) for one in got]
    assert none == [None] * (parts - 1)
    assert whole is not None
    assert digits(whole.data) == "1" + "0" * (CHANNELS - 2) + "2"


def test_raw_values_of_all_channels_come_after_so_many_scans() -> None:
    board = Logic()
    board.values[:] = list(range(200, 200 + CHANNELS))
    board.run(100)
    board.tell(RawMode(3))
    board.heard()
    board.run(120)
    raws = of(Raw, board.heard())
    assert sum(len(raw.values) for raw in raws) == 4 * CHANNELS
    assert {raw.first + at: value for raw in raws for at, value in enumerate(raw.values)} == {
        number: 200 + number for number in range(CHANNELS)
    }
    board.tell(RawMode(0))
    board.heard()
    board.run(100)
    assert of(Raw, board.heard()) == []


def test_raw_values_are_never_sums() -> None:
    board = Logic()
    board.run(100)
    board.tell(RawMode(1))
    board.tell(Tare())
    board.run(400)
    assert {value for raw in of(Raw, board.heard()) for value in raw.values} == {NO_FIELD}


def test_a_full_line_costs_whole_frames_and_they_are_counted() -> None:
    board = Logic()
    board.run(50)
    board.heard()
    board.listening = False
    for _ in range(20):
        board.tell(HostHello())
    deframer = Deframer()
    came = deframer.feed(board.raw())
    assert deframer.refused == 0
    assert {frame.type for frame in came} == {Hello.TYPE}
    board.listening = True
    board.run(1000)
    (status,) = of(Status, board.heard())
    assert len(came) + status.unsent_frames == 20
    assert status.unsent_frames > 0


def test_a_change_that_found_no_room_is_told_later() -> None:
    board = Logic()
    board.run(50)
    board.heard()
    board.listening = False
    for _ in range(20):
        board.tell(HostHello())
    board.values[0] = NO_FIELD + 200
    board.run(50)
    assert of(Snapshot, map(read_from_board, Deframer().feed(board.raw()))) == []
    board.listening = True
    board.run(20)
    assert [(one.why, digits(one.data)[0]) for one in of(Snapshot, board.heard())] == [(Why.CHANGED, "1")]


def test_sequence_numbers_count_every_frame() -> None:
    board = Logic()
    board.run(3000)
    for _ in range(300):
        board.tell(SnapshotWanted())
        board.run(20)
    numbers = [frame.seq for frame in board.frames()]
    assert numbers == [at % 256 for at in range(len(numbers))]
    assert len(numbers) > 256


def test_scanning_goes_on_under_a_flood() -> None:
    board = Logic()
    board.give(b"\x05AAAA\0" * 20000)
    board.run(1000)
    said = board.heard()
    assert of(Ack, said) == []
    assert of(Status, said)[-1].bad_frames == 20000
    assert of(Status, said)[-1].scans > 100
