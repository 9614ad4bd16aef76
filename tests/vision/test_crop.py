import numpy as np
import pytest

from vision import crop


def _picture_with_spot(x: int, y: int) -> crop.Image:
    picture = np.full((200, 300, 3), 40, np.uint8)
    picture[y - 1 : y + 2, x - 1 : x + 2] = 250
    return picture


SIZES = pytest.mark.parametrize("size", [crop.QUICK, crop.SHARP])


@SIZES
@pytest.mark.parametrize("angle", [0.0, np.pi / 2, 1.0])
@pytest.mark.parametrize("edge", [14.0, 20.0, 55.0])
def test_what_is_asked_for_stands_in_the_middle(edge: float, angle: float, size: crop.Size) -> None:
    piece, _ = crop.cut(_picture_with_spot(120, 80), (120, 80), edge, angle, size)
    brightest = np.unravel_index(int(piece[..., 0].argmax()), piece.shape[:2])
    assert np.abs(np.array(brightest) - (size.side - 1) / 2).max() <= 0.12 * size.edge


def test_the_matrix_leads_from_the_picture_to_the_piece() -> None:
    piece, matrix = crop.cut(_picture_with_spot(128, 84), (120, 80), 20.0, 0.5)
    across, down = matrix @ [128, 84, 1]
    assert piece[round(down), round(across), 0] > 200


@SIZES
def test_a_die_takes_the_same_room_at_every_distance(size: crop.Size) -> None:
    for edge in (10.0, 40.0, 160.0):
        _, matrix = crop.cut(np.zeros((50, 50, 3), np.uint8), (20, 20), edge, size=size)
        assert np.linalg.norm(matrix[:, :2] @ [edge, 0]) == pytest.approx(size.edge)


def test_a_piece_may_lie_beyond_the_picture() -> None:
    piece, _ = crop.cut(np.full((50, 50, 3), 90, np.uint8), (500, 500), 80.0)
    assert piece.shape == (crop.QUICK.side, crop.QUICK.side, 3)


def test_brightness_and_contrast_are_evened_out() -> None:
    piece = np.random.default_rng(1).integers(60, 200, (crop.QUICK.side, crop.QUICK.side, 3)).astype(np.uint8)
    dim = (piece // 2).astype(np.uint8)
    assert np.abs(crop.planes(piece, None) - crop.planes(dim, None))[:3].max() < 0.15


def test_where_up_is_goes_along_if_it_is_known() -> None:
    piece = np.zeros((crop.QUICK.side, crop.QUICK.side, 3), np.uint8)
    assert not crop.planes(piece, None)[3:].any()
    known = crop.planes(piece, (0.25, -0.5))[3:]
    assert known[:, 0, 0].tolist() == [0.25 * crop.LOUDER, -0.5 * crop.LOUDER, 1.0]


def test_of_where_up_is_only_the_direction_may_be_known() -> None:
    piece = np.zeros((crop.QUICK.side, crop.QUICK.side, 3), np.uint8)
    roughly = crop.planes(piece, (0.0, -0.2), roughly=True)[3:]
    assert roughly[:, 0, 0].tolist() == [0.0, -1.0, 0.5]
    assert np.array_equal(roughly, crop.planes(piece, (0.0, -7.0), roughly=True)[3:])
