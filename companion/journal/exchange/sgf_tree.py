"""The bare structure of SGF: games of nodes of properties, read with limits and without recursion."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

from companion.journal.exchange.decoding import MOST_GAMES, shown
from companion.journal.exchange.importing import ForeignFileError

MOST_DEPTH = 100
MOST_NODES = 500_000
NAME = re.compile(r"[A-Za-z]{1,20}")
VALUE = re.compile(r"\[([^\\\]]*+(?:\\.[^\\\]]*+)*+)\]", re.DOTALL)
SPACE = re.compile(r"\s*")


@dataclass
class Node:
    """The properties of a node, and in which line of the file it begins."""

    line: int
    properties: dict[str, list[str]] = field(default_factory=dict)

    def first(self, name: str) -> str | None:
        """Return the first value of a property, or None if it is not there."""
        return self.properties[name][0] if name in self.properties else None


class _Reader:
    """A text that is read piece by piece."""

    def __init__(self, text: str) -> None:
        """Begin at the first game."""
        self.text, self.at = text, text.index("(") if "(" in text else len(text)
        self.counted, self.line = 0, 1
        self.games: list[list[Node]] = []
        self.depth = self.closed_at = self.nodes = 0

    def read(self) -> list[list[Node]]:
        """Return the main line of each game; variations beside it are passed over."""
        self._skip_space()
        while self.at < len(self.text):
            sign = self.text[self.at]
            self.at += 1
            if sign == "(":
                self._open()
            elif sign == ")" and self.depth:
                self._close()
            elif sign == ";" and self.depth:
                self._node()
            elif self.depth:
                self._wrong(f"{shown(sign)} is not expected here")
            else:
                self.at = self._next_game()
            self._skip_space()
        if self.depth:
            self._wrong("the file breaks off in the middle of a game: it is not whole")
        return self.games

    def _next_game(self) -> int:
        found = self.text.find("(", self.at)
        return found if found >= 0 else len(self.text)

    def _open(self) -> None:
        if self.depth == 0:
            if len(self.games) >= MOST_GAMES:
                self._wrong(f"there are more than {MOST_GAMES} games: split the file")
            self.games.append([])
            self.closed_at = MOST_DEPTH
        self.depth += 1
        if self.depth > MOST_DEPTH:
            self._wrong(f"variations lie more than {MOST_DEPTH} deep in each other: this is no record of a game")

    def _close(self) -> None:
        self.depth -= 1
        # Whatever comes after the first end of a line of play is a variation of it.
        self.closed_at = min(self.closed_at, self.depth)

    def _node(self) -> None:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            self._wrong(f"there are more than {MOST_NODES} moves: this is no record of a game")
        node = Node(self._line())
        self._skip_space()
        while name := NAME.match(self.text, self.at):
            self.at = name.end()
            # Small letters in a name are an older custom and mean nothing.
            tidy = "".join(sign for sign in name[0] if sign.isupper())
            node.properties.setdefault(tidy, []).extend(self._values(name[0]))
        if self.closed_at == MOST_DEPTH:
            self.games[-1].append(node)

    def _values(self, name: str) -> list[str]:
        values = []
        self._skip_space()
        while value := VALUE.match(self.text, self.at):
            self.at = value.end()
            values.append(value[1])
            self._skip_space()
        if not values:
            self._wrong(f"the property {shown(name)} has no value that ends")
        return values

    def _skip_space(self) -> None:
        space = SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at

    def _line(self) -> int:
        self.line += self.text.count("\n", self.counted, self.at)
        self.counted = self.at
        return self.line

    def _wrong(self, what: str) -> NoReturn:
        msg = f"Line {self._line()}: {what}."
        raise ForeignFileError(msg)


def read_tree(text: str) -> list[list[Node]]:
    """Return the games of an SGF file, each as the nodes of its main line."""
    if "(" not in text:
        msg = "This is no SGF file: there is no '(' to begin a game."
        raise ForeignFileError(msg)
    return [game for game in _Reader(text).read() if game]


def unescaped(text: str) -> str:
    """Return the value of a property as it was meant."""
    return re.sub(r"\\(.)", r"\1", re.sub(r"\\\n", "", text), flags=re.DOTALL)
