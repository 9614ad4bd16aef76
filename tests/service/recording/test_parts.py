"""What a board and a camera have told comes out again from what went into them, also from the middle on."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.config import Board, Camera
from companion.service import words
from companion.service.board_port import BoardPort, Listener
from companion.service.builder import Around, empty_view
from companion.service.camera_port import CameraPort, taped
from companion.service.ports import Report
from companion.service.recording.board import BoardTape
from companion.service.recording.board_again import BoardAgain
from companion.service.recording.camera import CameraTape
from companion.service.recording.camera_again import CameraAgain
from companion.service.recording.checking import _as_written
from companion.service.recording.freezing import freeze, thaw
from companion.service.recording.trouble import RawError
from companion.service.view import TableView
from firmware_bridge.bridge import Event
from firmware_bridge.orientation import Orientation
from firmware_bridge.payloads import Light
from firmware_bridge.protocol import Tare
from firmware_bridge.session import Session
from tests.firmware_bridge.device import Device
from tests.firmware_bridge.talk import Talk
from vision.dice import DiceReading, Die, Half
from vision.grabber import Phase
from vision.watching import Told

VIEW = replace(empty_view(Around(), words.own("starting")), turn="white", phase="playing")


class Collected:
    """Stands for where it is written."""

    def __init__(self) -> None:
        self.generation = 1
        self.entries: list[dict[str, Any]] = []

    def next_run(self) -> int:
        return 1

    def put(self, make: Callable[[], dict[str, Any]], _generation: int) -> None:
        self.entries += _as_written([make()])


class TapedBoard(Talk):
    """A board of which all is written down."""

    def __init__(self, folder: Path) -> None:
        self.recording, self.told, self.view = Collected(), list[Report](), VIEW
        self.tape = BoardTape(self.recording, ("end", "double"))  # type: ignore[arg-type]  # stands for a recording
        port = BoardPort(Board(buttons=("end", "double")), folder, lambda: self.tape.seen(self.view))
        self.listener = Listener(port, self.tape.tell(self.told.append))
        bridge = self.tape.bridge(0.3, (Orientation(),))
        self.listener.watch = bridge.watch
        super().__init__(Device(), bridge)
        self.note(list(self.events))

    def note(self, events: list[Event]) -> None:
        super().note(events)
        for event in events:
            self.tape.hear(self.listener, event)

    def ask(self, happened: list[Any]) -> None:
        self.note(self.bridge.follow(happened))

    def again(self) -> int:
        """Play it again; return how many reports came out as they were told."""
        self.tape.end()
        return came_again(BoardAgain, self.recording.entries)


def came_again(kind: Callable[[Any], Any], entries: list[dict[str, Any]]) -> int:
    part, count = None, 0
    for entry in entries:
        if entry["in"][0] == "state":
            part = kind(entry["in"][1])
            continue
        assert part is not None
        came = _as_written(part.take(entry))
        assert came == entry.get("out", []), entry
        count += len(came)
    return count


@pytest.fixture
def board(tmp_path: Path) -> TapedBoard:
    return TapedBoard(tmp_path)


def test_a_board_that_is_well(board: TapedBoard) -> None:
    board.run(5)
    assert board.told
    assert board.again() == len(set(map(repr, board.told)))


def test_a_board_whose_line_spoils_a_lot(board: TapedBoard) -> None:
    chance = random.Random(5)

    def spoil(data: bytes) -> bytes:
        return bytes(one ^ (chance.random() < 0.002) * 8 for one in data)

    board.up = spoil
    board.run(10)
    assert board.again() > 3


def test_a_board_that_falls_silent(board: TapedBoard) -> None:
    board.run(3)
    board.run(6, device_is_on=False)
    board.run(3)
    assert board.again() > 4


def test_what_is_asked_of_a_board(board: TapedBoard) -> None:
    board.run(2)
    session = board.bridge.session
    board.ask(session.set_lights([Light.ON, Light.OFF], board.now))
    board.ask(session.set_raw_mode(4, board.now))
    board.ask(session.want_calibration(0, 20, board.now))
    board.ask(session.command(Tare(), board.now))
    board.ask(session.want_snapshot(board.now))
    board.run(1)
    board.note(board.bridge.look_again(7, board.now))
    board.note(list(board.bridge.watch.orient((Orientation(13),), board.now)))
    board.run(2)
    assert {entry["in"][0] for entry in board.recording.entries} > set(
        "lights raw calibration command snapshot look orient".split()
    )
    assert board.again() > 3


def test_a_press_means_what_the_table_showed(board: TapedBoard) -> None:
    board.run(2)
    board.device.press(board.milliseconds, 1)
    board.run(1)
    assert any("turn_ended" in repr(entry) for entry in board.recording.entries)
    assert board.again() > 2


def test_from_the_middle_on(board: TapedBoard) -> None:
    board.run(3.005)
    before = len(board.recording.entries)
    board.recording.generation = 2
    board.run(2)
    board.run(4, device_is_on=False)
    board.run(2)
    board.tape.end()
    rest = board.recording.entries[before:]
    rest = rest[next(at for at, entry in enumerate(rest) if entry["in"][0] == "state") :]
    assert came_again(BoardAgain, rest) > 2


def test_two_that_share_something_share_it_again() -> None:
    session = thaw(_as_written([freeze(Session())])[0])
    assert session._asker._numbering is session._numbering


@pytest.mark.parametrize(
    "data",
    [
        ["o", "builtins.object", {}],
        ["o", "session.Session", 7],
        ["e", "happenings.State", "hungry"],
        ["r", 3],
        ["n", "much"],
        ["x", []],
        {"a": 1},
        1.5,
    ],
    ids=str,
)
def test_nothing_else_is_made(data: Any) -> None:
    with pytest.raises(RawError):
        thaw(data)


def test_what_goes_too_deep_is_not_made() -> None:
    data: Any = None
    for _ in range(100):
        data = ["t", [data]]
    with pytest.raises(RawError):
        thaw(data)


# The camera


def die(value: int | None, x: float, half: Half | None = Half.RIGHT) -> Die:
    corners = ((x - 9, 91.0), (x + 9, 91.0), (x + 9, 109.0), (x - 9, 109.0))
    return Die(value, x, 100.0, corners, half)


class Reader:
    """Reads what a test says."""

    def __init__(self) -> None:
        self.dice: tuple[Die, ...] = ()

    def read(self, image: object, before: object = None) -> DiceReading:
        del image, before
        return DiceReading(self.dice, None, 1.0)


class TapedCamera:
    """A camera of which all is written down: pictures in which dice are grey squares."""

    def __init__(self, folder: Path) -> None:
        self.recording, self.told, self.at = Collected(), list[Report](), 5.000013
        self.tape = CameraTape(self.recording, "bottom", calibrated=False)  # type: ignore[arg-type]  # as above
        port = CameraPort(Camera(evidence=False), folder, lambda: VIEW)
        self.watching = taped(port, None, self.told.append, self.tape)
        self.reader = Reader()
        self.watcher = self.tape.watches(self.reader)
        self.chance = np.random.default_rng(1)
        # Coarse, so that the board is not taken for a cover.
        self.base = self.chance.integers(30, 180, (15, 20), dtype=np.uint8).repeat(16, 0).repeat(16, 1)

    def run(self, seconds: float, *dice: Die, hand: bool = False) -> None:
        self.reader.dice = dice
        for _ in range(round(seconds * 15)):
            picture = self.base.copy()
            for one in dice:
                picture[90:110, int(one.x) - 10 : int(one.x) + 10] = 230
            if hand:
                picture[80:140, :90] = self.chance.integers(190, 255, dtype=np.uint8)
            self.at += 1 / 15
            for event in self.watcher.see(picture, self.at):
                self.watching.tell(Told(event, None))
            self.watching.stand(Phase.RUNNING, "The camera is running.")

    def again(self) -> int:
        self.tape.end()
        return came_again(CameraAgain, self.recording.entries)


@pytest.fixture
def camera(tmp_path: Path) -> TapedCamera:
    return TapedCamera(tmp_path)


def test_throws_and_hands(camera: TapedCamera) -> None:
    camera.run(2)
    for first, second in ((3, 1), (6, 6)):
        camera.run(0.6, hand=True)
        camera.run(2, die(first, 200.0), die(second, 250.0))
        camera.run(0.6, hand=True)
        camera.run(2)
    assert sum("dice_seen" in repr(entry) for entry in camera.recording.entries) == 2
    assert camera.again() > 4


def test_a_die_of_which_the_half_is_not_known_is_of_who_is_on_turn(camera: TapedCamera) -> None:
    camera.run(2)
    camera.run(2, die(3, 200.0, None), die(1, 250.0, None))
    assert any(entry.get("saw") == [["white"], ["white"]] for entry in camera.recording.entries)
    assert camera.again() > 1


def test_a_camera_that_is_lost_and_comes_back(camera: TapedCamera) -> None:
    camera.run(2)
    for event in camera.watcher.lost(camera.at):
        camera.watching.tell(Told(event, None))
    camera.watching.stand(Phase.LOST, "The camera is gone.")
    camera.run(3)
    assert camera.again() >= 3


def test_a_throw_that_lies_when_another_file_begins(camera: TapedCamera) -> None:
    camera.run(2)
    camera.run(2, die(3, 200.0), die(1, 250.0))
    before = len(camera.recording.entries)
    camera.recording.generation = 2
    camera.run(1, die(3, 200.0), die(1, 250.0))
    camera.run(2)
    camera.run(1, hand=True)
    camera.tape.end()
    rest = camera.recording.entries[before:]
    rest = rest[next(at for at, entry in enumerate(rest) if entry["in"][0] == "state") :]
    assert any("dice_lifted" in repr(entry) for entry in rest)
    assert came_again(CameraAgain, rest) > 0


def test_pictures_in_which_nothing_happens_are_not_written(camera: TapedCamera) -> None:
    camera.run(4)
    count = len(camera.recording.entries)
    camera.run(20)
    assert len(camera.recording.entries) <= count + 2


def test_a_watcher_that_asks_otherwise_is_found_out(camera: TapedCamera) -> None:
    camera.run(2)
    camera.run(2, die(3, 200.0), die(1, 250.0))
    camera.tape.end()
    for entry in camera.recording.entries:
        if entry["in"][0] == "see":
            entry["in"][2] = entry["in"][2][:2]
    with pytest.raises(RawError):
        came_again(CameraAgain, camera.recording.entries)
    assert isinstance(VIEW, TableView)
