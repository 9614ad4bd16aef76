"""What the journal tells of its matches without reading their events: lists, single matches, results per player."""

from __future__ import annotations

import difflib
import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from companion.journal.summary import key, length_of
from companion.journal.trouble import Code, JournalError
from companion.match.length import Length, Rounds
from companion.match.score import How
from companion.rules.game import Setting
from companion.rules.players import Pair, Player

SHORTEST_UID = 4
"""How much of a uid is enough to find a match, if no other begins so."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as a list shows it."""

    number: int
    uid: str
    source: str
    game: str
    options: Mapping[str, Setting]
    """Those that are not as usual."""
    length: Length
    names: Pair[str]
    begun: int
    """Unix time in milliseconds, like `changed`."""
    changed: int
    events: int
    games: int
    """How many games have ended."""
    score: Pair[int]
    state: str
    """`open` or `over`."""
    winner: Player | None

    @property
    def is_open(self) -> bool:
        """Whether it can go on."""
        return self.state == "open"

    @property
    def is_drawn(self) -> bool:
        """Whether all its games were played and it came out level; one that was closed early is just ended."""
        is_whole = isinstance(self.length, Rounds) and self.games >= self.length.games
        return is_whole and self.winner is None and not self.is_open


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game that has ended, as a list shows it."""

    number: int
    winner: Player | None
    how: How
    count: int
    cube: int
    points: int
    """What the score took of it."""
    ended: int
    """Milliseconds since the match began."""
    first: int
    """Its events, from this one to the last."""
    last: int


MATCH = """
    SELECT number, uid, source, game, options, length_kind, length, white.name, black.name, begun, changed, events,
        games, score_white, score_black, state, winner
    FROM matches JOIN players AS white ON white.id = white JOIN players AS black ON black.id = black
"""


def matches(connection: sqlite3.Connection, player: str | None = None, state: str | None = None) -> list[MatchRow]:
    """Return the matches, the newest first: all, or those of one player, or those that are `open` or `over`."""
    asked: dict[str, str] = {}
    if player is not None:
        asked["? IN (white.key, black.key)"] = key(player)
    if state is not None:
        asked["state = ?"] = state
    where = f"WHERE {' AND '.join(asked)}" if asked else ""
    rows = connection.execute(f"{MATCH} {where} ORDER BY number DESC", tuple(asked.values()))
    return [_match(row) for row in rows]


def match(connection: sqlite3.Connection, number: int) -> MatchRow:
    """Return one match; raise `JournalError` if there is none of that number."""
    row = connection.execute(f"{MATCH} WHERE number = ?", (number,)).fetchone()
    if row is None:
        raise _no_match(connection, str(number))
    return _match(row)


def find(connection: sqlite3.Connection, text: str) -> MatchRow:
    """Return the match of that number or uid, or whose uid begins so; raise `JournalError` with the nearest if none."""
    text = text.strip()
    if text.isascii() and text.isdigit() and len(text) < 19:
        row = connection.execute(f"{MATCH} WHERE number = ?", (int(text),)).fetchone()
        if row is not None:
            return _match(row)
    asked = (text, len(text) >= SHORTEST_UID, text)
    rows = connection.execute(f"{MATCH} WHERE uid = ? OR (? AND instr(uid, ?) = 1) LIMIT 2", asked).fetchall()
    exact = [row for row in rows if row[1] == text] or rows
    if len(exact) == 1:
        return _match(exact[0])
    if rows:
        raise JournalError(Code.NO_MATCH, f"Several matches begin with {text!r}: give more of it, or the number.")
    raise _no_match(connection, text)


def _no_match(connection: sqlite3.Connection, text: str) -> JournalError:
    known = connection.execute("SELECT number, uid FROM matches ORDER BY number").fetchall()
    if not known:
        return JournalError(Code.NO_MATCH, f"There is no match {text}: the journal has none yet.")
    if text.lstrip("-").isdigit():
        return JournalError(Code.NO_MATCH, f"There is no match {text}: they go from {known[0][0]} to {known[-1][0]}.")
    near = difflib.get_close_matches(text, [uid for _, uid in known], 1, 0.5)
    number, uid = next(((number, uid) for number, uid in known if uid in near), known[-1])
    hint = "the nearest is" if near else "the newest is"
    return JournalError(Code.NO_MATCH, f"There is no match {text!r}; {hint} {number} ({uid}).")


def _match(row: tuple[object, ...]) -> MatchRow:
    try:
        return _read_match(*row)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        text = f"What the journal has of match {row[0]} is damaged. Set the journal aside to save what can be read."
        raise JournalError(Code.DAMAGED, text) from error


def _read_match(*row: object) -> MatchRow:
    number, uid, source, game, options, kind, length, white, black, *rest = row
    begun, changed, events, games, score_white, score_black, state, winner = rest
    return MatchRow(
        _int(number), str(uid), str(source), str(game), json.loads(str(options)),
        length_of(str(kind), None if length is None else _int(length)), Pair(str(white), str(black)), _int(begun),
        _int(changed), _int(events), _int(games), Pair(_int(score_white), _int(score_black)), str(state),
        Player(winner) if winner is not None else None,
    )  # fmt: skip


def _int(value: object) -> int:
    if not isinstance(value, int):
        msg = f"no integer: {value!r}"
        raise TypeError(msg)
    return value


def games(connection: sqlite3.Connection, number: int) -> list[GameRow]:
    """Return the games of a match that have ended."""
    rows = connection.execute(
        "SELECT number, winner, how, count, cube, points, ended, last FROM games WHERE match = ? ORDER BY number",
        (number,),
    ).fetchall()
    firsts = [1, *(row[-1] + 1 for row in rows)]
    return [_game(row, first) for row, first in zip(rows, firsts, strict=False)]


def _game(row: tuple[int, str | None, str, int, int, int, int, int], first: int) -> GameRow:
    number, winner, how, count, cube, points, ended, last = row
    return GameRow(number, Player(winner) if winner else None, How(how), count, cube, points, ended, first, last)
