"""The demonstration as a whole: its parts, and what a visitor may do with it from the panel."""

from __future__ import annotations

from dataclasses import dataclass, replace
from glob import escape
from random import Random, SystemRandom

from companion.config import Config
from companion.datafolder import CAMERAS
from companion.demo.agreements import agreement
from companion.demo.checkers import PORTS, Checkers
from companion.demo.cup import Cup
from companion.demo.players import Players
from companion.demo.plugs import FAULTS, Plugs
from companion.demo.wishes import FASTEST, SLOWEST, Wishes
from companion.service.ports import Port
from companion.service.service import TableService
from companion.service.upkeep.windows import Windows
from companion.service.view import Answer, Who
from firmware_bridge.virtual.layout import IDENTITY

CAMERA = "virtual:demo"


@dataclass(frozen=True, slots=True)
class DemoState:
    """What is chosen, and what fails."""

    game: str
    pace: float
    sides: frozenset[Who]
    """Those that are played by hand."""
    pulled: tuple[str, ...]


class Demonstration:
    """Two virtual players at a virtual board under a virtual camera; may be used from any thread."""

    def __init__(self, service: TableService, config: Config, windows: Windows | None = None) -> None:
        self._service, self._config, self._windows = service, config, windows or Windows()
        self._chance = Random(config.demo.seed or SystemRandom().getrandbits(31))  # noqa: S311 - for play
        self._checkers, self._cup = Checkers(self._chance, config.data), Cup()
        self._wishes, self._plugs = Wishes.of(config.demo), Plugs(self._checkers, self._cup, config.data)

    def start(self) -> None:
        """Plug in the virtual parts, and let the players sit down."""
        self._service.plug("board", self._board)
        self._service.plug("camera", self._camera)
        self._service.plug("players", self._players)

    def close(self) -> None:
        """Put all of it away, in order."""
        self._plugs.close()
        self._checkers.close()

    def _board(self) -> Port:
        from companion.service.board_port import BoardPort  # noqa: PLC0415 - loaded in the part's own thread

        # How the board stands is known: the players have put it there.
        patterns = (f"{escape(str(self._config.data.absolute()))}/{PORTS}*",)
        known = replace(self._config.board, port=self._checkers.port, id=IDENTITY.hex(), patterns=patterns)
        board = replace(known, corner=1, colour_a="white")
        window, recording = self._windows.new_board(), self._service.recording
        return BoardPort(board, self._config.data, self._service.view, window, recording)

    def _camera(self) -> Port:
        from companion.demo.filming import Filming  # noqa: PLC0415 - drawing pictures takes long to load
        from companion.service.camera_port import CameraPort  # noqa: PLC0415 - as above

        camera = replace(self._config.camera, source=CAMERA, white_sits="bottom")
        filming = Filming(self._checkers, self._cup, self._config.demo.seed)
        filming.calibrate(self._config.data / CAMERAS, CAMERA)
        window, recording = self._windows.new_camera(), self._service.recording
        return CameraPort(camera, self._config.data, self._service.view, filming.open, window, recording)

    def _players(self) -> Port:
        return Players(self._service, self._wishes, self._checkers, self._cup, self._chance)

    # What a visitor may do.

    def state(self) -> DemoState:
        """Return what is chosen, and what fails."""
        wishes = self._wishes
        return DemoState(self._service.view().game, wishes.pace, wishes.sides, self._plugs.pulled)

    def play(self, game: str, by: str) -> Answer:
        """Begin a match of another game."""
        about = next(one for one in self._service.catalogue() if one.id == game)
        return self._service.new_match(agreement(about, 1 + (self._service.view().match or 0)), by)

    def hurry(self, pace: float) -> None:
        """Play at another pace: 1 is that of people."""
        self._wishes.pace = min(max(pace, SLOWEST), FASTEST)

    def sit(self, side: Who, *, by_hand: bool) -> None:
        """Let a side be played by hand, or give it back."""
        sides = self._wishes.sides
        self._wishes.sides = sides | {side} if by_hand else sides - {side}

    def faults(self) -> tuple[tuple[str, str], ...]:
        """Return what can be made to fail: each fault, and which part has it."""
        return tuple(FAULTS.items())

    def pull(self, fault: str) -> None:
        """Let something fail."""
        self._plugs.pull(fault)

    def put_back(self, fault: str) -> None:
        """Mend one fault."""
        self._plugs.put_back(fault)

    def mend(self) -> None:
        """Put everything in order again."""
        self._plugs.mend()
