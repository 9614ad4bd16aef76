"""Moves: what a notation says of a play, checker by checker, in the mover's own paces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from companion.rules.board import POINTS
from companion.rules.game import Game, Hits, Order
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT, SIDE_BYTES, Setup, start_at
from companion.rules.steps import BOARD_BYTES, pack, unpacker
from companion.rules.turn import Play, Turn

Stops = tuple[int, ...]
"""The places that a checker touches, as far as they are named: paces, or bar, reserve and tray."""


@dataclass(frozen=True, slots=True)
class Move:
    """The way of one checker, or of several that go the same way."""

    stops: Stops
    hits: frozenset[int] = frozenset()
    """The stops on which a hit is marked."""
    count: int = 1


def counted_from(stop: int) -> int:
    """Return the pace from which a step is counted: nothing for the bar and the reserve."""
    return 0 if stop in {BAR_AT, RESERVE_AT} else stop


def moves_of(turn: Turn, play: Play, *, every_stop: bool) -> list[Move]:
    """Return the moves of `play`, rearmost first, with every point touched or only those that must be named.

    As GNU Backgammon does it, the steps of one checker are joined, and what must be named on the way is a point where
    something was hit. Where the order of the numbers counts, only what came in this order is joined; where the order
    decides what becomes of a hit checker, the moves stay in the order of play.
    """
    hits = frozenset(_pace(turn, point) for point in play.hits)
    steps = [(_pace(turn, step.source), _pace(turn, step.target)) for step in play.steps]
    if _any_order(turn.game):
        steps.sort(key=lambda step: counted_from(step[0]))
    ways = [_named(way, hits, every_stop=every_stop) for way in _joined(steps)]
    if not (hits and _order_decides(turn.game)):
        ways.sort(key=lambda stops: (counted_from(stops[0]), stops))
    return _collected(ways, hits)


def _pace(turn: Turn, place: int) -> int:
    """Return the mover's pace of a point; bar, reserve and tray stay what they are."""
    return turn.game.path(turn.player).pace(place) if 1 <= place <= POINTS else place


def _order_decides(game: Game) -> bool:
    """Whether the order of the steps decides where a hit checker goes."""
    return game.hits is Hits.TO_START_IF_EMPTY


def _any_order(game: Game) -> bool:
    """Whether the steps of one play may be told in any order in which each finds its checker."""
    return not (game.start_pile or game.hucke or game.order is Order.LOWER_FIRST or _order_decides(game))


def _joined(steps: Iterable[tuple[int, int]]) -> list[Stops]:
    ways: list[Stops] = []
    for source, target in steps:
        place = next((place for place, way in enumerate(ways) if way[-1] == source), None)
        if place is None:
            ways.append((source, target))
        else:
            ways[place] += (target,)
    return ways


def _named(way: Stops, hits: frozenset[int], *, every_stop: bool) -> Stops:
    return (way[0], *(pace for pace in way[1:-1] if every_stop or pace in hits), way[-1])


def _collected(ways: list[Stops], hits: frozenset[int]) -> list[Move]:
    """Return equal ways as one move, and each hit marked where its point is named first."""
    moves = []
    for stops, equal in groupby(ways):
        moves.append(Move(stops, hits.intersection(stops[1:]), len(list(equal))))
        hits = hits.difference(stops[1:])
    return moves


def ways_of(moves: Iterable[Move]) -> tuple[Stops, ...]:
    """Return the way of every single checker."""
    return tuple(move.stops for move in moves for _ in range(move.count))


def missing(turn: Turn, moves: Sequence[Move]) -> int | None:
    """Return a place from which more checkers are moved than there are."""
    cells = _moved(turn, moves)
    return next((place for place in range(SIDE_BYTES) if cells[place] < 0), None)


def described(turn: Turn, moves: Sequence[Move]) -> Setup:
    """Return the board after `moves`, legal or not, as if the game went on; none may be `missing`."""
    code = bytes(_moved(turn, moves))
    return unpacker(turn.game, turn.player)(int.from_bytes(code, "little")).setup


def _moved(turn: Turn, moves: Sequence[Move]) -> list[int]:
    """Return both sides' counts by the mover's paces after `moves`, made one after the other."""
    cells = list(pack(turn.game, turn.position, turn.player).to_bytes(BOARD_BYTES, "little"))
    for stops in ways_of(moves):
        for source, target in pairwise(stops):
            cells[source] -= 1
            cells[target] += 1
            if target != OFF_AT and cells[SIDE_BYTES + target] == 1:
                cells[SIDE_BYTES + target] -= 1
                cells[SIDE_BYTES + _goes_to(turn.game, target, cells)] += 1
    if turn.game.refills and cells[OFF_AT] >= turn.game.checkers[turn.player]:
        cells[start_at(turn.game)] += cells[OFF_AT]
        cells[OFF_AT] = 0
    return cells


def _goes_to(game: Game, pace: int, cells: list[int]) -> int:
    """Return where the opponent's blot on `pace` goes when it is landed on."""
    if game.hits is Hits.TO_BAR:
        return BAR_AT
    if game.hits is Hits.MARKED or (game.hits is Hits.TO_START and pace == game.meet_pace):
        return pace
    return BAR_AT if _order_decides(game) and cells[game.meet_pace] > 0 else game.meet_pace
