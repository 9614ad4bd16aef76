"""`companion dice` as scripts use it: a line for each picture, a line for each event."""

import json
import os
import struct
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.commands import dice as dice_command
from tests.commands.closed import with_nobody_reading
from tests.vision.stand_ins import as_read
from vision import watching
from vision.calibration import Calibration, file_for
from vision.dice import Cube, DiceReading
from vision.events import Blind, CameraBack, CameraBlind
from vision.grabber import Grabber
from vision.pictures import Picture, as_jpeg, from_jpeg, size_of
from vision.sources import SourceError
from vision.virtual.camera import Fittings, VirtualCamera
from vision.virtual.places import Ground, Kind
from vision.virtual.source import STANDARD
from vision.virtual.stage import Lift, Moved, Throw

GROUND = Ground(STANDARD, np.random.default_rng(7))
FPS = 10.0
SECONDS = 9.0
CUBE = Cube(64, 1.0, 2.0, ((0, 0), (1, 0), (1, 1), (0, 1)))
Run = Callable[..., tuple[list[Any], int]]


def camera() -> VirtualCamera:
    made = VirtualCamera(Fittings(cube=64))
    for act in (
        Moved(-10.0, STANDARD),
        Throw(0.6, GROUND.lay((6, 5))),
        Lift(2.6),
        Throw(4.6, GROUND.lay((4, 2), Kind.COCKED)),
        Lift(6.8),
    ):
        made.stage.add(act)
    return made


class Knowing:
    """A reader that knows the drawn table: which picture it is stands in the picture's first pixels."""

    calibrations: list[Calibration | None] = []  # noqa: RUF012 - what the command gave, for the tests to see

    def __init__(self, calibration: Calibration | None = None) -> None:
        self.camera = CAMERA
        self.calibrations.append(calibration)

    def read(self, image: Picture, before: Picture | None = None, *, cube: bool = False) -> DiceReading:
        del before, cube
        if self.calibrations[-1]:
            self.calibrations[-1].scaled_to(size_of(image))
        truth = self.camera.truth(round(float(image[0:8, 0:8].mean())) / FPS)
        # A hand over the dice: nothing can be read, and nothing lies still.
        hand = self.camera.stage.moment(round(float(image[0:8, 0:8].mean())) / FPS).hands
        return DiceReading(() if hand else tuple(map(as_read, truth)), CUBE, 1.26)


CAMERA = camera()


def stamped(number: int) -> Picture:
    picture = CAMERA.picture(number / FPS)
    assert picture is not None
    picture[0:16, 0:16] = number
    return picture


def huge_png() -> bytes:
    """A small file that says it is a picture of 40000x40000."""
    size = struct.pack(">IIBBBBB", 40000, 40000, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", size), (b"IDAT", zlib.compress(bytes(100))), (b"IEND", b""))
    chunks = [
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("frames")
    for number in range(round(SECONDS * FPS)):
        (made / f"{number:03d}.jpg").write_bytes(as_jpeg(stamped(number), 92))
    return made


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.setattr(dice_command, "DiceReader", Knowing)
    monkeypatch.setattr(watching, "DiceReader", Knowing)
    monkeypatch.setattr(Knowing, "calibrations", [])
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))

    def run(*words: object) -> tuple[list[Any], int]:
        status = main(["dice", *map(str, words)])
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()], status

    return run


def regions(folder: Path) -> Path:
    file = folder / "regions.json"
    CAMERA.calibration.save(file)
    return file


def test_a_line_for_each_picture_in_their_order(run: Run, folder: Path) -> None:
    files = [folder / "020.jpg", folder / "001.jpg"]
    (dice, nothing), status = run(*files)
    assert status == 0
    assert [line["file"] for line in (dice, nothing)] == [str(file) for file in files]
    assert sorted(die["value"] for die in dice["dice"]) == [5, 6]
    assert set(dice["dice"][0]) >= {"value", "x", "y", "half", "flat", "on_checker", "confidence"}
    assert dice["dice"][0]["half"] == "right"
    assert (dice["cube"]["value"], dice["ms"]) == (64, 1.3)
    assert nothing["dice"] == []


def test_a_bad_picture_is_answered_and_stops_nothing(run: Run, folder: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"rubbish")
    (first, second, third), status = run(bad, folder / "020.jpg", tmp_path / "none.png")
    assert status == 1
    assert first["error"]
    assert (first["line"], third["line"]) == (1, 3)
    assert len(second["dice"]) == 2


def test_a_file_that_is_not_there_is_told_as_missing(run: Run, folder: Path, tmp_path: Path) -> None:
    answers, status = run(tmp_path / "missing.png", tmp_path, folder / "020.jpg")
    assert status == 1
    assert [answer.get("error") for answer in answers] == ["no such file", "it cannot be opened: is a directory", None]


def test_pictures_that_opencv_stumbles_over_are_answered_and_stop_nothing(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    huge = tmp_path / "huge.png"
    huge.write_bytes(huge_png())
    latin = tmp_path / os.fsdecode(b"l\xe4tin.jpg")
    latin.write_bytes((folder / "020.jpg").read_bytes())
    long = tmp_path / f"{'x' * 250}.jpg"
    long.write_bytes((folder / "020.jpg").read_bytes())
    drawn = tmp_path / "drawn"
    lines, status = run(huge, latin, "x" * 260, long, folder / "020.jpg", "--draw", drawn)
    assert status == 1
    assert [line.get("line") for line in lines] == [1, None, 3, None, None]
    assert len(list(drawn.iterdir())) == 3


def test_a_picture_of_another_shape_than_the_calibration_is_answered(run: Run, folder: Path, tmp_path: Path) -> None:
    wide = tmp_path / "wide.png"
    wide.write_bytes(cv2.imencode(".png", np.zeros((90, 160, 3), np.uint8))[1].tobytes())
    (first, second), status = run(wide, folder / "020.jpg", "--regions", regions(tmp_path))
    assert (status, first["line"]) == (1, 1)
    assert "another shape" in first["error"]
    assert len(second["dice"]) == 2


def test_a_line_for_each_event_of_a_video(run: Run, folder: Path, tmp_path: Path) -> None:
    lines, status = run("--video", folder, "--fps", FPS, "--regions", regions(tmp_path))
    assert status == 0
    assert [line["event"] for line in lines] == ["thrown", "lifted", "invalid", "lifted"]
    thrown, lifted, invalid, _ = lines
    assert (thrown["values"], thrown["why"]) == ([6, 5], None)
    assert 1.35 <= thrown["t"] <= 1.85
    assert (lifted["values"], lifted["why"]) == ([], None)
    assert (invalid["why"], invalid["all"]) == ("cocked", ["cocked"])
    assert "leaning" in invalid["message"]
    assert [len(line["dice"]) for line in (thrown, invalid)] == [2, 2]
    assert Knowing.calibrations == [Calibration.from_regions_file(regions(tmp_path))]


@pytest.mark.usefixtures("run")
def test_a_film_without_pictures_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "text.jpg"
    text.write_text("no picture", encoding="utf-8")
    assert main(["dice", "--video", str(text)]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("no video")) == ("", 1)


def test_the_times_follow_from_the_pictures_a_second(run: Run, folder: Path) -> None:
    slow, _ = run("--video", folder, "--fps", FPS / 2)
    assert slow[0]["t"] > 2.7


def test_pictures_are_drawn_where_asked_for(run: Run, folder: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "new" / "drawn"
    run(folder / "020.jpg", "--draw", drawn)
    run("--video", folder, "--fps", FPS, "--draw", drawn)
    names = sorted(file.name for file in drawn.iterdir())
    assert names == ["0001-020.jpg", "throw-0001.jpg", "throw-0002.jpg"]
    for file in drawn.iterdir():
        picture = from_jpeg(file.read_bytes())
        assert picture is not None
        assert picture.shape[1] == 640


def test_the_halves_are_drawn_where_they_lie_in_a_picture_of_another_size(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Calibration | None] = []

    def annotated(picture: Picture, _dice: object, _cube: object, calibration: Calibration | None) -> Picture:
        drawn.append(calibration)
        return picture

    monkeypatch.setattr(dice_command, "annotated", annotated)
    CAMERA.calibration.scaled_to((1280, 960)).save(tmp_path / "large.json")
    run(folder / "020.jpg", "--regions", tmp_path / "large.json", "--draw", tmp_path / "drawn")
    assert drawn == [CAMERA.calibration]


def test_what_a_calibration_kept_for_a_camera_says_is_used(run: Run, folder: Path, tmp_path: Path) -> None:
    CAMERA.calibration.save(file_for(tmp_path / "data" / "cameras", str(folder)))
    run("--video", folder)
    assert Knowing.calibrations == [CAMERA.calibration]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "name pictures, or a source"),
        (("--video", "0", "a.jpg"), "do not go together"),
        (("--video", "nowhere.mp4"), "Pictures come from"),
        (("--regions", "none.json", "a.jpg"), "none.json cannot be read"),
    ],
)
def test_bad_use_is_told_in_a_sentence(
    words: tuple[str, ...],
    says: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    assert main(["dice", *words]) == 2
    shown = capsys.readouterr()
    assert says in shown.err
    assert not shown.out


def test_nobody_who_reads_any_more_is_no_fault_of_a_file() -> None:
    assert with_nobody_reading("dice", "none.jpg") == (1, "")


def test_a_folder_to_draw_in_that_cannot_be_made_is_told(
    run: Run, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert run(folder / "020.jpg", "--draw", tmp_path / "file" / "drawn") == ([], 2)
    assert main(["dice", "--fps", "4", str(folder / "020.jpg"), "--draw", str(tmp_path / "file")]) == 2
    assert "cannot be used" in capsys.readouterr().err


def test_what_is_wrong_with_the_camera_is_told_to_people_and_is_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    teller = dice_command.Teller(None)
    for why in Blind:
        teller.tell(watching.Told(CameraBlind(1.0, why), None))
    teller.tell(watching.Told(CameraBack(2.0), None))
    shown = capsys.readouterr()
    assert not shown.out
    assert len(shown.err.splitlines()) == len(Blind) + 1


@pytest.mark.real_time
def test_an_address_that_never_delivers_a_picture_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tries: list[str] = []

    class Page:
        live = True

        def read(self) -> None:
            tries.append("")
            if len(tries) <= 3:
                msg = "The camera at page has stopped sending pictures."
                raise SourceError(msg)

        def close(self) -> None:
            pass

    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setattr(dice_command, "open_source", lambda *_: Page())
    monkeypatch.setattr(dice_command, "Grabber", partial(Grabber, waits=(0.6,)))
    assert main(["dice", "--video", "http://page/"]) == 0
    assert len(tries) == 4
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "The camera at page has stopped sending pictures.\n")
