"""The windows to the board and the camera: a fresh one for each part that is put to work."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.service.upkeep.board_window import BoardWindow
from companion.service.upkeep.camera_window import CameraWindow

if TYPE_CHECKING:
    from vision.watching import Told


class Windows:
    """Holds the newest of each; what a part tells that is ending goes to its own old one."""

    def __init__(self) -> None:
        self.board, self.camera = BoardWindow(), CameraWindow()

    def new_board(self) -> BoardWindow:
        """Return the window for a board that begins; a walk over its sensors goes on."""
        fresh = BoardWindow()
        fresh.walk, fresh.keep_walk = self.board.walk, self.board.keep_walk
        self.board = fresh
        return fresh

    def new_camera(self) -> CameraWindow:
        """Return the window for a camera that begins; a dice test goes on."""
        fresh = CameraWindow()
        fresh.on_told = self.camera.on_told
        self.camera = fresh
        return fresh

    def forget(self, name: str) -> None:
        """Take it that a part is done with."""
        if name == "board":
            self.new_board()
        else:
            self.new_camera()

    def listen(self, keep_walk: Callable[[], None], hear: Callable[[Told], None]) -> None:
        """Say who keeps the walk, and who hears of throws."""
        self.board.keep_walk, self.camera.on_told = keep_walk, hear
