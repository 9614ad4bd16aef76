"""The link and the very firmware, on a simulated controller: from a magnet over a sensor to a reading, in real time."""

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.table.reading import Seen, counted, present
from firmware_bridge import conversation
from firmware_bridge.bridge import Bridge
from firmware_bridge.conversation import STALE_AFTER
from firmware_bridge.happenings import Answered, Met, Pressed, Shown, Standing, State, Told
from firmware_bridge.link import Link, Wanted
from firmware_bridge.orientation import Orientation
from firmware_bridge.payloads import Message
from firmware_bridge.protocol import Calibration, CalibrationWanted, Light, Raw, Result, Status, Tare
from firmware_bridge.settling import QUIET
from firmware_bridge.watch import Ailing, Read, Watch
from firmware_bridge.wire import replay
from firmware_bridge.zones import Checker, Slot
from tests.firmware_bridge.simavr import CHANNELS, Simulated, channel
from tests.firmware_bridge.test_link import Told as Log
from tests.firmware_bridge.test_link import nothing, record

pytestmark = pytest.mark.real_time

Board = tuple[Simulated, Link, Log]
ONE, NEVER = Slot(Checker.A), float("inf")
AT_ONCE = 32
"""How many channels' calibration the firmware sends in one frame."""


@pytest.fixture(autouse=True)
def _patient(patient: None) -> None:
    """On a busy machine the controller is slower than a real one."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Board]:
    with Simulated(tmp_path) as board, _linked(board) as (link, log):
        log.wait(lambda: log.all(Read))
        yield board, link, log


@contextlib.contextmanager
def _linked(board: Simulated) -> Iterator[tuple[Link, Log]]:
    log = Log()
    bridge = Bridge(Watch(QUIET, among=(Orientation(),)))
    link = Link(Wanted(board.port, again_after=0.01, listed=nothing), log, bridge)
    link.start()
    try:
        yield link, log
    finally:
        link.stop()


def last(log: Log) -> Read:
    return log.all(Read)[-1]


def test_it_is_met_and_an_empty_board_is_read(table: Board) -> None:
    _, link, log = table
    (met,) = log.all(Met)
    assert len(met.hello.groups) >= 3
    assert last(log).reading.points == (counted(0, 0, 6),) * 24
    assert link.standing.state is State.LIVE
    log.wait(lambda: any(isinstance(one.message, Status) for one in log.all(Told)))


def test_checkers_that_are_put_down_are_read(table: Board) -> None:
    board, _, log = table
    for slot in range(5):
        board.place(5, slot, "A")
    board.place(23, 0, "B")
    log.wait(lambda: last(log).reading.points[5] == counted(5, 0, 6))
    log.wait(lambda: last(log).reading.points[23] == counted(0, 1, 6))


def test_a_slide_over_five_points_is_one_reading(tmp_path: Path) -> None:
    with Simulated(tmp_path) as board, _linked(board) as (link, log):
        board.place(5, 0, "A")
        log.wait(lambda: log.all(Read) and last(log).reading.points[5] == counted(1, 0, 6))
        # The hand waits for snapshots, and is as slow as the machine: only when it has arrived is anything at rest.
        settling = link._bridge.watch._settling
        settling.quiet = NEVER
        before, shown = len(log.all(Read)), len(log.all(Shown))
        for point in (5, 4, 3, 2, 1):
            board.place(point, 0, "")
            board.place(point - 1, 0, "A")
            log.wait(partial(_has_shown, log, channel(point - 1, 0)))
        settling.quiet = QUIET
        log.wait(lambda: last(log).reading.points[0] == counted(1, 0, 6))
        assert len(log.all(Shown)) - shown >= 5
        assert len(log.all(Read)) == before + 1


def _has_shown(log: Log, at: int) -> bool:
    return [slot for zone in log.all(Shown)[-1].board for slot in zone][at] == ONE


def test_lights_and_buttons(table: Board) -> None:
    board, link, log = table
    link.set_lights([Light.ON, Light.OFF, Light.ON])
    log.wait(lambda: [one for one in log.all(Answered) if one.result is Result.DONE and any(_lit(one))])
    log.wait(lambda: board.lights()[:4] == (True, False, True, False))
    board.send("press 1")
    log.wait(lambda: len(log.all(Pressed)) == 1)
    board.send("release 1")
    log.wait(lambda: len(log.all(Pressed)) == 2)
    assert [(one.button, one.pressed) for one in log.all(Pressed)] == [(1, True), (1, False)]


def _lit(answered: Answered) -> tuple[Light, ...]:
    return getattr(answered.command, "lights", ())


def test_lights_come_back_after_a_reset(table: Board) -> None:
    board, link, log = table
    link.set_lights([Light.ON])
    log.wait(lambda: board.lights()[0])
    board.send("reset")
    log.wait(lambda: [met.anew for met in log.all(Met)].count(True) == 2)
    log.wait(lambda: board.lights()[0])
    log.wait_for(State.LIVE, 2)


def test_unplugged_and_plugged_in_again(table: Board) -> None:
    board, _, log = table
    board.send("unplug")
    log.wait_for(State.LOST)
    board.place(0, 0, "B")
    board.send("plug")
    log.wait_for(State.LIVE, 2)
    log.wait(lambda: last(log).reading.points[0] == counted(0, 1, 6))
    assert last(log).fresh or len(log.all(Read)) > 2


def test_a_hanging_board_is_stale_and_comes_back(table: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    board, _, log = table
    board.send("pause")
    monkeypatch.setattr(conversation, "STALE_AFTER", STALE_AFTER)
    log.wait_for(State.STALE)
    board.send("resume")
    log.wait_for(State.LIVE, 2)


def test_noise_on_the_line_leaves_no_wrong_reading(table: Board) -> None:
    board, link, log = table
    board.send("flip 0.002 0.002")
    board.send("drop 0.002 0.002")
    truths = {repr(last(log).reading)}
    for slot in range(4):
        board.place(11, slot, "A")
        log.wait(partial(_shows, log, counted(slot + 1, 0, 6)))
        truths.add(repr(last(log).reading))
    # A link that was lost meanwhile counts anew.
    log.wait(lambda: link._session.deframer.refused)
    board.send("flip 0")
    board.send("drop 0")
    assert {repr(one.reading) for one in log.all(Read)} == truths


def _shows(log: Log, seen: Seen) -> bool:
    return last(log).reading.points[11] == seen


def test_a_broken_sensor_is_named_and_loosened(table: Board) -> None:
    board, _, log = table
    board.place(0, 0, "A")
    board.send(f"set {channel(0, 3)} 0")
    log.wait(lambda: log.all(Ailing))
    assert log.all(Ailing)[0].sentences[0].startswith("Point 1, slot 4 from the edge: gives no signal")
    log.wait(lambda: last(log).reading.points[0].total == (1, 2))
    assert last(log).reading.points[0].total == present(1, 6, 1).total


def test_raw_values_calibration_and_tare(table: Board) -> None:
    _, link, log = table
    link.set_raw_mode(10)
    log.wait(lambda: any(isinstance(one.message, Raw) for one in log.all(Told)))
    link.set_raw_mode(0)
    _insist(log, Tare, lambda: link.command(Tare()))
    told = len(log.all(Told))
    for first in range(0, CHANNELS, AT_ONCE):
        _insist(log, CalibrationWanted, partial(link.want_calibration, first, AT_ONCE))
    # That it is answered is told before what the answer is.
    log.wait(lambda: set().union(*map(_channels, log.all(Told)[told:])) == set(range(CHANNELS)))


def _insist(log: Log, kind: type[Message], ask: Callable[[], None]) -> None:
    """Ask for something; again where the machine was too slow for the board to answer in time."""
    result: Result | None = None
    while result in {Result.BUSY, None}:
        before = len(_answers(log, kind))
        ask()
        log.wait(partial(_are_answered, log, kind, before + 1))
        result = _answers(log, kind)[-1]
    assert result is Result.DONE


def _answers(log: Log, kind: type[Message]) -> list[Result | None]:
    return [one.result for one in log.all(Answered) if isinstance(one.command, kind)]


def _are_answered(log: Log, kind: type[Message], count: int) -> bool:
    return len(_answers(log, kind)) >= count


def _channels(told: Told) -> range:
    message = told.message
    return range(message.first, message.first + len(message.channels)) if isinstance(message, Calibration) else range(0)


def test_a_recording_of_it_plays_again(table: Board, tmp_path: Path) -> None:
    board, link, log = table
    record(link, tmp_path / "wire")
    board.place(3, 0, "B")
    log.wait(lambda: last(log).reading.points[3] == counted(0, 1, 6))
    board.place(3, 0, "")
    log.wait(lambda: last(log).reading.points[3] == counted(0, 0, 6))
    link.stop_recording()
    link.stop()
    with (tmp_path / "wire").open(encoding="ascii") as file:
        again = [event.reading for event in replay(file) if isinstance(event, Read)]
    assert again[-2:] == [one.reading for one in log.all(Read)][-2:]
    assert [one.state for one in log.all(Standing)][-1] is State.LOST
