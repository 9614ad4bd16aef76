"""A match as SGF, the Smart Game Format, as GNU Backgammon reads and writes it (its White is our White).

All moves stand as the mover made them, checker by checker. What GNU Backgammon has no words for stands in properties
of our own, which it passes over: `XC[resigns:W:2]`, `XC[refuses:B]`, `XC[accepts:B]`, `XC[calls off:W]`, `XC[flag:B]`,
`XC[tie:3]`. A game of no result was called off or never ended. Sessions of a fixed number of games become money
sessions. Left out: times, takebacks, who was closed out, and why an illegal play is illegal. GNU Backgammon itself cuts
names at 31 bytes, knows match lengths up to 64 and cubes up to 4096, and forgets a double that waits for its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from companion.journal.exchange.script import (
    Action,
    BoardPut,
    CallsOff,
    Cubed,
    CubePut,
    Flagged,
    Played,
    Replies,
    Resigns,
    Script,
    ScriptGame,
    Steps,
    Thrown,
    Tied,
)
from companion.journal.exchange.scripting import script_of
from companion.rules.board import OFF_PACE
from companion.rules.players import Player
from companion.rules.position import Side
from companion.table.events import CubeAction
from companion.table.state import Table

SIGNS = MappingProxyType({Player.WHITE: "W", Player.BLACK: "B"})
BAR, OFF = "y", "z"
VERSION = 1
"""Of the properties of our own."""
WORDS = MappingProxyType(
    {
        CubeAction.OFFER: "double",
        CubeAction.BEAVER: "double",
        CubeAction.TAKE: "take",
        CubeAction.DROP: "drop",
    }
)


def export_sgf(table: Table, begun: int | None = None) -> str:
    """Return the match at `table` as SGF; raise `NotInThisFormatError` if it is no game for it."""
    return write_sgf(script_of(table, begun))


def write_sgf(script: Script) -> str:
    """Return a script as SGF."""
    return "".join(_game(script, number, one) for number, one in enumerate(script.games, 1))


def _game(script: Script, number: int, one: ScriptGame) -> str:
    nodes = (f"\n;{node}" for action in one.actions for node in WRITERS[type(action)](action))
    return f"(;{''.join(_root(script, number, one))}{''.join(nodes)})\n"


def _root(script: Script, number: int, one: ScriptGame) -> Iterator[str]:
    yield f"FF[4]GM[6]CA[UTF-8]AP[companion:{VERSION}]"
    score = one.score
    yield f"MI[length:{script.length}][game:{_index(script, number)}][ws:{score.white}][bs:{score.black}]"
    yield f"PW[{escaped(script.names.white)}]PB[{escaped(script.names.black)}]"
    if script.day:
        yield f"DT[{script.day:%Y-%m-%d}]"
    rules = ":".join(_rules(script, one))
    if rules:
        yield f"RU[{rules}]"
    if script.stake(one) > 1:
        yield f"CV[{script.stake(one)}]"
    if one.result:
        result = one.result
        yield f"RE[{SIGNS[result.winner]}+{result.points}{'R' if result.resigned else ''}]"


def _index(script: Script, number: int) -> int:
    """Return the number of a game, from 0; GNU Backgammon aborts at more games than a match can have."""
    return min(number - 1, 2 * script.length + 1) if script.length else number - 1


def _rules(script: Script, one: ScriptGame) -> Iterator[str]:
    if not script.cube:
        yield "NoCube"
    if script.crawford and script.length:
        yield "Crawford"
    if one.crawford:
        yield "CrawfordGame"
    if script.jacoby:
        yield "Jacoby"
    if script.beavers:
        yield "Beavers"
    if script.automatic:
        yield "AutomaticDoubles"


def escaped(text: str) -> str:
    """Return a text as the value of a property."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _letter(player: Player, place: int) -> str:
    """Return the letter of a place in the mover's own numbers; letters count from White's point 1 for both."""
    if place in {0, OFF_PACE}:
        return BAR if place else OFF
    return point_letter(place if player is Player.WHITE else OFF_PACE - place)


def point_letter(point: int) -> str:
    """Return the letter of a point of the board."""
    return chr(ord("a") + point - 1)


def _play(player: Player, steps: Steps) -> str:
    return "".join(_letter(player, place) for step in steps for place in step)


def _dice(action: Thrown | Played) -> str:
    return "".join(map(str, action.dice))


def _played(action: Played) -> Iterator[str]:
    yield f"{SIGNS[action.player]}[{_dice(action)}{_play(action.player, action.steps or ())}]"


def _thrown(action: Thrown) -> Iterator[str]:
    yield f"PL[{SIGNS[action.player]}]DI[{_dice(action)}]"


def _board_put(action: BoardPut) -> Iterator[str]:
    white, black = (_checkers(side) for side in action.setup.sides)
    yield f"PL[{SIGNS[action.player]}]AE[a:y]{'AW' if white else ''}{white}{'AB' if black else ''}{black}"


def _checkers(side: Side) -> str:
    points = "".join(f"[{point_letter(point)}]" * count for point, count in enumerate(side.points, 1))
    return points + f"[{BAR}]" * side.bar


def _cube_put(action: CubePut) -> Iterator[str]:
    if action.value:
        yield f"CV[{action.value}]"
    if action.owner_told:
        yield f"CP[{SIGNS[action.owner].lower() if action.owner else 'c'}]"


def _told(word: str) -> Callable[[Action], Iterator[str]]:
    return lambda action: iter((f"XC[{word}:{SIGNS[action.player]}]",))


def _replies(action: Replies) -> Iterator[str]:
    yield f"XC[{'accepts' if action.accepted else 'refuses'}:{SIGNS[action.player]}]"


WRITERS: Mapping[type[Action], Callable[[Any], Iterator[str]]] = MappingProxyType(
    {
        Played: _played,
        Thrown: _thrown,
        BoardPut: _board_put,
        CubePut: _cube_put,
        Cubed: lambda action: iter((f"{SIGNS[action.player]}[{WORDS[action.action]}]",)),
        Resigns: lambda action: iter((f"XC[resigns:{SIGNS[action.player]}:{action.level}]",)),
        CallsOff: _told("calls off"),
        Flagged: _told("flag"),
        Replies: _replies,
        Tied: lambda action: iter((f"XC[tie:{action.die}]",)),
    }
)
