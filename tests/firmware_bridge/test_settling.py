"""When the board is at rest."""

from firmware_bridge.settling import Settling, alike, changes
from firmware_bridge.zones import Board, Checker, Counts, Number, Slot, Tag
from tests.firmware_bridge.device import SIX, laid

NOBODY: frozenset[tuple[int, int]] = frozenset()


def board(**counts: int) -> Board:
    return laid(SIX, {int(point[1:]): count for point, count in counts.items()})


def test_how_strong_a_signal_is_does_not_matter() -> None:
    assert alike(Slot(Checker.A, weak=True), Slot(Checker.A))
    assert not alike(Slot(Checker.A), Slot(Checker.B))
    assert not alike(Slot(), Slot(fault=True))
    assert not alike(Tag(1), Tag(3))
    assert not alike(Counts(Number(1)), Counts(Number(1, or_more=True)))


def test_changes_name_zone_and_slot() -> None:
    assert changes(board(p1=2, p5=1), board(p1=1, p5=2)) == [(0, 1), (4, 1)]


def test_at_rest_after_the_quiet_time_and_not_before() -> None:
    settling = Settling(0.3)
    assert settling.due(NOBODY) is None
    settling.show(board(p1=1), 10.0)
    assert settling.rest(10.29, NOBODY) is None
    assert settling.due(NOBODY) == 10.3
    assert settling.rest(10.3, NOBODY) == board(p1=1)


def test_a_hand_that_slides_a_checker_over_five_points_makes_one_rest() -> None:
    settling, rests = Settling(0.3), []
    settling.show(board(p6=1), 0.0)
    moves = {100 + 20 * step: board(**{f"p{point}": 1}) for step, point in enumerate((5, 4, 3, 2, 1))}
    for tick in range(250):
        if tick in moves:
            settling.show(moves[tick], tick / 100)
        rests.append(settling.rest(tick / 100, NOBODY))
    settled = [one for one, before in zip(rests, [None, *rests], strict=False) if one is not None and one != before]
    assert settled == [board(p6=1), board(p1=1)]


def test_restless_sensors_are_not_waited_for() -> None:
    settling = Settling(0.3)
    settling.show(board(p1=1, p2=1), 0.0)
    settling.show(board(p1=1), 1.0)
    settling.show(board(p1=2), 1.1)
    assert settling.due(NOBODY) == 1.1 + 0.3
    assert settling.due({(0, 1)}) == 1.0 + 0.3
    assert settling.due({(0, 1), (1, 0)}) == 0.3


def test_nothing_is_known_after_an_interruption() -> None:
    settling = Settling(0.3)
    settling.show(board(p1=1), 0.0)
    settling.interrupt()
    assert settling.due(NOBODY) is None
    assert settling.rest(9.0, NOBODY) is None
    assert settling.show(board(p2=1), 9.0) == []
    assert settling.rest(9.3, NOBODY) == board(p2=1)


def test_a_weak_bit_that_comes_and_goes_does_not_unsettle() -> None:
    settling = Settling(0.3)
    before = board(p1=1)
    weak = ((Slot(Checker.UNKNOWN, weak=True), *before[0][1:]), *before[1:])
    settling.show(before, 0.0)
    assert settling.show(weak, 0.2) == []
    assert settling.rest(0.3, NOBODY) == weak
