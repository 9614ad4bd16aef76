"""One game of an SGF file, node by node."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NoReturn

from companion.journal.exchange.decoding import number_of, shown
from companion.journal.exchange.importing import ForeignFileError
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
    Result,
    ScriptGame,
    Thrown,
    Tied,
)
from companion.journal.exchange.sgf_tree import Node
from companion.rules.board import OFF_PACE
from companion.rules.games import GAMES
from companion.rules.players import Pair, Player
from companion.rules.position import Setup, Side, start_position
from companion.table.events import CubeAction

PLAYERS = MappingProxyType({"W": Player.WHITE, "B": Player.BLACK})
RESULT = re.compile(r"([WB])\+(\d{1,6})\s*(R?)", re.IGNORECASE)
PLAY = re.compile(r"([1-6])([1-6])((?:[a-z][a-z]){0,4})")
SPAN = re.compile(r"([a-y]):([a-y])")
ACTIONS = MappingProxyType({"double": CubeAction.OFFER, "take": CubeAction.TAKE, "drop": CubeAction.DROP})
START = start_position(GAMES["backgammon"]).setup


def rules_of(root: Node) -> list[str]:
    """Return the rules that a root names."""
    return [part.strip() for value in root.properties.get("RU", []) for part in value.split(":")]


def match_info(root: Node) -> dict[str, str]:
    """Return what a root says of the match."""
    pairs = (value.partition(":") for value in root.properties.get("MI", []))
    return {name.strip().lower(): value for name, _, value in pairs}


class GameReader:
    """One game that is read node by node."""

    def __init__(self, nodes: list[Node]) -> None:
        """Begin with the root."""
        self.root, self.nodes = nodes[0], nodes[1:]
        self.turn = Player.WHITE
        self.setup = START
        self.moves = 0
        self.offered: Player | None = None
        """Who has offered the cube last, if no answer has come."""
        self.line = self.root.line

    def read(self) -> ScriptGame:
        """Return the game."""
        actions = [action for node in self.nodes for action in self._node(node)]
        ties = sum(isinstance(action, Tied) for action in actions)
        score = match_info(self.root)
        where = f"Line {self.root.line}"
        return ScriptGame(
            Pair(*(number_of(score.get(name, "0"), where) for name in ("ws", "bs"))),
            (*self._doubled_by_itself(ties), *_merged(_with_turns(actions))),
            self._result(),
            "CrawfordGame" in rules_of(self.root),
        )

    def _doubled_by_itself(self, ties: int) -> Iterator[Action]:
        """The stake with which the game begins; with which dice it doubled, the file need not tell."""
        cube = number_of(self.root.first("CV") or "1", f"Line {self.root.line}")
        if cube > 1 and not ties:
            yield Tied(Player.WHITE, 1)
        if cube > 2:
            yield CubePut(Player.WHITE, cube, owner_told=False)

    def _result(self) -> Result | None:
        told = RESULT.match((self.root.first("RE") or "").strip())
        return Result(PLAYERS[told[1].upper()], max(1, int(told[2])), bool(told[3])) if told else None

    def _node(self, node: Node) -> Iterator[Action]:
        self.line = node.line
        if "PL" in node.properties:
            self.turn = self._player(node.first("PL") or "")
        if node.properties.keys() & {"AE", "AW", "AB"}:
            yield self._board(node)
        if node.properties.keys() & {"CV", "CP", "CO"}:
            yield self._cube(node)
        for value in node.properties.get("XC", []):
            yield self._ours(value)
        for name, player in PLAYERS.items():
            if name in node.properties:
                yield self._move(player, (node.first(name) or "").strip())
                return
        if "DI" in node.properties:
            yield self._throw(node.first("DI") or "")

    def _player(self, sign: str) -> Player:
        tidy = sign.strip().upper()[:1]
        return PLAYERS[tidy] if tidy in PLAYERS else self._wrong(sign, "is no player: W or B")

    def _move(self, player: Player, value: str) -> Action:
        if value.lower() in ACTIONS:
            return self._cubed(player, ACTIONS[value.lower()])
        play = PLAY.fullmatch(value)
        if play is None:
            self._wrong(value, "is no move: one is written like 31hefe, double, take or drop")
        self.moves += 1
        self.turn, self.offered = player.opponent, None
        steps = tuple(self._step(player, play[3][at : at + 2]) for at in range(0, len(play[3]), 2))
        return Played(player, (int(play[1]), int(play[2])), steps, move=self.moves)

    def _cubed(self, player: Player, action: CubeAction) -> Action:
        """A double that answers a double is a beaver."""
        beaver = action is CubeAction.OFFER and self.offered is player.opponent
        self.offered = player if action is CubeAction.OFFER else None
        return Cubed(player, CubeAction.BEAVER if beaver else action, move=self.moves + 1)

    def _step(self, player: Player, letters: str) -> tuple[int, int]:
        source, target = (_place(player, letter) for letter in letters)
        if source == 0 or target == OFF_PACE:
            self._wrong(letters, "is no way for a checker: none comes from the tray or goes to its own bar")
        return source, target

    def _throw(self, value: str) -> Action:
        play = PLAY.fullmatch(value.strip()[:2])
        if play is None:
            self._wrong(value, "is no throw: one is written like 31")
        return Thrown(self.turn, (int(play[1]), int(play[2])), move=self.moves + 1)

    def _board(self, node: Node) -> Action:
        cleared = self._counts(node, "AE")
        if self.moves and not all(cleared):
            self._wrong(str(node.first("AE") or ""), "clears only a part of the board: a position is to be set whole")
        sides = []
        for name, side in zip(("AW", "AB"), self.setup.sides, strict=True):
            added = self._counts(node, name)
            points = [(0 if gone else was) + more for gone, was, more in zip(cleared, side.points, added, strict=False)]
            sides.append(_side(points, added[-1] + (0 if cleared[-1] else side.bar)))
        self.setup = Setup(Pair(*sides))
        return BoardPut(self.turn, self.setup, move=self.moves + 1)

    def _counts(self, node: Node, name: str) -> list[int]:
        """Return how often each point, and last the bar, is named."""
        counts = [0] * OFF_PACE
        for value in node.properties.get(name, []):
            span = SPAN.fullmatch(value.strip()) or SPAN.fullmatch(f"{value.strip()}:{value.strip()}")
            if span is None:
                self._wrong(value, "is no point of the board: those are a to x, and y is the bar")
            for place in range(_index(span[1]), _index(span[2]) + 1):
                counts[place] += 1
        return counts

    def _cube(self, node: Node) -> Action:
        value, owner = node.first("CV"), node.first("CP") or node.first("CO")
        sign = (owner or "").strip().upper()[:1]
        number = number_of(value, f"Line {self.line}") if value is not None else None
        if number is not None and (number < 1 or number & (number - 1)):
            self._wrong(value or "", "is no cube: 1, 2, 4, 8 and so on")
        return CubePut(Player.WHITE, number, PLAYERS.get(sign), owner is not None, move=self.moves + 1)

    def _ours(self, value: str) -> Action:
        word, *rest = value.split(":")
        make = OURS.get(word)
        if make is None:
            self._wrong(value, "is nothing that this version knows")
        try:
            return replace(make(rest), move=self.moves + 1)
        except (KeyError, IndexError, ValueError) as error:
            msg = f"Line {self.line}: {shown(value)} is not complete."
            raise ForeignFileError(msg) from error

    def _wrong(self, value: str, what: str) -> NoReturn:
        msg = f"Line {self.line}: {shown(value)} {what}."
        raise ForeignFileError(msg)


def _index(letter: str) -> int:
    return ord(letter) - ord("a")


def _place(player: Player, letter: str) -> int:
    """Return the mover's own number of a place."""
    if letter >= "y":
        return OFF_PACE if letter == "y" else 0
    point = _index(letter) + 1
    return point if player is Player.WHITE else OFF_PACE - point


def _side(points: list[int], bar: int) -> Side:
    return Side(tuple(points), bar=bar, off=max(0, 15 - sum(points) - bar))


def _die(text: str) -> int:
    if text not in {"1", "2", "3", "4", "5", "6"}:
        raise ValueError(text)
    return int(text)


def _level(text: str) -> int:
    return min(3, _die(text))


OURS: Mapping[str, Callable[[list[str]], Action]] = MappingProxyType(
    {
        "resigns": lambda rest: Resigns(PLAYERS[rest[0]], _level(rest[1])),
        "accepts": lambda rest: Replies(PLAYERS[rest[0]], accepted=True),
        "refuses": lambda rest: Replies(PLAYERS[rest[0]], accepted=False),
        "calls off": lambda rest: CallsOff(PLAYERS[rest[0]]),
        "flag": lambda rest: Flagged(PLAYERS[rest[0]]),
        "tie": lambda rest: Tied(Player.WHITE, _die(rest[0])),
    }
)


def _with_turns(actions: list[Action]) -> list[Action]:
    """Return the actions with whose turn it is where the position is set: GNU Backgammon writes White every time."""
    found: list[Action] = []
    acts_next: Player | None = None
    for action in reversed(actions):
        if isinstance(action, BoardPut):
            found.append(replace(action, player=acts_next or action.player))
            continue
        if isinstance(action, Played | Thrown | Cubed):
            acts_next = action.player
        found.append(action)
    return found[::-1]


def _merged(actions: list[Action]) -> Iterator[Action]:
    """Yield the actions with what is said of the cube one after the other as one."""
    waiting: CubePut | None = None
    for action in actions:
        if isinstance(action, CubePut):
            waiting = action if waiting is None else _both(waiting, action)
            continue
        if waiting:
            yield waiting
        waiting = None
        yield action
    if waiting:
        yield waiting


def _both(first: CubePut, then: CubePut) -> CubePut:
    value = first.value if then.value is None else then.value
    owner = then.owner if then.owner_told else first.owner
    return replace(then, value=value, owner=owner, owner_told=first.owner_told or then.owner_told)
