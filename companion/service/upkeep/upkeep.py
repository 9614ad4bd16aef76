"""Setting the table up and looking after it: what the panel's set-up and diagnostics ask for."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from companion import pins
from companion.config import OFF, ConfigError
from companion.datafolder import CAMERAS
from companion.service.doctor.values import Case, Device, Finding
from companion.service.ports import Port
from companion.service.service import TableService
from companion.service.upkeep import bundle, machine, redaction
from companion.service.upkeep.dice_test import DiceTest
from companion.service.upkeep.finding import Found, boards, cameras
from companion.service.upkeep.log_tail import LogTail
from companion.service.upkeep.looking import board_look, camera_look
from companion.service.upkeep.progress import Keeper
from companion.service.upkeep.recordings import Recordings
from companion.service.upkeep.refusal import SetupError, Why
from companion.service.upkeep.settings import Settings
from companion.service.upkeep.values import BoardLook, CameraLook, CornersView, Machine, Part, Points, Setting
from companion.service.upkeep.walk import decode
from companion.service.upkeep.windows import Windows
from companion.service.view import Who

if TYPE_CHECKING:
    from vision.calibration import Calibration
    from vision.pictures import Picture

LOG = logging.getLogger(__name__)
TARE_S = 8.0
PICTURE_S, FRAME_S, A_LOOK = 3.0, 2.0, 0.05
SURE_S = 20.0
"""Nobody wants to drag the corners twice because a machine that has much to do takes long for a picture."""
SAME_PX = 0.75
"""Corners that were moved by less are where they were proposed."""
How = Literal["markers", "outline"]


class Upkeep:
    """Everything about the installation of one table; may be used from any thread."""

    def __init__(
        self, service: TableService, settings: Settings, windows: Windows | None = None, log: LogTail | None = None
    ) -> None:
        self._service, self.settings, self._log = service, settings, log
        self.windows = windows or Windows()
        self.keeper = Keeper(settings.data)
        self.dice = DiceTest(self.keeper.progress.dice)
        self.recordings = Recordings(service, settings)
        self._proposed: Calibration | None = None
        kept = self.keeper.progress.walk
        self._walked: str | None = str(kept["board"]) if "board" in kept else None
        self.windows.board.walk = decode(kept.get("walk"))
        self.windows.listen(self._keep_walk, self.dice.hear)

    # The parts

    def plug_in(self) -> None:
        """Put the parts to work that are configured."""
        for name in ("board", "camera"):
            self.plug(name)
        if pins.used(self.settings.config.gpio):
            self._service.plug("buttons", self._buttons)

    def plug(self, name: str) -> None:
        """Put a part to work as it is configured now, or do without it."""
        config = self.settings.config
        source = config.board.port if name == "board" else config.camera.source
        # What the part before has told is no longer so.
        self.windows.forget(name)
        makers: Mapping[str, Callable[[], Port]] = {"board": self._board, "camera": self._camera}
        if source == OFF:
            self._service.unplug(name)
        else:
            self._service.plug(name, makers[name])

    def _board(self) -> Port:
        from companion.service.board_port import BoardPort  # noqa: PLC0415 - loaded in the part's own thread

        config = self.settings.config
        window, recording = self.windows.new_board(), self._service.recording
        return BoardPort(config.board, config.data, self._service.view, window, recording)

    def _buttons(self) -> Port:
        from companion.service.gpio_port import GpioPort  # noqa: PLC0415 - as above

        return GpioPort(self.settings.config.gpio, self._service.view)

    def _camera(self) -> Port:
        from companion.service.camera_port import CameraPort  # noqa: PLC0415 - as above

        config = self.settings.config
        window, recording = self.windows.new_camera(), self._service.recording
        return CameraPort(config.camera, config.data, self._service.view, window=window, recording=recording)

    # What is chosen

    def choose(self, values: Mapping[str, object]) -> None:
        """Choose options, and let the parts go on with them."""
        self._may_choose()
        for path in values:
            if self.settings.setting(path).source == "given":
                raise SetupError(Why.GIVEN, option=path)
        try:
            self.settings.choose(values)
        except ConfigError as error:
            raise SetupError(Why.NOT_SO, told=str(error)) from error
        except OSError as error:
            raise SetupError(Why.NOT_KEPT, told=error.strerror or str(error)) from error
        LOG.info("Chosen in the set-up", extra={"options": ", ".join(values)})
        self._replug(values)

    def take_back(self, *paths: str) -> None:
        """Let the file, or the default, say again what some options are."""
        self._may_choose()
        try:
            self.settings.take_back(paths)
        except OSError as error:
            raise SetupError(Why.NOT_KEPT, told=error.strerror or str(error)) from error
        self._replug(dict.fromkeys(paths))

    def _replug(self, options: Mapping[str, object]) -> None:
        names = dict.fromkeys(path.partition(".")[0] for path in options)
        for name in names:
            self.plug(name)
        if "camera" in names and self.settings.config.camera.source != OFF:
            self._wait_for_pictures()

    def _wait_for_pictures(self) -> None:
        """Give a camera that begins the time that most take: whoever has chosen it wants to see it."""
        ends = time.monotonic() + PICTURE_S
        while self.windows.camera.eye is None and time.monotonic() < ends:
            time.sleep(A_LOOK)
        self.windows.camera.picture(max(0.0, ends - time.monotonic()))

    def _may_choose(self) -> None:
        if not self.settings.choosing:
            raise SetupError(Why.DEMO)

    def setting(self, path: str) -> Setting:
        """Return an option with where it comes from."""
        return self.settings.setting(path)

    @property
    def is_offered(self) -> bool:
        """Whether nothing has been configured yet, and nobody has said that it shall stay so."""
        progress = self.keeper.progress
        fresh = self.settings.choosing and self.settings.is_fresh and not self._service.view().demo
        return fresh and not progress.put_off and progress.next is not None

    @property
    def is_playing(self) -> bool:
        """Whether a match goes on, which would take what is done in the set-up for play."""
        return self._service.view().phase not in {"no_match", "match_over"}

    # The board

    def board(self) -> BoardLook:
        """Return all that is known of the board; for a while it tells what its sensors measure, too."""
        return board_look(self.windows.board, self._service.view(), self._walked)

    def ports(self) -> list[Found]:
        """Return the ports at which a board may be."""
        return boards(self.settings.config.board.patterns)

    def orient(self, corner: int, colour_a: Who) -> None:
        """Say how the board stands."""
        self.choose({"board.corner": corner, "board.colour_a": colour_a})

    def begin_walk(self) -> None:
        """Begin to walk over the sensors anew."""
        hello = self.windows.board.heard.hello
        if hello is None or not self.windows.board.begin_walk():
            raise SetupError(Why.NO_BOARD)
        self._walked = hello.head.name
        self._keep_walk()

    def pass_zone(self, zone: int) -> None:
        """Ask no more for a zone."""
        self.windows.board.pass_zone(zone)
        self._keep_walk()

    def tare(self) -> str:
        """Have the board measure its sensors with nothing on it; return what came of it, as a word."""
        result = self.windows.board.tare(TARE_S)
        return "silent" if result is None else result.name.lower()

    def _keep_walk(self) -> None:
        walk = self.windows.board.walk
        if walk is not None and self._walked is not None:
            self.keeper.change(walk={"board": self._walked, "walk": walk.encode()})

    # The camera

    def camera(self) -> CameraLook:
        """Return all that is known of the camera; for a while its pictures are read, too."""
        return camera_look(self.windows.camera, self._service.view(), self.settings.config.camera.source)

    def cameras(self) -> list[Found]:
        """Return the cameras of this machine."""
        return cameras()

    def frame(self) -> bytes | None:
        """Return the next picture with what was read in it; it is waited for a moment."""
        window = self.windows.camera
        now = window.look()
        found = window.next(now.number if now is not None else 0, FRAME_S)
        return found.data if found is not None else None

    def plain(self) -> tuple[bytes, tuple[int, int]] | None:
        """Return the camera's picture as it is, and its size."""
        picture = self.windows.camera.picture(PICTURE_S)
        if picture is None:
            return None
        from vision.pictures import as_jpeg, size_of  # noqa: PLC0415 - loaded where the camera is

        return as_jpeg(picture, 80), size_of(picture)

    def corners(self) -> CornersView | None:
        """Return the corners that were proposed last, or else those that are used."""
        eye = self.windows.camera.eye
        found = self._proposed or (eye.calibration if eye is not None else None)
        return _corners(found)

    def propose(self, how: How) -> None:
        """Look for the corners, by the printed markers or by the board's edges."""
        from companion.service.upkeep.corner_finding import found_by  # noqa: PLC0415 - as above

        self._proposed = found_by(how, self._picture(), self._camera_name())

    def keep_corners(self, left: Points, right: Points, size: tuple[int, int], *, die: bool) -> None:
        """Keep the corners as they were dragged, and let the reader go on with them."""
        self._may_choose()
        from companion.service.upkeep.corner_finding import given, kept  # noqa: PLC0415 - as above

        picture = self._picture()
        one = given(left, right, size)
        found = kept(one, self._proposed, picture, self._camera_name(), SAME_PX, die=die)
        try:
            found.save(self._calibration_file())
        except OSError as error:
            raise SetupError(Why.NOT_KEPT, told=error.strerror or str(error)) from error
        LOG.info("The camera is calibrated", extra={"how": found.how, "die_px": found.die_px})
        self._proposed = None
        self.plug("camera")
        self._wait_for_pictures()

    def forget_proposal(self) -> None:
        """Show the corners that are used, not those that were proposed."""
        self._proposed = None

    def sheet(self, say: Callable[[str], str]) -> str:
        """Return the page of markers to print, in the language of `say`."""
        from vision.sheet import sheet  # noqa: PLC0415 - as above

        return sheet(say=say)

    def _picture(self) -> Picture:
        picture = self.windows.camera.picture(SURE_S)
        if picture is None:
            raise SetupError(Why.NO_PICTURE)
        return picture

    def _camera_name(self) -> str:
        eye = self.windows.camera.eye
        if eye is None:
            raise SetupError(Why.NO_PICTURE)
        return eye.name

    def _calibration_file(self) -> Path:
        from vision.calibration import file_for  # noqa: PLC0415 - as above

        return file_for(self.settings.config.data / CAMERAS, self._camera_name())

    # The dice test

    def begin_dice(self) -> None:
        """Begin the dice test anew."""
        if self.windows.camera.eye is None:
            raise SetupError(Why.NO_PICTURE)
        self.dice.begin()

    def answer_dice(self, number: int, was: tuple[int, ...] | None) -> None:
        """Take what a throw was; None: it was read rightly."""
        if not self.dice.answer(number, was):
            raise SetupError(Why.NO_SUCH_THROW)
        self.keeper.change(dice=self.dice.encode())

    # The machine

    def machine(self) -> Machine:
        """Return how the machine is."""
        return machine.machine(self.settings.data)

    def examine(self) -> list[Finding]:
        """Look at every part, and return how it is."""
        from companion.service.doctor.doctor import examine  # noqa: PLC0415 - as above

        view = self._service.view()
        devices = {one.name: Device(one.state, one.message.text) for one in view.devices}
        return list(examine(Case(self.settings.config, devices, from_within=True)))

    def bundle(self) -> list[Part]:
        """Return the files of the support bundle."""
        config, data = self.settings.config, self.settings.data
        addresses = [str(one) for option in ("camera.source", "board.port") for one in self._said(option)]
        return bundle.parts(
            machine=self.machine(),
            settings=self.settings.all(),
            view=self._service.view(),
            board=self.board(),
            camera=self.camera(),
            log=self._log.text() if self._log is not None else "",
            data=config.data,
            secrets=tuple(redaction.secrets_of(data, addresses)),
        )

    def packed(self) -> bytes:
        """Return the support bundle as a zip."""
        return bundle.packed(self.bundle())

    def _said(self, option: str) -> list[object]:
        one = self.settings.setting(option)
        return [one.value, one.elsewhere or ""]


def _corners(found: Calibration | None) -> CornersView | None:
    if found is None or found.size is None:
        return None
    return CornersView(found.left, found.right, found.size)
