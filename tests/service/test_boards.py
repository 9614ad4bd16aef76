"""Where checkers are shown to lie: exactly as seen, or as near to it as the game makes likely."""

from __future__ import annotations

from dataclasses import replace

from companion.match.length import MatchRules, Money
from companion.rules.games import GAMES
from companion.rules.players import Pair, Player
from companion.rules.position import Setup, start_position
from companion.service.boards import differing, game_board, lying_board
from companion.service.view import Differing
from companion.table.differences import differences
from companion.table.events import BoardSeen, ThrowEntered
from companion.table.games import begin_table
from companion.table.reading import BoardReading, exact_reading, presence_reading, uncoloured
from companion.table.reducer import fold
from companion.table.state import Table

GAME = GAMES["backgammon"]
START = start_position(GAME).setup


def table_with(*readings: BoardReading) -> Table:
    """A table after the opening, at which White has thrown 3-1 and the board has shown this."""
    opened = [ThrowEntered(1, Player.WHITE, (3,)), ThrowEntered(2, Player.BLACK, (1,))]
    seen = [BoardSeen(10 + number, reading) for number, reading in enumerate(readings)]
    return fold(begin_table(MatchRules(GAME, Money())), [*opened, *seen])


def moved(source: int, target: int) -> Setup:
    white = list(START.sides.white.points)
    white[source - 1] -= 1
    white[target - 1] += 1
    return Setup(Pair(replace(START.sides.white, points=tuple(white)), START.sides.black))


WHITES = [number for number, count in enumerate(START.sides.white.points, 1) if count]
EMPTY = next(
    number
    for number, (white, black) in enumerate(zip(START.sides.white.points, START.sides.black.points, strict=True), 1)
    if not white and not black
)


ASTRAY = 22
"""No checker gets there with 3-1."""


def test_without_sensors_the_game_tells() -> None:
    table = table_with()
    assert lying_board(table) == game_board(table)
    assert not lying_board(table).seen


def test_a_checker_on_its_way_is_shown_where_it_lies() -> None:
    there = moved(WHITES[0], EMPTY)
    board = lying_board(table_with(exact_reading(START), exact_reading(there)))
    assert board.seen
    assert board.unsure == ()
    assert board.points[EMPTY - 1] == (1, 0)
    assert board.points[WHITES[0] - 1] == (START.sides.white.points[WHITES[0] - 1] - 1, 0)


def test_a_board_without_colours_is_filled_in_by_the_game() -> None:
    there = moved(WHITES[0], ASTRAY)
    board = lying_board(table_with(presence_reading(START, 6), presence_reading(there, 6)))
    assert board.seen
    assert board.points[ASTRAY - 1] == (1, 0)
    assert [sum(pair) for pair in board.points] == [
        sum(pair) for pair in zip(there.sides.white.points, there.sides.black.points, strict=True)
    ]
    assert ASTRAY in board.unsure


def test_a_colour_that_is_not_told_is_the_games() -> None:
    exact = exact_reading(START)
    count = START.sides.white.points[WHITES[0] - 1]
    points = list(exact.points)
    points[WHITES[0] - 1] = uncoloured(0, 0, count)
    board = lying_board(table_with(replace(exact, points=tuple(points))))
    assert board.points[WHITES[0] - 1] == (count, 0)


def test_what_is_too_much_or_missing_is_told_with_its_colour() -> None:
    found = differences(exact_reading(moved(WHITES[0], EMPTY)), START)
    table = replace(table_with(), differs=found)
    table = table.go_to(begin_table(MatchRules(GAME, Money())).phase)
    assert set(differing(table)) == {Differing(WHITES[0], "white", -1), Differing(EMPTY, "white", 1)}


def test_a_board_without_colours_that_shows_what_the_game_says_is_sure() -> None:
    board = lying_board(table_with(presence_reading(START, 6)))
    assert board == replace(game_board(table_with()), seen=True)


def test_one_more_checker_is_of_the_colour_that_was_there() -> None:
    whole = presence_reading(START, 6)
    point = next(number for number, count in enumerate(START.sides.black.points, 1) if count == 3)
    more = replace(
        START.sides.black,
        points=tuple(count + (number == point) for number, count in enumerate(START.sides.black.points, 1)),
    )
    board = lying_board(table_with(whole, presence_reading(Setup(Pair(START.sides.white, more)), 6)))
    assert board.points[point - 1] == (0, 4)
