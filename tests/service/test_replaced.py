"""Parts exchanged for others in the middle of a match: nothing is lost, and what is shown says so."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.config import Board, Camera, changed, load
from companion.journal.store import Journal
from companion.service import TableService, TableView
from companion.service import board_port as board_module
from companion.service.board_port import BoardPort
from companion.service.camera_port import CameraPort
from firmware_bridge.link import Link
from tests.service.playing import begun, play, running, until

pytestmark = pytest.mark.real_time

NOWHERE = "/dev/no-such-board"


def device(view: TableView, name: str) -> tuple[str, str]:
    return next(((one.state, one.message.text) for one in view.devices if one.name == name), ("", ""))


def board_at(service: TableService, folder: Path, port: str) -> None:
    config: Board = changed(load(None), {"board.port": port}).board
    service.plug("board", lambda: BoardPort(config, folder, service.view))


def camera_at(service: TableService, folder: Path, source: str) -> None:
    config: Camera = changed(load(None), {"camera.source": source}).camera
    service.plug("camera", lambda: CameraPort(config, folder, service.view))


def test_parts_are_looked_for_elsewhere_while_a_match_runs(tmp_path: Path) -> None:
    with running(tmp_path / "data") as service:
        begun(service)
        board_at(service, tmp_path, NOWHERE)
        until(service, lambda view: NOWHERE in device(view, "board")[1])
        play(service, "white", "8/5 6/5")
        board_at(service, tmp_path, f"{NOWHERE}-either")
        until(service, lambda view: f"{NOWHERE}-either" in device(view, "board")[1])
        camera_at(service, tmp_path, str(tmp_path / "no-camera"))
        until(service, lambda view: device(view, "camera")[0] == "failed")
        service.unplug("camera")
        view = until(service, lambda view: device(view, "camera")[0] == "off")
        assert (view.phase, view.turn) == ("to_throw", "black")
    with Journal.open(tmp_path / "data") as journal:
        assert journal.match(1).events == 3


def test_a_link_that_ends_by_its_own_fault_is_begun_anew_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = list[bool]()

    def fail_once(link: Link) -> None:
        if not broken:
            broken.append(True)
            msg = "a bug in the link"
            raise ZeroDivisionError(msg)
        keep_in_touch(link)

    keep_in_touch = Link._keep_in_touch
    monkeypatch.setattr(Link, "_keep_in_touch", fail_once)
    monkeypatch.setattr(board_module, "STEP_S", 0.01)
    with running(tmp_path) as service:
        begun(service)
        board_at(service, tmp_path, NOWHERE)
        view = until(service, lambda view: device(view, "board")[0] == "failed")
        assert "by a fault of its own" in device(view, "board")[1]
        until(service, lambda view: NOWHERE in device(view, "board")[1])
        play(service, "white", "8/5 6/5")


def test_the_journal_goes_away_and_comes_back_in_the_middle_of_a_match(tmp_path: Path) -> None:
    data, away = tmp_path / "data", tmp_path / "away"
    with running(data, retry_s=0.05) as service:
        begun(service)
        shutil.move(data, away)
        play(service, "white", "8/5 6/5")
        view = until(service, lambda view: device(view, "journal")[0] == "failed")
        assert view.trouble
        assert view.turn == "black"
        shutil.move(away, data)
        until(service, lambda view: device(view, "journal")[0] == "running" and not view.trouble)
    with Journal.open(data) as journal:
        assert journal.match(1).events == 3
