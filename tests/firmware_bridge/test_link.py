"""The link, with its thread, on pseudo-terminals and sockets: found, lost, found again."""

import contextlib
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from firmware_bridge.bridge import Bridge, Event, Looked
from firmware_bridge.happenings import Answered, Met, Pressed, Shown, Standing, State
from firmware_bridge.link import Link, Wanted
from firmware_bridge.orientation import Orientation
from firmware_bridge.protocol import Light, Result, Tare
from firmware_bridge.watch import Read, Stands, Watch
from firmware_bridge.wire import lines_of, replay
from tests.firmware_bridge.device import BACKGAMMON, COLOURED, Device, PtyDevice, hello, laid
from tests.firmware_bridge.refused import HELLOS, OddBoard, of_hello
from tests.waiting import HANG_S, wait_until

pytestmark = pytest.mark.real_time

pytestmark = pytest.mark.real_time

E = TypeVar("E")


@pytest.fixture(autouse=True)
def _patient(patient: None) -> None:
    """No test here is about a board that is late."""


class Told:
    """Takes what a link tells, and waits for it."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._changed = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in list(self.events) if isinstance(event, kind)]

    def has_more(self, kind: type[object], count: int) -> bool:
        return len(self.all(kind)) > count

    def wait(self, is_there: Callable[[], object]) -> None:
        with self._changed:
            assert self._changed.wait_for(is_there, HANG_S), list(self.all(Standing))

    def wait_for(self, state: State, times: int = 1) -> None:
        self.wait(lambda: [one.state for one in self.all(Standing)].count(state) >= times)


def nothing() -> list[str]:
    return []


@contextlib.contextmanager
def linked(wanted: Wanted) -> Iterator[tuple[Link, Told]]:
    told = Told()
    bridge = Bridge(Watch(0.05, among=(Orientation(),)))
    link = Link(replace(wanted, again_after=0.01, again_at_most=0.05, listed=nothing), told, bridge)
    link.start()
    try:
        yield link, told
    finally:
        link.stop()
        link._thread.join(HANG_S)
        assert not link._thread.is_alive()


def record(link: Link, path: Path) -> None:
    """Begin a recording, and wait until it has begun."""
    link.record(path)
    wait_until(lambda: link._recorder is not None)


def board() -> Device:
    return Device(hello(COLOURED), laid(COLOURED, BACKGAMMON))


def test_a_board_is_found_and_read(tmp_path: Path) -> None:
    with PtyDevice(tmp_path / "tty", board()), linked(Wanted(str(tmp_path / "tty"))) as (link, told):
        told.wait(lambda: told.all(Read))
        assert [one.state for one in told.all(Standing)] == [State.OPENING, State.HELLO, State.SYNCING, State.LIVE]
        assert {one.port for one in told.all(Standing)} == {str(tmp_path / "tty")}
        assert link.standing.state is State.LIVE


def test_a_board_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    with linked(Wanted(str(tmp_path / "tty"))) as (link, told):
        told.wait_for(State.ABSENT)
        assert "tty" in link.standing.sentence
        with PtyDevice(tmp_path / "tty", board()):
            told.wait_for(State.LIVE)


def test_without_any_port_that_is_said() -> None:
    with linked(Wanted()) as (_, told):
        told.wait_for(State.ABSENT)
        assert "No USB port" in told.all(Standing)[-1].sentence


def test_what_is_asked_for_is_done_and_answered(tmp_path: Path) -> None:
    with PtyDevice(tmp_path / "tty", board()) as pty, linked(Wanted(str(tmp_path / "tty"))) as (link, told):
        told.wait_for(State.LIVE)
        link.set_lights([Light.ON])
        link.command(Tare())
        link.set_raw_mode(3)
        link.want_calibration(0, 10)
        link.want_snapshot()
        told.wait(lambda: any(one.command == Tare() and one.result is Result.DONE for one in told.all(Answered)))
        told.wait(lambda: len([one for one in told.all(Answered) if one.result is Result.DONE]) >= 5)
        assert pty.device.lights[0] is Light.ON


def test_a_question_is_answered(tmp_path: Path) -> None:
    with PtyDevice(tmp_path / "tty", board()) as pty, linked(Wanted(str(tmp_path / "tty"))) as (link, told):
        told.wait(lambda: told.all(Read))
        with pty.lock:
            # The board itself has not told yet.
            pty.device.board = laid(COLOURED, {3: 2})
            link.look_again(7)
        told.wait(lambda: told.all(Looked))
        assert [one.number for one in told.all(Looked)] == [7]
        assert [type(one) for one in told.events if isinstance(one, Read | Looked)] == [Read, Read, Looked]
        assert told.all(Read)[-1].reading.points[2].total == (2, 2)


def test_a_recording_that_begins_before_the_board_has_spoken_is_whole(tmp_path: Path) -> None:
    silent = board()
    silent.receive = silent.tick = lambda *_: None  # type: ignore[method-assign,assignment]
    with PtyDevice(tmp_path / "tty", silent) as pty, linked(Wanted(str(tmp_path / "tty"))) as (link, told):
        told.wait_for(State.HELLO)
        record(link, tmp_path / "wire")
        with pty.lock:
            del silent.receive, silent.tick
        told.wait(lambda: told.all(Read))
        link.stop()
    with (tmp_path / "wire").open(encoding="ascii") as file:
        lines = list(lines_of(file))
    assert [one.sign for one in lines[:2]] == ["=", "+"]
    with (tmp_path / "wire").open(encoding="ascii") as file:
        again = replay(file, Bridge(Watch(0.05)))
        assert [event.reading for event in again if isinstance(event, Read)] == [told.all(Read)[0].reading]


def test_lights_that_are_set_while_it_is_away_burn_when_it_is_back(tmp_path: Path) -> None:
    with PtyDevice(tmp_path / "tty", board()) as pty, linked(Wanted(str(tmp_path / "tty"))) as (link, told):
        told.wait_for(State.LIVE)
        pty.unplug()
        told.wait_for(State.LOST)
        link.set_lights([Light.BLINKING])
        pty.plug()
        told.wait_for(State.LIVE, 2)
        told.wait(lambda: pty.device.lights[:1] == (Light.BLINKING,))


def test_it_is_found_again_under_another_name(tmp_path: Path) -> None:
    wanted = Wanted(str(tmp_path / "tty0"), patterns=(str(tmp_path / "tty*"),))
    with PtyDevice(tmp_path / "tty0", board()) as pty, linked(wanted) as (link, told):
        told.wait(lambda: told.all(Read))
        pty.unplug()
        pty.lay(laid(COLOURED, {1: 1}))
        pty.plug(tmp_path / "tty1")
        told.wait_for(State.LIVE, 2)
        assert link.standing.port == str(tmp_path / "tty1")
        told.wait(lambda: len(told.all(Read)) >= 2)
        assert told.all(Read)[-1].fresh
        assert [met.anew for met in told.all(Met)] == [True, False]


def test_another_board_at_another_port_is_left_alone(tmp_path: Path) -> None:
    wanted = Wanted(str(tmp_path / "tty0"), patterns=(str(tmp_path / "tty*"),))
    other = Device(hello(COLOURED, b"another1"), laid(COLOURED, {}))
    with (
        PtyDevice(tmp_path / "tty0", board()) as pty,
        PtyDevice(tmp_path / "tty1", other),
        linked(wanted) as (link, told),
    ):
        told.wait_for(State.LIVE)
        pty.unplug()
        told.wait(lambda: any(b"another1".hex() in one.sentence for one in told.all(Standing)))
        pty.plug(tmp_path / "tty2")
        told.wait_for(State.LIVE, 2)
        assert link.standing.port == str(tmp_path / "tty2")
        assert {met.hello.head.board for met in told.all(Met)} == {b"testing1"}


def test_why_a_board_is_refused_is_told_though_other_ports_are_tried(tmp_path: Path) -> None:
    wanted = Wanted(patterns=(str(tmp_path / "tty*"),), patience=1.0)
    (tmp_path / "tty1").touch()
    why = of_hello(next(iter(HELLOS.values())))
    with PtyDevice(tmp_path / "tty0", OddBoard(next(iter(HELLOS)))), linked(wanted) as (_, told):
        told.wait(
            lambda: any(f"No board that is wanted answers at {tmp_path}/tty0. {why}" in one for one in said(told))
        )


def said(told: Told) -> list[str]:
    return [one.sentence for one in told.all(Standing)]


def test_a_silent_port_is_left_for_one_where_the_wanted_board_is(tmp_path: Path) -> None:
    wanted = Wanted(str(tmp_path / "tty0"), b"testing1", patterns=(str(tmp_path / "tty*"),), patience=1.0)
    master, slave = os.openpty()
    (tmp_path / "tty0").symlink_to(os.ttyname(slave))
    with linked(wanted) as (_, told):
        told.wait_for(State.HELLO)
        with PtyDevice(tmp_path / "tty1", board()):
            told.wait_for(State.LIVE)
    os.close(master)
    os.close(slave)


def test_a_board_over_a_socket() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        _serving(listening, board()),
        linked(Wanted(f"socket://127.0.0.1:{listening.getsockname()[1]}")) as (_, told),
    ):
        told.wait(lambda: told.all(Read))


@contextlib.contextmanager
def _serving(listening: socket.socket, device: Device) -> Iterator[None]:
    ended = threading.Event()
    thread = threading.Thread(target=_serve, args=(listening, device, ended))
    thread.start()
    yield
    ended.set()
    thread.join(HANG_S)


def _serve(listening: socket.socket, device: Device, ended: threading.Event) -> None:
    listening.settimeout(HANG_S)
    peer, _ = listening.accept()
    peer.settimeout(0.005)
    with peer:
        while not ended.is_set():
            with contextlib.suppress(TimeoutError, ConnectionError):
                device.receive(peer.recv(4096), int(time.monotonic() * 1000) % 2**32)
            device.tick(int(time.monotonic() * 1000) % 2**32)
            with contextlib.suppress(ConnectionError):
                peer.sendall(device.take())


def test_what_went_over_the_line_is_recorded_and_plays_again(tmp_path: Path) -> None:
    with PtyDevice(tmp_path / "tty", board()) as pty, linked(Wanted(str(tmp_path / "tty"))) as (link, told):
        told.wait(lambda: told.all(Read))
        record(link, tmp_path / "wire")
        for point in (3, 2, 1):
            pty.lay(laid(COLOURED, {point: 2}))
            told.wait(partial(told.has_more, Read, len(told.all(Read))))
        pty.press()
        told.wait(lambda: told.all(Pressed))
        link.orient((Orientation(24),))
        told.wait(lambda: told.all(Stands))
        link.stop_recording()
    with (tmp_path / "wire").open(encoding="ascii") as file:
        events = list(replay(file, Bridge(Watch(0.05))))
    live, again = ([one for one in some if isinstance(one, Read)] for some in (told.events, events))
    assert len(live) == 5
    assert [one.reading for one in again] == [one.reading for one in live[1:]]
    assert [one for one in events if isinstance(one, Pressed)] == told.all(Pressed)


def test_a_limit_for_the_recording(tmp_path: Path) -> None:
    with PtyDevice(tmp_path / "tty", board()), linked(Wanted(str(tmp_path / "tty"))) as (link, told):
        link.record(tmp_path / "wire", 300)
        told.wait(lambda: len(told.all(Shown)) >= 2)
    assert (tmp_path / "wire").stat().st_size < 400


def test_a_fault_in_what_is_told_ends_the_link_with_a_word(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    told = Told()

    def tell(event: Event) -> None:
        told(event)
        if isinstance(event, Met):
            msg = "not my day"
            raise KeyError(msg)

    with PtyDevice(tmp_path / "tty", board()):
        link = Link(Wanted(str(tmp_path / "tty"), listed=nothing), tell)
        link.start()
        told.wait(lambda: "fault of its own" in link.standing.sentence)
        link.stop()
    assert "not my day" in caplog.text
