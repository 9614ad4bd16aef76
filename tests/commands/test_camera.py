"""`companion camera`: the sheet, the calibration and the check, on drawn boards."""

import io
import json
import re
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.commands import camera as camera_command
from companion.service.upkeep import calibrating
from tests.vision.stand_ins import die_at
from tests.vision.test_markers import laid
from vision.calibration import Calibration, file_for, load
from vision.dice import DiceReading
from vision.pictures import Picture
from vision.sources import Wishes, picture_of
from vision.virtual.board import LOOKS, calibration_of, draw_board
from vision.virtual.optics import Optics
from vision.virtual.source import STANDARD

Shown = pytest.CaptureFixture[str]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def folder(tmp_path: Path, picture: Picture) -> Path:
    """Return a folder of pictures: to the commands a camera like any other."""
    made = tmp_path / "camera"
    made.mkdir(exist_ok=True)
    assert cv2.imwrite(str(made / "0.png"), picture)
    return made


def kept(data: Path, source: Path) -> Calibration:
    return load(file_for(data / "cameras", str(source)))


def test_the_sheet_goes_to_a_file_or_to_standard_output(tmp_path: Path, capsys: Shown) -> None:
    file = tmp_path / "sheet.svg"
    assert main(["camera", "sheet", str(file)]) == 0
    assert main(["camera", "sheet"]) == 0
    assert capsys.readouterr().out == file.read_text(encoding="utf-8")
    assert main(["camera", "sheet", "--marker-mm", "25"]) == 0
    assert capsys.readouterr().out != file.read_text(encoding="utf-8")
    assert main(["camera", "sheet", str(tmp_path)]) == 2


@pytest.mark.parametrize(("side", "fits"), [("34", True), ("34.5", False), ("60", False)])
def test_the_sheet_stays_on_its_page(side: str, fits: bool, capsys: Shown) -> None:  # noqa: FBT001 - as parametrized
    command = ["camera", "sheet", "--marker-mm", side]
    if not fits:
        with pytest.raises(SystemExit):
            main(command)
        assert "must be 3 to 34 millimetres" in capsys.readouterr().err
        return
    assert main(command) == 0
    boxes = re.findall(r'<rect x="([0-9.]+)" y="[0-9.]+" width="([0-9.]+)"', capsys.readouterr().out)
    assert max(float(x) + float(wide) for x, wide in boxes) <= 210.0


@pytest.mark.parametrize("command", ["calibrate", "check"])
def test_the_camera_is_asked_for_the_size_that_is_given(
    command: str, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = folder(tmp_path, laid(Optics()))
    assert main(["camera", "calibrate", str(source)]) == 0
    assert kept(data, source).left
    asked: list[Wishes] = []

    def seen(name: str, wishes: Wishes) -> Picture | None:
        asked.append(wishes)
        return picture_of(name, wishes)

    monkeypatch.setattr(camera_command, "picture_of", seen)
    assert main(["camera", command, "--size", "1280x720", str(source)]) == 0
    assert [one.size for one in asked] == [(1280, 720)]


def test_a_picture_has_to_be_called_one(tmp_path: Path, data: Path, capsys: Shown) -> None:
    source = folder(tmp_path, laid(Optics()))
    assert main(["camera", "calibrate", str(source), "--draw", str(tmp_path / "drawn")]) == 2
    assert "a picture's name ends with .jpg or .png" in capsys.readouterr().err
    assert not list(data.rglob("*.json"))


def test_markers_are_found_and_kept_for_this_camera_and_then_checked(tmp_path: Path, data: Path, capsys: Shown) -> None:
    source = folder(tmp_path, laid(Optics()))
    drawn = tmp_path / "drawn.png"
    assert main(["camera", "calibrate", str(source), "--draw", str(drawn)]) == 0
    assert "Done" in capsys.readouterr().out
    assert drawn.exists()
    found = kept(data, source)
    assert (found.how, found.size, found.camera) == ("markers", (640, 480), str(source))
    folder(tmp_path, draw_board(Optics(), LOOKS["green"], STANDARD))
    assert main(["camera", "check", str(source)]) == 0
    folder(tmp_path, draw_board(Optics(aim=(30.0, 0.0)), LOOKS["green"], STANDARD))
    assert main(["camera", "check", str(source)]) == 1
    assert "was moved" in capsys.readouterr().out


def test_where_a_calibration_cannot_be_kept_that_is_told(tmp_path: Path, capsys: Shown) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    source = folder(tmp_path, laid(Optics()))
    assert main(["camera", "calibrate", str(source), "--data", str(tmp_path / "file" / "data")]) == 2
    assert "cannot be written: Not a directory" in capsys.readouterr().err


def test_larger_dice_look_larger(tmp_path: Path, data: Path) -> None:
    source = folder(tmp_path, laid(Optics()))
    sizes = []
    for die in ("12", "18"):
        assert main(["camera", "calibrate", str(source), "--die-mm", die]) == 0
        sizes.append(kept(data, source).die_px or 0.0)
    assert sizes[1] == pytest.approx(1.5 * sizes[0])


def test_a_die_on_the_board_gives_its_size(tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = [die_at(100, 100, edge=21.0), die_at(200, 100, edge=40.0, flat=False), die_at(9, 9, None, edge=50.0)]

    class Reader:
        def __init__(self, calibration: Calibration) -> None:
            assert calibration.die_px is None

        def read(self, _image: Picture) -> DiceReading:
            return DiceReading(tuple(dice), None, 0.0)

    monkeypatch.setattr(calibrating, "DiceReader", Reader)
    source = folder(tmp_path, laid(Optics()))
    assert main(["camera", "calibrate", str(source), "--die"]) == 0
    assert kept(data, source).die_px == 21.0
    dice.clear()
    assert main(["camera", "calibrate", str(source), "--die"]) == 1


def test_corners_that_are_given_are_taken(tmp_path: Path, data: Path) -> None:
    source = folder(tmp_path, laid(Optics()))
    regions = tmp_path / "regions.json"
    halves = {"left": [[0, 0], [40, 0], [40, 90], [0, 90]], "right": [[50, 0], [90, 0], [90, 90], [50, 90]]}
    regions.write_text(json.dumps(halves), encoding="utf-8")
    assert main(["camera", "calibrate", str(source), "--regions", str(regions)]) == 0
    found = kept(data, source)
    assert found.left[2] == (40.0, 90.0)
    assert found.how == "given"
    assert main(["camera", "check", str(source)]) == 0


def test_corners_outside_the_picture_are_not_kept(tmp_path: Path, data: Path, capsys: Shown) -> None:
    source = folder(tmp_path, laid(Optics()))
    regions = tmp_path / "regions.json"
    halves = {"left": [[700, 0], [740, 0], [740, 90], [700, 90]], "right": [[750, 0], [790, 0], [790, 90], [750, 90]]}
    regions.write_text(json.dumps(halves), encoding="utf-8")
    assert main(["camera", "calibrate", str(source), "--regions", str(regions)]) == 1
    assert "outside the picture, which is 640x480" in capsys.readouterr().err
    assert not data.exists()


def test_without_markers_it_says_which_are_missing(tmp_path: Path, data: Path, capsys: Shown) -> None:
    source = folder(tmp_path, laid(Optics(), without=(4,)))
    assert main(["camera", "calibrate", str(source)]) == 1
    assert "5 (left half, top right corner, at the bar)" in capsys.readouterr().err
    assert not data.exists()


@pytest.mark.parametrize(("answer", "status"), [("y\n", 0), ("n\n", 1), ("", 1)])
def test_an_outline_is_kept_only_if_a_person_says_so(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch, answer: str, status: int
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
    monkeypatch.setattr(calibrating, "propose", lambda _picture: calibration_of(Optics(), 15.0))
    source = folder(tmp_path, draw_board(Optics(), LOOKS["green"], STANDARD))
    assert main(["camera", "calibrate", str(source), "--outline"]) == status
    assert data.exists() is (status == 0)


def test_where_no_outline_is_seen_markers_are_advised(tmp_path: Path, data: Path, capsys: Shown) -> None:
    source = folder(tmp_path, np.full((480, 640, 3), 90, np.uint8))
    assert main(["camera", "calibrate", str(source), "--outline", "--yes"]) == 1
    assert "printed markers" in capsys.readouterr().err
    assert not data.exists()


def test_a_camera_that_was_never_calibrated_cannot_be_checked(tmp_path: Path, data: Path, capsys: Shown) -> None:
    assert main(["camera", "check", str(tmp_path)]) == 1
    assert "not been calibrated" in capsys.readouterr().err
    assert not data.exists()
