"""The menu of faults of a virtual board, as people call them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.rules.players import Player
from firmware_bridge.settling import Place
from firmware_bridge.virtual.board import FOR_EVER, VirtualBoard
from firmware_bridge.virtual.ills import A_CHECKER, FLICKERS_A_SECOND, Case, Ill, nothing_of
from firmware_bridge.virtual.words import CommandError, Words
from firmware_bridge.zones import Zone

Fault = Callable[[VirtualBoard, Words], str]


def _both_ways(board: VirtualBoard, name: str, value: float) -> None:
    for direction in (board.up, board.down):
        setattr(direction, name, value)


def _corrupt(board: VirtualBoard, words: Words) -> str:
    count = words.number("of how many bytes one is spoilt")
    _both_ways(board, "corrupt", count)
    return f"One byte in {count} is spoilt."


def _drop(board: VirtualBoard, words: Words) -> str:
    count = words.number("of how many frames one is lost")
    _both_ways(board, "drop", count)
    return f"One frame in {count} is lost."


def _duplicate(board: VirtualBoard, words: Words) -> str:
    count = words.number("of how many frames one comes twice")
    _both_ways(board, "duplicate", count)
    return f"One frame in {count} comes twice."


def _slow(board: VirtualBoard, words: Words) -> str:
    seconds = words.seconds("how many seconds late everything comes")
    _both_ways(board, "seconds_late", seconds)
    return f"Everything comes {seconds:g} s late."


def _hang(board: VirtualBoard, words: Words) -> str:
    seconds = FOR_EVER if words.is_empty else words.seconds("for how many seconds")
    board.hang(seconds)
    return "The board does nothing" + _for(seconds)


def _away(board: VirtualBoard, words: Words) -> str:
    seconds = FOR_EVER if words.is_empty else words.seconds("for how many seconds")
    name = "" if words.is_empty else words.rest("the other name")
    board.go_away(seconds, name)
    return "The board is unplugged" + _for(seconds)


def _for(seconds: float) -> str:
    return " until 'fault off'." if seconds == FOR_EVER else f" for {seconds:g} s."


def _version(board: VirtualBoard, words: Words) -> str:
    version = words.number("the version", 0, 255)
    board.speak(version)
    return f"The board speaks version {version}."


def _stuck(board: VirtualBoard, words: Words) -> str:
    place, zone = _sensor(board, words)
    shows = words.word("checker or empty")
    if shows not in {"checker", "empty"}:
        msg = f"a sensor is stuck with a checker or empty, not {shows!r}"
        raise CommandError(msg)
    there = A_CHECKER[zone.sensing] if shows == "checker" else nothing_of(zone.sensing)
    board.ills.cases[place] = Case(Ill.STUCK, there)
    return f"That sensor always shows {'a checker' if shows == 'checker' else 'nothing'}."


def _weak(board: VirtualBoard, words: Words) -> str:
    board.ills.cases[_sensor(board, words)[0]] = Case(Ill.WEAK)
    return "That sensor hardly feels its checker, and sometimes not at all."


def _dead(board: VirtualBoard, words: Words) -> str:
    board.ills.cases[_sensor(board, words)[0]] = Case(Ill.DEAD)
    return "That sensor gives no signal."


def _flicker(board: VirtualBoard, words: Words) -> str:
    place, _ = _sensor(board, words)
    each = FLICKERS_A_SECOND if words.is_empty else words.seconds("how often a second")
    board.ills.cases[place] = Case(Ill.FLICKER, each=1 / each)
    return f"That sensor changes {each:g} times a second."


def _swapped(board: VirtualBoard, words: Words) -> str:
    one, other = _zone(board, words), _zone(board, words)
    if board.device.zones[one].sensors != board.device.zones[other].sensors:
        msg = "these two have not the same number of sensors: two points can be mixed up, or bars and trays"
        raise CommandError(msg)
    board.ills.swap(one, other)
    return "The cables of these two are mixed up."


def _sensor(board: VirtualBoard, words: Words) -> tuple[Place, Zone]:
    at = _zone(board, words)
    zone = board.device.zones[at]
    return (at, words.number("the slot", 1, zone.sensors) - 1), zone


def _zone(board: VirtualBoard, words: Words) -> int:
    player = words.player_if_named() or Player.WHITE
    where = board.seat.where(player, words.place())
    named = [(zone.kind, zone.number) for zone in board.device.zones]
    if where not in named:
        msg = "no sensors are there"
        raise CommandError(msg)
    return named.index(where)


FAULTS: Mapping[str, tuple[str, Fault]] = MappingProxyType(
    {
        "corrupt": ("N: one byte in N is spoilt", _corrupt),
        "drop": ("N: one frame in N is lost", _drop),
        "duplicate": ("N: one frame in N comes twice", _duplicate),
        "slow": ("SECONDS: everything comes late", _slow),
        "hang": ("[SECONDS]: the board does nothing", _hang),
        "away": ("[SECONDS [NAME]]: unplugged, and perhaps back under another name", _away),
        "version": ("N: another version of the protocol", _version),
        "stuck": ("[PLAYER] PLACE SLOT checker|empty: a sensor that never changes", _stuck),
        "weak": ("[PLAYER] PLACE SLOT: a sensor that hardly feels its checker", _weak),
        "dead": ("[PLAYER] PLACE SLOT: a sensor without signal", _dead),
        "flicker": ("[PLAYER] PLACE SLOT [TIMES A SECOND]: a sensor that keeps changing", _flicker),
        "swapped": ("PLACE PLACE: two points with their cables mixed up", _swapped),
    }
)


def set_fault(board: VirtualBoard, words: Words) -> str:
    """Do what the words say, and return what is the case now."""
    name = words.word("the fault")
    if name == "off":
        words.end()
        board.mend()
        return "All is well again."
    if name not in FAULTS:
        msg = f"there is no fault {name!r}; the faults are {', '.join(FAULTS)}, off"
        raise CommandError(msg)
    said = FAULTS[name][1](board, words)
    words.end()
    board.look()
    return said
