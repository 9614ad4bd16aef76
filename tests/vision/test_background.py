"""The board between throws, and what differs from it."""

import cv2
import numpy as np
import pytest

from tests.vision.stand_ins import die_at
from vision.background import Background, Lay, Spot, box_of
from vision.pictures import Picture
from vision.stillness import Stillness

HAND = (slice(300, 480), slice(200, 280))
DIE = die_at(400, 150, 6, edge=24.0)


def board() -> Picture:
    picture = np.full((480, 640, 3), 90, np.uint8)
    picture[:, ::80] = 150
    return picture


def with_die(picture: Picture, x: int = 400, shade: int = 220) -> Picture:
    drawn = picture.copy()
    drawn[138:162, x - 12 : x + 12] = shade
    drawn[147:153, x - 3 : x + 3] = 20
    return drawn


def looked(background: Background, frame: Picture) -> Stillness:
    stillness = Stillness()
    stillness.look(frame, 0.0)
    background.look(stillness)
    return stillness


@pytest.fixture
def background() -> Background:
    made = Background()
    made.learn(board())
    return made


def test_what_reaches_in_from_the_edge_is_a_hand_and_hides_what_is_under_it(background: Background) -> None:
    frame = board()
    frame[HAND] = 180
    stillness = looked(background, frame)
    assert background.hand_in_view
    assert background.hidden(die_at(240, 400), stillness)
    assert not background.hidden(DIE, stillness)
    assert background.share_strange == pytest.approx(180 * 80 / (640 * 480), rel=0.2)
    looked(background, board())
    assert not background.hand_in_view


@pytest.mark.parametrize("place", [(slice(100, 200), slice(200, 300)), (slice(470, 480), slice(200, 220))])
def test_a_checker_or_a_crumb_is_no_hand(background: Background, place: tuple[slice, slice]) -> None:
    frame = board()
    frame[place] = 180
    looked(background, frame)
    assert not background.hand_in_view
    assert background.share_strange > 0


def test_a_spot_shows_the_die_the_board_or_something_else(background: Background) -> None:
    lay = Lay.of(DIE, with_die(board()))
    assert background.spot(lay, with_die(board())) is Spot.DIE
    assert background.spot(lay, board()) is Spot.BOARD
    covered = board()
    covered[100:200, 350:450] = np.arange(100, dtype=np.uint8)[:, None, None] + 100
    assert background.spot(lay, covered) is Spot.OTHER


@pytest.mark.parametrize("light", [-10, 10])
def test_a_little_more_or_less_light_changes_no_spot(background: Background, light: int) -> None:
    lay = Lay.of(DIE, with_die(board()))
    assert background.spot(lay, (with_die(board()).astype(int) + light).astype(np.uint8)) is Spot.DIE
    assert background.spot(lay, (board().astype(int) + light).astype(np.uint8)) is Spot.BOARD


def test_without_a_known_board_a_spot_is_the_die_or_not() -> None:
    background = Background()
    lay = Lay.of(DIE, with_die(board()))
    assert background.spot(lay, with_die(board())) is Spot.DIE
    assert background.spot(lay, board()) is Spot.OTHER
    looked(background, board())
    assert not background.hand_in_view


def test_a_die_is_new_where_the_board_was_otherwise(background: Background) -> None:
    assert background.is_new(DIE, with_die(board()))
    assert not background.is_new(DIE, board())
    assert Background().is_new(DIE, board())


def test_the_board_stays_what_it_was_where_dice_lie(background: Background) -> None:
    frame = with_die(board())
    frame[300:400, 100:200] = 30
    background.learn(frame, (DIE,))
    assert background.board is not None
    assert (background.board[300:400, 100:200] == 30).all()
    assert (background.board[138:162, 388:412] == board()[138:162, 388:412]).all()


def test_dice_that_lay_there_from_the_start_are_not_taken_for_the_board() -> None:
    background = Background()
    background.learn(with_die(board()), (DIE,))
    assert background.board is None


def test_a_checker_as_bright_as_a_die_is_not_that_die(background: Background) -> None:
    lay = Lay.of(DIE, with_die(board()))
    checker = board()
    cv2.circle(checker, (400, 150), 20, (220, 220, 220), cv2.FILLED)
    assert background.spot(lay, checker) is Spot.OTHER
    on_checker = checker.copy()
    on_checker[138:162, 388:412] = with_die(board())[138:162, 388:412]
    assert background.spot(Lay.of(DIE, on_checker), checker) is Spot.OTHER


@pytest.mark.parametrize("light", [0.5, 1.4])
def test_in_another_light_everything_is_what_it_was(background: Background, light: float) -> None:
    def lit(frame: Picture) -> Picture:
        return np.asarray(np.clip(frame * light, 0, 255), np.uint8)

    lay = Lay.of(DIE, with_die(board()))
    looked(background, lit(board()))
    assert not background.hand_in_view
    assert background.share_strange == 0
    assert background.spot(lay, lit(board())) is Spot.BOARD
    assert background.spot(lay, lit(with_die(board()))) is Spot.DIE
    assert not background.is_new(DIE, lit(board()))
    assert background.is_new(DIE, lit(with_die(board())))


def test_what_is_left_over_becomes_a_part_of_the_board(background: Background) -> None:
    background.absorb(DIE, with_die(board()))
    assert not background.is_new(DIE, with_die(board()))
    assert background.is_new(DIE, board())
    empty = Background()
    empty.absorb(DIE, board())
    assert empty.board is None


def test_a_die_at_the_edge_of_the_picture_is_no_trouble(background: Background) -> None:
    corner = die_at(-5, -5)
    lay = Lay.of(corner, board())
    assert background.spot(lay, board()) is Spot.DIE
    beyond = die_at(-200, 9000)
    assert background.spot(Lay.of(beyond, board()), board()) is Spot.DIE
    assert box_of(die_at(100, 50, edge=20.0), 1.5) == (70.0, 20.0, 130.0, 80.0)
