"""A match as .mat, the text format of Jellyfish, as GNU Backgammon reads it: White on the left, Black on the right.

A beaver stands as `Beavers => 4`, and with the doubler's next throw it is taken, as GNU Backgammon writes it. One that
is dropped stands as a second `Doubles => 4`: that program loses all games after `Beavers => 4` and `Drops`, though it
writes them so itself. A name whose `:` would break the file has a `.` there and stands as it is in the head. Names of
rules, and the dice of automatic doubles, stand in the head in `; [...]` lines, which other programs pass over; GNU
Backgammon takes such a game for one with the cube at 1.

An illegal play stands as `31: Illegal play (...)` with the position after it, as other programs have it, because GNU
Backgammon passes over moves that cannot be.

Left out, because the format has no words for it: refused resignations, who was closed out, equal dice that doubled
nothing, times, takebacks, and why an illegal play is illegal. Lost on time stands as won for what it brought, a game
that was called off without a result. A position or a cube that was set cannot be written: SGF and JSON can hold it.
"""

from __future__ import annotations

import re
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
from companion.journal.exchange.scripting import NotInThisFormatError, own_counts, script_of
from companion.rules.board import OFF_PACE
from companion.rules.games import GAMES
from companion.rules.players import Pair, Player, both
from companion.rules.position import start_position
from companion.table.events import CubeAction
from companion.table.state import Table

LEFT, NAME_LEFT = 27, 31
"""How wide the left column is, of plays and of names."""
BAR, OFF = "bar", "off"
NOT_PLAYED, NO_PLAY = "????", "Cannot Move"
SET_BY_HAND = "was set by hand, which a .mat file cannot hold: export the match as sgf or json."
SWITCHES: Mapping[str, str] = MappingProxyType(
    {"crawford": "Crawford", "jacoby": "Jacoby", "beavers": "Beaver", "cube": "Cube", "automatic": "AutomaticDoubles"}
)
"""The head's names of what a script says to be on or off."""
DAY = "EventDate"


def export_mat(table: Table, begun: int | None = None) -> str:
    """Return the match at `table` as .mat; raise `NotInThisFormatError` if something in it cannot be written so."""
    return write_mat(script_of(table, begun, boards=True))


def write_mat(script: Script) -> str:
    """Return a script as .mat."""
    games = (_Game(script, number, one).written() for number, one in enumerate(script.games, 1))
    return f"{''.join(_head(script))}\n {script.length} point match\n\n" + "\n".join(games)


def plain_name(name: str) -> str:
    """Return a name as it can stand before a score: without what other programs take for the score or a rating."""
    return " ".join(name.replace(":", ".").replace(",", ".").split())


def _head(script: Script) -> Iterator[str]:
    for number, name in enumerate(script.names, 1):
        yield f'; [Player {number} "{" ".join(name.split())}"]\n'
    if script.day:
        yield f'; [{DAY} "{script.day:%Y.%m.%d}"]\n'
    yield '; [Variation "Backgammon"]\n'
    for attribute, switch in SWITCHES.items():
        yield f'; [{switch} "{"On" if getattr(script, attribute) else "Off"}"]\n'
    for number, one in enumerate(script.games, 1):
        for die in {action.die for action in one.actions if isinstance(action, Tied)} if script.automatic else ():
            yield f'; [AutomaticDouble "{number}: {die}-{die}"]\n'


class _Game:
    """One game that is written line by line."""

    def __init__(self, script: Script, number: int, one: ScriptGame) -> None:
        """Begin with the first line."""
        self.script, self.number, self.one = script, number, one
        self.cube = script.stake(one)
        self.board = Board()
        self.rows: list[Pair[str]] = []
        self.at = 0
        """Which action is written."""
        self.thrown_by: Player | None = None
        """Who has thrown what a position comes of that follows."""

    def written(self) -> str:
        """Return the whole game."""
        for at, action in enumerate(self.one.actions):
            self.at = at
            CELLS[type(action)](self, action)
        # GNU Backgammon overlooks the left cell of a short line, so both columns are filled up.
        rows = (f"{number:3}) {row.white:<{LEFT}} {row.black}" for number, row in enumerate(self.rows, 1))
        lines = [f" Game {self._index()}", self._names(), *rows, *self._wins()]
        return "\n".join(lines) + "\n"

    @property
    def _last(self) -> Action | None:
        return self.one.actions[self.at - 1] if self.at else None

    @property
    def _next(self) -> Action | None:
        return self.one.actions[self.at + 1] if self.at + 1 < len(self.one.actions) else None

    def _index(self) -> int:
        """Return the number to write; GNU Backgammon aborts at more games than a match can have."""
        return min(self.number, 2 * self.script.length + 2) if self.script.length else self.number

    def _names(self) -> str:
        white, black = (
            f"{plain_name(name)} : {score}" for name, score in zip(self.script.names, self.one.score, strict=True)
        )
        return f" {white:<{NAME_LEFT}} {black}"

    def _wins(self) -> Iterator[str]:
        result = self.one.result
        if result:
            indent = " " * (6 if result.winner is Player.WHITE else LEFT + 7)
            total = self.one.score[result.winner] + result.points
            last = " and the match" if 0 < self.script.length <= total else ""
            yield f"{indent}Wins {result.points} point{'' if result.points == 1 else 's'}{last}"

    def cell(self, player: Player, text: str) -> None:
        """Write something into the column of `player`."""
        if player is Player.BLACK and self.rows and not self.rows[-1].black:
            self.rows[-1] = self.rows[-1].with_(player, text)
        else:
            self.rows.append(both("").with_(player, text))

    def played(self, action: Played) -> None:
        """Write a throw and its play."""
        play = self.board.play(action.player, action.steps or ()) or NO_PLAY
        self.cell(action.player, f"{_dice(action)}: {play}")

    def thrown(self, action: Thrown) -> None:
        """Write a throw that was not played, or the position that was made of it."""
        put = self._next
        if isinstance(put, BoardPut) and put.player is not action.player:
            self.thrown_by = action.player
            self.cell(action.player, f"{_dice(action)}: Illegal play ({self._position(put)})")
        else:
            self.cell(action.player, f"{_dice(action)}: {NOT_PLAYED}")

    def _position(self, put: BoardPut) -> str:
        """Return a position as Snowie writes it, from the side of who is to throw; of two bars that one's is last."""
        script, on_roll = self.script, put.player
        other = on_roll.opponent
        own, theirs = own_counts(put.setup, on_roll), own_counts(put.setup, other)
        points = [own[place] - theirs[OFF_PACE - place] for place in range(1, OFF_PACE)]
        names = [re.sub(r"[;()]", ".", plain_name(script.names[player])) for player in (on_roll, other)]
        score = [self.one.score[player] for player in (on_roll, other)]
        money = not script.length
        head = [script.length, int(money and bool(script.jacoby)), 0, int(money), int(other is Player.BLACK), *names]
        rest = [int(bool(self.one.crawford)), *score, self.cube, 0, -theirs[OFF_PACE], *points, own[OFF_PACE], 0, 0]
        return "".join(f"{field};" for field in (*head, *rest))

    def cubed(self, action: Cubed) -> None:
        """Write what was done with the cube."""
        if action.action in {CubeAction.OFFER, CubeAction.BEAVER}:
            self.cube *= 2
            beaver = action.action is CubeAction.BEAVER and self._is_taken()
            self.cell(action.player, f" {'Beavers' if beaver else 'Doubles'} => {self.cube}")
        elif not self._goes_without_saying(action):
            self.cell(action.player, " Takes" if action.action is CubeAction.TAKE else " Drops")

    def _is_taken(self) -> bool:
        """Whether the doubler takes a beaver that was just made."""
        return isinstance(self._next, Cubed) and self._next.action is CubeAction.TAKE

    def _goes_without_saying(self, answer: Cubed) -> bool:
        """Whether an answer takes a beaver, and the throw that follows says so."""
        answers = isinstance(self._last, Cubed) and self._last.action is CubeAction.BEAVER
        return answers and answer.action is CubeAction.TAKE and isinstance(self._next, Played | Thrown)

    def put(self, action: BoardPut | CubePut) -> None:
        """Refuse to write what was set by hand, unless it stands there with the throw that it comes of."""
        if isinstance(action, BoardPut) and self.thrown_by:
            self.thrown_by = None
            self.board.put(action)
            return
        what = "the position" if isinstance(action, BoardPut) else "the cube"
        msg = f"Game {self.number}, after move {len(self.rows)}: {what} {SET_BY_HAND}"
        raise NotInThisFormatError(msg)


class Board:
    """Where the checkers are, to tell what is hit."""

    def __init__(self) -> None:
        """Set the checkers up."""
        setup = start_position(GAMES["backgammon"]).setup
        self.counts = Pair(*(own_counts(setup, player) for player in Player))

    def put(self, action: BoardPut) -> None:
        """Set the checkers as they are put."""
        self.counts = Pair(*(own_counts(action.setup, player) for player in Player))

    def play(self, player: Player, steps: Steps) -> str:
        """Make a play and return it with the hits marked."""
        return " ".join(f"{_place(source)}/{self._move(player, source, target)}" for source, target in steps)

    def _move(self, player: Player, source: int, target: int) -> str:
        own, other = self.counts[player], self.counts[player.opponent]
        own[source] -= 1
        own[target] += 1
        facing = OFF_PACE - target
        hit = 0 < target < OFF_PACE and other[facing] > 0
        if hit:
            other[OFF_PACE] += other[facing]
            other[facing] = 0
        return f"{_place(target)}{'*' if hit else ''}"


def _place(place: int) -> str:
    return {0: OFF, OFF_PACE: BAR}.get(place, str(place))


def _dice(action: Thrown | Played) -> str:
    return "".join(map(str, action.dice))


def _nothing(_game: _Game, _action: Action) -> None:
    """Leave out what the format has no words for, or what the result tells."""


CELLS: Mapping[type[Action], Callable[[_Game, Any], None]] = MappingProxyType(
    {
        Played: _Game.played,
        Thrown: _Game.thrown,
        Cubed: _Game.cubed,
        BoardPut: _Game.put,
        CubePut: _Game.put,
        Resigns: _nothing,
        CallsOff: _nothing,
        Replies: _nothing,
        Flagged: _nothing,
        Tied: _nothing,
    }
)
