"""From what the converter gives to what is reported: thresholds, hysteresis, debounce, weak and faulty sensors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.protocol import Calibrate, Hello, Snapshot, SnapshotWanted, Status, Tuning, Why
from firmware_bridge.zones import Checker, Kind, Sensing, Slot, unpack
from tests.firmware_bridge.firmware.logic import NO_FIELD, Logic, digits, of
from tests.firmware_bridge.simavr import CHANNELS, SLOTS, channel

THRESHOLD = 33
NOTHING = "0" * CHANNELS


@pytest.fixture
def board() -> Logic:
    board = Logic()
    board.run(50)
    board.heard()
    return board


def shown(board: Logic, offset: int) -> str:
    board.values[0] = NO_FIELD + offset
    return board.slots()[0]


def test_it_says_what_it_is(board: Logic) -> None:
    hello = board.hello()
    assert (hello.head.version, hello.head.firmware) == (1, (1, 0, 1))
    assert (hello.lights, hello.buttons, hello.scans) == (24, 3, 100)
    assert [(group.kind, group.first, group.count, group.slots, group.sensing) for group in hello.groups] == [
        (Kind.POINTS, 1, 24, 6, Sensing.COLOUR),
        (Kind.BARS, 0, 2, 4, Sensing.COLOUR),
        (Kind.TRAYS, 0, 2, 4, Sensing.COLOUR),
    ]


@pytest.mark.parametrize(
    ("offset", "digit"),
    [(0, "0"), (15, "0"), (16, "4"), (32, "4"), (33, "5"), (48, "5"), (49, "1"), (300, "1")],
)
def test_half_thresholds_divide_empty_weak_and_there(board: Logic, offset: int, digit: str) -> None:
    assert shown(board, offset) == digit
    board.values[0] = NO_FIELD
    board.run(50)
    assert shown(board, -offset) == {"5": "6", "1": "2"}.get(digit, digit)


@pytest.mark.parametrize(("border", "above", "below"), [(16, "4", "0"), (33, "5", "4"), (49, "1", "5")])
@pytest.mark.parametrize("sign", [1, -1])
def test_once_reached_a_quarter_of_the_threshold_less_is_enough(
    board: Logic, border: int, above: str, below: str, sign: int
) -> None:
    other = {"5": "6", "1": "2"} if sign < 0 else {}
    above, below = other.get(above, above), other.get(below, below)
    assert shown(board, sign * (border - 1)) == below
    assert shown(board, sign * border) == above
    assert shown(board, sign * (border - THRESHOLD // 4)) == above
    assert shown(board, sign * (border - THRESHOLD // 4 - 1)) == below


def test_a_signal_that_trembles_at_a_border_changes_nothing(board: Logic) -> None:
    shown(board, THRESHOLD)
    board.heard()
    for offset in (THRESHOLD - 8, THRESHOLD + 7) * 20:
        board.values[0] = NO_FIELD + offset
        board.run(10)
    assert [one.why for one in of(Snapshot, board.heard()) if one.why is Why.CHANGED] == []


def test_the_other_colour_has_no_advantage_of_what_lay_there(board: Logic) -> None:
    assert shown(board, 100) == "1"
    assert shown(board, -(THRESHOLD - 1)) == "4"


def test_one_scan_alone_shows_nothing(board: Logic) -> None:
    for _ in range(20):
        board.values[7] = NO_FIELD + 200
        board.run(10)
        board.values[7] = NO_FIELD
        board.run(10)
    assert [digits(one.data) for one in of(Snapshot, board.heard()) if one.why is Why.CHANGED] == []


def test_two_equal_scans_show_it(board: Logic) -> None:
    board.values[7] = NO_FIELD + 200
    board.run(10)
    assert of(Snapshot, board.heard()) == []
    board.run(10)
    (snapshot,) = of(Snapshot, board.heard())
    assert (snapshot.why, digits(snapshot.data)) == (Why.CHANGED, NOTHING[:7] + "1" + NOTHING[8:])


@pytest.mark.parametrize(("value", "digit"), [(0, "8"), (60, "8"), (61, "2"), (962, "1"), (963, "8"), (1023, "8")])
def test_what_no_sensor_gives_is_a_fault(board: Logic, value: int, digit: str) -> None:
    board.values[3] = value
    assert board.slots()[3] == digit
    board.values[3] = NO_FIELD
    assert board.slots()[3] == "0"


def test_faulty_sensors_are_counted(board: Logic) -> None:
    board.values[3], board.values[150] = 0, 1023
    board.run(1000)
    (status,) = of(Status, board.heard())
    assert status.faults == 2


def test_a_channel_with_threshold_0_is_a_fault(board: Logic) -> None:
    board.tell(Calibrate(9, (Tuning(512, 0),)))
    assert board.slots() == NOTHING[:9] + "8" + NOTHING[10:]


def test_a_board_of_presence_tells_no_colours() -> None:
    board = Logic("SENSING=1")
    assert {group.sensing for group in board.hello().groups} == {Sensing.PRESENCE}
    shown = []
    for offset in (0, 16, 33, 49, 41, 40, -49, -41, -33, -20, 0):
        board.values[0] = NO_FIELD + offset
        shown.append(board.slots()[0])
    assert "".join(shown) == "04733733740"


@given(st.lists(st.sampled_from("AB."), min_size=CHANNELS, max_size=CHANNELS))
def test_every_slot_is_told_where_hello_says(checkers: list[str]) -> None:
    board = Logic()
    (hello,) = of(Hello, board.heard())
    board.values[:] = [{"A": 640, "B": 380, ".": 512}[one] for one in checkers]
    board.run(50)
    snapshot = of(Snapshot, board.heard())[-1]
    slot = {"A": Slot(Checker.A), "B": Slot(Checker.B), ".": Slot()}
    assert unpack(hello.groups, snapshot.data) == tuple(
        tuple(slot[checkers[channel(zone, at)]] for at in range(slots)) for zone, slots in enumerate(SLOTS)
    )


def test_the_first_snapshot_waits_for_a_second_scan() -> None:
    board = Logic()
    board.values[0] = NO_FIELD + 200
    board.tell(SnapshotWanted())
    board.run(50)
    first, *others = of(Snapshot, board.heard())
    assert (first.number, first.why, digits(first.data)[0]) == (1, Why.ASKED, "1")
    assert others == []


def test_it_tells_once_a_second_in_any_case(board: Logic) -> None:
    board.run(5000)
    said = board.heard()
    assert [one.why for one in of(Snapshot, said)] == [Why.SECOND] * 5
    assert [one.scans for one in of(Status, said)] == [100 * second + 1 for second in range(1, 6)]
