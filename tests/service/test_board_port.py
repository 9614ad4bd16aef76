"""The board at the table: found at its port, read, asked how it stands; its buttons."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion.config import Board
from companion.rules.players import Player
from companion.service import Asked, Condition, Noticed, PortError, TableService, TableView
from companion.service.board_port import FILE, BoardPort, Listener
from companion.service.buttons import LATE_S, press
from companion.service.view import DisputeView, Message
from companion.service.words import own
from companion.table.events import BoardSeen, ClockHit, CubeAction, CubeMoved, DiceLifted, TurnEnded
from firmware_bridge.bridge import Bridge
from firmware_bridge.happenings import Pressed, Standing, State
from firmware_bridge.orientation import EVERY, Orientation
from firmware_bridge.payloads import Light
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.layout import layout
from firmware_bridge.watch import Ailing, Settled, Stands, Watch
from tests.firmware_bridge.device import BACKGAMMON, COLOURED, Device, PtyDevice, hello, laid
from tests.service.parts import Scripted
from tests.service.playing import begun, button, done, running, until
from tests.service.told import Told, at_work
from tests.waiting import wait_until

pytestmark = pytest.mark.real_time

EMPTY = TableView(1, own("no_match"))
IN_PLAY = replace(EMPTY, phase="playing", turn="black")


def port(data: Path, view: TableView = EMPTY, **config: object) -> BoardPort:
    return BoardPort(replace(Board(), **config), data, lambda: view)  # type: ignore[arg-type]


def test_a_board_is_found_and_read(tmp_path: Path) -> None:
    name = str(tmp_path / "tty")
    board = Device(hello(COLOURED), laid(COLOURED, BACKGAMMON))
    with PtyDevice(Path(name), board), at_work(port(tmp_path, port=name, corner=1, settle_ms=50)) as told:
        told.wait(lambda: told.events(BoardSeen))
        assert [told.conditions[0].state, told.conditions[-1].state] == ["starting", "running"]
        (seen,) = told.events(BoardSeen)
        assert seen.reading.points[5].total == (5, 5)


def test_the_boards_lights_show_how_the_table_is(tmp_path: Path) -> None:
    name, view = str(tmp_path / "tty"), [IN_PLAY]
    board = Device(hello(COLOURED), laid(COLOURED, BACKGAMMON))
    config = replace(Board(), port=name, corner=24, settle_ms=50, lights=("white", "black"))
    with PtyDevice(Path(name), board), at_work(BoardPort(config, tmp_path, lambda: view[0])):
        lit(board, {2: Light.ON})
        dispute = DisputeView("black", Message("x"), (6,), ((8, 6),))
        view[0] = replace(IN_PLAY, version=2, phase="disputed", dispute=dispute)
        lit(board, {2: Light.ON, 17: Light.BLINKING, 19: Light.BLINKING})
        view[0] = replace(EMPTY, version=3)
        lit(board, {})


def lit(board: Device, lights: dict[int, Light]) -> None:
    """Wait until the board has been told to show these lights alone."""
    wait_until(
        lambda: {number: light for number, light in enumerate(board.lights, 1) if light} == lights,
        lambda: board.lights,
    )


def test_a_board_that_is_not_there_is_looked_for(tmp_path: Path) -> None:
    with at_work(port(tmp_path, port=str(tmp_path / "nowhere"))) as told:
        told.wait(lambda: any("nowhere" in one.message.text for one in told.conditions))
        assert {one.state for one in told.conditions} == {"starting"}


def test_an_id_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(PortError, match="board's id"):
        port(tmp_path, id="nonsense")._wanted()
    assert port(tmp_path, id="0a0b").config.id == "0a0b"
    assert port(tmp_path, id="0a0b")._wanted().board == b"\x0a\x0b"
    assert port(tmp_path)._wanted().board is None
    assert port(tmp_path)._wanted().port is None


def heard(data: Path, view: TableView = EMPTY, **config: object) -> tuple[Listener, Told]:
    told = Told()
    return Listener(port(data, view, **config), told), told


def test_it_is_asked_how_the_board_stands(tmp_path: Path) -> None:
    listener, told = heard(tmp_path)
    chosen: list[tuple[Orientation, ...]] = []
    listener.orient = chosen.append
    listener.hear(Stands(1.0, EVERY, None))
    (asked,) = told.reports
    assert isinstance(asked, Asked)
    assert asked.question == "Where is White's point 1?"
    assert len(asked.answers) == 4
    _, answer = asked.answers[0]
    answer()
    assert chosen == [tuple(one for one in EVERY if one.corner == 1)]
    listener.hear(Stands(2.0, EVERY, None))
    assert len(told.reports) == 1, "it is not asked again"
    listener.hear(Stands(3.0, EVERY[:1], None))
    assert told.reports[1:] == [Asked("")]


def test_it_is_asked_in_the_middle_of_a_game_too(tmp_path: Path) -> None:
    listener, told = heard(tmp_path)
    listener.watch = Watch(among=EVERY)
    listener.hear(Settled(1.0, (), {}, fresh=True))
    assert told.reports == [], "what comes next may tell"
    listener.hear(Standing(1.5, State.LIVE, "The board is there."))
    asked = told.reports[0]
    assert isinstance(asked, Asked)
    assert asked.answers


def test_nothing_is_asked_of_a_board_that_stands(tmp_path: Path) -> None:
    listener, told = heard(tmp_path)
    listener.watch = Watch(among=EVERY[:1])
    listener.hear(Settled(1.0, (), {}, fresh=True))
    listener.hear(Settled(2.0, (), {}, fresh=False))
    assert told.reports == []


def test_how_it_stands_is_remembered_for_a_match_that_goes_on(tmp_path: Path) -> None:
    stands = Orientation(13, Player.BLACK)
    listener, _ = heard(tmp_path)
    listener.hear(Stands(1.0, (stands,), None))
    assert port(tmp_path).remembered() == stands
    assert port(tmp_path, IN_PLAY)._among() == (stands,)
    assert port(tmp_path, EMPTY)._among() == ()
    assert port(tmp_path, IN_PLAY, corner=24)._among() == (Orientation(24, Player.WHITE),)


@pytest.mark.parametrize("text", ["", "[]", '{"corner": 2, "colour_a": "white"}', '{"corner": 1}'])
def test_a_memory_that_is_damaged_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert port(tmp_path, IN_PLAY)._among() == ()


def test_a_memory_that_cannot_be_kept_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("in the way")
    port(tmp_path / "file").remember(Orientation())
    assert "How the board stands is not kept" in caplog.text


def test_sick_sensors_are_told_while_it_runs(tmp_path: Path) -> None:
    listener, told = heard(tmp_path)
    listener.hear(Ailing(1.0, ("Point 3, first slot: it flickers.",)))
    assert told.reports == []
    listener.hear(Standing(2.0, State.LIVE, "The board is there."))
    listener.hear(Standing(3.0, State.LOST, "The board is gone."))
    assert told.reports == [
        Condition("running", own("device_says", message="The board is there. Point 3, first slot: it flickers.")),
        Condition("lost", own("device_says", message="The board is gone.")),
    ]


def test_buttons_do_what_is_configured(tmp_path: Path) -> None:
    listener, told = heard(tmp_path, IN_PLAY, buttons=("none", "end"))
    for number in (0, 1, 2, 3):
        listener.hear(Pressed(1.0, number, pressed=True, milliseconds=0))
        listener.hear(Pressed(1.1, number, pressed=False, milliseconds=100))
    assert told.reports == [Noticed(TurnEnded(0, Player.BLACK))]


def test_a_press_that_comes_too_late_is_told_and_does_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    listener, told = heard(tmp_path, IN_PLAY, buttons=("none", "end"))
    listener.hear(Standing(1.0, State.LIVE, "The board is there."))
    listener.hear(Pressed(9.0, 2, pressed=True, milliseconds=0, age=LATE_S + 0.1))
    listener.hear(Pressed(9.0, 1, pressed=True, milliseconds=0, age=99.0))
    assert told.reports[1:] == [Condition("running", own("late_press", button=2, seconds=2))]
    assert "comes too late" in caplog.text
    listener.hear(Ailing(9.1, ("Point 3, first slot: it flickers.",)))
    assert told.reports[2:] == told.reports[1:2], "it is told until the play goes on"
    listener.hear(Ailing(9.2, ()))
    listener.hear(Pressed(9.5, 2, pressed=True, milliseconds=9000, age=LATE_S))
    there = Condition("running", own("device_says", message="The board is there."))
    assert told.reports[4:] == [there, Noticed(TurnEnded(0, Player.BLACK))]


class Carried:
    """A virtual board and what hears it, in times that are values."""

    def __init__(self, listener: Listener) -> None:
        self.board = VirtualBoard(layout())
        self.bridge = Bridge(Watch(among=EVERY[:1]))
        self.listener = listener
        self.now = 0.0
        self.bridge.open(0.0)

    def run(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += 0.01
            self.board.tick(self.now)
            up = self.board.arrived()
            for event in self.bridge.receive(up, self.now) if up else self.bridge.tick(self.now):
                self.listener.hear(event)
            self.board.receive(self.bridge.session.to_send(), self.now)

    def press(self) -> None:
        for pressed in (True, False):
            self.board.press(2, pressed=pressed)
            self.run(0.1)


def test_a_line_that_was_deaf_for_a_while_ends_nobodys_turn(tmp_path: Path) -> None:
    listener, told = heard(tmp_path, IN_PLAY, buttons=("none", "end"))
    carried = Carried(listener)
    carried.run(2.0)
    carried.press()
    assert told.events(TurnEnded) == [TurnEnded(0, Player.BLACK)]
    carried.board.up.drop = 1
    carried.press()
    carried.run(5.0)
    carried.board.up.clear()
    carried.run(2.0)
    assert told.events(TurnEnded) == [TurnEnded(0, Player.BLACK)]
    assert "late_press" in [one.message.code for one in told.conditions]
    carried.press()
    assert told.events(TurnEnded) == [TurnEnded(0, Player.BLACK)] * 2


@pytest.mark.parametrize(
    ("what", "meant"),
    [
        ("none", None),
        ("end", TurnEnded(0, Player.BLACK)),
        ("end white", TurnEnded(0, Player.WHITE)),
        ("end black", TurnEnded(0, Player.BLACK)),
        ("clock white", ClockHit(0, Player.WHITE)),
        ("clock black", ClockHit(0, Player.BLACK)),
        ("double", CubeMoved(0, Player.BLACK, CubeAction.OFFER)),
        ("take", CubeMoved(0, Player.WHITE, CubeAction.TAKE)),
        ("drop", CubeMoved(0, Player.WHITE, CubeAction.DROP)),
    ],
)
def test_what_a_button_means(what: str, meant: object) -> None:
    assert press(what, replace(IN_PLAY, asked="white")) == meant
    if not what.startswith("clock"):
        assert press(what, EMPTY) is None


def test_a_real_link_brings_a_board_to_the_table(tmp_path: Path) -> None:
    name = tmp_path / "tty"
    config = replace(Board(), port=str(name), settle_ms=50)
    with PtyDevice(name, Device(hello(COLOURED), laid(COLOURED, BACKGAMMON))) as device, running(tmp_path) as service:
        service.plug("board", lambda: BoardPort(config, tmp_path, service.view))
        begun(service)
        asked = until(service, lambda view: any(one.name == "answer_device" for one in view.actions))
        done(service.post(button(asked, "answer_device", answer=1), "white"))
        view = until(service, lambda view: view.board is not None and view.board.seen)
        assert view.board is not None
        assert view.game_board is not None
        assert view.board == replace(view.game_board, seen=True)
        device.unplug()
        until(service, lambda view: view.board is not None and not view.board.seen)


@contextmanager
def in_a_turn(folder: Path) -> Iterator[tuple[TableService, PtyDevice, Scripted]]:
    """White is to play 3-1 at a real link, and a camera sees dice."""
    name, camera = folder / "tty", Scripted()
    config = replace(Board(), port=str(name), settle_ms=50, corner=1)
    with PtyDevice(name, Device(hello(COLOURED), laid(COLOURED, BACKGAMMON))) as device, running(folder) as service:
        service.plug("board", lambda: BoardPort(config, folder, service.view))
        service.plug("camera", camera.make)
        begun(service)
        until(service, lambda view: view.board is not None and view.board.seen)
        yield service, device, camera


def test_a_turn_is_judged_by_what_lies_there_when_it_ends(tmp_path: Path) -> None:
    with in_a_turn(tmp_path) as (service, device, camera):
        with device.lock:
            # What tells of it is lost on the way.
            device.device.board = laid(COLOURED, {**BACKGAMMON, 8: 2, 6: 4, 5: 2})
            device.device._beat_at += 60_000
            camera.reports.put(Noticed(DiceLifted(0)))
        view = until(service, lambda view: view.turn == "black")
        assert "unfinished" not in [one.message.code for one in view.log]


def test_a_turn_that_ends_on_a_dead_line_is_told_by_hand(tmp_path: Path) -> None:
    with in_a_turn(tmp_path) as (service, device, camera):
        with device.lock:
            device.device.board = laid(COLOURED, {**BACKGAMMON, 8: 2, 6: 4, 5: 2})
            device.device.tick = device.device.receive = lambda *_: None  # type: ignore[method-assign,assignment]
            camera.reports.put(Noticed(DiceLifted(0)))
        view = until(service, lambda view: view.waiting.code == "enter_play")
        assert view.board is not None
        assert not view.board.seen
        with device.lock:
            del device.device.tick, device.device.receive
        until(service, lambda view: view.turn == "black")
