"""The virtual board says and does what README.md wants of a board."""

from collections.abc import Iterable

import pytest

from firmware_bridge.frames import Deframer, Frame, encode
from firmware_bridge.payloads import Feature, Light, Message, Result, Start, Why
from firmware_bridge.protocol import (
    Ack,
    Button,
    ButtonSeen,
    Calibrate,
    Calibration,
    CalibrationWanted,
    Hello,
    HostHello,
    Joiner,
    Lights,
    Raw,
    RawMode,
    Reset,
    Snapshot,
    SnapshotWanted,
    Status,
    Tare,
    Tuning,
    read_from_board,
)
from firmware_bridge.virtual.device import Device
from firmware_bridge.virtual.layout import hello_of, layout
from firmware_bridge.virtual.world import World, sensed
from firmware_bridge.zones import Checker, Group, Kind, Sensing, Slot, size_of, unpack

POINT_1 = (Kind.POINTS, 1)


class Bench:
    """A device, its world, and a host that says whatever it likes."""

    def __init__(self, groups: tuple[Group, ...] | None = None) -> None:
        self.groups = groups if groups is not None else layout()
        self.world = World(self.groups)
        self.device = Device(hello_of(self.groups), sensed(self.groups, self.world))
        self.now, self.seq = 0, 0

    def run(self, milliseconds: int) -> list[Message]:
        end = self.now + milliseconds
        while self.device.due <= end:
            assert self.device.due >= self.now
            self.now = self.device.due
            self.device.tick(self.now)
        self.now = end
        self.device.tick(end)
        return self.said()

    def said(self) -> list[Message]:
        return [read_from_board(frame) for frame in self.frames()]

    def frames(self) -> list[Frame]:
        deframer = Deframer()
        frames = deframer.feed(b"".join(self.device.take()))
        assert (deframer.refused, deframer.lost) == (0, 0)
        return frames

    def tell(self, message: Message, *, again: bool = False) -> list[Message]:
        self.seq += not again
        self.device.receive(encode(message.TYPE, self.seq, message.encode()), self.now)
        return self.said()

    def lay(self, number: int, colour: Checker = Checker.A) -> None:
        for _ in range(number):
            self.world.put(self.world.new(colour), POINT_1)
        self.device.see(sensed(self.groups, self.world), self.now)


def put_out(bench: Bench) -> None:
    bench.device.lights = ()


def first_light(bench: Bench) -> Light | None:
    return next(iter(bench.device.lights), None)


def only(messages: Iterable[Message], kind: type[Message]) -> list[Message]:
    return [one for one in messages if type(one) is kind]


def snapshots(messages: Iterable[Message]) -> list[Snapshot]:
    joiner = Joiner()
    return [whole for one in messages if isinstance(one, Snapshot) and (whole := joiner.add(one)) is not None]


def test_it_begins_with_hello_and_what_lies_there() -> None:
    bench = Bench()
    messages = bench.run(999)
    assert [type(one) for one in messages] == [Hello, Snapshot]
    (snapshot,) = snapshots(messages)
    assert (snapshot.why, snapshot.milliseconds, snapshot.number) == (Why.CHANGED, 20, 0)


def test_each_second_status_and_snapshot() -> None:
    bench = Bench()
    bench.run(500)
    messages = bench.run(3000)
    assert [one.why for one in snapshots(messages)] == [Why.SECOND] * 3
    assert only(messages, Status) == [Status(1000 * at, 100 * at) for at in (1, 2, 3)]


def test_a_change_counts_after_two_scans() -> None:
    bench = Bench()
    bench.run(500)
    bench.lay(2)
    assert bench.run(19) == []
    (snapshot,) = snapshots(bench.run(1))
    assert snapshot.why is Why.CHANGED
    assert unpack(bench.groups, snapshot.data)[0][:3] == (Slot(Checker.A), Slot(Checker.A), Slot())


def test_what_is_gone_again_after_one_scan_was_never_there() -> None:
    bench = Bench()
    bench.run(500)
    bench.lay(1)
    bench.run(9)
    bench.world.take(POINT_1)
    bench.device.see(sensed(bench.groups, bench.world), bench.now)
    assert bench.run(200) == []


@pytest.mark.parametrize("sensing", list(Sensing))
def test_snapshots_have_the_size_that_hello_tells(sensing: Sensing) -> None:
    bench = Bench(layout(sensing, 15))
    hello, *rest = bench.run(100)
    assert isinstance(hello, Hello)
    assert hello.groups == layout(sensing, 15)
    assert len(snapshots(rest)[0].data) == size_of(hello.groups)


def test_lights_go_out_when_nobody_speaks() -> None:
    bench = Bench()
    assert only(bench.tell(Lights((Light.ON, Light.BLINKING))), Ack) == [Ack(Lights.TYPE, 1)]
    bench.run(4999)
    assert bench.device.lights[:2] == (Light.ON, Light.BLINKING)
    bench.run(1)
    assert first_light(bench) is None


def test_a_command_said_again_is_done_once() -> None:
    bench = Bench()
    bench.tell(Lights((Light.ON,)))
    put_out(bench)
    assert bench.tell(Lights((Light.ON,)), again=True) == [Ack(Lights.TYPE, 1)]
    assert first_light(bench) is None
    bench.run(2000)
    bench.tell(Lights((Light.ON,)), again=True)
    assert first_light(bench) is Light.ON


def test_a_new_host_ends_the_memory() -> None:
    bench = Bench()
    bench.tell(Lights((Light.ON,)))
    put_out(bench)
    bench.device.receive(encode(HostHello.TYPE, 9, HostHello().encode()), bench.now)
    bench.tell(Lights((Light.ON,)), again=True)
    assert first_light(bench) is Light.ON


def test_presses_come_until_they_are_seen_and_eight_are_kept() -> None:
    bench = Bench()
    bench.run(500)
    for at in range(10):
        bench.device.press(1 + at % 2, bench.now, pressed=True)
    first = [one for one in bench.run(0) if isinstance(one, Button)]
    assert [one.number for one in first] == [3, 4, 5, 6, 7, 8, 9, 10]
    assert [one for one in bench.run(100) if isinstance(one, Button)] == first
    for one in first[1:]:
        bench.tell(ButtonSeen(one.number))
    assert only(bench.run(100), Button) == first[:1]
    assert [one.unsent_buttons for one in bench.run(1000) if isinstance(one, Status)] == [2]


def test_raw_mode() -> None:
    bench = Bench()
    bench.run(500)
    assert only(bench.tell(RawMode(10)), Ack) == [Ack(RawMode.TYPE, 1)]
    values = [one for one in bench.run(100) if isinstance(one, Raw)]
    assert sum(len(one.values) for one in values) == sum(zone.sensors for zone in bench.device.zones)
    bench.tell(RawMode(0))
    assert only(bench.run(400), Raw) == []


def test_a_tare_takes_its_time_and_is_not_begun_twice() -> None:
    bench = Bench()
    bench.run(500)
    assert bench.tell(Tare()) == bench.tell(Tare(), again=True) == []
    assert bench.tell(Tare()) == [Ack(Tare.TYPE, 2, Result.BUSY)]
    assert bench.tell(Calibrate(0, (Tuning(500, 60),))) == [Ack(Calibrate.TYPE, 3, Result.BUSY)]
    assert only(bench.run(160), Ack) == [Ack(Tare.TYPE, 1)]


def test_a_snapshot_asked_for_after_a_tare_shows_nothing_of_the_old_one() -> None:
    bench = Bench()
    bench.tell(Calibrate(0, (Tuning(400, 33),)))
    bench.run(500)
    bench.tell(Tare())
    assert unpack(bench.groups, snapshots(bench.tell(SnapshotWanted()))[0].data)[0][0] == Slot(Checker.A)
    ack, changed = bench.run(160)
    assert ack == Ack(Tare.TYPE, 2)
    for snapshot in (changed, *bench.tell(SnapshotWanted())):
        assert isinstance(snapshot, Snapshot)
        assert unpack(bench.groups, snapshot.data)[0][0] == Slot()


def test_no_tare_with_a_checker_on_the_board() -> None:
    bench = Bench()
    bench.lay(1)
    bench.run(500)
    bench.tell(Tare())
    assert only(bench.run(200), Ack) == [Ack(Tare.TYPE, 1, Result.OUT_OF_RANGE)]


def test_calibration_is_told_and_used() -> None:
    bench = Bench()
    bench.lay(1)
    bench.run(500)
    assert bench.tell(Calibrate(0, (Tuning(512, 0), Tuning(900, 60)))) == [Ack(Calibrate.TYPE, 1)]
    told = bench.tell(CalibrationWanted(0, 2))
    assert told == [Calibration(0, (Tuning(512, 0), Tuning(900, 60)))]
    (snapshot,) = snapshots(bench.run(20))
    assert unpack(bench.groups, snapshot.data)[0][:3] == (Slot(fault=True), Slot(Checker.B), Slot())
    assert bench.tell(CalibrationWanted(999, 2)) == [Ack(CalibrationWanted.TYPE, 3, Result.OUT_OF_RANGE)]
    assert bench.tell(Calibrate(0, (Tuning(2000, 60),))) == [Ack(Calibrate.TYPE, 4, Result.OUT_OF_RANGE)]


def test_a_board_without_thresholds_cannot_be_calibrated() -> None:
    bench = Bench(layout(Sensing.COUNT))
    assert Feature.CALIBRATION not in bench.device.about.features
    bench.run(500)
    assert bench.tell(Tare()) == [Ack(Tare.TYPE, 1, Result.UNABLE)]
    assert bench.tell(CalibrationWanted(0, 1)) == [Ack(CalibrationWanted.TYPE, 2, Result.UNABLE)]


def test_a_reset_starts_anew_after_its_answer() -> None:
    bench = Bench()
    bench.tell(Lights((Light.ON,)))
    assert bench.tell(Reset()) == [Ack(Reset.TYPE, 2)]
    hello, *rest = bench.run(1100)
    assert isinstance(hello, Hello)
    assert hello.head.boot == 2
    assert [one.start for one in rest if isinstance(one, Status)] == [Start.COMMAND]
    assert first_light(bench) is None


def test_what_makes_no_sense() -> None:
    bench = Bench()
    bench.run(500)
    for kind, payload in ((0x7F, b""), (Reset.TYPE, b"no"), (Reset.TYPE, b""), (RawMode.TYPE, b""), (0x02, b"")):
        bench.device.receive(encode(kind, 5, payload), bench.now)
    assert bench.said() == [Ack(0x7F, 5, Result.UNKNOWN), Ack(Reset.TYPE, 5, Result.OUT_OF_RANGE)]
    bench.device.receive(b"\0rubbish\0", bench.now)
    assert [one.bad_frames for one in bench.run(1000) if isinstance(one, Status)] == [4]


def test_asked_for_comes_before_all_other_reasons() -> None:
    bench = Bench()
    bench.run(500)
    assert [one.why for one in snapshots(bench.tell(SnapshotWanted()))] == [Why.ASKED]
