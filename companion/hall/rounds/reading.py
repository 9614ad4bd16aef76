"""Reads the list of the rounds from CSV; everything that is wrong is told with its line and column."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.hall.rounds.names import key, table_key
from companion.hall.view import ListRead, Pairing, Problem
from companion.hall.words import message
from companion.rules.games import GAMES
from companion.service.view import Param

NEEDED = ("round", "table", "white", "black")
COLUMNS = (*NEEDED, "game", "length")
MOST_BYTES, MOST_ROWS, MOST_ROUND, LONGEST, MOST_PROBLEMS = 1_000_000, 5000, 999, 80, 100
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""How a text begins that a spreadsheet has saved as "Unicode"."""
DELIMITERS = ";,\t"
NAMES_DELIMITER = re.compile(rf'"?sep=([{DELIMITERS}])"?[{DELIMITERS}]*', re.IGNORECASE)
"""The line that spreadsheets put before the first one."""
LENGTH = re.compile(r"[1-9][0-9]{0,2}|money")
GAME_NAMES = {key(name): game_id for game_id, game in GAMES.items() for name in (game_id, game.name)}


def read_list(data: bytes) -> ListRead:
    """Return the rows of a list, or all that is wrong with it."""
    reader = _Reader()
    reader.read(data)
    problems = tuple(reader.problems[:MOST_PROBLEMS])
    more = len(reader.problems) - len(problems)
    return ListRead((), problems, more) if problems else ListRead(tuple(reader.rows))


@dataclass
class _Reader:
    rows: list[Pairing] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    columns: dict[str, int] = field(default_factory=dict)
    tables: dict[tuple[int, str], int] = field(default_factory=dict)
    players: dict[tuple[int, str], int] = field(default_factory=dict)

    def _wrong(self, code: str, line: int = 1, column: int = 0, /, **params: Param) -> None:
        self.problems.append(Problem(line, column, message(code, **params)))

    def read(self, data: bytes) -> None:
        if len(data) > MOST_BYTES:
            self._wrong("list_large", most=MOST_BYTES // 1000)
            return
        try:
            text = data.decode("utf-16" if data.startswith(UTF_16) else "utf-8-sig")
        except UnicodeDecodeError as error:
            self._wrong("list_not_text", 1 + data[: error.start].count(b"\n"))
            return
        lines = self._lines(text)
        if not lines:
            if not self.problems:
                self._wrong("list_empty")
            return
        (number, header), *rows = lines
        header = _without_empty(header, 0)
        self._header(number, header)
        if not self.problems:
            self._rows([(line, _without_empty(cells, len(header))) for line, cells in rows], len(header))

    def _lines(self, text: str) -> list[tuple[int, list[str]]]:
        """Return the lines that say something, each with its number."""
        there = text.splitlines(keepends=True)
        told = NAMES_DELIMITER.fullmatch(there[0].strip()) if there else None
        if told:
            # The line stays, so that the others keep their numbers.
            there[0] = "\n"
        first = next((line for line in there if line.strip()), "")
        delimiter = told[1] if told else max(DELIMITERS, key=first.count)
        reader = csv.reader(there, delimiter=delimiter, strict=True)
        found: list[tuple[int, list[str]]] = []
        before = 0
        try:
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    found.append((before + 1, cells))
                before = reader.line_num
        except csv.Error as error:
            self._wrong("list_quotes", before + 1, why=str(error))
            return []
        return found

    def _header(self, line: int, cells: Sequence[str]) -> None:
        for column, cell in enumerate(cells, 1):
            name = key(cell)
            if name not in COLUMNS:
                self._wrong("list_column", line, column, name=_shown(cell))
            elif name in self.columns:
                self._wrong("list_column_twice", line, column, name=name)
            self.columns.setdefault(name, column)
        missing = [name for name in NEEDED if name not in self.columns]
        if missing:
            self._wrong("list_columns", line, names=", ".join(missing))

    def _rows(self, lines: Sequence[tuple[int, list[str]]], wanted: int) -> None:
        if len(lines) > MOST_ROWS:
            self._wrong("list_rows", lines[MOST_ROWS][0], most=MOST_ROWS)
            return
        if not lines:
            self._wrong("list_empty")
        for line, cells in lines:
            if len(cells) != wanted:
                self._wrong("list_cells", line, count=len(cells), wanted=wanted)
            else:
                self._row(line, cells)

    def _row(self, line: int, cells: Sequence[str]) -> None:
        before = len(self.problems)
        texts = {name: self._text(line, name, cells[column - 1]) for name, column in self.columns.items()}
        number = self._round(line, texts["round"])
        game = self._game(line, texts.get("game", ""))
        length = texts.get("length", "").lower()
        if length and not LENGTH.fullmatch(length):
            self._wrong("list_length", line, self.columns["length"], value=_shown(length))
        if len(self.problems) == before:
            row = Pairing(number, texts["table"], texts["white"], texts["black"], game, length)
            self._check(line, row)
            self.rows.append(row)

    def _text(self, line: int, name: str, cell: str) -> str:
        text = " ".join(unicodedata.normalize("NFC", cell).split())
        column = self.columns[name]
        if not text and name in NEEDED:
            self._wrong("list_missing", line, column)
        elif len(text) > LONGEST:
            self._wrong("list_long", line, column, most=LONGEST)
        elif not text.isprintable():
            self._wrong("list_signs", line, column)
        return text

    def _round(self, line: int, text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) < 9
        number = int(text) if is_number else 0
        if text and not 1 <= number <= MOST_ROUND:
            self._wrong("list_round", line, self.columns["round"], value=_shown(text), most=MOST_ROUND)
        return number

    def _game(self, line: int, text: str) -> str:
        game = GAME_NAMES.get(key(text), "")
        if text and not game:
            self._wrong("list_game", line, self.columns["game"], value=_shown(text))
        return game

    def _check(self, line: int, row: Pairing) -> None:
        """Tell what cannot be in one round."""
        if key(row.white) == key(row.black):
            self._wrong("list_oneself", line, self.columns["black"], player=row.white)
            return
        there = self.tables.setdefault((row.round, table_key(row.table)), line)
        if there != line:
            column = self.columns["table"]
            self._wrong("list_table_twice", line, column, table=row.table, round=row.round, line=there)
        for name, player in (("white", row.white), ("black", row.black)):
            there = self.players.setdefault((row.round, key(player)), line)
            if there != line:
                column = self.columns[name]
                self._wrong("list_player_twice", line, column, player=player, round=row.round, line=there)


def _without_empty(cells: list[str], least: int) -> list[str]:
    """Return cells without the empty ones at their end, which spreadsheets add; so many stay at least."""
    last = max((at for at, cell in enumerate(cells, 1) if cell.strip()), default=0)
    return cells[: max(last, least)]


def _shown(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
