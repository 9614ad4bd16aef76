"""What most would write to enumerate the plays of backgammon: a tuple for a board, a set of boards for the results.

The benchmark measures the rules against it. It is decent code, neither slowed down nor clever: equal boards are met
once at every step, and nothing is built that is not asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

Board = tuple[int, ...]
"""As the mover counts: 1-24 + own and - opponent's checkers, 0 the opponent's bar, 25 the own bar, 26 borne off."""

OPPONENT_BAR, BAR, OFF = 0, 25, 26
HOME = 6


def results(board: Board, dice: tuple[int, int]) -> set[Board]:
    """Return every board that a legal play of `dice` leads to."""
    first, second = dice
    if first == second:
        return reached({board}, (first,) * 4)[1]
    high, low = max(dice), min(dice)
    high_used, high_first = reached({board}, (high, low))
    low_used, low_first = reached({board}, (low, high))
    if high_used == low_used == 2:
        return high_first | low_first
    if high_used == low_used:
        return high_first
    return high_first if high_used > low_used else low_first


def reached(boards: set[Board], numbers: tuple[int, ...], used: int = 0) -> tuple[int, set[Board]]:
    """Return how many of `numbers` can be used in this order, and the boards when so many are."""
    if not numbers:
        return used, boards
    after = {moved(board, source, numbers[0]) for board in boards for source in sources(board, numbers[0])}
    return reached(after, numbers[1:], used + 1) if after else (used, boards)


def sources(board: Board, number: int) -> Iterator[int]:
    """Yield each place from which a checker may move `number` pips."""
    if board[BAR]:
        if board[BAR - number] >= -1:
            yield BAR
        return
    rearmost = max((point for point in range(1, BAR) if board[point] > 0), default=0)
    for point in range(1, rearmost + 1):
        if board[point] <= 0:
            continue
        if point > number:
            if board[point - number] >= -1:
                yield point
        elif rearmost <= HOME and point in {number, rearmost}:
            yield point


def moved(board: Board, source: int, number: int) -> Board:
    """Return `board` after one step."""
    after = list(board)
    after[source] -= 1
    target = source - number
    if target <= 0:
        after[OFF] += 1
    elif after[target] == -1:
        after[target] = 1
        after[OPPONENT_BAR] += 1
    else:
        after[target] += 1
    return tuple(after)
