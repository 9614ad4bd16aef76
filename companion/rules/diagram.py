"""A board drawn in plain letters, and read again: for the terminal, and for tests that show what they are about.

      13  14  15  16  17  18 |bar|  19  20  21  22  23  24
       O   .   .   .   X   . |   |   X   .   .   .   .   O
       O   .   .   .   X   . |   |   X   .   .   .   .   O
       O   .   .   .   X   . |   |   X   .   .   .   .   .
       O   .   .   .   .   . |   |   X   .   .   .   .   .
       O   .   .   .   .   . |   |   X   .   .   .   .   .
                             |   |
       .   .   .   .   .   . |   |   6   .   .   .   .   .
       X   .   .   .   .   . |   |   O   .   .   .   .   .
       X   .   .   .   .   . |   |   O   .   .   .   .   .
       X   .   .   .   .   . |   |   O   .   .   .   .   .
       X   .   .   .   O   . |   |   O   .   .   .   .   X
       X   .   .   .   O   . |   |   O   .   .   .   .   X
      12  11  10   9   8   7 |bar|   6   5   4   3   2   1
    O White: bar 0, reserve 0, off 0
    X Black: bar 0, reserve 0, off 0

A stack is drawn five high at most; where there are more, their number stands beyond the fifth. A setup can be so wrong
that Black's checkers are on points of White; they are told in Black's line: `off 0, also 2 on 13`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from companion.rules.board import OFF_PACE, POINTS, booklet_name
from companion.rules.players import Pair, Player
from companion.rules.position import Position, Setup, Side

HEIGHT = 5
QUARTER = 6
EMPTY = "."
LETTERS = Pair("O", "X")
TOP = tuple(range(POINTS // 2 + 1, OFF_PACE))
BOTTOM = tuple(range(POINTS // 2, 0, -1))
LEGEND = re.compile(r"[OX] (?:White|Black): bar (\d+), reserve (\d+), off (\d+)(?:, also (.+))?", re.ASCII)
ALSO = re.compile(r"(\d+) on (\d+)", re.ASCII)

Stack = tuple[str, int]
"""A letter and how many checkers of it."""


def diagram(board: Position | Setup, *, booklet_names: bool = False) -> str:
    """Return `board` as lines of text, the points named by their numbers or as the booklets do."""
    setup = board.setup if isinstance(board, Position) else board
    if any(count < 0 for side in setup.sides for _, count in side.places()):
        msg = "less than no checkers cannot be drawn"
        raise ValueError(msg)
    lines = [
        _row(_names(TOP, booklet=booklet_names), "bar"),
        *map(_row, _rows(setup, TOP)),
        _row([""] * len(TOP)),
        *reversed([*map(_row, _rows(setup, BOTTOM))]),
        _row(_names(BOTTOM, booklet=booklet_names), "bar"),
        *(_legend(setup, player) for player in Player),
    ]
    return "\n".join(lines) + "\n"


def _names(points: Sequence[int], *, booklet: bool) -> list[str]:
    return [booklet_name(point) if booklet else str(point) for point in points]


def _row(cells: Sequence[str], middle: str = "") -> str:
    left, right = ("".join(f"{cell:>4}" for cell in half) for half in (cells[:QUARTER], cells[QUARTER:]))
    return f"{left} |{middle:3}|{right}".rstrip()


def _rows(setup: Setup, points: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """The rows of one half of the board, from the edge to the middle."""
    stacks = [_drawn(*_stack(setup, point)) for point in points]
    return zip_longest(*stacks, fillvalue=EMPTY)


def _stack(setup: Setup, point: int) -> Stack:
    white, black = (side.points[point - 1] for side in setup.sides)
    return (LETTERS.white, white) if white else (LETTERS.black, black)


def _drawn(letter: str, count: int) -> list[str]:
    """Return a stack from the edge to the middle."""
    if count > HEIGHT:
        return [letter] * HEIGHT + [str(count)]
    return [letter] * count + [EMPTY] * (HEIGHT - count)


def _legend(setup: Setup, player: Player) -> str:
    side = setup.sides[player]
    text = f"{LETTERS[player]} {player.name.title()}: bar {side.bar}, reserve {side.reserve}, off {side.off}"
    stacks = ((point, count, _stack(setup, point)) for point, count in enumerate(side.points, 1) if count)
    hidden = [f"{count} on {point}" for point, count, drawn in stacks if drawn != (LETTERS[player], count)]
    return f"{text}, also {', '.join(hidden)}" if hidden else text


def parse_diagram(text: str) -> Setup:
    """Return the setup that a diagram shows; empty rows may be left out, and spaces are as one likes."""
    lines = [line.strip() for line in text.strip().splitlines()]
    rows = [_cells(line) for line in lines[:-2]]
    if rows.count([]) != 1 or not (_is_names(rows[0], TOP) and _is_names(rows[-1], BOTTOM)):
        msg = (
            "a diagram has the points 13 to 24 above, 12 to 1 below, a row without checkers between, and two lines more"
        )
        raise ValueError(msg)
    middle = rows.index([])
    stacks = _stacks(TOP, rows[1:middle]) | _stacks(BOTTOM, rows[-2:middle:-1])
    return Setup(Pair(*(_side(player, stacks, line) for player, line in zip(Player, lines[-2:], strict=True))))


def _is_names(cells: list[str], points: Sequence[int]) -> bool:
    return any(cells == _names(points, booklet=booklet) for booklet in (False, True))


def _cells(line: str) -> list[str]:
    left, _, rest = line.partition("|")
    halves = [left.split(), rest.partition("|")[2].split()]
    if line.count("|") == 2 and [len(half) for half in halves] in ([0, 0], [QUARTER, QUARTER]):
        return halves[0] + halves[1]
    msg = f"{line!r} is no row of a diagram: it has {QUARTER} cells on each side of the bar"
    raise ValueError(msg)


def _stacks(points: Sequence[int], rows: list[list[str]]) -> dict[int, Stack]:
    columns = list(zip(*rows, strict=True)) or [()] * len(points)
    return {point: _read(point, column) for point, column in zip(points, columns, strict=True)}


def _read(point: int, column: Sequence[str]) -> Stack:
    cells = [cell for cell in column if cell != EMPTY]
    if not cells:
        return "", 0
    count = int(cells[-1]) if cells[-1].isdecimal() else len(cells)
    stack = cells[0], count
    if cells[0] not in LETTERS or list(column[: len(cells)]) != cells or cells != _drawn(*stack)[: len(cells)]:
        msg = f"point {point} is drawn wrongly: {' '.join(column)}"
        raise ValueError(msg)
    return stack


def _side(player: Player, stacks: Mapping[int, Stack], line: str) -> Side:
    match = LEGEND.fullmatch(line)
    if match is None or not line.startswith(f"{LETTERS[player]} {player.name.title()}"):
        msg = (
            f"{line!r} does not tell what else there is of {player.value}: {_legend(Setup.of(Pair({}, {})), player)!r}"
        )
        raise ValueError(msg)
    bar, reserve, off, also = match.groups()
    points = [count if letter == LETTERS[player] else 0 for _, (letter, count) in sorted(stacks.items())]
    for part in also.split(", ") if also else ():
        _add(points, part)
    return Side(tuple(points), int(bar), int(reserve), int(off))


def _add(points: list[int], part: str) -> None:
    match = ALSO.fullmatch(part)
    if match is None or not 1 <= int(match[2]) <= POINTS:
        msg = f"{part!r} does not tell where checkers are: it is like '2 on 13'"
        raise ValueError(msg)
    points[int(match[2]) - 1] += int(match[1])
