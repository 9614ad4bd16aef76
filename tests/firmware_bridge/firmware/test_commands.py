"""Commands are carried out once, however often they come; lights and raw mode end when nobody is there."""

from itertools import pairwise

import pytest

from firmware_bridge.frames import encode
from firmware_bridge.protocol import (
    Ack,
    Calibrate,
    Calibration,
    CalibrationWanted,
    Light,
    Lights,
    Raw,
    RawMode,
    Reset,
    Result,
    SnapshotWanted,
    Start,
    Status,
    Tuning,
)
from tests.firmware_bridge.firmware.logic import Logic, of

ON, SLOW, FAST, OFF = Light.ON, Light.BLINKING, Light.BLINKING_FAST, Light.OFF
ALL = tuple(range(1, 25))


@pytest.fixture
def board() -> Logic:
    board = Logic()
    board.run(50)
    board.heard()
    return board


def seen_lit(board: Logic, milliseconds: int) -> list[tuple[int, ...]]:
    shown = []
    for _ in range(0, milliseconds, 10):
        board.run(10)
        shown.append(board.lights)
    return shown


def changes(shown: list[tuple[int, ...]], light: int) -> int:
    lit = [light in one for one in shown]
    return sum(before != after for before, after in pairwise(lit))


def test_each_light_can_be_lit(board: Logic) -> None:
    for light in ALL:
        board.tell(Lights((OFF,) * (light - 1) + (ON,)))
        board.run()
        assert board.lights == (light,)


def test_lights_that_are_not_mentioned_go_out(board: Logic) -> None:
    board.tell(Lights((ON,) * 24))
    board.run()
    assert board.lights == ALL
    board.tell(Lights(()))
    board.run()
    assert board.lights == ()


def test_more_lights_than_there_are_do_no_harm(board: Logic) -> None:
    assert board.ask(Lights((ON,) * 300), Ack).result is Result.DONE
    assert board.lights == ALL


def test_lights_blink_slowly_and_fast(board: Logic) -> None:
    board.tell(Lights((ON, SLOW, FAST)))
    board.run()
    shown = seen_lit(board, 4096)
    assert changes(shown, 1) == 0
    assert 1 in shown[0]
    assert changes(shown, 2) in {7, 8}
    assert changes(shown, 3) in {31, 32}


def test_lights_go_out_when_the_host_is_silent(board: Logic) -> None:
    board.tell(Lights((ON, SLOW, FAST)))
    assert any(seen_lit(board, 4900))
    board.run(200)
    assert not any(seen_lit(board, 2000))


@pytest.mark.parametrize("kept", [SnapshotWanted(), Lights((ON,))])
def test_lights_stay_while_the_host_says_something(board: Logic, kept: SnapshotWanted | Lights) -> None:
    board.tell(Lights((ON,)))
    for _ in range(5):
        board.run(2000)
        board.tell(kept)
        board.run()
        assert board.lights == (1,)


def test_raw_mode_ends_when_the_host_is_silent(board: Logic) -> None:
    board.tell(RawMode(1))
    board.run(5100)
    assert of(Raw, board.heard())
    board.run(1000)
    assert of(Raw, board.heard()) == []


def test_noise_from_the_host_keeps_nothing_alight(board: Logic) -> None:
    board.tell(Lights((ON,)))
    for _ in range(6):
        board.run(1000)
        board.give(b"\0\x07noise!\0")
    assert board.lights == ()


def test_a_repeated_command_is_answered_and_not_done_again(board: Logic) -> None:
    one = Calibrate(0, (Tuning(500, 40),))
    assert board.ask(one, Ack, 7).result is Result.DONE
    board.tell(SnapshotWanted(), 8)
    writes = settle(board)
    assert board.ask(one, Ack, 7) == Ack(one.TYPE, 7, Result.DONE)
    assert board.count("host_writes") == writes


def settle(board: Logic) -> int:
    board.run(2000)
    return board.count("host_writes")


def blink_again(board: Logic, seq: int) -> tuple[int, ...]:
    """Light a lamp with the same frame after the lamps went out by another way."""
    board.tell(Lights((ON,)), seq)
    board.run()
    return board.lights


def test_a_repeat_comes_with_the_same_number_and_content(board: Logic) -> None:
    assert board.ask(RawMode(1), Ack, 3).seq == 3
    assert board.ask(RawMode(2), Ack, 3).seq == 3
    board.heard()
    board.run(100)
    # Ten scans, and every second one is told: the second command was another one.
    assert sum(raw.first == 0 for raw in of(Raw, board.heard())) in range(4, 7)


def test_the_memory_ends_with_hello() -> None:
    board = Logic()
    board.tell(RawMode(1), 2)
    board.tell(RawMode(1), 2)
    board.run(25)
    board.hello()
    # A new host, whose third frame is the same.
    board.tell(RawMode(1), 2)
    board.run(30)
    assert of(Raw, board.heard())


def test_what_a_memory_answers_is_not_done() -> None:
    board = Logic()
    board.tell(Lights((ON,)), 2)
    board.run()
    assert board.lights == (1,)
    board.tell(Lights((ON, ON)), 3)
    board.tell(Lights((ON,)), 4)
    board.tell(Lights((ON,)), 4)
    board.run()
    assert of(Ack, board.heard())[-2:] == [Ack(Lights.TYPE, 4, Result.DONE)] * 2


def test_lights_that_went_out_can_be_lit_by_the_same_frame(board: Logic) -> None:
    assert blink_again(board, 2) == (1,)
    board.run(6000)
    assert board.lights == ()
    assert blink_again(board, 2) == (1,)


def test_unknown_commands_are_told_so(board: Logic) -> None:
    for kind in (0x4A, 0x7F, 0xFF):
        board.give(encode(kind, 5, b"whatever"))
        assert of(Ack, board.heard()) == [Ack(kind, 5, Result.UNKNOWN)]


@pytest.mark.parametrize(
    "wrong",
    [
        Calibrate(160, (Tuning(512, 33),)),
        Calibrate(159, (Tuning(512, 33),) * 2),
        Calibrate(0xFFFF, (Tuning(512, 33),)),
        Calibrate(0, (Tuning(1024, 33),)),
        Calibrate(0, (Tuning(512, 33), Tuning(512, 1024))),
        CalibrationWanted(160, 1),
        CalibrationWanted(0, 0),
        CalibrationWanted(100, 61),
        CalibrationWanted(0xFF9F, 1),
    ],
)
def test_values_out_of_range_change_nothing(board: Logic, wrong: Calibrate | CalibrationWanted) -> None:
    before = bytes(board.store)
    assert board.ask(wrong, Ack).result is Result.OUT_OF_RANGE
    board.run(1000)
    assert bytes(board.store) == before
    assert board.ask(CalibrationWanted(0, 1), Calibration).channels == (Tuning(512, 33),)


def test_a_reset_without_its_key_is_refused(board: Logic) -> None:
    board.give(encode(Reset.TYPE, 5, b"\x5a\xa5"))
    board.run(100)
    assert of(Ack, board.heard())[0].result is Result.OUT_OF_RANGE
    assert board.count("host_restarts") == 0


def test_reset_answers_then_starts_anew(board: Logic) -> None:
    before = board.hello().head
    board.listening = False
    board.tell(Reset(), 5)
    assert board.count("host_restarts") == 0
    assert of(Ack, board.heard()) == [Ack(Reset.TYPE, 5, Result.DONE)]
    board.listening = True
    board.run(1050)
    assert board.count("host_restarts") == 1
    said = board.heard()
    assert of(Status, said)[0].start == Start.COMMAND
    after = board.hello().head
    assert (after.board, after.boot) == (before.board, before.boot + 1)


def test_the_watchdog_is_kept_quiet_by_every_step(board: Logic) -> None:
    before = board.count("host_alive")
    board.run(1000)
    assert board.count("host_alive") - before >= 100
