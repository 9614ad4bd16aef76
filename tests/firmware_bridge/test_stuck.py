"""Slots that do not change."""

from collections.abc import Iterable

from firmware_bridge.stuck import Stuck
from firmware_bridge.zones import Board, Checker, Group, Kind, Sensing, Slot, zones_of

ZONES = zones_of((Group(Kind.POINTS, 1, 1, 6, Sensing.PRESENCE), Group(Kind.BARS, 0, 1, 6, Sensing.PRESENCE)))
EMPTY = (Slot(),) * 6


def row(pattern: str) -> tuple[Slot, ...]:
    return tuple(Slot(Checker.UNKNOWN if one == "x" else Checker.NONE) for one in pattern)


def after(patterns: Iterable[str], zone: int = 0) -> set[tuple[int, int]]:
    stuck = Stuck(ZONES)
    for pattern in patterns:
        board: Board = (row(pattern), EMPTY) if zone == 0 else (EMPTY, row(pattern))
        stuck.rest(board)
    return stuck.found


def test_a_slot_that_stays_empty_between_others_is_stuck() -> None:
    assert (0, 1) in after(["x.....", "x.x...", "x.xx..", "x.x...", "x.xx.."])


def test_a_slot_far_out_that_is_never_left_is_stuck() -> None:
    assert after(["....x.", "x...x.", "xx..x.", "x...x.", "....x."]) == {(0, 4)}


def test_a_few_plays_prove_nothing() -> None:
    assert after(["....x.", "x...x.", "xx..x."]) == set()


def test_a_slot_that_changes_after_all_is_trusted_again() -> None:
    assert after(["....x.", "x...x.", "xx..x.", "x...x.", "....x.", "......"]) == set()


def test_rows_without_holes_are_never_stuck() -> None:
    assert after(["x" * count + "." * (6 - count) for count in (0, 1, 2, 3, 2, 1, 0, 5, 6, 2, 1, 3)]) == set()


def test_checkers_may_lie_anywhere_on_the_bar() -> None:
    assert after(["....x.", "x...x.", "xx..x.", "x...x.", "....x."], zone=1) == set()
