"""Calibrations: what a file may hold, where the halves are, how it is kept."""

import json
from pathlib import Path
from typing import Any

import pytest

from vision.calibration import Calibration, CalibrationError, area, file_for, from_json, inside, load
from vision.dice import Half

LEFT = [[100, 50], [290, 50], [295, 390], [100, 392]]
RIGHT = [[325, 50], [517, 49], [520, 390], [327, 391]]
GIVEN = {"left": LEFT, "right": RIGHT, "die_px": 17.5}


def written(folder: Path, data: object) -> Path:
    file = folder / "regions.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def test_a_regions_file_is_read(tmp_path: Path) -> None:
    found = Calibration.from_regions_file(written(tmp_path, GIVEN))
    assert found.left[0] == (100.0, 50.0)
    assert found.right[2] == (520.0, 390.0)
    assert found.die_px == 17.5
    assert found.size is None


def test_the_size_of_a_die_may_be_left_out(tmp_path: Path) -> None:
    assert load(written(tmp_path, {"left": LEFT, "right": RIGHT})).die_px is None


@pytest.mark.parametrize(
    ("x", "y", "half"),
    [
        (200, 200, Half.LEFT),
        (101, 51, Half.LEFT),
        (400, 200, Half.RIGHT),
        (310, 200, Half.BAR),
        (50, 200, Half.OUTSIDE),
        (600, 200, Half.OUTSIDE),
        (200, 20, Half.OUTSIDE),
        (310, 420, Half.OUTSIDE),
    ],
)
def test_a_point_lies_in_a_half_on_the_bar_or_outside(x: float, y: float, half: Half) -> None:
    assert from_json(GIVEN).half_of(x, y) is half


def test_what_is_saved_is_what_is_loaded(tmp_path: Path) -> None:
    file = file_for(tmp_path / "cameras", "/dev/v4l/by-id/usb-Cam_1")
    calibration = from_json({**GIVEN, "size": [640, 480], "camera": "0", "how": "markers", "reference": "abc"})
    calibration.save(file)
    assert load(file) == calibration
    assert [one.name for one in file.parent.iterdir()] == ["calibration-dev-v4l-by-id-usb-cam-1.json"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"left": None}, "'left' must be four corners"),
        ({"left": LEFT[:3]}, "four corners"),
        ({"right": [*RIGHT[:3], [1, "2"]]}, "'right' must be four corners"),
        ({"right": [*RIGHT[:3], [1, float("nan")]]}, "four corners"),
        ({"left": [LEFT[1], LEFT[0], LEFT[3], LEFT[2]]}, "top left, top right"),
        ({"left": [LEFT[0], LEFT[2], LEFT[1], LEFT[3]]}, "go round"),
        ({"left": [[0, 0], [1, 0], [1, 1], [0, 1]]}, "go round"),
        ({"die_px": 0}, "die_px"),
        ({"die_px": "big"}, "die_px"),
        ({"die_px": 0.015}, "does not go with"),
        ({"die_px": 2000}, "does not go with"),
        ({"die_px": 1e6}, "die_px"),
        ({"left": RIGHT}, "side by side"),
        ({"left": RIGHT, "right": LEFT}, "side by side"),
        ({"left": [*LEFT[2:], *LEFT[:2]], "right": [*RIGHT[2:], *RIGHT[:2]]}, "side by side"),
        ({"right": [[x - 100, y] for x, y in RIGHT]}, "side by side"),
        ({"size": [200, 480]}, "outside the picture"),
        ({"size": [640, 10**400]}, "size"),
        ({"left": [[10**400, 0], *LEFT[1:]]}, "four corners"),
        ({"size": [640]}, "size"),
        ({"size": [640, -1]}, "size"),
        ({"version": 99}, "calibrate the camera again"),
        ({"colour": 1}, "'colour' is not known"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    file = written(tmp_path, {**GIVEN, **change})
    with pytest.raises(CalibrationError, match=says) as caught:
        load(file)
    assert str(file) in str(caught.value)


@pytest.mark.parametrize("text", ["", "[1, 2]", "{", "\xff", "[" * 100_000])
def test_a_file_that_is_no_calibration_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "regions.json"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(CalibrationError, match=r"regions\.json"):
        load(file)


def test_the_board_may_be_turned_and_its_halves_may_touch() -> None:
    turned = {"left": [*RIGHT[2:], *RIGHT[:2]], "right": [*LEFT[2:], *LEFT[:2]]}
    assert from_json(turned).left[0] == (520.0, 390.0)
    touching = {"left": LEFT, "right": [LEFT[1], *RIGHT[1:3], [285, 390]], "size": [480, 400]}
    assert from_json(touching).right[0] == (290.0, 50.0)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="cannot be read"):
        load(tmp_path / "none.json")


def test_it_fits_larger_pictures_of_the_same_camera() -> None:
    small = from_json({**GIVEN, "size": [640, 480]})
    large = small.scaled_to((1280, 960))
    assert large.left[2] == (590.0, 780.0)
    assert large.die_px == 35
    assert large.half_of(400, 400) is Half.LEFT
    assert small.scaled_to((640, 480)) is small
    assert from_json(GIVEN).scaled_to((99, 99)).left == small.left


def test_pictures_of_another_shape_are_refused() -> None:
    with pytest.raises(CalibrationError, match="640x480"):
        from_json({**GIVEN, "size": [640, 480]}).scaled_to((1280, 720))


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "calibration.json"
    from_json(GIVEN).save(file)

    def no_room(_self: Path, *_: object, **__: object) -> int:
        raise OSError

    monkeypatch.setattr(Path, "write_text", no_room)
    with pytest.raises(OSError, match=r"^$"):
        from_json({**GIVEN, "die_px": 3}).save(file)
    assert load(file).die_px == 17.5


def test_inside_and_area_go_by_the_way_round() -> None:
    square = ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0))
    assert area(square) == 8
    assert area(square[::-1]) == -8
    assert inside(square, (1, 1))
    assert not inside(square, (5, 1))
