"""What is typed at a virtual board: done, or turned down in words."""

import random

import pytest

from companion.rules.games import GAMES
from companion.rules.players import Player
from companion.rules.position import start_position
from firmware_bridge.frames import Deframer
from firmware_bridge.orientation import EVERY, Orientation
from firmware_bridge.payloads import VERSION, Message
from firmware_bridge.protocol import Button, Hello, OtherVersion, read_from_board
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.commands import Commands
from firmware_bridge.virtual.fault_menu import FAULTS

LONG = 30.0


@pytest.fixture
def commands() -> Commands:
    return Commands(VirtualBoard())


def let_pass(commands: Commands, seconds: float = LONG) -> None:
    commands.board.tick(commands.board.now + seconds)


def is_moving(commands: Commands) -> bool:
    return commands.board.is_moving


def is_waiting(commands: Commands) -> bool:
    return commands.is_waiting


def said(commands: Commands) -> list[Message]:
    let_pass(commands, 0.01)
    return [read_from_board(frame) for frame in Deframer().feed(commands.board.arrived())]


def points(commands: Commands) -> tuple[int, ...]:
    white, black = commands.board.seat.setup.sides
    return tuple(map(int.__sub__, white.points, black.points))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("way", EVERY[::3], ids=str)
def test_every_start_can_be_set_up(name: str, way: Orientation) -> None:
    commands = Commands(VirtualBoard(orientation=way))
    assert commands.do(f"start {name}") == f"{GAMES[name].name} is set up."
    assert commands.board.seat.setup == start_position(GAMES[name]).setup


@pytest.mark.parametrize("seed", range(20))
def test_a_play_gets_there(seed: int) -> None:
    commands = Commands(VirtualBoard(chance=random.Random(seed)))
    assert commands.do("play white 3-1 8/5 6/5") == "White plays 8/5 6/5."
    assert is_moving(commands)
    assert commands.do("play white 3-1 8/5 6/5") == "The hands are still at work."
    let_pass(commands)
    assert not is_moving(commands)
    assert points(commands)[4:8] == (2, 4, 0, 2)
    assert commands.do("play black 6-5 1-7-12") == "Black plays 1-7-12."
    let_pass(commands)
    assert commands.do("play black 6-5 12-11A") == "Black plays 12-11A, which is against the rules."
    let_pass(commands)
    assert (points(commands)[0], points(commands)[11], points(commands)[13]) == (-1, -5, -1)
    assert commands.board.mishap == ""


def test_a_hit_checker_goes_to_the_bar(commands: Commands) -> None:
    commands.do("position 0 0 0 0 -1 0 0 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0")
    commands.do("play white 3-1 8/5*/4")
    let_pass(commands)
    assert commands.board.seat.setup.sides.black.bar == 1
    assert commands.board.seat.setup.sides.white.off == 13


def test_lifting_and_placing_keeps_the_checker(commands: Commands) -> None:
    before = commands.board.world.rooms[commands.board.seat.where(Player.WHITE, 24)].slots[1]
    assert commands.do("lift 24") == "White's checker is in the hand."
    assert "In the hand: a checker of White." in commands.do("show")
    assert commands.do("lift 13") == "There is a checker in the hand already: place it first."
    assert commands.do("place white 23 4") == "White's checker from the hand lies there."
    assert commands.board.world.rooms[commands.board.seat.where(Player.WHITE, 23)].slots[3] is before


def test_a_slide(commands: Commands) -> None:
    assert commands.do("slide 13 9") == "White's checker slides."
    let_pass(commands)
    assert (points(commands)[8], points(commands)[12]) == (1, 4)
    assert commands.do("slide 2 3") == "No such checker lies there."


def test_buttons(commands: Commands) -> None:
    commands.board.arrived()
    assert commands.do("press 2") == "Button 2 is pressed."
    assert commands.do("release 2") == "Button 2 is let go."
    assert [(one.button, one.pressed) for one in said(commands) if isinstance(one, Button)] == [(2, True), (2, False)]


def test_faster_hands(commands: Commands) -> None:
    times = []
    for speed in (1, 10):
        commands = Commands(VirtualBoard())
        commands.do(f"speed {speed}")
        commands.do("play white 3-1 8/5 6/5")
        times.append(max(one.at for one in commands.board._agenda))
    assert times[1] == pytest.approx(times[0] / 10)


def test_waiting(commands: Commands) -> None:
    commands.do("wait 2")
    let_pass(commands, 1.0)
    assert is_waiting(commands)
    let_pass(commands, 1.5)
    assert not is_waiting(commands)
    commands.do("play white 3-1 8/5 6/5")
    commands.do("wait")
    assert is_waiting(commands)
    let_pass(commands)
    assert not is_waiting(commands)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("jump", "There is no command 'jump': 'help' tells them all."),
        ("start puf", "There is no game 'puf'; did you mean 'puff'?"),
        ("start", "The game is missing. Like this: start GAME."),
        ("lift 25", "'25' is no place: it is a point from 1 to 24, or bar, off, reserve."),
        ("lift 2", "No such checker lies there."),
        ("place green 2", "'green' is no player: it is white or black."),
        ("place white 24 1", "Slot 1 is not free there; it has 6 slots."),
        ("play white 7-1 8/7", "'7-1' is no throw: it is like 3-1."),
        ("play white 3-1 8/9/", "'8/9/' is not a move: one is written like 24/18, 8/5(2) or bar/20*."),
        ("press 9", "The button is a whole number from 1 to 3, not '9'."),
        ("speed 0", "The speed is a number above 0, not '0'."),
        ("speed nan", "The speed is a number above 0, not 'nan'."),
        ("position 1 2", "Point 3 is missing. Like this: position 24 COUNTS [WHITE'S BAR, BLACK'S BAR]."),
        ("fault rust", f"There is no fault 'rust'; the faults are {', '.join(FAULTS)}, off."),
        ("fault stuck 6 7 checker", "The slot is a whole number from 1 to 6, not '7'."),
        (
            "fault swapped 6 bar",
            "These two have not the same number of sensors: two points can be mixed up, or bars and trays.",
        ),
        ("fault stuck 6 1 half", "A sensor is stuck with a checker or empty, not 'half'."),
        ("quit now", "What is 'now' to mean? Like this: quit."),
    ],
)
def test_errors_in_words(commands: Commands, line: str, answer: str) -> None:
    before = commands.board.seat.setup
    assert commands.do(line) == answer
    assert commands.board.seat.setup == before
    assert not commands.is_over


EVERY_FAULT = {
    "corrupt": "20",
    "drop": "3",
    "duplicate": "3",
    "slow": "0.5",
    "hang": "2",
    "away": "2 elsewhere",
    "version": "7",
    "stuck": "6 1 empty",
    "weak": "white bar 1",
    "dead": "6 1",
    "flicker": "6 1 5",
    "swapped": "6 8",
}


def heard(commands: Commands) -> bytes:
    """All that comes from the board in two seconds."""
    data = b""
    for _ in range(100):
        let_pass(commands, 0.02)
        data += commands.board.arrived()
    return data


def begun() -> Commands:
    commands = Commands(VirtualBoard())
    let_pass(commands, 0.1)
    commands.do("place white bar")
    return commands


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_felt_and_ends(name: str) -> None:
    good, bad = begun(), begun()
    assert bad.do(f"fault {name} {EVERY_FAULT[name]}").endswith(".")
    assert heard(bad) != heard(good)
    assert bad.do("fault off") == "All is well again."
    let_pass(bad, 3.0)
    deframer = Deframer()
    deframer.feed(bad.board.arrived())
    assert (deframer.accepted > 3, deframer.refused) == (True, 0)
    assert bad.board.device.about.head.version == VERSION
    assert bad.board.device._scanning.shown == good.board.device._scanning.shown


def test_another_version_is_told_in_the_head(commands: Commands) -> None:
    commands.do("fault version 7")
    (hello, *_) = said(commands)
    assert isinstance(hello, OtherVersion)
    assert hello.head.version == 7
    commands.do("fault off")
    (hello, *_) = said(commands)
    assert isinstance(hello, Hello)


def test_help_names_every_command_and_fault(commands: Commands) -> None:
    text = commands.do("help")
    assert all(f"\n{name}" in f"\n{text}" for name in commands.TABLE)
    assert all(f"fault {name}" in text for name in FAULTS)


def test_nothing_said_nothing_done(commands: Commands) -> None:
    assert commands.do("") == commands.do("  ") == commands.do("# a remark") == ""
