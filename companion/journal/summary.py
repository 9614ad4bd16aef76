"""What is kept of a match besides its events, so that lists need no fold; all of it follows from the events."""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from companion.journal.lines import Line, at_of
from companion.match.length import Length, Money, Rounds, ToPoints
from companion.rules.game import Game, Setting
from companion.table.agreement import LENGTHS, Agreement
from companion.table.state import MatchOver, PlayedGame, Table

LARGEST = 2**63 - 1
"""The largest number that a column holds; scores set by hand know no limit."""


@dataclass(frozen=True, slots=True)
class New:
    """A match that is to be written down."""

    uid: str
    source: str
    begun: int
    number: int | None = None
    """Wanted: it gets another one if this is taken."""


def add_match(connection: sqlite3.Connection, agreement: Agreement, new: New) -> int:
    """Write the row of a match that begins; return its number."""
    rules, score = agreement.rules, agreement.score
    kind = next(name for name, one in LENGTHS.items() if isinstance(rules.length, one))
    row = {
        "number": _free(connection, new.number),
        "uid": new.uid,
        "source": new.source,
        "game": rules.game.id,
        "options": json.dumps(unusual(rules.game)),
        "length_kind": kind,
        "length": _length(rules.length),
        "white": _player(connection, rules.names.white),
        "black": _player(connection, rules.names.black),
        "begun": new.begun,
        "changed": new.begun,
        "score_white": fitting(score.white),
        "score_black": fitting(score.black),
    }
    names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
    cursor = connection.execute(f"INSERT INTO matches ({names}) VALUES ({values})", row)  # noqa: S608 - names of ours
    return int(cursor.lastrowid or 0)


def _free(connection: sqlite3.Connection, number: int | None) -> int | None:
    """Return the number if no match has it; None stands for the next."""
    taken = connection.execute("SELECT 1 FROM matches WHERE number = ?", (number,)).fetchone()
    return None if taken else number


def unusual(game: Game) -> dict[str, Setting]:
    """Return the options that are not as usual in this game."""
    usual = {option.name: option.default for option in game.options}
    return {name: value for name, value in game.chosen if value != usual[name]}


def _length(length: Length) -> int | None:
    if isinstance(length, Money):
        return None
    return fitting(length.points if isinstance(length, ToPoints) else length.games)


def length_of(kind: str, number: int | None) -> Length:
    """Return the length that two columns hold."""
    if number is None:
        return Money()
    return ToPoints(number) if LENGTHS[kind] is ToPoints else Rounds(number)


def _player(connection: sqlite3.Connection, name: str) -> int:
    name = tidied(name)
    connection.execute("INSERT OR IGNORE INTO players (name, key) VALUES (?, ?)", (name, key(name)))
    (number,) = connection.execute("SELECT id FROM players WHERE key = ?", (key(name),)).fetchone()
    return int(number)


def tidied(name: str) -> str:
    """Return a name as it is shown: one way to write each letter, no blanks around it."""
    whole = name.encode("utf-8", "replace").decode()
    return " ".join(unicodedata.normalize("NFC", whole).split())


def key(name: str) -> str:
    """Return a name as names are compared: large or small letters make no difference."""
    return unicodedata.normalize("NFC", tidied(name).casefold())


def update_match(connection: sqlite3.Connection, match: int, events: int, wall: int, table: Table) -> None:
    """Write how a match stands now, with so many events."""
    state = table.match
    over = isinstance(table.phase, MatchOver)
    values = (
        events, wall, len(table.games), fitting(state.score.white), fitting(state.score.black),
        "over" if over else "open", state.winner.value if over and state.winner else None, match,
    )  # fmt: skip
    connection.execute(
        "UPDATE matches SET events = ?, changed = ?, games = ?, score_white = ?, score_black = ?, state = ?, winner = ?"
        " WHERE number = ?",
        values,
    )


GameColumns = tuple[str | None, str, int, int, int, int]


def update_games(
    connection: sqlite3.Connection, match: int, games: Sequence[PlayedGame], first: int, lines: Sequence[Line]
) -> None:
    """Write the games that `lines`, from number `first` on, ended or changed; take out those that were taken back."""
    was = _stored_games(connection, match)
    for number, game in enumerate(games, 1):
        columns = _columns(game)
        if was.get(number) != columns:
            last = first + _end(lines, columns[-1])
            connection.execute(
                "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (match, number, *columns, last)
            )
    connection.execute("DELETE FROM games WHERE match = ? AND number > ?", (match, len(games)))


def _stored_games(connection: sqlite3.Connection, match: int) -> dict[int, GameColumns]:
    rows = connection.execute(
        "SELECT number, winner, how, count, cube, points, ended FROM games WHERE match = ?", (match,)
    )
    return {number: tuple(rest) for number, *rest in rows}


def _columns(game: PlayedGame) -> GameColumns:
    result = game.result
    return (
        result.winner.value if result.winner else None, result.how.value, fitting(result.count), fitting(result.cube),
        fitting(result.counted), fitting(game.game.record[-1].at if game.game.record else 0),
    )  # fmt: skip


def _end(lines: Sequence[Line], ended: int) -> int:
    """Return which line ended a game: the last of that time."""
    return max(0, bisect_right(lines, ended, key=lambda line: fitting(at_of(line))) - 1)


def fitting(number: int) -> int:
    """Return a number as a column can hold it."""
    return max(-LARGEST, min(LARGEST, number))
