"""What goes wrong while a game is played: the menu of faults of the virtual board, each at its strength."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware_bridge.payloads import VERSION
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.ills import A_CHECKER, Case, Ill, nothing_of

Do = Callable[[VirtualBoard, random.Random], None]


def nothing(_board: VirtualBoard, _chance: random.Random) -> None:
    """All is well."""


@dataclass(frozen=True)
class Trouble:
    """What is wrong from the beginning, and what happens again in each turn."""

    name: str
    begin: Do = nothing
    happen: Do = nothing
    keeps_presses: bool = True
    """Whether each press of a button comes through."""


GOOD = Trouble("clean")


def corrupt(board: VirtualBoard, _chance: random.Random) -> None:
    board.up.corrupt = board.down.corrupt = 150


def corrupt_badly(board: VirtualBoard, _chance: random.Random) -> None:
    board.up.corrupt = board.down.corrupt = 40


def drop(board: VirtualBoard, _chance: random.Random) -> None:
    board.up.drop = board.down.drop = 3


def duplicate(board: VirtualBoard, _chance: random.Random) -> None:
    board.up.duplicate = board.down.duplicate = 2


def slow(board: VirtualBoard, _chance: random.Random) -> None:
    board.up.seconds_late = board.down.seconds_late = 0.4


def very_slow(board: VirtualBoard, _chance: random.Random) -> None:
    board.up.seconds_late = board.down.seconds_late = 1.5


def hang(board: VirtualBoard, chance: random.Random) -> None:
    if chance.random() < 0.4:
        board.hang(chance.uniform(0.3, 8.0))


def go_away(board: VirtualBoard, chance: random.Random) -> None:
    if chance.random() < 0.4:
        board.go_away(chance.uniform(0.1, 8.0), chance.choice(("", "elsewhere")))


def restart(board: VirtualBoard, chance: random.Random) -> None:
    if chance.random() < 0.4:
        board.restart()


def other_version(board: VirtualBoard, chance: random.Random) -> None:
    if chance.random() < 0.3:
        board.speak(chance.choice((VERSION, VERSION + 1)))


def a_sensor(board: VirtualBoard, chance: random.Random) -> tuple[int, int]:
    """One of the sensors of the points, more likely one that is used."""
    zone = chance.randrange(24)
    return zone, chance.randrange(min(3, board.device.zones[zone].sensors))


def stuck_with_checker(board: VirtualBoard, chance: random.Random) -> None:
    zone, slot = a_sensor(board, chance)
    board.ills.cases[zone, slot] = Case(Ill.STUCK, A_CHECKER[board.device.zones[zone].sensing])


def stuck_empty(board: VirtualBoard, chance: random.Random) -> None:
    zone, slot = a_sensor(board, chance)
    board.ills.cases[zone, slot] = Case(Ill.STUCK, nothing_of(board.device.zones[zone].sensing))


def ill(kind: Ill) -> Do:
    def begin(board: VirtualBoard, chance: random.Random) -> None:
        board.ills.cases[a_sensor(board, chance)] = Case(kind)

    return begin


def swapped(board: VirtualBoard, chance: random.Random) -> None:
    board.ills.swap(*chance.sample(range(24), 2))


TROUBLES: Mapping[str, Trouble] = {
    one.name: one
    for one in (
        GOOD,
        Trouble("corrupt one byte in 150", corrupt),
        Trouble("corrupt one byte in 40", corrupt_badly, keeps_presses=False),
        Trouble("drop one frame in 3", drop),
        Trouble("duplicate one frame in 2", duplicate),
        Trouble("slow by 0.4 s", slow),
        Trouble("slow by 1.5 s", very_slow),
        Trouble("hang", happen=hang),
        Trouble("away", happen=go_away, keeps_presses=False),
        Trouble("restart", happen=restart, keeps_presses=False),
        Trouble("other version", happen=other_version, keeps_presses=False),
        Trouble("stuck, a checker", stuck_with_checker),
        Trouble("stuck, empty", stuck_empty),
        Trouble("weak", ill(Ill.WEAK)),
        Trouble("dead", ill(Ill.DEAD)),
        Trouble("flicker", ill(Ill.FLICKER)),
        Trouble("swapped points", swapped),
    )
}
