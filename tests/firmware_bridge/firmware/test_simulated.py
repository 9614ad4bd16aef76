"""The very firmware, on a simulated controller: what it senses, what it says, what it does when things go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.frames import encode
from firmware_bridge.protocol import (
    Ack,
    Button,
    ButtonSeen,
    Calibrate,
    Calibration,
    CalibrationWanted,
    Hello,
    HostHello,
    Light,
    Lights,
    Raw,
    RawMode,
    Reset,
    Result,
    Snapshot,
    SnapshotWanted,
    Start,
    Status,
    Tare,
    Tuning,
    Why,
)
from tests.effort import tried
from tests.firmware_bridge.firmware.logic import of
from tests.firmware_bridge.firmware.talk import REPEAT_SOON, Talk
from tests.firmware_bridge.simavr import CHANNELS, SLOTS, Simulated, channel

pytestmark = pytest.mark.real_time

NOTHING = "0" * CHANNELS
STACK_RESERVE = 64
MOST_ROUNDS = 200


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Simulated]:
    """A board whose time passes as fast as the machine can simulate it."""
    with Simulated(tmp_path) as board:
        board.send("speed 0")
        yield board


@pytest.fixture
def talk(board: Simulated) -> Iterator[Talk]:
    with Talk(board.port) as talk:
        talk.ask(HostHello(), Hello)
        assert talk.slots() == NOTHING
        yield talk


def restarted(board: Simulated, talk: Talk, event: str | Reset) -> Hello:
    """Have the board start anew, and return the HELLO of that start."""
    boot = talk.ask(HostHello(), Hello).head.boot
    if isinstance(event, Reset):
        talk.ask(event, Ack, lambda one: one.command == Reset.TYPE)
    else:
        board.send(event)
    return talk.wait(Hello, lambda one: one.head.boot != boot)


def of_boot(number: int) -> Callable[[Hello], bool]:
    return lambda one: one.head.boot == number


def test_hello_names_the_same_board_always(board: Simulated, talk: Talk) -> None:
    hello = talk.ask(HostHello(), Hello)
    assert [zone.slots for group in hello.groups for zone in group.zones] == list(SLOTS)
    again = restarted(board, talk, "power")
    assert (again.head.board, again.head.boot) == (hello.head.board, hello.head.boot + 1)


def test_boards_make_themselves_different_ids(tmp_path: Path) -> None:
    ids = set()
    for seed in (1, 2, 3):
        folder = tmp_path / str(seed)
        folder.mkdir()
        with Simulated(folder, seed=seed) as board, Talk(board.port) as talk:
            ids.add(talk.ask(HostHello(), Hello).head.board)
    assert len(ids) == 3


def test_a_host_of_another_version_is_told_this_one(talk: Talk) -> None:
    assert talk.ask(HostHello(7, 9), Hello).head.version == 1


@pytest.mark.parametrize(("zone", "slot"), [(0, 0), (5, 3), (23, 5), (24, 0), (25, 3), (26, 1), (27, 3)])
def test_a_checker_is_seen_where_it_lies(board: Simulated, talk: Talk, zone: int, slot: int) -> None:
    number = channel(zone, slot)
    for colour, digit in (("A", "1"), ("", "0"), ("B", "2")):
        board.place(zone, slot, colour)
        talk.wait_for_slots((NOTHING[:number] + digit + NOTHING[number + 1 :]).__eq__)


def test_every_channel_is_its_own(board: Simulated, talk: Talk) -> None:
    millivolts = [1900 + 400 * (number * number % 4) for number in range(CHANNELS)]
    board.send("vector " + " ".join(map(str, millivolts)))
    shown = {1900: "2", 2300: "2", 2700: "1", 3100: "1"}
    # 200 mV are above the threshold but below one and a half times of it.
    weak = {2300: "6", 2700: "5"}
    wanted = "".join((shown | weak)[one] for one in millivolts)
    assert talk.wait_for_slots(lambda slots: slots == wanted) == wanted


def test_raw_values_are_what_the_sensors_give(board: Simulated, talk: Talk) -> None:
    board.send("vector " + " ".join(str(1000 + 10 * number) for number in range(CHANNELS)))
    # Ends the scan that has begun with other values.
    talk.slots()
    talk.ask(RawMode(1), Ack)
    talk.skip()
    values: dict[int, int] = {}
    while len(values) < CHANNELS:
        raw = talk.wait(Raw)
        values |= {raw.first + at: value for at, value in enumerate(raw.values)}
    assert all(abs(value - (1000 + 10 * number) * 1024 // 5000) <= 1 for number, value in values.items())


def test_noise_of_the_sensors_changes_nothing(board: Simulated, talk: Talk) -> None:
    board.place(3, 2, "A")
    talk.wait_for_slots(lambda slots: slots[20] == "1")
    begin = len(talk.heard)
    board.send("noise 15")
    before = talk.wait(Status)
    talk.wait(Status, lambda one: one.scans >= before.scans + 300)
    told = of(Snapshot, (message for _, message in talk.heard[begin:]))
    assert [one.why for one in told if one.why is Why.CHANGED] == []
    assert talk.slots() == NOTHING[:20] + "1" + NOTHING[21:]


def test_a_broken_sensor_is_named(board: Simulated, talk: Talk) -> None:
    board.send("set 7 5000")
    board.send("set 9 0")
    talk.wait_for_slots(lambda slots: slots == NOTHING[:7] + "808" + NOTHING[10:])
    assert talk.wait(Status, lambda one: one.faults > 0).faults == 2


def test_lights_are_lit_and_go_out_when_the_host_falls_silent(board: Simulated, talk: Talk) -> None:
    wanted = tuple(Light.ON if light % 5 == 0 else Light.OFF for light in range(24))
    # While we look, the board's time hardly goes on.
    board.send("speed 0.2")
    assert talk.ask(Lights(wanted), Ack).result == Result.DONE
    talk.slots()
    assert board.lights() == tuple(light is Light.ON for light in wanted)
    told = talk.ask(SnapshotWanted(), Snapshot).milliseconds
    board.send("speed 0")
    talk.wait(Snapshot, lambda one: one.milliseconds > told + 6000)
    assert board.lights() == (False,) * 24


def test_a_button_is_told_until_it_was_seen_and_once_only(board: Simulated, talk: Talk) -> None:
    board.send("press 2")
    first = talk.wait(Button)
    assert (first.number, first.button, first.pressed) == (1, 2, True)
    assert talk.wait(Button) == first
    talk.tell(ButtonSeen(1))
    board.send("release 2")
    second = talk.wait(Button, lambda one: one.number == 2)
    assert (second.button, second.pressed) == (2, False)
    talk.tell(ButtonSeen(2))
    # What the board answers later than that, it has said knowing that the button was seen.
    talk.slots()
    begin = len(talk.heard)
    talk.wait(Status)
    assert of(Button, (message for _, message in talk.heard[begin:])) == []
    for button in (1, 3):
        board.send(f"press {button}")
        assert event_of(talk, button).pressed


def event_of(talk: Talk, button: int) -> Button:
    return talk.wait(Button, lambda one: one.button == button)


def test_tare_survives_a_loss_of_power(board: Simulated, talk: Talk) -> None:
    board.send("vector " + " ".join(str(2300 + 2 * number) for number in range(CHANNELS)))
    assert talk.ask(Tare(), Ack, lambda one: one.command == Tare.TYPE).result == Result.DONE
    assert talk.slots() == NOTHING
    tared = [calibration(talk, first) for first in range(0, CHANNELS, 32)]
    restarted(board, talk, Reset())
    restarted(board, talk, "power")
    assert [calibration(talk, first) for first in range(0, CHANNELS, 32)] == tared
    assert abs(tared[4].channels[31].tare - 2618 * 1024 // 5000) <= 1
    assert talk.slots() == NOTHING


def calibration(talk: Talk, first: int) -> Calibration:
    return talk.ask(CalibrationWanted(first, 32), Calibration, lambda one: one.first == first)


def test_a_damaged_memory_means_the_values_it_was_built_with(board: Simulated, talk: Talk) -> None:
    board.send("all 2550")
    talk.ask(Tare(), Ack, lambda one: one.command == Tare.TYPE)
    restarted(board, talk, Reset())
    board.send("eeprom 36 77")
    restarted(board, talk, "reset")
    assert [one.tare for one in calibration(talk, 0).channels[:3]] == [521, 512, 521]


@pytest.mark.parametrize("bootloader", [0, 1], ids=["alone", "behind a bootloader that clears the cause"])
def test_it_says_why_it_has_started(board: Simulated, talk: Talk, bootloader: int) -> None:
    board.send(f"bootloader {bootloader}")
    low_voltage = Start.BUTTON if bootloader else Start.LOW_VOLTAGE
    events: tuple[tuple[str | Reset, Start], ...] = (
        ("power", Start.POWER),
        ("reset", Start.BUTTON),
        ("brownout", low_voltage),
        (Reset(), Start.COMMAND),
    )
    for event, start in events:
        restarted(board, talk, event)
        assert talk.wait(Status).start == start


@pytest.mark.parametrize("bootloader", [0, 1], ids=["alone", "behind a bootloader that clears the cause"])
def test_a_hung_program_is_started_anew_by_the_watchdog(board: Simulated, talk: Talk, bootloader: int) -> None:
    board.send(f"bootloader {bootloader}")
    restarted(board, talk, "hang")
    assert talk.wait(Status).start == Start.WATCHDOG
    board.place(0, 0, "A")
    talk.wait_for_slots(lambda slots: slots[0] == "1")


def test_a_healthy_program_is_left_alone_by_the_watchdog(board: Simulated, talk: Talk) -> None:
    boot = talk.ask(HostHello(), Hello).head.boot
    for _ in range(3):
        board.send("pause")
        board.send("resume")
    talk.wait(Status, lambda one: one.milliseconds > 3000)
    assert talk.ask(HostHello(), Hello).head.boot == boot


def test_a_reset_in_the_middle_of_a_frame_costs_that_frame_only(board: Simulated, talk: Talk) -> None:
    talk.ask(RawMode(1), Ack)
    for boot in range(1, 11):
        talk.wait(Raw)
        talk.write(encode(Lights.TYPE, boot, b"\x55" * 6)[:7])
        board.send("reset")
        talk.wait(Hello, of_boot(boot))
        assert talk.slots() == NOTHING
        talk.ask(RawMode(1), Ack)
    assert talk.deframer.refused <= 10


def test_unplugged_and_plugged_in_again_it_goes_on(board: Simulated, talk: Talk) -> None:
    boot = talk.ask(HostHello(), Hello).head.boot
    slots = NOTHING
    for zone in range(5):
        board.send("unplug")
        assert not Path(board.port).exists()
        board.place(zone, 0, "B")
        board.send("plug")
        slots = slots[: 6 * zone] + "2" + slots[6 * zone + 1 :]
        with Talk(board.port) as again:
            again.wait_for_slots(slots.__eq__)
            assert again.ask(HostHello(), Hello).head.boot == boot


def test_a_bad_line_never_gives_a_wrong_answer(board: Simulated, talk: Talk) -> None:
    board.place(12, 4, "A")
    right = NOTHING[:76] + "1" + NOTHING[77:]
    talk.wait_for_slots(lambda slots: slots == right)
    talk.skip()
    board.send("drop 0.002 0.02")
    board.send("flip 0.002 0.02")
    talk.repeat = REPEAT_SOON
    rounds = 0
    # Which bytes are hurt is chance: a few rounds may pass without any, and so would try nothing.
    while rounds < tried(6, 15) or not (talk.deframer.refused and _has_told_bad_frames(talk)):
        assert rounds < MOST_ROUNDS, "nothing was hurt, or nobody has noticed"
        assert talk.slots() == right
        assert talk.ask(Lights((Light.ON,)), Ack, lambda one: one.command == Lights.TYPE).result == Result.DONE
        rounds += 1
    assert board.lights()[1:] == (False,) * 23


def _has_told_bad_frames(talk: Talk) -> bool:
    return any(isinstance(one, Status) and one.bad_frames > 0 for _, one in talk.heard)


def test_a_command_is_answered_although_others_wait(talk: Talk) -> None:
    for seq in range(100):
        talk.tell(SnapshotWanted(), seq)
        ack = talk.ask(Lights((Light.ON,) * (seq % 24)), Ack)
        assert ack.result == Result.DONE
    status = talk.wait(Status)
    assert (status.bad_frames, status.lost_bytes, status.unsent_frames) == (0, 0, 0)


def test_the_stack_has_room_under_all_of_it(board: Simulated, talk: Talk) -> None:
    talk.ask(RawMode(1), Ack)
    talk.repeat = REPEAT_SOON
    for button in (1, 2, 3):
        board.send(f"press {button}")
    talk.ask(Tare(), Ack, lambda one: one.command == Tare.TYPE)
    for first in range(0, CHANNELS, 32):
        calibration(talk, first)
    longest = Calibrate(0, (Tuning(512, 32),) * 61)
    talk.ask(longest, Ack, lambda one: one.command == Calibrate.TYPE)
    talk.wait(Status)
    assert board.state()["free_memory"] >= STACK_RESERVE
