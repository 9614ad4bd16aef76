import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision import crop, pips
from vision.finder import Finder
from vision.training.camera import photograph
from vision.training.canvas import SIDE, Canvas, Truth, compose
from vision.training.data import FAR, elsewhere, pieces, turned
from vision.training.faces import layout
from vision.training.looks import looks
from vision.training.photographs import photographs
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
    assert {piece.shape for piece in around + aside} == {(crop.QUICK.side, crop.QUICK.side, 3)}


def test_pieces_beside_a_die_know_where_up_is(canvases: list[Canvas]) -> None:
    rng = np.random.default_rng(2)
    ups = [up for canvas in canvases if canvas.things for _, up in elsewhere(rng, canvas, 3)]
    assert len(ups) >= 10
    assert not np.isnan(ups).any()
    nowhere = elsewhere(rng, Canvas(canvases[0].picture, ()), 3)
    assert all(np.isnan(up).all() for _, up in nowhere)


def _die(*, flat: bool) -> Truth:
    """Return a die whose left face seems the upper one where it leans: by half a right angle, seen from above."""
    face = np.array([[90, 90], [110, 90], [110, 110], [90, 110]], np.float32)
    axis = np.array([0.0, 0.0]) if flat else np.array([-0.7, 0.0])
    return Truth("die", 3, face, np.array([100.0, 100.0]), 20.0, np.zeros(2), flat=flat, on_checker=False, axis=axis)


def test_both_faces_of_a_leaning_die_are_that_die() -> None:
    leaning, flat = _die(flat=False), _die(flat=True)
    other_face = np.array([114.0, 100.0])
    assert tuple(leaning.middle) == (107.0, 100.0)
    assert leaning.off(leaning.centre) == flat.off(flat.centre) == 0
    assert leaning.off(other_face) < FAR < flat.off(other_face)
    assert leaning.off(np.array([130.0, 100.0])) > FAR


def test_leaning_dice_are_cut_out_between_their_faces_too() -> None:
    page = np.full((SIDE, SIDE, 3), 90, np.uint8)
    middles = {
        flat: np.array(
            [matrix @ [100.0, 100.0, 1.0] for _, _, matrix in pieces(rng, Canvas(page, (_die(flat=flat),)), 200)]
        )
        for flat, rng in ((True, np.random.default_rng(1)), (False, np.random.default_rng(2)))
    }
    off = {
        flat: np.linalg.norm(seen - (crop.QUICK.side - 1) / 2, axis=1) / crop.QUICK.edge
        for flat, seen in middles.items()
    }
    assert np.median(off[True]) < 0.2
    assert np.median(off[False]) > np.median(off[True])
    assert off[False].max() < 1.3


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


def _picture(folder: Path, name: str, licence: str, dice: list[dict[str, Any]]) -> dict[str, Any]:
    """A white die with five pips beside a black thing that is none."""
    page = np.full((240, 320, 3), 90, np.uint8)
    cv2.rectangle(page, (90, 90), (150, 150), (245, 245, 245), -1)
    for x, y in ((105, 105), (135, 105), (120, 120), (105, 135), (135, 135)):
        cv2.circle(page, (x, y), 6, (20, 20, 20), -1, cv2.LINE_AA)
    cv2.circle(page, (250, 180), 30, (20, 20, 20), -1)
    cv2.imwrite(str(folder / name), cv2.GaussianBlur(page, (0, 0), 1))
    return {"file": name, "licence": licence, "dice": dice}


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    die = {"value": 5, "x": 122, "y": 118}
    pictures = [
        _picture(tmp_path, "s1_a__1.png", "MIT", [die]),
        _picture(tmp_path, "s2_b__1.png", "CC BY 4.0", [die, {"value": 3, "x": 20, "y": 20}]),
        _picture(tmp_path, "s3_c__1.png", "none stated", [die]),
        {**_picture(tmp_path, "s1_a__2.png", "MIT", []), "moving": True},
    ]
    (tmp_path / "labels.json").write_text(json.dumps(pictures), encoding="utf-8")
    return tmp_path


def test_only_openly_licensed_photographs_are_learned_from(labelled: Path) -> None:
    first, second = photographs(labelled, Finder())
    assert [(thing.value, thing.hidden) for thing in first.things] == [(5, False)]
    # What the finder does not see is passed over, as it is not known how large it is.
    assert [(thing.value, thing.hidden) for thing in second.things] == [(5, False), (3, True)]


def test_a_photographed_die_is_as_large_as_it_shows(labelled: Path) -> None:
    (die,) = next(iter(photographs(labelled, Finder()))).things
    assert 45 < die.edge < 75
    assert np.abs(die.centre - 120).max() < 6
    assert die.up is None


def test_a_source_can_be_left_out_to_measure_on_it(labelled: Path) -> None:
    assert len(list(photographs(labelled, Finder(), without=("s1",)))) == 1
