"""The sensor board as a part of the table: its settled readings, its buttons, and how it stands."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.config import AUTO, Board
from companion.rules.players import Player
from companion.service import words
from companion.service.buttons import is_late, press
from companion.service.lamps import board_lights
from companion.service.ports import Asked, Condition, Looked, Noticed, PortError, Reads, State, Tell
from companion.service.recording.board import BoardTape
from companion.service.recording.recording import Recording
from companion.service.upkeep.board_window import BoardWindow
from companion.service.view import Message, TableView
from companion.table.events import BoardSeen
from firmware_bridge import bridge, happenings
from firmware_bridge.bridge import Bridge
from firmware_bridge.link import Link, Wanted
from firmware_bridge.orientation import CORNERS, Orientation
from firmware_bridge.payloads import Light
from firmware_bridge.seating import Question, question
from firmware_bridge.watch import Ailing, Read, Settled, Stands, Watch

LOG = logging.getLogger(__name__)
FILE = "board.json"
STEP_S = 0.1
"""How soon the board's lights follow the table."""
LINK_ENDED = "The link to the board has stopped by a fault of its own; the log tells more."
STATES: dict[happenings.State, State] = {
    happenings.State.ABSENT: "starting",
    happenings.State.OPENING: "starting",
    happenings.State.HELLO: "starting",
    happenings.State.SYNCING: "starting",
    happenings.State.LIVE: "running",
    happenings.State.STALE: "lost",
    happenings.State.LOST: "lost",
}
Look = Callable[[], TableView]


@dataclass(frozen=True)
class BoardPort:
    """One board, looked for as configured."""

    config: Board
    data: Path
    look: Look
    """What the table shows: the buttons and a match that goes on depend on it."""
    window: BoardWindow = field(default_factory=BoardWindow)
    """Through which the set-up and the diagnostics look."""
    recording: Recording | None = None
    """Where what the board tells is written down."""

    def run(self, tell: Tell, stop: threading.Event) -> None:
        """Keep in touch with the board until `stop` is set."""
        tape = BoardTape(self.recording, self.config.buttons) if self.recording is not None else None
        listener = Listener(self, tell) if tape is None else self._taped(tell, tape)
        quiet, among = self.config.settle_ms / 1000, self._among()
        line = Bridge(Watch(quiet, among)) if tape is None else tape.bridge(quiet, among)
        watch = line.watch
        hear = listener.hear if tape is None else lambda event: tape.hear(listener, event)
        link = Link(self._wanted(), hear, line)
        self.window.attach(link, watch.choices)
        listener.orient = link.orient
        listener.watch = watch
        tell(Reads(link.look_again))
        lit: tuple[Light, ...] = ()
        link.start()
        try:
            while not stop.wait(STEP_S):
                if link.has_ended:
                    raise PortError(LINK_ENDED)
                self.window.turn()
                lit = self._lit(link, watch, lit)
        finally:
            self.window.detach()
            link.stop()
            if tape is not None:
                tape.end()

    def _taped(self, tell: Tell, tape: BoardTape) -> Listener:
        """Return a listener of which is written what it looks at and what it tells."""
        return Listener(replace(self, look=lambda: tape.seen(self.look())), tape.tell(tell))

    def _lit(self, link: Link, watch: Watch, before: tuple[Light, ...]) -> tuple[Light, ...]:
        """Let the board's lights show how the table is; return how they are."""
        lights = board_lights(self.look(), self.config.lights, watch.orientation)
        if lights != before:
            link.set_lights(lights)
        return lights

    def _wanted(self) -> Wanted:
        port = None if self.config.port == AUTO else self.config.port
        try:
            board = bytes.fromhex(self.config.id) or None
        except ValueError:
            msg = f"The board's id in the configuration is no hexadecimal number: {self.config.id}."
            raise PortError(msg) from None
        return Wanted(port, board, self.config.baud, self.config.patterns)

    def _among(self) -> tuple[Orientation, ...]:
        """Return how the board stands, if that is set, or known from before for a match that goes on."""
        if self.config.corner:
            return (Orientation(self.config.corner, Player(self.config.colour_a)),)
        remembered = self.remembered() if self.look().phase not in {"no_match", "match_over"} else None
        return (remembered,) if remembered else ()

    def remembered(self) -> Orientation | None:
        """Return how the board stood when that was found out last."""
        try:
            kept = json.loads((self.data / FILE).read_text(encoding="utf-8"))
            return Orientation(int(kept["corner"]), Player(kept["colour_a"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def remember(self, stands: Orientation) -> None:
        """Keep how the board stands, for when the service is started in the middle of a game."""
        if stands == self.remembered() or stands.corner not in CORNERS:
            return
        try:
            self.data.mkdir(parents=True, exist_ok=True)
            text = json.dumps({"corner": stands.corner, "colour_a": stands.colour_a.value})
            (self.data / FILE).write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            LOG.warning("How the board stands is not kept", extra={"why": str(error)})


class Listener:
    """Hears what the link tells, in the link's thread."""

    def __init__(self, port: BoardPort, tell: Tell) -> None:
        self._port = port
        self._tell = tell
        self._ailing: tuple[str, ...] = ()
        self._standing: happenings.Standing | None = None
        self._late: Message | None = None
        """What is told of a press that came too late, until the play goes on."""
        self._question: Question | None = None
        self._unknown = False
        """Whether the board has settled, and what comes next may tell how it stands."""
        self.orient: Callable[[tuple[Orientation, ...]], None] = lambda _choices: None
        self.watch: Watch | None = None

    def hear(self, event: bridge.Event) -> None:
        """Take what the link tells."""
        self._port.window.hear(event)
        if self._unknown and not isinstance(event, Ailing):
            self._unknown = False
            if not isinstance(event, Stands):
                self._ask_if_unknown()
        match event:
            case Read():
                self._read(event)
            case bridge.Looked(number=number):
                self._tell(Looked(number))
            case happenings.Pressed(button=button, pressed=True, age=age):
                self._pressed(button, age)
            case happenings.Standing():
                self._standing = event
                self._say()
            case Ailing(sentences=sentences):
                self._ailing = sentences
                self._say()
            case Stands(choices=choices, finding=finding):
                self._stands(choices, finding.question if finding else None)
            case Settled():
                self._unknown = True
            case _:
                pass

    def _read(self, read: Read) -> None:
        self._tell(Noticed(BoardSeen(0, read.reading)))
        if not read.fresh:
            self._forget_late()

    def _say(self) -> None:
        if self._standing is None:
            return
        state = STATES[self._standing.state]
        if self._late is not None and state == "running":
            self._tell(Condition(state, self._late))
            return
        text = " ".join((self._standing.sentence, *(self._ailing if state == "running" else ())))
        self._tell(Condition(state, words.own("device_says", message=text)))

    def _pressed(self, button: int, age: float) -> None:
        buttons = self._port.config.buttons
        # The board counts its buttons from 1.
        what = buttons[button - 1] if 0 < button <= len(buttons) else "none"
        event = press(what, self._port.look())
        if event is None:
            return
        if is_late(age):
            self._ignore(button, age)
            return
        self._forget_late()
        self._tell(Noticed(event))

    def _ignore(self, button: int, age: float) -> None:
        LOG.warning("A press that comes too late is ignored", extra={"button": button, "seconds": round(age, 1)})
        self._late = words.own("late_press", button=button, seconds=round(age))
        self._say()

    def _forget_late(self) -> None:
        if self._late is not None:
            self._late = None
            self._say()

    def _stands(self, choices: tuple[Orientation, ...], asked: Question | None) -> None:
        if len(choices) == 1:
            self._port.remember(choices[0])
            self._ask(None)
        else:
            self._ask(asked or question(choices))

    def _ask_if_unknown(self) -> None:
        watch = self.watch
        if watch is not None and watch.orientation is None and self._question is None and watch.choices:
            self._ask(question(watch.choices))

    def _ask(self, asked: Question | None) -> None:
        if asked == self._question:
            return
        self._question = asked
        self._tell(Asked("") if asked is None else Asked(asked.text, tuple(map(self._answer, asked.answers))))

    def _answer(self, answer: tuple[str, tuple[Orientation, ...]]) -> tuple[str, Callable[[], None]]:
        text, choices = answer
        return text, lambda: self.orient(choices)
