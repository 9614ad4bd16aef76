"""Points too full for the sensors to count their checkers: shown is what all other checkers leave for them."""

from dataclasses import replace

import pytest

from companion.match.length import MatchRules, Rounds
from companion.rules.games import configured
from companion.rules.players import Pair, Player
from companion.rules.position import Setup, start_position
from companion.service.boards import lying_board
from companion.table.events import BoardSeen, ThrowEntered
from companion.table.games import begin_table
from companion.table.reading import BoardReading
from companion.table.reducer import fold
from firmware_bridge.orientation import Orientation
from firmware_bridge.readings import reading_of
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.world import sensed

GAME = configured("trictrac")
START = start_position(GAME).setup


def read(setup: Setup) -> BoardReading:
    """What our own board tells of it."""
    board = VirtualBoard()
    board.lay(setup)
    zones = tuple(zone for group in board.groups for zone in group.zones)
    return reading_of(zones, sensed(board.groups, board.world), Orientation(), {})


def moved(*targets: int) -> Setup:
    """White's checkers have gone there from the first point, where all of them stand."""
    points = list(START.sides.white.points)
    for target in targets:
        points[0] -= 1
        points[target - 1] += 1
    return Setup(Pair(replace(START.sides.white, points=tuple(points)), START.sides.black))


@pytest.mark.parametrize("targets", [(), (5,), (5, 6), (5, 5, 5), (2, 3, 4, 5, 6)])
def test_no_more_checkers_are_shown_than_there_are(targets: tuple[int, ...]) -> None:
    after = moved(*targets)
    thrown = [ThrowEntered(1, Player.WHITE, (6, 6)), ThrowEntered(2, Player.BLACK, (2, 1))]
    table = fold(begin_table(MatchRules(GAME, Rounds(1))), [*thrown, BoardSeen(3, read(after))])
    board = lying_board(table)
    assert bool(board.unsure) is bool(targets)
    assert tuple(white for white, _ in board.points) == after.sides.white.points
    assert tuple(black for _, black in board.points) == after.sides.black.points
    assert (board.off.white, board.bar.white) == (0, 0)
