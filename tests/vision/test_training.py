import numpy as np
import pytest

from vision import crop, pips
from vision.training.camera import photograph
from vision.training.canvas import SIDE, Canvas, compose
from vision.training.data import elsewhere, pieces, turned
from vision.training.faces import layout
from vision.training.looks import looks
from vision.training.solid import Solid, draw


@pytest.fixture(scope="module")
def dice() -> list[Solid]:
    return [draw(np.random.default_rng(number)) for number in range(24)]


@pytest.fixture(scope="module")
def canvases(dice: list[Solid]) -> list[Canvas]:
    return [compose(np.random.default_rng(number), dice) for number in range(12)]


def test_a_drawn_die_shows_the_pips_that_it_says(dice: list[Solid]) -> None:
    clear = [die for die in dice if die.kind == "die" and die.oblique < 35 and die.flat]
    assert len(clear) >= 5
    read = [pips.count(np.stack([255 - die.planes[1]] * 3, 2), [(x, y) for x, y in die.corners]) for die in clear]
    right = [count is not None and count.value == die.value for count, die in zip(read, clear, strict=True)]
    assert sum(right) >= 0.9 * len(right)


def test_a_drawn_die_stands_in_the_middle_of_its_picture(dice: list[Solid]) -> None:
    for die in dice:
        assert np.abs(die.centre - 47.5).max() < 30
        assert die.planes[0].any()
        assert 10 < die.edge < 45


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_as_many_pips_as_it_is_worth(value: int) -> None:
    assert len(set(layout(value, 0.25, (True, False, True, False)))) == value


def test_the_same_number_draws_the_same_picture(dice: list[Solid]) -> None:
    first, second = (compose(np.random.default_rng(3), dice) for _ in range(2))
    assert np.array_equal(first.picture, second.picture)
    assert not np.array_equal(first.picture, compose(np.random.default_rng(4), dice).picture)


def test_things_lie_in_the_picture(canvases: list[Canvas]) -> None:
    things = [thing for canvas in canvases for thing in canvas.things]
    assert len(things) >= 10
    assert all(canvas.picture.shape[2] == 3 and max(canvas.picture.shape) == SIDE for canvas in canvases)
    for thing in things:
        assert thing.centre.min() > -10
        assert thing.centre.max() < SIDE + 10
        assert np.abs(thing.corners.mean(0) - thing.centre).max() < 0.3 * thing.edge


def test_a_camera_changes_the_light_but_not_the_scene() -> None:
    page = np.full((SIDE, SIDE, 3), 60.0)
    page[:, SIDE // 2 :] = 200
    for number in range(8):
        seen = photograph(np.random.default_rng(number), page, 20).astype(float)
        assert seen[:, SIDE // 2 + 20 :].mean() > seen[:, : SIDE // 2 - 20].mean()


def test_pieces_are_cut_around_dice_and_elsewhere(canvases: list[Canvas]) -> None:
    rng = np.random.default_rng(1)
    around = [piece for canvas in canvases for piece, _, _ in pieces(rng, canvas, 1)]
    aside = [piece for canvas in canvases for piece, _ in elsewhere(rng, canvas, 2)]
    assert around
    assert aside
    assert {piece.shape for piece in around + aside} == {(crop.SIDE, crop.SIDE, 3)}


def test_pieces_beside_a_die_know_where_up_is(canvases: list[Canvas]) -> None:
    rng = np.random.default_rng(2)
    ups = [up for canvas in canvases if canvas.things for _, up in elsewhere(rng, canvas, 3)]
    assert len(ups) >= 10
    assert not np.isnan(ups).any()
    nowhere = elsewhere(rng, Canvas(canvases[0].picture, ()), 3)
    assert all(np.isnan(up).all() for _, up in nowhere)


def test_what_is_turned_with_a_piece_keeps_its_length() -> None:
    quarter = np.array([[0.0, -2.0, 9.0], [2.0, 0.0, 7.0]])
    assert turned(quarter, np.array([0.3, 0.0])) == pytest.approx([0.0, 0.3])
    assert np.isnan(turned(quarter, None)).all()


def test_some_drawn_dice_lean_and_show_it(dice: list[Solid]) -> None:
    leaning = [die for die in dice if not die.flat]
    assert 3 <= len(leaning) <= 0.6 * len(dice)
    for die in dice:
        assert die.axis is not None
        off = float(np.linalg.norm(die.axis - die.up))
        assert off < 0.08 if die.flat else off > 0.1


def test_a_die_under_another_thing_is_hidden() -> None:
    pool = [draw(np.random.default_rng(number)) for number in range(40)]
    things = [thing for number in range(60) for thing in compose(np.random.default_rng(number), pool).things]
    assert any(thing.hidden for thing in things)
    assert sum(not thing.hidden for thing in things) > 0.7 * len(things)


def test_a_squeezed_picture_keeps_its_dice_in_place(dice: list[Solid]) -> None:
    every = [compose(np.random.default_rng(number), dice) for number in range(60)]
    squeezed = [canvas for canvas in every if canvas.picture.shape != (SIDE, SIDE, 3)]
    assert squeezed
    for canvas in squeezed:
        for thing in canvas.things:
            assert np.abs(thing.corners.mean(0) - thing.centre).max() < 0.3 * thing.edge


def test_the_looks_follow_from_the_seed() -> None:
    assert looks(3) == looks(3)
    assert looks(3) != looks(4)
    assert {len(board) for board in looks(3)["boards"]} == {9}
