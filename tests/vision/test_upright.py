import cv2
import numpy as np
import pytest

from vision.calibration import Calibration, Corners
from vision.upright import DIE_SHARE, Upright, upright

SIZE = (960, 720)
FOCAL = 1.2
BOARD = np.array(
    [[x, y, 0] for left in (0.0, 1.15) for x, y in ((left, 0), (left + 1, 0), (left + 1, 1.84), (left, 1.84))]
)


def _camera(tilt: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    turn = np.asarray(cv2.Rodrigues(np.array([np.radians(tilt), 0.0, 0.0]))[0])
    lens = np.array([[FOCAL * SIZE[0], 0, SIZE[0] / 2], [0, FOCAL * SIZE[0], SIZE[1] / 2], [0, 0, 1]])
    shift = np.array([0, 0, 3.6]) - turn @ np.array([1.07, 0.92, 0])
    return turn, shift, lens


def _seen(tilt: float, spots: np.ndarray) -> np.ndarray:
    turn, shift, lens = _camera(tilt)
    local = (spots @ turn.T + shift) @ lens.T
    return np.asarray(local[:, :2] / local[:, 2:])


def _calibration(tilt: float, die_px: float | None = None) -> Calibration:
    first, second, third, fourth, *right = [(float(x), float(y)) for x, y in _seen(tilt, BOARD)]
    others: Corners = (right[0], right[1], right[2], right[3])
    return Calibration((first, second, third, fourth), others, die_px, SIZE)


def _place(tilt: float, die_px: float | None = None) -> Upright:
    place = upright(_calibration(tilt, die_px), SIZE)
    assert place is not None
    return place


@pytest.mark.parametrize("tilt", [-20, 0, 12, 25])
@pytest.mark.parametrize("spot", [(0.2, 0.3), (1.07, 0.92), (1.9, 1.6)])
def test_up_is_found_from_the_corners(tilt: float, spot: tuple[float, float]) -> None:
    foot, head = _seen(tilt, np.array([[*spot, 0], [*spot, -DIE_SHARE]]))
    turn, shift, _ = _camera(tilt)
    length = FOCAL * SIZE[0] * DIE_SHARE / np.linalg.norm(turn @ [*spot, 0] + shift)
    assert np.array(_place(tilt).at(*foot)) == pytest.approx((head - foot) / length, abs=0.12)


def test_a_die_looks_smaller_at_the_far_end() -> None:
    place = _place(25)
    far, near = _seen(25, np.array([[1.0, 0.1, 0], [1.0, 1.7, 0]]))
    smaller, larger = sorted((place.edge_at(*far), place.edge_at(*near)))
    assert larger / smaller > 1.1


def test_the_size_of_a_die_is_taken_from_the_calibration() -> None:
    middle = _seen(10, BOARD).mean(0)
    assert _place(10, die_px=31.0).edge_at(*middle) == pytest.approx(31, rel=0.01)


def test_without_it_a_usual_die_is_assumed() -> None:
    left = _seen(0, np.array([[0.0, 0.92, 0], [1.0, 0.92, 0]]))
    wide = float(np.linalg.norm(left[1] - left[0]))
    assert _place(0).edge_at(*left.mean(0)) == pytest.approx(DIE_SHARE * wide, rel=0.1)
