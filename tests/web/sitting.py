"""A whole table without hardware: a virtual board behind the real protocol, and a virtual camera before the reader."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from companion.config import Config, changed
from companion.datafolder import CAMERAS
from companion.demo.checkers import Checkers
from companion.demo.cup import Cup
from companion.demo.filming import Filming
from companion.rules.position import Setup
from companion.service import TableService, TableView
from companion.service.board_port import BoardPort
from companion.service.camera_port import CameraPort
from tests.camera_time import CameraTime, camera_time
from tests.waiting import HANG_S, wait_until

CAMERA = "virtual:test"
BARE = 12
"""So many pictures of the bare board the camera wants to have seen."""
Is = Callable[[TableView], bool]


@dataclass(frozen=True)
class Sitting:
    """The virtual parts of a table."""

    service: TableService
    checkers: Checkers
    cup: Cup
    passing: CameraTime

    def until(self, is_so: Is, seconds: float = HANG_S) -> TableView | None:
        """Return the first view that is as wanted; None if there is none in time."""
        end, view = time.monotonic() + seconds, self.service.view()
        while not is_so(view):
            left = end - time.monotonic()
            if left <= 0:
                return None
            view = self.service.wait(view.version, left) or self.service.view()
        return view

    def looks(self, pictures: int = BARE) -> None:
        """Wait until the camera has taken so many more pictures."""
        wanted = self.passing.taken + pictures
        wait_until(lambda: self.passing.taken >= wanted, lambda: "the camera takes no pictures")


@contextmanager
def checkers_on_board(setup: Setup, seed: int) -> Iterator[Checkers]:
    """Have a board with these checkers for a while."""
    with tempfile.TemporaryDirectory() as folder:
        checkers = Checkers(Random(seed), Path(folder))
        checkers.lay(setup)
        try:
            yield checkers
        finally:
            checkers.close()


@contextmanager
def sitting(service: TableService, folder: Path, setup: Setup, seed: int) -> Iterator[Sitting]:
    """Have a board and a camera at a table for a while."""
    config = changed(Config(), {"folder": str(folder)})
    with checkers_on_board(setup, seed) as checkers, camera_time() as passing:
        one = Sitting(service, checkers, Cup(), passing)
        filming = Filming(checkers, one.cup, seed)
        filming.calibrate(config.data / CAMERAS, CAMERA)
        camera = replace(config.camera, source=CAMERA)
        service.plug("board", lambda: board_port(service, config, checkers))
        service.plug("camera", lambda: CameraPort(camera, config.data, service.view, filming.open))
        try:
            assert one.until(_is_there), service.view().devices
            one.looks()
            yield one
        finally:
            # The parts come to their end before what they hang on does.
            service.stop()


def _is_there(view: TableView) -> bool:
    return {one.name for one in view.devices if one.state == "running"} >= {"board", "camera"}


def board_port(service: TableService, config: Config, checkers: Checkers) -> BoardPort:
    """Return the board as a part of the table; how it stands is known, for the players have put it there."""
    known = replace(config.board, port=checkers.port, patterns=(), corner=1, colour_a="white")
    return BoardPort(known, config.data, service.view)
