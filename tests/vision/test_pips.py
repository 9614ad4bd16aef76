import cv2
import numpy as np
import pytest

from vision import pips

PLACES = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
WHITE, BLACK, RED = (235, 238, 240), (20, 22, 25), (40, 30, 170)


def _face(value: int, body: tuple[int, ...], pip: tuple[int, ...], degrees: float = 0, edge: int = 30) -> pips.Image:
    picture = np.full((120, 120, 3), 110, np.uint8)
    corners = _corners(degrees, edge)
    cv2.fillConvexPoly(picture, corners.round().astype(np.int32), body, cv2.LINE_AA)
    across, down = (corners[1] - corners[0]) / edge, (corners[3] - corners[0]) / edge
    for place in map(int, PLACES[value]):
        steps = 0.25 * edge * np.array([place % 3 - 1, place // 3 - 1])
        x, y = [60, 60] + across * steps[0] + down * steps[1]
        cv2.circle(picture, (round(x * 16), round(y * 16)), round(0.09 * edge * 16), pip, -1, cv2.LINE_AA, 4)
    return cv2.GaussianBlur(picture, (0, 0), 0.7)


def _corners(degrees: float, edge: int) -> pips.Image:
    return np.asarray(cv2.boxPoints(((60.0, 60.0), (float(edge), float(edge)), degrees)))


@pytest.mark.parametrize("degrees", [0, 20, 45, 80])
@pytest.mark.parametrize(("body", "pip"), [(WHITE, BLACK), (BLACK, WHITE), (RED, WHITE), (WHITE, RED)])
@pytest.mark.parametrize("value", range(1, 7))
def test_every_pattern_is_counted(value: int, body: tuple[int, ...], pip: tuple[int, ...], degrees: float) -> None:
    counted = pips.count(_face(value, body, pip, degrees), [(x, y) for x, y in _corners(degrees, 30)])
    assert counted is not None
    assert counted.value == value
    assert counted.margin > 0


@pytest.mark.parametrize("edge", [16, 24, 60])
def test_near_and_far(edge: int) -> None:
    counted = pips.count(_face(5, WHITE, BLACK, 10, edge), [(x, y) for x, y in _corners(10, edge)])
    assert counted is not None
    assert counted.value == 5


def test_nothing_is_counted_on_a_plain_face() -> None:
    plain = np.full((120, 120, 3), 200, np.uint8)
    assert pips.count(plain, [(x, y) for x, y in _corners(30, 30)]) is None


def test_a_clear_face_has_a_wider_margin_than_a_faint_one() -> None:
    corners = [(x, y) for x, y in _corners(0, 30)]
    half_a_pip_more = _face(4, WHITE, BLACK)
    cv2.circle(half_a_pip_more, (60, 60), 2, (150, 150, 150), -1)
    clear, faint = pips.count(_face(4, WHITE, BLACK), corners), pips.count(half_a_pip_more, corners)
    assert clear is not None
    assert faint is not None
    assert clear.margin > faint.margin
