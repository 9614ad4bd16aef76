"""Where things are drawn on the board."""

from dataclasses import replace
from itertools import pairwise
from typing import get_args

import pytest

from companion.service import BoardView, Both, CubeView, DieView, DisputeView, Message, TableView, Who
from web.drawing import Picture, picture, point_name
from web.geometry import PITCH, Plan

NONE = Both(0, 0)
EMPTY = ((0, 0),) * 24
SEATS: tuple[Who, ...] = get_args(Who)


def board(points: dict[int, tuple[int, int]], **more: Both[int]) -> BoardView:
    counts = [points.get(point, (0, 0)) for point in range(1, 25)]
    bar, off, reserve = (more.get(name, NONE) for name in ("bar", "off", "reserve"))
    return BoardView(tuple(counts), bar, off, reserve)


def drawn(shown: BoardView, seat: Who = "white", **more: object) -> Picture:
    view = replace(TableView(1, Message("throw")), board=shown, **more)  # type: ignore[arg-type]
    found = picture(view, seat)
    assert found is not None
    return found


def test_without_a_board_there_is_no_picture() -> None:
    assert picture(TableView(1, Message("no_match")), "white") is None


def test_white_has_point_1_at_the_lower_right() -> None:
    plan = Plan("white")
    corners = [(plan.x(point) > plan.bar_x, plan.is_low(point)) for point in (1, 12, 13, 24)]
    assert corners == [(True, True), (False, True), (False, False), (True, False)]


def test_black_sees_the_board_turned_round() -> None:
    white, black = Plan("white"), Plan("black")
    for point in range(1, 25):
        assert white.x(point) - white.left == pytest.approx(black.right - black.x(point))
        assert white.is_low(point) != black.is_low(point)


@pytest.mark.parametrize("seat", SEATS)
def test_no_two_points_share_a_place(seat: Who) -> None:
    plan = Plan(seat)
    assert len({(plan.x(point), plan.is_low(point)) for point in range(1, 25)}) == 24
    columns = sorted({plan.x(point) for point in range(1, 25)})
    assert all(right - left >= PITCH for left, right in pairwise(columns))


@pytest.mark.parametrize("count", range(16))
def test_of_more_than_five_the_last_has_the_number(count: int) -> None:
    checkers = drawn(board({6: (count, 0)})).checkers
    assert len(checkers) == min(count, 5)
    assert [one.number for one in checkers if one.number] == ([count] if count > 5 else [])


@pytest.mark.parametrize(("white", "black"), [(1, 1), (3, 2), (2, 3), (7, 1), (1, 7), (8, 7)])
def test_both_colours_on_a_point_are_both_seen(white: int, black: int) -> None:
    checkers = drawn(board({6: (white, black)})).checkers
    assert len(checkers) <= 5
    for who, count in (("white", white), ("black", black)):
        own = [one for one in checkers if one.who == who]
        assert own
        assert len(own) == count or own[-1].number == count


def test_hit_checkers_lie_on_their_own_side_of_the_bar() -> None:
    found = drawn(board({}, bar=Both(1, 4)))
    white = [one for one in found.checkers if one.who == "white"]
    black = [one for one in found.checkers if one.who == "black"]
    assert white[0].y > found.plan.middle > max(one.y for one in black)
    assert black[-1].number == 4


def test_borne_off_and_reserve_stand_apart() -> None:
    found = drawn(board({}, off=Both(2, 0), reserve=Both(13, 15)))
    assert sum(one.x > found.plan.right for one in found.slabs) == 2
    assert sum(one.x < found.plan.left for one in found.slabs) == 28
    assert [(one.place, one.who, one.number) for one in found.counts] == [
        ("off", "white", 2),
        ("reserve", "white", 13),
        ("reserve", "black", 15),
    ]


def test_without_a_reserve_there_is_no_room_for_it() -> None:
    assert drawn(board({6: (15, 0)})).plan.left < drawn(board({}, reserve=Both(15, 15))).plan.left


@pytest.mark.parametrize("seat", SEATS)
def test_dice_lie_to_the_right_of_who_throws(seat: Who) -> None:
    dice = (DieView(3, "white", counts=True), DieView(1, "black", flat=False))
    found = drawn(board({}), seat, dice=dice)
    mine, theirs = found.dice if seat == "white" else found.dice[::-1]
    assert mine.x > found.plan.bar_x > theirs.x
    assert [(die.value, die.faded, die.tilted) for die in found.dice] == [(3, False, False), (1, True, True)]


def test_a_die_that_could_not_be_read_is_drawn_blank() -> None:
    (die,) = drawn(board({}), dice=(DieView(0, "white", flat=False),)).dice
    assert (die.pips, die.tilted) == ((), True)


def test_a_throw_told_by_hand_is_drawn_too() -> None:
    found = drawn(board({}), throw=(6, 4), turn="white")
    assert [die.value for die in found.dice] == [6, 4]


def test_the_cube_lies_where_it_belongs() -> None:
    def at(cube: CubeView) -> tuple[float, float, bool]:
        found = drawn(board({}), cube=cube)
        assert found.cube is not None
        return found.cube.x - found.plan.bar_x, found.cube.y - found.plan.middle, found.cube.offered

    assert at(CubeView(1, None)) == (0, 0, False)
    assert at(CubeView(2, "white", face=2))[1] > 0
    assert at(CubeView(2, "black", face=2))[1] < 0
    assert at(CubeView(1, None, offer=2, offered_by="black"))[2]


def test_an_illegal_play_is_marked_and_shown_the_way() -> None:
    dispute = DisputeView("white", Message("blocked"), (8,), ((6, 7), ("bar", 20)))
    found = drawn(board({6: (6, 0)}, bar=Both(1, 0)), dispute=dispute)
    assert [one.point for one in found.tongues if one.marked] == [8]
    assert len(found.arrows) == 2


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("score", range(14))
def test_the_markers_lie_at_the_points_of_the_score(seat: Who, score: int) -> None:
    found = drawn(board({}), seat, points=Both(score, score))
    white, black = found.markers
    assert (white.score, black.score) == (score, score)
    plan = found.plan
    if score:
        at = min(score, 12)
        assert (white.x, black.x) == (plan.x(at), plan.x(25 - at))
    for one, low in ((white, plan.is_low(1)), (black, plan.is_low(24))):
        assert 24 <= one.x <= plan.width - 24
        assert one.y > plan.bottom if low else one.y < plan.top


def test_each_player_s_hucke_is_marked() -> None:
    found = drawn(board({}), hucke=Both(12, 13))
    assert [(one.point, one.hucke) for one in found.tongues if one.hucke] == [(12, "white"), (13, "black")]


def test_points_are_called_as_the_referee_calls_them() -> None:
    assert [point_name(point) for point in (1, 12, 13, 24)] == ["1", "12", "12A", "1A"]


def test_all_places_can_be_tapped() -> None:
    found = drawn(board({}, reserve=Both(15, 15)))
    assert {one.place for one in found.areas} == {*range(1, 25), "bar", "off", "reserve"}
