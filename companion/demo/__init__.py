"""The demonstration: two virtual players at a virtual board under a virtual camera; all else is as at a real table."""

from __future__ import annotations

from dataclasses import replace
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from companion.demo.checkers import Checkers
from companion.demo.cup import Cup
from companion.demo.players import Players

if TYPE_CHECKING:
    from companion.config import Config
    from companion.service.ports import Port
    from companion.service.service import TableService

CAMERA = "virtual:demo"


def start(service: TableService, config: Config) -> Checkers:
    """Plug in the virtual parts, and let the players sit down; return the board, which outlives the service."""
    chance = Random(config.demo.seed or SystemRandom().getrandbits(31))  # noqa: S311 - for play
    checkers, cup = Checkers(chance), Cup()
    service.plug("board", lambda: _board(service, config, checkers))
    service.plug("camera", lambda: _camera(service, config, checkers, cup))
    service.plug("players", lambda: Players(service, config.demo, checkers, cup, chance))
    return checkers


def _board(service: TableService, config: Config, checkers: Checkers) -> Port:
    from companion.service.board_port import BoardPort  # noqa: PLC0415 - loaded in the part's own thread

    # How the board stands is known: the players have put it there.
    board = replace(config.board, port=checkers.port, id="", patterns=(), corner=1, colour_a="white")
    return BoardPort(board, config.data, service.view)


def _camera(service: TableService, config: Config, checkers: Checkers, cup: Cup) -> Port:
    from companion.demo.filming import Filming  # noqa: PLC0415 - drawing pictures takes long to load
    from companion.service.camera_port import CAMERAS, CameraPort  # noqa: PLC0415 - as above

    camera = replace(config.camera, source=CAMERA, white_sits="bottom")
    filming = Filming(checkers, cup, config.demo.seed)
    filming.calibrate(config.data / CAMERAS, CAMERA)
    return CameraPort(camera, config.data, service.view, filming.open)
