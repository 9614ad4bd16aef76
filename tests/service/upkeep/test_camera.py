"""The camera looked at closely: its pictures, its corners, and that nothing is done while nobody looks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.service.upkeep import camera_window, corner_finding
from companion.service.upkeep.camera_window import CUBE_EVERY, CameraWindow, Eye
from companion.service.upkeep.refusal import SetupError, Why
from tests.service.upkeep.stage import Looked, looked_after, when
from tests.waiting import wait_until
from vision.calibration import Calibration, file_for, load
from vision.dice import DiceReading
from vision.markers import PLACES, draw_marker
from vision.pictures import Picture
from vision.reader import DiceReader
from vision.sources import Shot
from vision.virtual.camera import Fittings, VirtualCamera

pytestmark = pytest.mark.real_time


class Pictures:
    """A camera that gives the same picture again and again, and counts how often it was asked."""

    def __init__(self, picture: Picture) -> None:
        self.picture, self.asked, self.looked, self.busy = picture, 0, 0, 0.0

    def newest(self, after: float, timeout: float) -> Shot:
        del after, timeout
        self.asked += 1
        self.looked += 5
        self.busy += 0.05
        return Shot(self.picture, float(self.asked))


def eye(picture: Picture, calibration: Calibration | None = None) -> tuple[Eye, Pictures]:
    camera = Pictures(picture)
    return Eye(camera, camera, calibration, "0"), camera


def drawn() -> tuple[Picture, Calibration]:
    camera = VirtualCamera(Fittings(seed=3))
    picture = camera.picture(0.0)
    assert picture is not None
    return picture, camera.calibration


def test_pictures_are_read_only_while_somebody_looks() -> None:
    now = [0.0]
    window = CameraWindow(lambda: now[0])
    picture, calibration = drawn()
    one, camera = eye(picture, calibration)
    window.attach(one)
    assert camera.asked == 0
    first = window.next(0, 20)
    assert first is not None
    assert first.data[:3] == b"\xff\xd8\xff"
    assert (first.size, first.number) == ((640, 480), 1)
    second = window.next(first.number, 20)
    assert second is not None
    now[0] = 3.0
    wait_until(lambda: window.rates.per_second)
    assert window.rates.watch_ms == pytest.approx(10)
    now[0] = 60.0
    wait_until(lambda: not any(thread.name == "camera window" for thread in threading.enumerate()))
    asked = camera.asked
    assert window.next(0, 20) is not None, "who looks again begins anew"
    assert camera.asked > asked
    now[0] = 600.0


def test_a_picture_that_cannot_be_read_ends_nothing_else() -> None:
    window = CameraWindow()
    picture, _ = drawn()
    wide = Calibration(((0, 0), (40, 0), (40, 90), (0, 90)), ((50, 0), (90, 0), (90, 90), (50, 90)), size=(100, 400))
    window.attach(eye(picture, wide)[0])
    assert window.next(0, 0.5) is None
    window.attach(eye(picture)[0])
    assert window.next(0, 20) is not None
    window.detach()
    assert window.look() is None


def test_a_camera_that_begins_while_another_fails_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    window = CameraWindow()
    picture, _ = drawn()
    second, _camera = eye(picture)
    read, tries = DiceReader.read, []

    def fails_at_first(reader: DiceReader, image: Picture, *, cube: bool) -> DiceReading:
        tries.append(image)
        if len(tries) == 1:
            window.attach(second)
            msg = "it was pulled out"
            raise RuntimeError(msg)
        return read(reader, image, cube=cube)

    monkeypatch.setattr(DiceReader, "read", fails_at_first)
    window.attach(eye(picture)[0])
    assert window.next(0, 20) is not None
    assert len(tries) == 2
    window.detach()


def test_the_cube_is_looked_for_in_the_first_picture_and_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, calibration = drawn()
    read, asked = DiceReader.read, list[bool]()

    def noted(reader: DiceReader, image: Picture, *, cube: bool) -> DiceReading:
        asked.append(cube)
        return read(reader, image, cube=cube)

    monkeypatch.setattr(DiceReader, "read", noted)
    monkeypatch.setattr(camera_window, "PAUSE_S", 0.01)
    window = CameraWindow()
    for _ in range(2):
        window.attach(eye(picture, calibration)[0])
        number, before = 0, len(asked)
        while len(asked) - before <= CUBE_EVERY:
            found = window.next(number, 20)
            assert found is not None
            number = found.number
        assert asked[before : before + CUBE_EVERY + 1] == [True, *[False] * (CUBE_EVERY - 1), True]
    window.detach()


def test_a_camera_is_chosen_calibrated_and_used_without_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera_window, "RATED_OVER_S", 0.2)
    with looked_after(tmp_path) as table:
        table.upkeep.choose({"camera.source": "virtual:"})
        wait_until(lambda: table.upkeep.camera().pictures)
        assert not table.upkeep.camera().calibrated
        _, truth = drawn()
        table.upkeep.keep_corners(truth.left, truth.right, (640, 480), die=False)
        wait_until(lambda: table.upkeep.camera().calibrated)
        kept = load(file_for(tmp_path / "data" / "cameras", "virtual:"))
        assert (kept.left, kept.size, kept.camera, kept.how) == (truth.left, (640, 480), "virtual:", "given")
        assert kept.reference
        assert table.upkeep.corners() is not None
        wait_until(lambda: table.upkeep.camera().per_second)
        look = table.upkeep.camera()
        assert look.watch_ms is not None
        assert look.watch_ms > 0
        frame = when(table.upkeep.frame, bool)
        assert frame is not None
        assert frame[:3] == b"\xff\xd8\xff"


def refused(what: Callable[[], object]) -> Why:
    with pytest.raises(SetupError) as told:
        what()
    return told.value.why


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    with looked_after(tmp_path) as table:
        assert refused(table.upkeep.begin_dice) is Why.NO_PICTURE
        assert refused(lambda: table.upkeep.propose("markers")) is Why.NO_PICTURE
        table.upkeep.choose({"camera.source": "virtual:"})
        wait_until(lambda: table.upkeep.camera().pictures)
        assert refused(lambda: table.upkeep.propose("markers")) is Why.NO_MARKERS
        crossed = ((0.0, 0.0), (10.0, 90.0), (90.0, 0.0), (90.0, 90.0))
        assert refused(lambda: table.upkeep.keep_corners(crossed, crossed, (640, 480), die=False)) is Why.WRONG_CORNERS
        assert refused(lambda: table.upkeep.choose({"camera.white_sits": "left"})) is Why.NOT_SO
        assert not (tmp_path / "data" / "cameras").exists()


def test_the_dice_test_hears_the_camera(tmp_path: Path) -> None:
    with looked_after(tmp_path, camera__source="virtual:") as table:
        wait_until(lambda: table.upkeep.camera().pictures)
        table.upkeep.begin_dice()
        wait_until(lambda: table.upkeep.dice.throws)
        table.upkeep.answer_dice(1, None)
        assert table.upkeep.dice.throws[0].right
        assert table.upkeep.keeper.progress.dice["throws"]
        assert refused(lambda: table.upkeep.answer_dice(5, None)) is Why.NO_SUCH_THROW


def marked(*numbers: int, swapped: bool = False) -> Picture:
    """A board from above with these of the printed markers on it, the first two perhaps in each other's places."""
    picture = np.full((480, 640, 3), 200, np.uint8)
    lefts, tops = {"left": (40, 240), "right": (330, 530)}, (30, 380)
    for number in numbers:
        place = PLACES[number]
        x, y = lefts[place.half][place.corner in {1, 2}], tops[place.corner in {2, 3}]
        picture[y : y + 60, x : x + 60] = cv2.cvtColor(
            draw_marker(1 - number if swapped and number < 2 else number, 60), cv2.COLOR_GRAY2BGR
        )
    return picture


def test_markers_are_found_or_named() -> None:
    found = corner_finding.found_by("markers", marked(*PLACES), "0")
    assert (found.how, found.camera) == ("markers", "0")
    assert found.die_px == pytest.approx(30, abs=1)
    with pytest.raises(SetupError) as told:
        corner_finding.found_by("markers", marked(0, 1, 2, 3, 4, 5), "0")
    assert (told.value.why, told.value.params) == (Why.MARKERS_MISSING, {"numbers": "7, 8"})
    with pytest.raises(SetupError) as told:
        corner_finding.found_by("markers", marked(*PLACES, swapped=True), "0")
    assert (told.value.why, told.value.params) == (Why.MARKERS_MISPLACED, {"numbers": "1, 2"})


def test_a_proposal_that_was_left_as_it_was_keeps_what_it_knows() -> None:
    picture = marked(*PLACES)
    found = corner_finding.found_by("markers", picture, "0")
    near = tuple((x + 0.3, y) for x, y in found.left)
    far = tuple((x - 9.0, y) for x, y in found.left)
    same = corner_finding.kept(
        corner_finding.given(near, found.right, (640, 480)), found, picture, "0", 0.75, die=False
    )
    moved = corner_finding.kept(
        corner_finding.given(far, found.right, (640, 480)), found, picture, "0", 0.75, die=False
    )
    assert [(one.how, one.die_px) for one in (same, moved)] == [("markers", found.die_px), ("given", found.die_px)]
    with pytest.raises(SetupError) as told:
        corner_finding.kept(found, found, picture, "0", 0.75, die=True)
    assert told.value.why is Why.NO_DIE


def test_nothing_is_chosen_for_a_demonstration(tmp_path: Path) -> None:
    with looked_after(tmp_path) as table:
        only_looking(table)
        assert refused(lambda: table.upkeep.choose({"board.port": "auto"})) is Why.DEMO
        assert refused(lambda: table.upkeep.take_back("board.port")) is Why.DEMO
        assert not table.upkeep.is_offered


def only_looking(table: Looked) -> None:
    table.upkeep.settings.choosing = False
