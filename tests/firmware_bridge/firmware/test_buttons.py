"""A press is told until it was seen, in order, and none is told as two."""

from itertools import pairwise

import pytest

from firmware_bridge.protocol import Button, ButtonSeen, Status
from tests.firmware_bridge.firmware.logic import Logic, of


@pytest.fixture
def board() -> Logic:
    board = Logic()
    board.run(50)
    board.heard()
    return board


def hold(board: Logic, buttons: int, milliseconds: int = 30) -> None:
    board.set("host_buttons", buttons)
    board.run(milliseconds)


def told(board: Logic) -> list[tuple[int, int, bool]]:
    return [(one.number, one.button, one.pressed) for one in of(Button, board.heard())]


def test_presses_and_releases_are_told(board: Logic) -> None:
    for button in (1, 2, 3):
        hold(board, 1 << button - 1)
        hold(board, 0)
    assert told(board)[:1] == [(1, 1, True)]
    board.run(100)
    assert set(told(board)) == {(number, 1 + (number - 1) // 2, bool(number % 2)) for number in range(1, 7)}


def test_two_at_once_are_two_events(board: Logic) -> None:
    hold(board, 0b101)
    assert told(board) == [(1, 1, True), (2, 3, True)]


def test_what_bounces_is_one_press(board: Logic) -> None:
    for held in (1, 0, 1, 0, 1, 0):
        hold(board, held, 10)
    assert told(board) == []
    hold(board, 1)
    assert told(board) == [(1, 1, True)]


def test_it_is_told_every_100_ms_until_it_was_seen(board: Logic) -> None:
    hold(board, 1, 980)
    first, *others = of(Button, board.heard())
    assert others == [first] * 9
    board.tell(ButtonSeen(1))
    board.run(1000)
    assert told(board) == []


def test_an_event_keeps_its_time(board: Logic) -> None:
    hold(board, 1)
    before = board.count("host_now")
    board.run(500)
    assert {one.milliseconds <= before for one in of(Button, board.heard())} == {True}


def test_any_of_them_can_be_seen(board: Logic) -> None:
    hold(board, 0b111)
    board.tell(ButtonSeen(2))
    board.tell(ButtonSeen(77))
    board.heard()
    board.run(100)
    assert told(board) == [(1, 1, True), (3, 3, True)]


def test_eight_are_kept_and_then_the_oldest_given_up(board: Logic) -> None:
    for number in range(10):
        hold(board, (number + 1) % 2)
    board.heard()
    board.run(100)
    assert sorted(number for number, _, _ in told(board)) == list(range(3, 11))
    board.run(1000)
    assert of(Status, board.heard())[0].unsent_buttons == 2


def test_events_come_in_order_although_none_is_seen(board: Logic) -> None:
    for number in range(6):
        hold(board, (number + 1) % 2, 20)
    firsts = list(dict.fromkeys(number for number, _, _ in told(board)))
    assert firsts == [1, 2, 3, 4, 5, 6]
    assert all(after == before + 1 for before, after in pairwise(firsts))


def test_what_found_no_room_is_told_later(board: Logic) -> None:
    board.listening = False
    board.run(4000)
    hold(board, 1)
    board.heard()
    board.listening = True
    board.run(20)
    assert told(board) == [(1, 1, True)]


def test_numbers_begin_again_with_a_start(board: Logic) -> None:
    hold(board, 1)
    board.start()
    board.set("host_buttons", 2)
    board.run(50)
    assert told(board)[0] == (1, 2, True)
