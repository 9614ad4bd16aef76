import cv2
import numpy as np
import pytest

from vision.finder import WEIGHTS, Finder, Spot, _joined, apart


def _table(spots: list[tuple[int, int]], edge: int = 16) -> np.ndarray:
    picture = np.full((200, 240, 3), (60, 90, 40), np.uint8)
    for x, y in spots:
        cv2.rectangle(picture, (x - edge // 2, y - edge // 2), (x + edge // 2, y + edge // 2), (235, 238, 240), -1)
        for step in (-4, 0, 4):
            cv2.circle(picture, (x + step, y + step), 1, (15, 15, 15), -1, cv2.LINE_AA)
    return cv2.GaussianBlur(picture, (0, 0), 0.6)


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder()


def test_drawn_dice_are_found_where_they_are(finder: Finder) -> None:
    places = [(50, 60), (180, 140)]
    spots = apart(finder.spots(_table(places), 1.0))[:2]
    assert sorted((round(spot.x / 5), round(spot.y / 5)) for spot in spots) == [(10, 12), (36, 28)]
    assert all(12 < spot.edge < 22 for spot in spots)


def test_what_was_made_smaller_counts_in_large_pixels(finder: Finder) -> None:
    table = _table([(60, 60)])
    plain = apart(finder.spots(table, 1.0))[0]
    double = apart(finder.spots(table, 0.5))[0]
    assert double.x == pytest.approx(2 * plain.x + 0.5)
    assert double.edge == pytest.approx(2 * plain.edge)


def test_an_empty_table_has_no_spots(finder: Finder) -> None:
    assert finder.spots(_table([]), 1.0) == []


def test_the_brighter_of_two_on_the_same_die_stays() -> None:
    spots = [Spot(10, 10, 16, 0.5), Spot(12, 11, 15, 0.9), Spot(30, 10, 16, 0.4)]
    assert apart(spots) == [spots[1], spots[2]]


def test_what_is_seen_from_afar_is_spread_over_two_by_two() -> None:
    near = np.zeros((1, 24, 2, 4), np.float32)
    far = np.repeat(np.arange(4, dtype=np.float32), 24)[None, :, None, None] + 10 * np.arange(2, dtype=np.float32)
    joined = _joined(near, far.astype(np.float32))
    assert joined[0, 7].tolist() == [[0, 1, 10, 11], [2, 3, 12, 13]]
    assert not near.any()


def test_the_weights_are_small() -> None:
    assert sum(path.stat().st_size for path in WEIGHTS.parent.glob("*.onnx.xz")) <= 3_000_000
