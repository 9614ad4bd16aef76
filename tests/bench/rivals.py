"""The enumerators that are measured, each with turns in the form that it likes best."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.players import Player
from companion.rules.plays import legal_plays
from companion.rules.position import Position
from companion.rules.turn import Turn
from tests.bench import straightforward

Board = tuple[int, ...]
POINTS_AND_BARS = 26


@dataclass(frozen=True)
class Rival:
    """An enumerator: what it starts from, what is timed, and the boards that it finds, to be compared."""

    name: str
    prepare: Callable[[Turn], Any]
    timed: Callable[[Any], object]
    boards: Callable[[Any], set[Board]]


def board_of(position: Position, player: Player) -> Board:
    """Return `position` as `player` counts: the opponent's bar, points 1-24, the own bar, borne off."""
    points = position.points if player is Player.WHITE else tuple(-count for count in reversed(position.points))
    return (position.bar[player.opponent], *points, position.bar[player], position.off[player])


def rivals() -> Iterator[Rival]:
    """Yield the enumerators that are there; the first is ours."""
    yield Rival("ours, len", _same, _ours_counted, _our_boards)
    yield Rival("ours, full outcomes", _same, _ours_in_full, _our_boards)
    yield Rival("straightforward", _board_and_dice, _straightforward, _straightforward_boards)
    sage = find_sage()
    if sage is not None:
        yield Rival("bgsage", _list_and_dice, _sage_timed(sage.possible_moves), _sage_boards(sage.possible_moves))
        bare = importlib.import_module("bgbot_cpp").possible_moves
        yield Rival("bgsage, without its wrapper", _list_and_dice, _sage_timed(bare), _sage_boards(bare))


def find_sage() -> Any | None:
    """Return the package `bgsage`, or None where it is not installed."""
    return importlib.import_module("bgsage") if importlib.util.find_spec("bgsage") else None


def _same(turn: Turn) -> Turn:
    return turn


def _ours_counted(turn: Turn) -> int:
    return len(legal_plays(turn))


def _ours_in_full(turn: Turn) -> object:
    return list(legal_plays(turn))


def _our_boards(turn: Turn) -> set[Board]:
    return {board_of(outcome.position, turn.player)[:POINTS_AND_BARS] for outcome in legal_plays(turn)}


def _board_and_dice(turn: Turn) -> tuple[Board, tuple[int, int]]:
    return board_of(turn.position, turn.player), turn.dice


def _straightforward(start: tuple[Board, tuple[int, int]]) -> set[Board]:
    return straightforward.results(*start)


def _straightforward_boards(start: tuple[Board, tuple[int, int]]) -> set[Board]:
    return {board[:POINTS_AND_BARS] for board in straightforward.results(*start)}


def _list_and_dice(turn: Turn) -> tuple[list[int], int, int]:
    return [*board_of(turn.position, turn.player)[:POINTS_AND_BARS]], *turn.dice


Moves = Callable[[list[int], int, int], Sequence[Sequence[int]]]
Start = tuple[list[int], int, int]


def _sage_timed(moves: Moves) -> Callable[[Start], list[Board]]:
    return lambda start: [tuple(board) for board in moves(*start)]


def _sage_boards(moves: Moves) -> Callable[[Start], set[Board]]:
    """It returns nothing where no step is possible; ours and the straightforward one return the board as it is."""
    return lambda start: {tuple(board) for board in moves(*start)} or {tuple(start[0])}
