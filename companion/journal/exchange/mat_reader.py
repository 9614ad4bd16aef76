"""Files in .mat form, of GNU Backgammon and other programs, as scripts: the left column is White."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NoReturn

from companion.journal.exchange.days import read_day
from companion.journal.exchange.decoding import (
    MOST_ACTIONS,
    MOST_GAMES,
    check_length,
    name_of,
    number_of,
    shown,
    text_of,
)
from companion.journal.exchange.driving import imported
from companion.journal.exchange.importing import ForeignFileError, Imported
from companion.journal.exchange.mat import DAY, SWITCHES, plain_name
from companion.journal.exchange.mat_cells import ILLEGAL, board_of, steps_of
from companion.journal.exchange.script import (
    Action,
    Cubed,
    CubePut,
    Played,
    Result,
    Script,
    ScriptGame,
    Thrown,
    Tied,
)
from companion.rules.players import Pair, Player, both
from companion.table.events import CubeAction, Dice

MOST_LINE = 1_000
LENGTH = re.compile(r"\s*(\d+)\s+points?\s+match\b", re.IGNORECASE)
MONEY = re.compile(r"\s*(?:money|unlimited)\s+(?:session|match|game)\b", re.IGNORECASE)
GAME = re.compile(r"\s*game\s+(\d+)\s*", re.IGNORECASE)
NO_LINE_END = re.compile(r"(.*\S)\s{2,}(game\s+\d+)\s*", re.IGNORECASE)
"""GNU Backgammon leaves the line open after a left move that is the last of a game."""
NAMES = re.compile(r"\s*(?P<white>\S.{0,200}?)\s*:\s*(?P<ws>\d+)\s+(?P<black>\S.{0,200}?)\s*:\s*(?P<bs>\d+)\s*")
TAG = re.compile(r'[;#]\s*\[([^"\]]+?)\s+"(.*)"\]\s*')
NUMBER = re.compile(r"\s*(\d{1,6})\)")
CELL = re.compile(
    r"(?<![\w/])(?:[1-6][1-6]\s*:|(?:doubles|redoubles|beavers|raccoons|takes|accepts|drops|passes|wins|resigns)\b)",
    re.IGNORECASE,
)
THROW = re.compile(r"([1-6])([1-6])\s*:\s*(.*)")
ANSWERS = MappingProxyType(
    {"takes": CubeAction.TAKE, "accepts": CubeAction.TAKE, "drops": CubeAction.DROP, "passes": CubeAction.DROP}
)
OFFERS = ("doubles", "redoubles", "beavers", "raccoons")
MIDDLE = 15
"""A cell that stands alone and begins here or farther right is Black's."""


def read_mat(data: bytes, condone: bool = False) -> Imported:  # noqa: FBT001, FBT002 - as all readers
    """Return the match in a .mat file; raise `ForeignFileError` if it is none, or not by the rules."""
    return imported(mat_script(data), condone=condone)


def mat_script(data: bytes) -> Script:
    """Return what a .mat file says, without a look at the rules."""
    reader = _Reader(text_of(data))
    return reader.read()


@dataclass
class _Game:
    """A game as far as it is read."""

    number: int
    line: int
    names: Pair[str] | None = None
    score: Pair[int] = both(0)  # noqa: RUF009 - immutable
    actions: list[Action] = field(default_factory=list)
    result: Result | None = None
    offered: Player | None = None
    """Who has offered the cube last, if no answer has come."""
    first_double: int = 0
    """What the cube was offered at first."""


class _Reader:
    """A text that is read line by line."""

    def __init__(self, text: str) -> None:
        """Begin at the head."""
        self.lines = text.split("\n")
        self.at = 0
        self.move = self.cells = 0
        self.length: int | None = None
        self.tags: dict[str, str] = {}
        self.doubled: list[tuple[int, int]] = []
        """In which games the stake doubled by itself, and by which die."""
        self.games: list[_Game] = []

    def read(self) -> Script:
        """Return what the file says."""
        for number, line in enumerate(self.lines, 1):
            self.at = number
            if line.strip():
                self._lines(self._checked(line).expandtabs())
        if self.length is None:
            msg = "This is no .mat file: no line says how long the match is, like ' 7 point match'."
            raise ForeignFileError(msg)
        if not self.games:
            msg = "There is no game in the file: no line says 'Game 1'."
            raise ForeignFileError(msg)
        return self._script()

    def _checked(self, line: str) -> str:
        if len(line) > MOST_LINE:
            self._wrong("the line is too long for a .mat file")
        return line

    def _lines(self, line: str) -> None:
        joined = NO_LINE_END.fullmatch(line) if NUMBER.match(line) else None
        for one in joined.groups() if joined else (line,):
            self._line(one)

    def _line(self, line: str) -> None:
        if line.lstrip()[0] in ";#":
            self._comment(line.strip())
        elif game := GAME.fullmatch(line):
            self._begin(number_of(game[1], self._where))
        elif not self.games:
            self._before_games(line)
        elif self.games[-1].names is None:
            self._names(self.games[-1], line)
        elif LENGTH.match(line):
            self._wrong("another match begins here. Split the file and import each match by itself")
        elif self.games[-1].result is None:
            self._moves(self.games[-1], line)

    @property
    def _where(self) -> str:
        return f"Line {self.at}"

    def _comment(self, line: str) -> None:
        tag = TAG.fullmatch(line)
        if line.lower().startswith("; set pos"):
            self._wrong("the file sets a position in a way that is not understood. Try the same match as sgf")
        if tag and tag[1] == "AutomaticDouble":
            numbers = re.fullmatch(r"(\d{1,6}): ([1-6])-\2", tag[2])
            if numbers:
                self.doubled.append((int(numbers[1]), int(numbers[2])))
        elif tag:
            self.tags.setdefault(tag[1].lower(), tag[2])

    def _begin(self, number: int) -> None:
        if self.length is None:
            self._wrong("the game begins before any line has said how long the match is, like ' 7 point match'")
        if len(self.games) >= MOST_GAMES:
            self._wrong(f"there are more than {MOST_GAMES} games. Split the file")
        self.games.append(_Game(number, self.at))
        self.move = 0

    def _before_games(self, line: str) -> None:
        length = LENGTH.match(line)
        if length:
            self.length = check_length(number_of(length[1], self._where), self._where)
        elif MONEY.match(line):
            self.length = 0

    def _names(self, game: _Game, line: str) -> None:
        names = NAMES.fullmatch(line)
        if names is None:
            self._wrong(f"{shown(line)} should be the two names with their scores, like ' Ada : 0      Ben : 2'")
        game.names = Pair(names["white"], names["black"])
        game.score = Pair(number_of(names["ws"], self._where), number_of(names["bs"], self._where))

    # The moves.

    def _moves(self, game: _Game, line: str) -> None:
        number = NUMBER.match(line)
        if number:
            self.move = int(number[1])
        start = number.end() if number else 0
        # The names in a position may look like moves.
        plain = ILLEGAL.sub(lambda found: "-" * len(found[0]), line)
        cells = list(CELL.finditer(plain, start))
        if line[start : cells[0].start() if cells else None].strip():
            self._wrong(f"{shown(line)} is no line of moves")
        if len(cells) > len(Player):
            self._wrong(f"{shown(line)} has more than one move for each player")
        ends = [*(cell.start() for cell in cells[1:]), len(line)]
        alone = len(cells) == 1 and cells[0].start() >= MIDDLE
        players = (Player.BLACK,) if alone else tuple(Player)
        for player, cell, end in zip(players, cells, ends, strict=False):
            self._cell(game, player, line[cell.start() : end].strip())

    def _cell(self, game: _Game, player: Player, text: str) -> None:
        self.cells += 1
        if self.cells > MOST_ACTIONS:
            self._wrong(f"there are more than {MOST_ACTIONS} moves. Split the file")
        word = text.split(maxsplit=1)[0].lower().rstrip(".:")
        if throw := THROW.fullmatch(text):
            self._throw(game, player, (int(throw[1]), int(throw[2])), throw[3].strip())
        elif word in OFFERS:
            self._offer(game, player, text)
        elif word in ANSWERS:
            game.offered = None
            game.actions.append(Cubed(player, ANSWERS[word], move=self.move))
        elif word == "wins":
            points = re.search(r"\d+", text)
            game.result = Result(player, number_of(points[0], self._where) if points else 1)

    def _throw(self, game: _Game, player: Player, dice: Dice, text: str) -> None:
        game.offered = None
        if text.startswith("???"):
            game.actions.append(Thrown(player, dice, move=self.move))
        elif text.lower().startswith("illegal"):
            game.actions += (Thrown(player, dice, move=self.move), board_of(player, text, self.move, self._where))
        elif not text:
            game.actions.append(Played(player, dice, None, move=self.move))
        else:
            game.actions.append(Played(player, dice, steps_of(text, self._where), move=self.move))

    def _offer(self, game: _Game, player: Player, text: str) -> None:
        value = re.search(r"=>\s*(\d+)", text)
        if value and not game.first_double:
            game.first_double = number_of(value[1], self._where)
        beaver = game.offered is player.opponent
        game.offered = player
        game.actions.append(Cubed(player, CubeAction.BEAVER if beaver else CubeAction.OFFER, move=self.move))

    # All of it.

    def _script(self) -> Script:
        names = [game.names for game in self.games if game.names]
        on = {name: self._switch(tag) for name, tag in SWITCHES.items()}
        actions = [action for game in self.games for action in game.actions]
        beavers = any(isinstance(action, Cubed) and action.action is CubeAction.BEAVER for action in actions)
        doubled = bool(self.doubled) or any(game.first_double > 2 for game in self.games)
        length = self.length or 0
        return Script(
            Pair(*(self._name(player, names) for player in Player)),
            length,
            tuple(self._finished(number, game) for number, game in enumerate(self.games, 1)),
            crawford=on["crawford"],
            cube=on["cube"] is not False,
            jacoby=on["jacoby"],
            beavers=beavers or bool(on["beavers"]),
            automatic=(doubled or bool(on["automatic"])) and not length,
            day=read_day(self.tags.get(DAY.lower(), "")),
        )

    def _switch(self, tag: str) -> bool | None:
        told = self.tags.get(tag.lower(), "").strip().lower()
        return {"on": True, "off": False}.get(told)

    def _name(self, player: Player, names: list[Pair[str]]) -> str:
        """Return a name from the head if it is the one that stands at the games, which may be without some signs."""
        in_head = self.tags.get(f"player {1 if player is Player.WHITE else 2}", "")
        at_games = names[0][player] if names else ""
        fits = not at_games or plain_name(in_head).startswith(plain_name(at_games))
        return name_of(in_head if fits and in_head.strip() else at_games, player.value.capitalize())

    def _finished(self, number: int, game: _Game) -> ScriptGame:
        dice = [Tied(Player.WHITE, die) for at, die in self.doubled if at == number]
        doubled = self._doubled_by_itself(game) if not dice else ()
        return ScriptGame(game.score, (*dice, *doubled, *game.actions), game.result)

    def _doubled_by_itself(self, game: _Game) -> Iterator[Action]:
        """A stake that the first double shows to have been above 1; with which dice it doubled is not told."""
        stake = game.first_double // 2
        if stake > 1 and not self.length:
            yield Tied(Player.WHITE, 1)
        if stake > 2 or (stake > 1 and self.length):
            yield CubePut(Player.WHITE, stake, owner_told=False)

    def _wrong(self, what: str) -> NoReturn:
        msg = f"{self._where}: {what}."
        raise ForeignFileError(msg)
