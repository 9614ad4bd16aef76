"""Tare and thresholds, how they are stored, and what a damaged memory does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.protocol import (
    Ack,
    Calibrate,
    Calibration,
    CalibrationWanted,
    Hello,
    Reset,
    Result,
    Snapshot,
    SnapshotWanted,
    Tare,
    Tuning,
)
from tests.firmware_bridge.firmware.logic import NO_FIELD, SCAN_MS, Logic, digits, of
from tests.firmware_bridge.simavr import CHANNELS

DEFAULT = Tuning(512, 33)
STORED_AT, RECORD = 32, 4
TARE_MS = 400
STORING_MS = 4000

tunings = st.builds(Tuning, st.integers(0, 1023), st.integers(0, 1023))


@pytest.fixture
def board() -> Logic:
    board = Logic()
    board.run(50)
    board.heard()
    return board


def stored(board: Logic) -> list[Tuning]:
    """Return the calibration of all channels, asked for as often as it takes."""
    got: list[Tuning] = []
    while len(got) < CHANNELS:
        answer = board.ask(CalibrationWanted(len(got), CHANNELS - len(got)), Calibration)
        assert answer.first == len(got)
        got += answer.channels
    return got


def tare(board: Logic) -> Result:
    board.heard()
    board.tell(Tare())
    board.run(TARE_MS)
    (ack,) = of(Ack, board.heard())
    return ack.result


def test_a_blank_memory_means_the_values_it_was_built_with(board: Logic) -> None:
    assert stored(board) == [DEFAULT] * CHANNELS


@pytest.mark.parametrize("fill", [0x00, 0xFF, 0xA5])
def test_no_memory_filled_with_one_byte_is_taken_for_a_calibration(board: Logic, fill: int) -> None:
    board.store[:] = [fill] * len(board.store)
    board.start()
    assert stored(board) == [DEFAULT] * CHANNELS


@given(st.integers(0, CHANNELS - 1), st.lists(tunings, min_size=1, max_size=60))
def test_what_is_calibrated_is_used_and_survives_a_start(first: int, values: list[Tuning]) -> None:
    board = Logic()
    values = values[: CHANNELS - first]
    assert board.ask(Calibrate(first, tuple(values)), Ack).result is Result.DONE
    wanted = [DEFAULT] * first + values + [DEFAULT] * (CHANNELS - first - len(values))
    assert stored(board) == wanted
    board.run(STORING_MS)
    board.start()
    assert stored(board) == wanted


@given(st.integers(0, CHANNELS - 1), st.integers(0, RECORD - 1), st.integers(1, 255))
def test_a_damaged_record_costs_its_channel_only(number: int, byte: int, damage: int) -> None:
    board = Logic()
    values = [Tuning(400 + at, 20 + at % 7) for at in range(CHANNELS)]
    for first in range(0, CHANNELS, 40):
        board.tell(Calibrate(first, tuple(values[first : first + 40])))
    board.run(STORING_MS)
    board.store[STORED_AT + RECORD * number + byte] ^= damage
    board.start()
    values[number] = DEFAULT
    assert stored(board) == values


def test_any_memory_at_all_gives_values_that_can_be() -> None:
    @given(st.binary(min_size=1024, max_size=1024))
    def check(memory: bytes) -> None:
        board = Logic()
        board.store[:] = list(memory)
        board.start()
        assert all(one.tare <= 1023 and one.threshold <= 1023 for one in stored(board))

    check()


def test_tare_takes_the_average_of_sixteen_scans(board: Logic) -> None:
    board.heard()
    board.tell(Tare())
    for at in range(20):
        board.values[5] = 500 if at % 2 else 510
        board.run(10)
    assert [ack.result for ack in of(Ack, board.heard())] == [Result.DONE]
    assert stored(board)[5] == Tuning(505, 33)


def test_tare_survives_a_start(board: Logic) -> None:
    board.values[:] = [450 + at % 100 for at in range(CHANNELS)]
    assert tare(board) is Result.DONE
    board.run(STORING_MS)
    board.start()
    assert stored(board) == [Tuning(450 + at % 100, 33) for at in range(CHANNELS)]
    assert board.slots() == "0" * CHANNELS


@pytest.mark.parametrize("late", [0, SCAN_MS // 2, SCAN_MS])
def test_a_snapshot_asked_for_after_a_tare_shows_nothing_of_the_old_one(board: Logic, late: int) -> None:
    board.values[:] = [450 + at % 100 for at in range(CHANNELS)]
    assert set(board.slots()) > {"0"}
    board.tell(Tare())
    while not (heard := of(Ack, board.heard())):
        board.run(1)
    assert [ack.result for ack in heard] == [Result.DONE]
    board.run(late)
    board.tell(SnapshotWanted())
    board.run(SCAN_MS)
    assert {digits(one.data) for one in of(Snapshot, board.heard())} == {"0" * CHANNELS}


@pytest.mark.parametrize("value", [419, 605])
def test_tare_is_refused_while_a_checker_lies_on_the_board(board: Logic, value: int) -> None:
    board.values[100] = value
    assert tare(board) is Result.OUT_OF_RANGE
    assert stored(board) == [DEFAULT] * CHANNELS


def test_tare_leaves_out_what_is_faulty_or_switched_off(board: Logic) -> None:
    board.tell(Calibrate(3, (Tuning(300, 0),)))
    board.values[:] = [505] * CHANNELS
    board.values[2], board.values[3] = 0, 700
    assert tare(board) is Result.DONE
    assert stored(board) == [Tuning(505, 33)] * 2 + [DEFAULT, Tuning(300, 0)] + [Tuning(505, 33)] * (CHANNELS - 4)


def test_a_tare_under_way_is_not_begun_again_and_answered_once(board: Logic) -> None:
    board.tell(Tare(), 9)
    board.run(100)
    board.tell(Tare(), 9)
    board.run(80)
    assert of(Ack, board.heard()) == [Ack(Tare.TYPE, 9, Result.DONE)]
    board.run(300)
    assert of(Ack, board.heard()) == []
    assert board.ask(Tare(), Ack, 9).result is Result.DONE


@pytest.mark.parametrize("other", [Tare(), Calibrate(0, (Tuning(400, 40),))])
def test_a_board_that_is_taring_is_busy(board: Logic, other: Tare | Calibrate) -> None:
    board.tell(Tare(), 9)
    board.heard()
    board.tell(other, 10)
    assert of(Ack, board.heard()) == [Ack(other.TYPE, 10, Result.BUSY)]
    board.run(TARE_MS)
    assert of(Ack, board.heard()) == [Ack(Tare.TYPE, 9, Result.DONE)]
    assert stored(board) == [Tuning(NO_FIELD, 33)] * CHANNELS


def test_a_byte_that_is_right_already_is_not_written(board: Logic) -> None:
    everything = Calibrate(0, (Tuning(500, 40),) * 60)
    board.tell(everything)
    board.run(STORING_MS)
    before = board.count("host_writes")
    board.tell(everything)
    board.run(STORING_MS)
    assert board.count("host_writes") == before
    board.tell(Calibrate(0, (Tuning(501, 40),)))
    board.run(STORING_MS)
    assert before < board.count("host_writes") <= before + 3


def test_a_board_that_rests_writes_nothing(board: Logic) -> None:
    board.run(10)
    before = board.count("host_writes")
    board.run(20_000)
    assert board.count("host_writes") == before


def test_a_memory_that_does_not_take_it_is_told(board: Logic) -> None:
    board.set("host_broken_cell", STORED_AT)
    one, another = Calibrate(0, (Tuning(500, 40),)), Calibrate(0, (Tuning(501, 40),))
    board.tell(one)
    board.run(STORING_MS)
    before = board.count("host_writes")
    assert board.ask(another, Ack).result is Result.NOT_STORED
    assert stored(board)[0] == Tuning(501, 40)
    board.run(STORING_MS)
    assert board.count("host_writes") - before <= 8
    board.set("host_broken_cell", 0xFFFF)
    board.tell(one)
    board.run(STORING_MS)
    assert board.ask(another, Ack).result is Result.DONE


def test_a_reset_waits_until_all_is_stored(board: Logic) -> None:
    values = tuple(Tuning(400 + at, 50) for at in range(60))
    board.tell(Calibrate(0, values))
    board.tell(Reset())
    board.run(STORING_MS)
    assert board.count("host_restarts") == 1
    assert stored(board)[:60] == list(values)


def test_an_id_is_made_once_and_starts_are_counted(board: Logic) -> None:
    first = board.hello().head
    for start in range(1, 300):
        board.start(seed=start)
        (hello,) = of(Hello, board.heard())
        assert hello.head.board == first.board
        assert hello.head.boot == (first.boot + start) % 256


def test_boards_differ() -> None:
    ids = set()
    for seed in range(1, 101, 2):
        board = Logic()
        board.store[:] = [0xFF] * len(board.store)
        board.start(seed)
        ids.add(board.hello().head.board)
    assert len(ids) == 50


def test_a_damaged_id_is_made_anew(board: Logic) -> None:
    first = board.hello().head.board
    board.store[3] ^= 1
    board.start(seed=5)
    second = board.hello().head.board
    assert second != first
    board.start(seed=7)
    assert board.hello().head.board == second


def test_an_id_can_be_set_when_it_is_built() -> None:
    board = Logic("BOARD_ID=0x0123456789ABCDEF")
    assert board.hello().head.name == "0123456789abcdef"
