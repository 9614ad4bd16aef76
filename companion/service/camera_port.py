"""The camera as a part of the table: throws that are seen, with the halves of the picture as the players sit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.config import Camera
from companion.datafolder import CAMERAS
from companion.rules.notation import write_throw
from companion.rules.players import Player
from companion.service import words
from companion.service.cube_check import CubeWatch
from companion.service.ports import Condition, Noticed, PortError, State, Tell
from companion.service.recording.camera import CameraTape
from companion.service.recording.recording import Recording
from companion.service.upkeep.camera_window import CameraWindow, Eye
from companion.service.view import TableView
from companion.table.events import DiceLifted, DiceSeen, Die
from vision import dice as seen
from vision import events
from vision.calibration import Calibration, CalibrationError, file_for, load
from vision.evidence import evidence
from vision.grabber import Grabber, Phase
from vision.sources import Source, SourceError, Wishes, open_source, shown
from vision.watcher import Watcher
from vision.watching import LiveWatch, Make, Told, watch_film

STEP_S = 0.2
STATES: dict[Phase, State] = {
    Phase.OPENING: "starting",
    Phase.RUNNING: "running",
    Phase.STUCK: "lost",
    Phase.LOST: "lost",
    Phase.ENDED: "off",
    Phase.STOPPED: "off",
}
BLIND = {
    events.Blind.COVERED: "The camera is covered.",
    events.Blind.DARK: "It is too dark for the camera.",
    events.Blind.BLURRED: "The camera is out of focus.",
    events.Blind.MOVED: "The camera was moved: it must be calibrated again.",
    events.Blind.LOST: "The camera delivers no more pictures.",
}
NOT_CALIBRATED = "The camera is running, but not calibrated: whose half a die lies in is not known."
UNUSABLE = "The camera is running, but its calibration cannot be used: it must be calibrated again. {why}"
Look = Callable[[], TableView]
Open = Callable[[str, Wishes], Source]


@dataclass
class Known:
    """What is known of the camera's mounting, or why that cannot be used."""

    calibration: Calibration | None = None
    why: str = ""

    def refuse(self, error: CalibrationError) -> None:
        """Go on without."""
        self.calibration, self.why = None, str(error)

    def said(self, phase: Phase, sentence: str) -> str:
        """Return how it stands with the camera."""
        return UNUSABLE.format(why=self.why) if self.why and phase is Phase.RUNNING else sentence


@dataclass(frozen=True)
class CameraPort:
    """One camera, as configured."""

    config: Camera
    data: Path
    look: Look
    """What the table shows: without a calibration, dice are those of the player on turn."""
    open: Open = open_source
    window: CameraWindow = field(default_factory=CameraWindow)
    """Through which the set-up and the diagnostics look."""
    recording: Recording | None = None
    """Where what is seen is written down."""

    def run(self, tell: Tell, stop: threading.Event) -> None:
        """Watch until `stop` is set."""
        try:
            self._run(tell, stop)
        except (SourceError, CalibrationError) as error:
            raise PortError(str(error)) from error

    def _run(self, tell: Tell, stop: threading.Event) -> None:
        known = self._known()
        tape = self._tape(known.calibration)
        watcher = (
            Watching(self, known.calibration, tell) if tape is None else taped(self, known.calibration, tell, tape)
        )
        wishes = Wishes(self.config.pixels, self.config.fps)
        source = self.open(self.config.source, wishes)
        make = Watcher if tape is None else tape.watches
        if not source.live:
            self._play(source, known, watcher, (stop, make))
            return
        source.close()
        grabber = Grabber(lambda: self.open(self.config.source, wishes))
        grabber.start()
        try:
            with CubeWatch(grabber, self.look, known.calibration) as cubes:
                self._follow(grabber, known, watcher, (stop, make), cubes)
        finally:
            self.window.detach()
            grabber.stop()
            if tape is not None:
                tape.end()

    def _follow(
        self, grabber: Grabber, known: Known, watcher: Watching, by: tuple[threading.Event, Make], cubes: CubeWatch
    ) -> None:
        """Follow a camera."""
        stop, make = by
        live = LiveWatch(grabber, known.calibration, make=make, misfit=known.refuse)
        eye = Eye(grabber, live, known.calibration, shown(self.config.source))
        self.window.attach(eye)
        while not stop.is_set() and grabber.state.phase is not Phase.ENDED:
            for told in live.step(STEP_S):
                watcher.tell(told)
            if eye.calibration is not known.calibration:
                eye = replace(eye, calibration=known.calibration)
                self.window.attach(eye)
            phase = grabber.state.phase
            sentence = (cubes.sentence if phase is Phase.RUNNING else "") or grabber.state.sentence
            watcher.stand(phase, known.said(phase, sentence))

    def _tape(self, calibration: Calibration | None) -> CameraTape | None:
        if self.recording is None:
            return None
        return CameraTape(self.recording, self.config.white_sits, calibrated=calibration is not None)

    def _play(self, film: Source, known: Known, watcher: Watching, by: tuple[threading.Event, Make]) -> None:
        """Play a film at its own pace."""
        stop, make = by

        def stand() -> None:
            watcher.stand(Phase.RUNNING, known.said(Phase.RUNNING, "The film is running."))

        def refuse(error: CalibrationError) -> None:
            known.refuse(error)
            stand()

        stand()
        begun = time.monotonic()
        try:
            for told in watch_film(film, known.calibration, make, refuse):
                if stop.wait(max(0.0, begun + told.event.at - time.monotonic())):
                    return
                watcher.tell(told)
        finally:
            film.close()

    def _known(self) -> Known:
        file = file_for(self.data / CAMERAS, shown(self.config.source))
        try:
            return Known(load(file)) if file.exists() else Known()
        except CalibrationError as error:
            return Known(why=str(error))


class Watching:
    """Tells the service what the watcher tells."""

    def __init__(self, port: CameraPort, calibration: Calibration | None, tell: Tell) -> None:
        self._port = port
        self._calibrated = calibration is not None
        self._tell = tell
        self._blind: events.Blind | None = None
        self._unread = False

    @property
    def stands(self) -> tuple[str | None, bool]:
        """Why the camera sees nothing, if so, and whether there is a die that cannot be read."""
        return self._blind.value if self._blind else None, self._unread

    def go_on(self, blind: str | None, *, unread: bool) -> None:
        """Go on as another one stood."""
        self._blind, self._unread = events.Blind(blind) if blind else None, unread

    def stand(self, phase: Phase, sentence: str) -> None:
        """Tell how the camera is."""
        state, text = STATES[phase], sentence
        if state == "running" and self._blind:
            state, text = "lost", BLIND[self._blind]
        elif state == "running" and self._unread:
            self._tell(Condition("running", words.own("die_unread")))
            return
        elif state == "running" and not self._calibrated and not sentence.startswith(UNUSABLE.partition("{")[0]):
            text = NOT_CALIBRATED
        self._tell(Condition(state, words.own("device_says", message=text)))

    def tell(self, told: Told) -> None:
        """Tell what was noticed in a picture."""
        self._port.window.told(told)
        event = told.event
        if isinstance(event, events.CameraBlind):
            self._blind = event.why
        elif isinstance(event, events.CameraBack):
            self._blind = None
        elif isinstance(event, events.Lifted):
            self._unread = False
            self._tell(Noticed(DiceLifted(0)))
        elif isinstance(event, events.Thrown | events.Invalid):
            self._dice(told, event.dice)

    def _dice(self, told: Told, dice: tuple[seen.Die, ...]) -> None:
        found = tuple(self._found(dice))
        self._unread = len(found) < len(dice)
        if not self._unread:
            self._tell(Noticed(DiceSeen(0, found), self._picture(told, dice)))

    def _found(self, dice: tuple[seen.Die, ...]) -> Iterator[Die]:
        for die in dice:
            found = Die(die.value or 0, self._half(die), die.flat, die.on_checker)
            # Nobody knows on which half a die lies before the camera is calibrated: that alone spoils no throw.
            if die.value is not None or not die.flat or die.on_checker or (die.half and found.half is None):
                yield found

    def _half(self, die: seen.Die) -> Player | None:
        if die.half is None:
            turn = self._port.look().turn
            return Player(turn) if turn else None
        return half_of(die.half, self._port.config.white_sits)

    def _picture(self, told: Told, dice: tuple[seen.Die, ...]) -> bytes | None:
        if told.picture is None or not self._port.config.evidence:
            return None
        values = write_throw(die.value or 0 for die in dice)
        words_ = told.event.sentence if isinstance(told.event, events.Invalid) else f"Thrown: {values}"
        return evidence(told.picture, dice, words_)


class TapedWatching(Watching):
    """Writes down besides how the camera is told to be."""

    def __init__(self, port: CameraPort, calibration: Calibration | None, tell: Tell, tape: CameraTape) -> None:
        super().__init__(port, calibration, tell)
        self._tape = tape
        tape.watching = self

    def stand(self, phase: Phase, sentence: str) -> None:
        """Tell how the camera is."""
        self._tape.stand(phase, sentence)
        super().stand(phase, sentence)


def taped(port: CameraPort, calibration: Calibration | None, tell: Tell, tape: CameraTape) -> Watching:
    """Return what tells the service, and writes down what it is told and what it tells."""
    looking = replace(port, look=lambda: tape.seen(port.look()))
    return TapedWatching(looking, calibration, tape.tell(tell), tape)


def half_of(half: seen.Half, white_sits: str) -> Player | None:
    """Return to whose right a half of the picture is; the bar and the table beside are nobody's."""
    if half not in {seen.Half.LEFT, seen.Half.RIGHT}:
        return None
    is_white = (half is seen.Half.RIGHT) is (white_sits == "bottom")
    return Player.WHITE if is_white else Player.BLACK
