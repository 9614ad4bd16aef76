"""The doubling cube that the camera sees, beside the one that the table counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from companion.config import Camera
from companion.datafolder import CAMERAS
from companion.service import TableView, cube_check
from companion.service.camera_port import CameraPort
from companion.service.cube_check import ALIKE, CubeCheck
from companion.service.view import CubeView
from companion.service.words import own
from tests.service.told import at_work
from vision.calibration import file_for
from vision.dice import Cube
from vision.sources import Source, Wishes
from vision.virtual.camera import Fittings, VirtualCamera
from vision.virtual.source import STANDARD, VirtualSource
from vision.virtual.stage import Moved

TWO = TableView(1, own("no_match"), phase="to_throw", cube=CubeView(2, "white", face=2))
FRESH = replace(TWO, cube=CubeView(1, None, face=64))
OFFERED = replace(TWO, cube=CubeView(2, "white", offer=4, offered_by="white", face=2))
NO_CUBE = replace(TWO, cube=None)
CRAWFORD, OVER = replace(FRESH, crawford=True), replace(TWO, phase="game_over")


def cube(value: int | None, x: float = 100.0) -> Cube:
    return Cube(value, x, 50.0, ((x - 20, 30), (x + 20, 30), (x + 20, 70), (x - 20, 70)))


def after(seen: Iterable[Cube | None], view: TableView = TWO) -> str:
    check = CubeCheck()
    for one in seen:
        check.saw(one, view)
    return check.sentence


def test_a_cube_that_shows_something_else_is_told_once_that_is_sure() -> None:
    assert after([cube(4)] * (ALIKE - 1)) == ""
    assert after([cube(4)] * ALIKE) == (
        "The doubling cube shows 4, and the table counts 2: one of the two is to be put right."
    )


@pytest.mark.parametrize(
    ("value", "view"),
    [(2, TWO), (64, FRESH), (4, OFFERED), (4, NO_CUBE), (4, CRAWFORD), (4, OVER)],
    ids=["as counted", "64 is 1", "a double is offered", "no cube", "the Crawford game", "between games"],
)
def test_nothing_is_told_where_all_is_well_or_nobody_can_know(value: int, view: TableView) -> None:
    assert after([cube(value)] * 3 * ALIKE, view) == ""


def test_a_cube_in_motion_is_waited_for() -> None:
    assert after([cube(4, x=100.0 + 40 * step) for step in range(3 * ALIKE)]) == ""
    assert after([cube(4), cube(8)] * ALIKE) == ""


def test_a_hand_that_hides_it_changes_nothing_but_a_cube_that_is_gone_is_forgotten() -> None:
    differs = [cube(4)] * ALIKE
    assert after([*differs, None, cube(None), cube(4)]).startswith("The doubling cube shows 4")
    assert after([*differs, *[None] * ALIKE]) == ""


def test_a_change_of_the_table_gives_the_players_time_to_turn_it() -> None:
    check = CubeCheck()
    for _ in range(ALIKE):
        check.saw(cube(2), TWO)
    four = replace(TWO, cube=CubeView(4, "black", face=4))
    check.saw(cube(2), four)
    assert check.sentence == ""
    for _ in range(ALIKE):
        check.saw(cube(2), four)
    assert check.sentence.startswith("The doubling cube shows 2, and the table counts 4")
    check.saw(cube(4), four)
    assert check.sentence == ""


@dataclass
class Table:
    """A table that counts as it is told."""

    view: TableView

    def look(self) -> TableView:
        return self.view


@pytest.mark.real_time
def test_the_camera_tells_of_a_cube_that_shows_something_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cube_check, "EVERY_S", 0.05)
    camera, table = VirtualCamera(Fittings(cube=4)), Table(TWO)
    camera.stage.add(Moved(0.0, STANDARD))
    camera.calibration.save(file_for(tmp_path / CAMERAS, "virtual:"))

    def opened(_name: str, wishes: Wishes) -> Source:
        return VirtualSource(camera, wishes)

    def said() -> str:
        return told.conditions[-1].message.text if told.conditions else ""

    with at_work(CameraPort(Camera(source="virtual:"), tmp_path, table.look, opened)) as told:
        told.wait(lambda: said().startswith("The doubling cube shows 4, and the table counts 2"))
        assert told.conditions[-1].state == "running"
        table.view = replace(TWO, cube=CubeView(4, "white", face=4))
        told.wait(lambda: said() == "The camera is running.")
