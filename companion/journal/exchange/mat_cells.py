"""What stands in a cell of a .mat file after the dice: moves, or the position that an illegal play has led to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import NoReturn

from companion.journal.exchange.decoding import shown
from companion.journal.exchange.importing import ForeignFileError
from companion.journal.exchange.script import BoardPut, Steps
from companion.rules.board import OFF_PACE
from companion.rules.players import Player, both
from companion.rules.position import Setup, Side

CHECKERS = 15
MOST_STEPS = 4
NO_MOVE = ("cannot move", "can't move", "no move")
PLACE = r"(?:bar|off|\d{1,2})\*?"
MOVE = re.compile(rf"({PLACE}(?:/{PLACE})+)(?:\(([1-4])\))?", re.IGNORECASE)
ILLEGAL = re.compile(r"illegal play\s*\((.*?;)\)", re.IGNORECASE)
FIELDS, TURN, FIRST_BAR, LAST_BAR = 40, 4, 12, 37
SMALL = re.compile(r"-?\d{1,2}")


def steps_of(text: str, where: str) -> Steps:
    """Return the moves that a cell names; `where` it stands, for errors."""
    if text.lower().startswith(NO_MOVE):
        return ()
    tidy = re.sub(r"\s*/\s*", "/", re.sub(r"\s+([*(])", r"\1", text.replace(",", " ")))
    steps = tuple(chain.from_iterable(_chain(part, where) for part in tidy.split()))
    if len(steps) > MOST_STEPS:
        _wrong(where, f"{shown(text)} has more than four moves")
    return steps


def _chain(part: str, where: str) -> Iterator[tuple[int, int]]:
    move = MOVE.fullmatch(part)
    if move is None:
        _wrong(where, f"{shown(part)} is no move: one is written like 24/18, bar/20*, 6/off or 8/5(2)")
    places = [_place(name, where) for name in move[1].lower().replace("*", "").split("/")]
    if 0 in places[:-1] or OFF_PACE in places[1:]:
        _wrong(where, f"{shown(part)} is no move: no checker comes from the tray or goes to its own bar")
    for _ in range(int(move[2] or 1)):
        yield from pairwise(places)


def _place(name: str, where: str) -> int:
    place = {"bar": OFF_PACE, "off": 0}.get(name)
    place = int(name) if place is None else place
    if place > OFF_PACE:
        _wrong(where, f"there is no point {place}")
    return place


def board_of(player: Player, text: str, move: int, where: str) -> BoardPut:
    """Return what `player` has made of a throw against the rules: a position in Snowie's form, of forty fields."""
    found = ILLEGAL.fullmatch(text)
    fields = [field.strip() for field in found[1].split(";")[:-1]] if found else []
    if len(fields) != FIELDS or not all(map(SMALL.fullmatch, fields[FIRST_BAR:])):
        _wrong(where, f"{shown(text)} is no position as it should stand after an illegal play")
    # Positive numbers are of the player who is to throw, who is the other one than the fifth field names.
    on_roll = Player.BLACK if fields[TURN] == "0" else Player.WHITE
    points = [int(field) for field in fields[FIRST_BAR + 1 : LAST_BAR]]
    own = _side([max(0, count) for count in points], fields[LAST_BAR], on_roll)
    theirs = _side([max(0, -count) for count in reversed(points)], fields[FIRST_BAR], on_roll.opponent)
    return BoardPut(player.opponent, Setup(both(theirs).with_(on_roll, own)), move=move)


def _side(points: list[int], bar: str, player: Player) -> Side:
    """Return the checkers of a player whose own points these are."""
    on_board, waiting = tuple(points if player is Player.WHITE else reversed(points)), abs(int(bar))
    return Side(on_board, bar=waiting, off=max(0, CHECKERS - sum(points) - waiting))


def _wrong(where: str, what: str) -> NoReturn:
    msg = f"{where}: {what}."
    raise ForeignFileError(msg)
