"""The virtual board beside the real firmware on a simulated controller: what is done to both, both answer alike.

What a virtual board proves of the companion holds for a real one only as far as the two are alike.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Protocol

import pytest

from firmware_bridge.frames import encode
from firmware_bridge.payloads import Light, Message
from firmware_bridge.protocol import (
    Ack,
    Button,
    ButtonSeen,
    Calibrate,
    Calibration,
    CalibrationWanted,
    Hello,
    HostHello,
    Lights,
    RawMode,
    Reset,
    Snapshot,
    Tare,
    Tuning,
)
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.ends import PtyEnd
from firmware_bridge.virtual.ills import Case, Ill
from firmware_bridge.virtual.server import Server
from firmware_bridge.zones import Checker, Slot
from tests.firmware_bridge.firmware.logic import of
from tests.firmware_bridge.firmware.talk import Talk
from tests.firmware_bridge.simavr import CHANNELS, SLOTS, Simulated, channel

pytestmark = pytest.mark.real_time

COLOURS = {"A": Checker.A, "B": Checker.B}
DIGITS = {"": "0", "A": "1", "B": "2", "weak A": "5", "weak B": "6", "dead": "8"}
MILLIVOLTS = {"": 2500, "A": 3100, "B": 1900, "weak A": 2700, "weak B": 2300, "dead": 0}
UNKNOWN_COMMAND = 0x7F
HALF_A_FRAME = encode(Lights.TYPE, 1, bytes(6))[:5]


class Board(Protocol):
    """What is done to a board."""

    def lay(self, zone: int, slot: int, what: str) -> None: ...

    def press(self, button: int, *, pressed: bool) -> None: ...

    def lit(self) -> tuple[bool, ...]: ...


class Real:
    """The firmware."""

    def __init__(self, board: Simulated) -> None:
        self._board = board

    def lay(self, zone: int, slot: int, what: str) -> None:
        self._board.send(f"set {channel(zone, slot)} {MILLIVOLTS[what]}")

    def press(self, button: int, *, pressed: bool) -> None:
        self._board.send(f"{'press' if pressed else 'release'} {button}")

    def lit(self) -> tuple[bool, ...]:
        return self._board.lights()


class Virtual:
    """The board of the demonstration."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def lay(self, zone: int, slot: int, what: str) -> None:
        self._server.do(lambda board: self._lay(board, zone, slot, what))

    def _lay(self, board: VirtualBoard, zone: int, slot: int, what: str) -> None:
        board.ills.cases.pop((zone, slot), None)
        where = board.device.zones[zone].kind, board.device.zones[zone].number
        if not board.world.is_free(where, slot):
            board.world.take(where, slot=slot)
        if what in COLOURS:
            board.world.put(board.world.new(COLOURS[what]), where, slot)
        elif what == "dead":
            board.ills.cases[zone, slot] = Case(Ill.DEAD)
        elif what:
            board.ills.cases[zone, slot] = Case(Ill.STUCK, Slot(COLOURS[what[-1]], weak=True))
        board.look()

    def press(self, button: int, *, pressed: bool) -> None:
        self._server.do(lambda board: board.press(button, pressed=pressed))

    def lit(self) -> tuple[bool, ...]:
        lights = self._server.do(lambda board: board.device.lights)
        return tuple(light is Light.ON for light in (*lights, *[Light.OFF] * 24)[:24])


@contextmanager
def real(folder: Path) -> Iterator[tuple[Board, Talk]]:
    with Simulated(folder) as board, Talk(board.port) as talk:
        board.send("speed 0")
        yield Real(board), talk


@contextmanager
def virtual(folder: Path) -> Iterator[tuple[Board, Talk]]:
    with Server(VirtualBoard(), PtyEnd(folder / "tty")) as server, Talk(server.port) as talk:
        yield Virtual(server), talk


Step = Callable[[Board, Talk], object]


def laid(zone: int, slot: int, what: str) -> Step:
    at = channel(zone, slot)

    def step(board: Board, talk: Talk) -> object:
        board.lay(zone, slot, what)
        return talk.wait_for_slots(lambda slots: slots[at] == DIGITS[what])

    return step


def pressed(button: int, *, is_down: bool) -> Step:
    def step(board: Board, talk: Talk) -> object:
        talk.skip()
        board.press(button, pressed=is_down)
        event = talk.wait(Button, lambda one: (one.button, one.pressed) == (button, is_down))
        again = talk.wait(Button, lambda one: one.number == event.number)
        talk.tell(ButtonSeen(event.number))
        return event.number, event.button, event.pressed, again == event

    return step


def lit(lights: tuple[Light, ...]) -> Step:
    def step(board: Board, talk: Talk) -> object:
        ack = talk.ask(Lights(lights), Ack)
        # They are lit between two scans, and each snapshot comes after one.
        talk.slots()
        talk.slots()
        return ack, board.lit()

    return step


def asked(message: Message, kind: type[Message] = Ack) -> Step:
    def step(_board: Board, talk: Talk) -> object:
        return talk.ask(message, kind)

    return step


def is_unknown(_board: Board, talk: Talk) -> object:
    talk.skip()
    talk.write(encode(UNKNOWN_COMMAND, 200, b"what is that?"))
    return talk.wait(Ack)


def is_cut(_board: Board, talk: Talk) -> object:
    """Half a frame: what comes next is heard all the same."""
    talk.write(b"\0" + HALF_A_FRAME + b"\0")
    return len(talk.slots())


def met(_board: Board, talk: Talk) -> object:
    hello = talk.ask(HostHello(), Hello)
    return hello.groups, hello.features, hello.lights, hello.buttons, hello.scans


def restarted(_board: Board, talk: Talk) -> object:
    before = talk.ask(HostHello(), Hello).head
    ack = talk.ask(Reset(), Ack)
    after = talk.wait(Hello, lambda one: one.head.boot != before.boot).head
    return ack, (after.boot - before.boot) % 256, after.board == before.board, talk.slots()


def played(seed: int, count: int) -> Iterator[Step]:
    """Checkers that come and go anywhere, buttons and lights, as chance will have it."""
    chance = random.Random(seed)
    lies = [""] * CHANNELS
    down = dict.fromkeys((1, 2, 3), False)
    for _ in range(count):
        match chance.choice(("lay", "lay", "lay", "press", "light")):
            case "lay":
                zone = chance.randrange(len(SLOTS))
                slot = chance.randrange(SLOTS[zone])
                at = channel(zone, slot)
                lies[at] = chance.choice([one for one in DIGITS if one != lies[at]])
                yield laid(zone, slot, lies[at])
            case "press":
                button = chance.choice(list(down))
                down[button] = not down[button]
                yield pressed(button, is_down=down[button])
            case _:
                yield lit(tuple(chance.choices((Light.ON, Light.OFF), k=chance.randrange(25))))


def happened(board: Board, talk: Talk, steps: list[Step]) -> tuple[list[object], list[bytes]]:
    """What a board has answered, step by step, and what it has shown in all, each change once."""
    talk.ask(HostHello(), Hello)
    talk.slots()
    answers = [step(board, talk) for step in steps]
    shown = [one.data for one in of(Snapshot, (message for _, message in talk.heard))]
    return answers, [data for data, _ in groupby(shown)]


def both(folder: Path, *steps: Step) -> list[object]:
    """What both boards answer to the same; the test fails where they do not say the same."""
    results = []
    for name, make in (("real", real), ("virtual", virtual)):
        (folder / name).mkdir()
        with make(folder / name) as (board, talk):
            results.append(happened(board, talk, list(steps)))
    (answers, shown), (others, shown_too) = results
    assert answers == others
    assert shown == shown_too
    return answers


def test_they_are_of_one_kind(tmp_path: Path) -> None:
    both(tmp_path, met)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_lies_there_is_shown_alike(tmp_path: Path, seed: int) -> None:
    answers = both(tmp_path, *played(seed, 60))
    assert len(set(map(str, answers))) > 40


def test_commands_are_answered_alike(tmp_path: Path) -> None:
    both(
        tmp_path,
        asked(RawMode(0)),
        is_unknown,
        is_cut,
        asked(CalibrationWanted(0, 5), Calibration),
        asked(CalibrationWanted(CHANNELS - 1, 2)),
        asked(CalibrationWanted(3, 0)),
        asked(Calibrate(4, (Tuning(512, 0), Tuning(700, 33), Tuning(512, 200)))),
        asked(CalibrationWanted(3, 6), Calibration),
        asked(Calibrate(CHANNELS - 1, (Tuning(512, 33), Tuning(512, 33)))),
        asked(Calibrate(0, (Tuning(1024, 33),))),
        laid(0, 0, "A"),
        asked(Tare()),
        laid(0, 0, ""),
        laid(1, 1, "dead"),
        asked(Tare()),
        lit((Light.ON,) * 3),
        restarted,
        lit((Light.ON,)),
    )
