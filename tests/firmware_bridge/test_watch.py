"""From snapshots to readings."""

from collections.abc import Iterable
from dataclasses import replace

from companion.rules.games import GAMES
from companion.rules.players import Player
from companion.rules.position import start_position
from companion.table.reading import UNSEEN, counted, exact_reading, present
from firmware_bridge.orientation import EVERY, Orientation
from firmware_bridge.watch import Ailing, Read, Settled, Stands, Watch, Watched
from firmware_bridge.zones import Board, Checker, Sensing, Slot
from tests.firmware_bridge.device import BACKGAMMON, COLOURED, SIX, hello, laid
from tests.firmware_bridge.test_readings import sensed

HERE = Orientation()
START = start_position(GAMES["backgammon"]).setup


class Watched24:
    """A watch of a board, shown what it is told, with time passing."""

    def __init__(self, coloured: bool = True, among: tuple[Orientation, ...] = (HERE,)) -> None:  # noqa: FBT001, FBT002
        self.groups = COLOURED if coloured else SIX
        self.watch = Watch(among=among)
        self.watch.meet(hello(self.groups))
        self.told: list[Watched] = []

    def show(self, board: Board | dict[int, int], at: float) -> list[Watched]:
        board = laid(self.groups, board) if isinstance(board, dict) else board
        self.told = [*self.until(at), *self.watch.show(board, at)]
        return self.told

    def until(self, at: float) -> list[Watched]:
        told: list[Watched] = []
        while (due := self.watch.due) is not None and due <= at:
            told += self.watch.tick(due)
        return told + self.watch.tick(at)


def reads(told: Iterable[Watched]) -> list[Read]:
    return [one for one in told if isinstance(one, Read)]


def flickering(board: Board, slot: Slot = Slot()) -> Board:  # noqa: B008 - immutable
    return ((slot, *board[0][1:]), *board[1:])


def test_what_has_settled_is_read_once() -> None:
    table = Watched24()
    assert table.show(BACKGAMMON, 0.0) == []
    settled = table.until(5.0)
    assert [type(one) for one in settled] == [Settled, Read]
    assert [one.at for one in reads(settled)] == [0.3]
    assert reads(settled)[0].reading.points == exact_reading(START).points or settled
    assert table.show(BACKGAMMON, 6.0) == []
    assert table.until(60.0) == []


def test_a_slide_is_one_reading() -> None:
    table = Watched24()
    table.show({6: 1}, 0.0)
    table.until(1.0)
    told = [one for step, point in enumerate((5, 4, 3, 2, 1)) for one in table.show({point: 1}, 1.0 + step * 0.2)]
    assert told == []
    (read,) = reads(table.until(9.0))
    assert read.reading.points[0] == counted(1, 0, 6)
    assert read.at == 1.8 + 0.3


def test_a_checker_lifted_and_put_back_is_nothing_new() -> None:
    table = Watched24()
    table.show({6: 2}, 0.0)
    table.until(1.0)
    table.show({6: 1}, 1.0)
    table.show({6: 2}, 1.2)
    assert table.until(9.0) == []


def test_the_first_reading_after_an_interruption_is_told_though_nothing_is_new() -> None:
    table = Watched24()
    table.show({6: 2}, 0.0)
    assert [one.fresh for one in reads(table.until(1.0))] == [True]
    table.show({6: 1}, 2.0)
    assert [one.fresh for one in reads(table.until(3.0))] == [False]
    table.watch.interrupt()
    assert table.until(9.0) == []
    table.show({6: 1}, 9.0)
    assert [one.fresh for one in reads(table.until(10.0))] == [True]


def test_what_was_not_settled_when_the_connection_was_lost_is_not_read() -> None:
    table = Watched24()
    table.show({6: 2}, 0.0)
    table.watch.interrupt()
    assert table.until(9.0) == []


def test_a_flickering_slot_holds_nothing_up_for_ever_and_is_named() -> None:
    table = Watched24()
    board = laid(COLOURED, {1: 1})
    told: list[Watched] = table.show(board, 0.0) + table.until(1.0)
    for step in range(100):
        told += table.show(flickering(board) if step % 2 else board, 1.0 + step * 0.1)
    settled = reads(told)
    assert len(settled) == 2
    assert settled[-1].reading.points[0].total == (0, 1)
    assert [one.sentences for one in told if isinstance(one, Ailing)] == [
        ("Point 1, slot 1 from the edge: keeps changing though nobody can be moving checkers that fast.",)
    ]
    told = table.show({1: 1, 2: 1}, 11.0) + table.until(12.0)
    assert reads(told)[0].reading.points[1] == counted(1, 0, 6)


def test_a_slot_that_has_come_to_rest_is_trusted_again() -> None:
    table = Watched24()
    board = laid(COLOURED, {1: 1})
    table.show(board, 0.0)
    for step in range(101):
        table.show(flickering(board) if step % 2 else board, 1.0 + step * 0.1)
    told = table.until(30.0)
    assert [one.reading.points[0] for one in reads(told)] == [counted(1, 0, 6)]
    assert [one.sentences for one in told if isinstance(one, Ailing)] == [()]


def test_a_colour_that_flickers_leaves_the_checker() -> None:
    table = Watched24()
    board = laid(COLOURED, {1: 1})
    other = flickering(board, Slot(Checker.B))
    told = [one for step in range(100) for one in table.show(other if step % 2 else board, step * 0.1)]
    assert reads(told)[-1].reading.points[0].total == (1, 1)
    assert reads(told)[-1].reading.points[0].colours.black == (0, 1)


def test_a_weak_slot_is_loosened_and_named() -> None:
    table = Watched24(coloured=False)
    board = flickering(laid(SIX, {1: 3}), Slot(Checker.UNKNOWN, weak=True))
    told = table.show(board, 0.0) + table.until(1.0)
    assert reads(told)[0].reading.points[0] == present(2, 6, 1)
    assert "hardly feels" in next(one.sentences[0] for one in told if isinstance(one, Ailing))


def test_a_signal_that_was_weak_only_on_its_way_is_not_doubted() -> None:
    table = Watched24(coloured=False)
    table.show({1: 2}, 0.0)
    board = laid(SIX, {1: 3})
    table.show((((*board[0][:2], Slot(Checker.UNKNOWN, weak=True), *board[0][3:])), *board[1:]), 1.0)
    table.show(board, 1.02)
    assert [one.reading.points[0] for one in reads(table.until(9.0))] == [present(3, 6)]


def test_a_start_position_shows_how_the_board_stands() -> None:
    truth = Orientation(13, Player.BLACK)
    zones, board = sensed(start_position(GAMES["snake"]).setup, truth, Sensing.COLOUR, 6)
    watch = Watch()
    watch.meet(replace(hello(COLOURED[:1])))
    assert watch.zones == zones
    assert set(watch.choices) == set(EVERY)
    watch.show(board, 0.0)
    told = watch.tick(0.3)
    assert [one.choices for one in told if isinstance(one, Stands)] == [(truth,)]
    assert watch.orientation == truth
    assert len(reads(told)) == 1


def test_where_the_start_leaves_a_choice_it_is_asked_once_and_answered() -> None:
    table = Watched24(among=())
    told = table.show(BACKGAMMON, 0.0) + table.until(1.0)
    (stands,) = (one for one in told if isinstance(one, Stands))
    assert stands.finding is not None
    assert stands.finding.question is not None
    assert reads(told) == []
    again = table.show({1: 1}, 2.0) + table.show(BACKGAMMON, 3.0) + table.until(4.0)
    assert [one for one in again if isinstance(one, Stands)] == []
    answered = table.watch.orient(stands.finding.question.answers[0][1], 5.0)
    assert [type(one) for one in answered] == [Stands, Settled, Read]
    assert len(table.watch.choices) == 1


def test_a_board_that_comes_back_is_not_asked_about_again() -> None:
    table = Watched24(among=())
    table.watch.orient((Orientation(24),), 0.0)
    table.watch.meet(hello(COLOURED, boot=7))
    assert table.watch.orientation == Orientation(24)


def test_another_board_is_asked_about_anew() -> None:
    table = Watched24(among=())
    table.watch.choices = (Orientation(24),)
    table.watch.meet(hello(SIX))
    assert len(table.watch.choices) == 4


def test_points_of_a_board_in_doubt_all_over_say_nothing() -> None:
    table = Watched24()
    board = tuple(tuple(Slot(fault=True) for _ in row) for row in laid(COLOURED))
    (read,) = reads(table.show(board, 0.0) + table.until(1.0))
    assert all(seen.total[0] == 0 and seen.total[1] >= 6 for seen in read.reading.points)
    assert UNSEEN.total[1] >= 6
