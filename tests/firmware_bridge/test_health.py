"""Which sensors are not to be trusted, and why."""

from firmware_bridge.health import Health, Trouble
from firmware_bridge.settling import changes
from firmware_bridge.zones import Board, Checker, Slot, zones_of
from tests.firmware_bridge.device import COLOURED, laid

ZONES = zones_of(COLOURED)
PLAIN = laid(COLOURED, {1: 3})


def with_slot(board: Board, slot: Slot, zone: int = 0, at: int = 2) -> Board:
    row = board[zone]
    return (*board[:zone], (*row[:at], slot, *row[at + 1 :]), *board[zone + 1 :])


def shown(health: Health, boards: list[tuple[float, Board]]) -> None:
    before: Board | None = None
    for at, board in boards:
        health.show(before, board, changes(before, board) if before is not None else (), at)
        before = board


def test_a_healthy_board_has_no_doubts() -> None:
    health = Health(ZONES)
    shown(health, [(0.0, PLAIN), (1.0, laid(COLOURED, {1: 2, 2: 1}))])
    assert health.doubts(1.0) == {}
    assert health.due(1.0) is None


def test_a_fault_is_told_while_it_lasts() -> None:
    health = Health(ZONES)
    shown(health, [(0.0, with_slot(PLAIN, Slot(fault=True)))])
    assert health.doubts(0.0) == {(0, 2): Trouble.FAULT}
    shown(health, [(1.0, PLAIN)])
    assert health.doubts(1.0) == {}


def test_a_weak_signal_is_doubted_at_once_and_a_little_longer() -> None:
    health = Health(ZONES)
    shown(health, [(0.0, with_slot(PLAIN, Slot(Checker.A, weak=True)))])
    assert health.doubts(5.0) == {(0, 2): Trouble.WEAK}
    shown(health, [(6.0, with_slot(PLAIN, Slot(Checker.A, weak=True))), (6.1, PLAIN)])
    assert health.doubts(6.2) == {(0, 2): Trouble.WEAK}
    assert health.due(6.2) == 6.25
    assert health.doubts(6.25) == {}


def test_a_flicker_is_doubted_until_it_has_kept_still() -> None:
    health = Health(ZONES)
    other = with_slot(PLAIN, Slot())
    shown(health, [(step / 10, (PLAIN, other)[step % 2]) for step in range(60)])
    assert health.restless(5.9) == {(0, 2)}
    assert health.doubts(5.9) == {(0, 2): Trouble.FLICKER}
    assert health.due(5.9) == 15.9
    assert health.doubts(15.9) == {}


def test_a_colour_that_flickers_is_another_trouble() -> None:
    health = Health(ZONES)
    other = with_slot(PLAIN, Slot(Checker.B))
    shown(health, [(step / 10, (PLAIN, other)[step % 2]) for step in range(60)])
    assert health.doubts(5.9) == {(0, 2): Trouble.COLOUR}


def test_a_stuck_slot_is_doubted() -> None:
    health = Health(ZONES)
    for count in (0, 1, 2, 1, 0):
        health.rest(with_slot(laid(COLOURED, {1: count}), Slot(Checker.A), at=4))
    assert health.doubts(0.0) == {(0, 4): Trouble.STUCK}
